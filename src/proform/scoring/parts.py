"""Parts of a corpus: where they begin, and the file of what was counted in one.

A part is whole documents. Everything that was counted in it adds up, and a manifest says what it
was counted with, so that only parts of one run are ever put together.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from glob import has_magic
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from proform.errors import InputError, ProformError, check_whole
from proform.output import writing
from proform.scoring.job import Job
from proform.scoring.run import PassSums
from proform.scoring.tally import Tally
from proform.text.corpus import Corpus, Slips
from proform.text.documents import Documents
from proform.text.lines import STDIN, joined, opened, size_of
from proform.text.remote import remote_size, url_of
from proform.version import __version__

_MAGIC = "proform part 2"
_HINT = "expected what proform score --shard writes"


class Shard(NamedTuple):
    """One part of so many."""

    number: int
    of: int

    @classmethod
    def parse(cls, text: str) -> Shard:
        """From what the command takes: 3/64."""
        match = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", text)
        shard = cls(int(match[1]), int(match[2])) if match else cls(0, 0)
        if not 1 <= shard.number <= shard.of:
            hint = "such as 3/64: the third of 64 parts"
            raise ProformError(f"shard: expected K/N with K from 1 to N, found {text!r}", hint=hint)
        return shard


@dataclass(frozen=True)
class PartPlan:
    """Where the parts of a corpus begin; the last one ends with the text."""

    segments: int
    source: str
    """The hash of the source."""
    starts: tuple[int, ...]

    def range(self, number: int) -> tuple[int, int | None]:
        """The first segment of a part, and the first one behind it."""
        return self.starts[number - 1], ([*self.starts, None][number])


def plan(job: Job, parts: int) -> PartPlan:
    """Whole documents, as evenly as they come; segments where judges look at nothing else."""
    corpus = job.corpus
    check_cuttable(corpus, parts)
    learnt = not corpus.links and not any(
        job.alignment.get(way) for way in ("model", "background", "aligner")
    )
    if learnt:
        what = "a part is too little to learn alignment from, and each would learn its own"
        hint = "learn once with proform align train and give --model, or give alignments"
        raise ProformError(what, hint=hint)
    looking = [judge.name for judge in job.judges if judge.looks_back]
    if corpus.documents is None and (looking or job.choices.categories):
        who = (*looking, "what proposes categories")[0]
        what = f"{who} looks at the segments before, so parts have to be whole documents"
        raise ProformError(what, hint="say with --docs which segments make up a document")
    return cut(corpus, parts)


def check_cuttable(corpus: Corpus, parts: int) -> None:
    """Complain of what cannot be cut into parts."""
    check_whole("parts", parts, 1)
    if STDIN in corpus.paths():
        raise ProformError("standard input cannot be cut into parts", hint="save it to a file")


def cut(corpus: Corpus, parts: int, run: int = 1) -> PartPlan:
    """Whole documents; without them, runs of so many segments."""
    segments, digest = 0, blake2b(digest_size=8)
    for block in corpus.source.blocks():
        segments += size_of(block)
        digest.update(joined(block))
    evenly = [segments * number // parts for number in range(parts)]
    if corpus.documents is None:
        starts = [min(-(-place // run) * run, segments) for place in evenly]
    else:
        starts = list(_cuts(corpus.documents, evenly, segments))
    return PartPlan(segments, digest.hexdigest(), tuple(starts))


def _cuts(documents: Documents, evenly: Sequence[int], segments: int) -> Iterator[int]:
    """The first document that begins at or after each place."""
    check_documents(documents)
    starts = iter((*documents.starts, segments))
    start = next(starts)
    for place in evenly:
        while start < place:
            start = next(starts, segments)
        yield min(start, segments)


def check_documents(documents: Documents) -> None:
    """Complain of a document that comes back later, for its parts would be counted as two."""
    seen: set[str] = set()
    for start, name in zip(documents.starts, documents.ids, strict=True):
        if name in seen:
            what = f"the document {name!r} comes back in segment {start}"
            hint = "the segments of a document have to stand together"
            raise InputError(documents.path, None, what, hint=hint)
        seen.add(name)


@dataclass(frozen=True)
class CorpusPart:
    """What was counted in one part of a run, and what it was counted with."""

    shard: Shard
    run: Mapping[str, Any]
    """What all parts of a run share."""
    sums: PassSums
    notes: Sequence[str]

    def to_bytes(self) -> bytes:
        """The file; the same bytes for the same part."""
        sums = self.sums
        content = {
            "format": _MAGIC,
            "shard": list(self.shard),
            "run": self.run,
            "segments": sums.segments,
            "hashes": [str(total) for total in sums.hashes],
            "slips": [_from_slips(slips) for slips in sums.slips],
            "tallies": [[*key, tally.state()] for key, tally in sums.tallies.items()],
            "notes": list(self.notes),
        }
        return packed(content)

    def write(self, path: Path) -> None:
        """Write it whole or not at all."""
        with writing(path) as out:
            out.write_bytes(self.to_bytes())


def _from_slips(slips: Slips) -> list[object]:
    first = slips.first
    if first is None:
        return [slips.segments]
    what = first.what.removeprefix(f"{first.file}:{first.line}: ")
    return [slips.segments, first.file, first.line, what, first.hint]


def _to_slips(values: Sequence[Any]) -> Slips:
    if len(values) == 1:
        return Slips(None, values[0])
    segments, file, line, what, hint = values
    return Slips(InputError(file, line, what, hint=hint), segments)


def packed(content: Mapping[str, Any]) -> bytes:
    """The file of a part; the same bytes for the same content."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), compresslevel=6, mtime=0)


