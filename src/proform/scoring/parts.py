"""Parts of a corpus: where they begin, and the file of what was counted in one.

A part is whole documents. Everything that was counted in it adds up, and a manifest says what it
was counted with, so that only parts of one run are ever put together.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from proform.errors import InputError, ProformError, check_whole
from proform.output import writing
from proform.scoring.job import Job
from proform.scoring.run import PassSums
from proform.scoring.tally import Tally
from proform.text.corpus import Slips
from proform.text.lines import STDIN, joined, opened, size_of
from proform.version import __version__

_MAGIC = "proform part 1"
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
    check_whole("parts", parts, 1)
    if STDIN in corpus.paths():
        raise ProformError("standard input cannot be cut into parts", hint="save it to a file")
    learnt = not corpus.links and not any(
        job.alignment.get(way) for way in ("model", "background", "aligner")
    )
    if learnt:
        what = "a part is too little to learn alignment from, and each would learn its own"
        hint = "learn once with proform align train and give --model, or give alignments"
        raise ProformError(what, hint=hint)
    segments, digest = 0, blake2b(digest_size=8)
    for block in corpus.source.blocks():
        segments += size_of(block)
        digest.update(joined(block))
    evenly = [segments * number // parts for number in range(parts)]
    return PartPlan(segments, digest.hexdigest(), tuple(_cuts(job, evenly, segments)))


def _cuts(job: Job, evenly: Sequence[int], segments: int) -> Iterator[int]:
    """The first document that begins at or after each place."""
    documents = job.corpus.documents
    if documents is None:
        looking = [judge.name for judge in job.judges if judge.looks_back]
        if looking or job.choices.categories:
            who = (*looking, "what proposes categories")[0]
            what = f"{who} looks at the segments before, so parts have to be whole documents"
            raise ProformError(what, hint="say with --docs which segments make up a document")
        yield from evenly
        return
    seen: set[str] = set()
    for start, name in zip(documents.starts, documents.ids, strict=True):
        if name in seen:
            what = f"the document {name!r} comes back in segment {start}"
            hint = "the segments of a document have to stand together"
            raise InputError(documents.path, None, what, hint=hint)
        seen.add(name)
    starts = iter((*documents.starts, segments))
    start = next(starts)
    for place in evenly:
        while start < place:
            start = next(starts, segments)
        yield min(start, segments)


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
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        return gzip.compress(text.encode(), compresslevel=6, mtime=0)

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


def read_part(path: Path) -> CorpusPart:
    """A part that was written."""
    try:
        with opened(path) as file:
            content = json.loads(file.read())
        if content["format"] != _MAGIC:
            raise InputError(path, None, f"not a part but {content['format']!r}", hint=_HINT)
        run, shard = content["run"], Shard(*content["shard"])
        if run["version"] != __version__:
            what = f"made by proform {run['version']}, and this is {__version__}"
            raise InputError(path, None, what, hint="merge with the version that scored")
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
    except (ValueError, KeyError, TypeError, AttributeError, zlib.error) as error:
        raise InputError(path, None, f"not a part of a run ({error})", hint=_HINT) from error


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
        "sizes": [path.stat().st_size if path.is_file() else None for path in corpus.paths()],
        "starts": list(parts.starts),
    }