@contextmanager
def unpacking(path: Path, kind: str, hint: str) -> Iterator[Any]:
    """The content of a file that is a part of this kind and version; what is odd is said."""
    try:
        with opened(path) as file:
            content = json.loads(file.read())
        if content["format"] != kind:
            raise InputError(path, None, f"not a part but {content['format']!r}", hint=hint)
        if (version := content["run"]["version"]) != __version__:
            what = f"made by proform {version}, and this is {__version__}"
            raise InputError(path, None, what, hint="merge with the version that made the parts")
        yield content
    except (ValueError, LookupError, TypeError, AttributeError, zlib.error) as error:
        raise InputError(path, None, f"not a part of a run ({error})", hint=hint) from error


def read_part(path: Path) -> CorpusPart:
    """A part that was written."""
    with unpacking(path, _MAGIC, _HINT) as content:
        run, shard = content["run"], Shard(*content["shard"])
        tallies = {
            (metric, system): Tally.from_state(state)
            for metric, system, state in content["tallies"]
        }
        sums = PassSums(
            tuple(run["systems"]),
            tallies,
            [int(total) for total in content["hashes"]],
            [_to_slips(slips) for slips in content["slips"]],
            int(content["segments"]),
        )
        return CorpusPart(shard, run, sums, content["notes"])


class RunPart(Protocol):
    """What is known of a part, whatever was counted in it."""

    @property
    def shard(self) -> Shard:
        """Which it is."""

    @property
    def run(self) -> Mapping[str, Any]:
        """What all parts of a run share."""


AnyPart = TypeVar("AnyPart", bound=RunPart)


def in_sequence(parts: Mapping[Path, AnyPart], *, skip_missing: bool = False) -> list[AnyPart]:
    """The parts of one run from the first to the last; complains of all that is not that."""
    (path, first), *others = parts.items()
    for other, part in others:
        _check_same(path, first, other, part)
    by_number: dict[int, Path] = {}
    for other, part in parts.items():
        twice = by_number.setdefault(part.shard.number, other)
        if twice is not other:
            what = f"part {part.shard.number} of {part.shard.of} again, as in {twice}"
            raise InputError(other, None, what, hint="give each part once")
    numbers = range(1, first.shard.of + 1)
    missing = [str(number) for number in numbers if number not in by_number]
    if missing and not skip_missing:
        shown = ", ".join(missing[:20]) + ", …" * (len(missing) > 20)
        what = f"of {len(numbers)} parts, {len(missing)} missing: {shown}"
        raise ProformError(what, hint="make them with --shard, or leave them out: --skip-missing")
    return [parts[by_number[number]] for number in numbers if number in by_number]


def _check_same(path: Path, first: RunPart, other: Path, part: RunPart) -> None:
    if first.shard.of != part.shard.of:
        what = f"one of {part.shard.of} parts, but {path} is one of {first.shard.of}"
        raise InputError(other, None, what, hint="merge parts of one run")
    for key, value in first.run.items():
        if part.run.get(key) != value:
            what = f"part of another run ({key} not as in {path})"
            raise InputError(other, None, what, hint="merge parts of one run")


def read_parts(
    paths: Sequence[Path], read: Callable[[Path], AnyPart], *, skip_missing: bool
) -> tuple[dict[Path, AnyPart], list[str]]:
    """The parts that can be read, and what is to be said of others, if these may be missing."""
    parts, broken = dict[Path, AnyPart](), list[str]()
    for path in paths:
        if path in parts:
            raise InputError(path, None, "given twice", hint="give each part once")
        try:
            parts[path] = read(path)
        except InputError as error:
            if not skip_missing:
                raise
            broken.append(f"left out: {error}")
    if not parts:
        raise ProformError("parts: there is none", hint="give the files of --shard")
    return parts, broken


def _size(path: Path) -> int | None:
    if path.is_file():
        return path.stat().st_size
    url = url_of(path)
    return None if url is None or has_magic(url) else remote_size(url)


def shared(job: Job, parts: PartPlan, settings: Mapping[str, str]) -> dict[str, Any]:
    """What all parts of a run share, as JSON has it."""
    corpus, choices = job.corpus, job.choices
    return {
        "version": __version__,
        "languages": f"{choices.source.language}-{choices.target.language}",
        "packs": job.packs,
        "metrics": [judge.name for judge in job.judges],
        "signatures": {judge.name: dict(judge.signature) for judge in job.judges},
        "notes": {judge.name: list(judge.notes) for judge in job.judges},
        "weights": list(choices.weights.values),
        "discarded": sorted(choices.weights.discarded),
        "anchored": choices.anchored,
        "categories": choices.categories,
        "settings": dict(settings),
        "resampling": asdict(job.resampling),
        "systems": [system.name for system in corpus.systems],
        "documents": None if corpus.documents is None else corpus.documents.digest,
        "source": parts.source,
        "sizes": [_size(path) for path in corpus.paths()],
        "left_out": list(job.broken),
        "starts": list(parts.starts),
    }


def done_before(
    path: Path,
    corpus: Corpus,
    shard: Shard,
    read: Callable[[Path], AnyPart],
    run: Callable[[AnyPart], Mapping[str, Any]],
) -> AnyPart | None:
    """The part that a file has, if it is this one of this run and newer than all texts."""
    if not path.is_file():  # a device may have no end
        return None
    try:
        changed = path.stat().st_mtime_ns
        part = read(path)
        if any(text.stat().st_mtime_ns > changed for text in corpus.paths() if text.exists()):
            return None
    except (OSError, InputError):
        return None
    same = part.shard == shard and part.run == json.loads(json.dumps(run(part)))
    return part if same else None
