"""What a corpus of any size costs, and whether its parts add up; the figures of docs/scale.md.

The texts of data/autoprf-en-fr repeated, each time as new documents, and those of data/europarl.
The time of processors is said beside that of the clock, which means little on a busy machine.

    python -m bench.scale cost [SEGMENTS]            each step on one core and on two
    python -m bench.scale same [SEGMENTS] [METRIC...] [WAY...]
                                                     one run, parts, Dask, gzip and Parquet, or
                                                     some of these: one 1 7 64 gzip parquet dask;
                                                     64+dask+parquet is all three at once
    python -m bench.scale dask [SEGMENTS] [PAIRS]    two workers of Dask against two forks
    python -m bench.scale flat [SEGMENTS] [STEP]     ten times as many: time and memory
    python -m bench.scale mine [LINES]               Europarl as one, as 16 and as 64 parts
    python -m bench.scale sure                       how often categories are the annotated ones
    python -m bench.scale draw CORPUS [SEED]         40 mined examples, to be read; the corpus is
                                                     europarl, autoprf or discomt
"""

from __future__ import annotations

import gzip
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from statistics import median
from string import ascii_lowercase
from typing import Any, ClassVar, NamedTuple

from bench.categories import texts_of

import proform
from proform.alignment.method import method_of, tokenised
from proform.alignment.pipeline import pair_lines, prepare_ahead
from proform.judge.choices import Choices
from proform.language.pack import load_packs
from proform.pronoun.categories import ORDER
from proform.scoring.cluster import check_versions, local_workers
from proform.scoring.job import read_job
from proform.stored.mine import MinedSuite
from proform.suite.mining.chunks import Chunk, Run
from proform.suite.mining.miner import Miner
from proform.text.formats import Role
from proform.text.mmax import read_project
from proform.text.texts import open_text

SHARED = Path(os.environ.get("PROFORM_SHARED", "../shared"))
DATA, EUROPARL = SHARED / "data/autoprf-en-fr", SHARED / "data/europarl"
FILES = {
    "src": "pronoun-test.tok.en",
    "ref": "pronoun-test.tok.fr",
    "sys": "mt-output.fr",
    "ref.align": "pronoun-test.tok.en-fr.alig",
    "sys.align": "mt-output.en-fr.alig",
}
SEGMENTS = 4954
MILLION = 1_000_000
WAYS = ["one", "1", "7", "64", "gzip", "parquet", "dask"]
STEPS = ("reading", "tokenising", "linking", "apt", "autoprf", "agreement", "mining")
HEAVY = {"agreement", "mining"}


def repeated(folder: Path, segments: int) -> dict[str, Path]:
    """The texts, repeated to so many segments, and a document id for each."""
    folder.mkdir(exist_ok=True)
    times, rest = divmod(segments, SEGMENTS)
    paths = {name: folder / name for name in (*FILES, "docs")}
    for name, original in FILES.items():
        lines = (DATA / original).read_text(encoding="utf-8").split("\n")[:SEGMENTS]
        whole, end = ("".join(f"{line}\n" for line in part) for part in (lines, lines[:rest]))
        with paths[name].open("w", encoding="utf-8") as file:
            for _ in range(times):
                file.write(whole)
            file.write(end)
    starts = [int(line) for line in (DATA / "doc-boundaries").read_text().split() if line]
    with paths["docs"].open("w", encoding="utf-8") as file:
        for turn in range(times + 1):
            own = [turn * SEGMENTS + start for start in starts]
            file.writelines(f"{start}\n" for start in own if start < segments)
    return paths


def options(at: dict[str, Path], **more: object) -> dict[str, Any]:
    return {
        "align_ref": str(at["ref.align"]),
        "align_sys": [str(at["sys.align"])],
        "documents": str(at["docs"]),
        **more,
    }


def texts(at: dict[str, Path]) -> tuple[str, str, list[str], str]:
    return str(at["src"]), str(at["ref"]), [f"mt={at['sys']}"], "en-fr"


class Used(NamedTuple):
    """What a process and those it started used."""

    clock: float
    processors: float
    memory: float
    """Of the largest process, in megabytes."""


def measured(*args: object) -> Used:
    """Run this script in another process."""
    command = [sys.executable, "-m", "bench.scale", *map(str, args)]
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"failed: {' '.join(command)}")
    clock = time.monotonic() - start
    return Used(clock, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def step(name: str, folder: Path, cores: int) -> None:
    """One step alone, on so many cores."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])
    at = {key: folder / key for key in (*FILES, "docs")}
    work: dict[str, Callable[[], object]] = {
        "reading": lambda: _read(at),
        "tokenising": lambda: _tokenise(at),
        "linking": lambda: _link(at),
        "mining": lambda: _mine(at, folder, cores),
    }
    if name in work:
        work[name]()
    else:
        how = options(at, metrics=[name], judgements=False, jobs=cores)
        proform.score(*texts(at), **how)


def _read(at: dict[str, Path]) -> None:
    corpus = read_job(*texts(at), **options(at)).corpus
    for block in corpus.raw_blocks():
        corpus.parse(block)


def _tokenise(at: dict[str, Path]) -> None:
    method = method_of(load_packs("en-fr"))
    for _ in tokenised(open_text(str(at["src"]), Role.SOURCE), method.tokenizers.source).blocks():
        pass


def _link(at: dict[str, Path]) -> None:
    aligner = prepare_ahead(method_of(load_packs("en-fr"), tokenized=True))
    sides = (open_text(str(at[key]), Role.SOURCE).decoded() for key in ("src", "ref"))
    for source, target in zip(*sides, strict=True):
        aligner.align(pair_lines(source, target))


def _mine(at: dict[str, Path], folder: Path, cores: int) -> None:
    store = folder / "mined.db"
    store.unlink(missing_ok=True)
    proform.mine(
        *(str(at["src"]), "en-fr", store),
        reference=str(at["ref"]),
        documents=str(at["docs"]) if at["docs"].exists() else None,
        tokenized=at["docs"].exists(),
        jobs=cores,
    )


def cost(folder: Path, segments: int) -> None:
    """Each step, for a million segments: that of so many, less what it takes to start.

    Steps that take little time take ten times as many.
    """
    at = repeated(folder / "some", segments)
    repeated(folder / "few", 50)
    repeated(folder / "many", segments * 10)
    print(
        f"{segments:,} segments, light steps ten times as many; for a million, start-up taken off"
    )
    print(f"load of the machine: {os.getloadavg()[0]:.1f}\n")
    head = "step", "cores", "processor s", "clock s", "memory MB", "start-up s"
    print(" | ".join(head))
    share = MILLION / segments
    seconds: dict[str, float] = {}
    for name in STEPS:
        texts, times = ("some", share) if name in HEAVY else ("many", share / 10)
        for cores in (1, 2):
            none = measured("step", name, folder / "few", cores)
            used = measured("step", name, folder / texts, cores)
            processors = (used.processors - none.processors) * times
            clock = (used.clock - none.clock) * times
            figures = f"{processors:.0f} | {clock:.0f} | {used.memory:.0f} | {none.processors:.1f}"
            print(f"{name} | {cores} | {figures}", flush=True)
            seconds.setdefault(name, processors)
    sizes = {name: path.stat().st_size * share / 1e6 for name, path in at.items()}
    print("\nmegabytes: " + ", ".join(f"{name} {size:.0f}" for name, size in sizes.items()))
    print("\nby the figures of one core (a model, not a measurement), core hours:")
    for total in (10**8, 4 * 10**9):
        hours = {name: second * total / MILLION / 3600 for name, second in seconds.items()}
        print(f"{total:,}: " + ", ".join(f"{name} {hour:,.0f}" for name, hour in hours.items()))


def digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=6).hexdigest()


def same(folder: Path, segments: int, wanted: list[str]) -> None:
    """The bytes of the JSON, however it is made; a note names a file, so that is taken out."""
    at = repeated(folder / "plain", segments)
    ways = [name for name in wanted if {*name.split("+")} <= {*WAYS}] or WAYS
    metrics = [name for name in wanted if name not in ways] or ["apt", "autoprf", "agreement"]
    how = {"metrics": metrics, "confidence": True, "paired": False}
    for way in ways:
        words = way.split("+")
        number = next((int(word) for word in words if word.isdecimal()), 0)
        given, settings = texts(at), options(at)
        if make := next((_PACKED[word] for word in words if word in _PACKED), None):
            given, settings = make(folder, at)
        settings |= how
        start, before = time.monotonic(), sum(os.times()[:4])
        if number and "dask" not in words:
            text = _merged(folder, given, settings, number)
        else:
            engine: dict[str, Any] = {}
            if "dask" in words:
                engine = {"cluster": "local:2", "shards": number or None}
            source, reference, systems, languages = given
            every: dict[str, Any] = {**settings, **engine, "judgements": False}
            text = proform.score(source, reference, systems, languages, **every).to_text("json")
        made = digest(re.sub(rf"{re.escape(str(folder))}/[\w./]+", "FILE", text))
        used, clock = sum(os.times()[:4]) - before, time.monotonic() - start
        print(f"{way}: {made}, {used:.0f} s of processors, {clock:.0f} s by the clock", flush=True)


class Timed(NamedTuple):
    """A run by the clock, and what other processes of the machine took of the processors."""

    clock: float
    others: float

    def __str__(self) -> str:
        return f"{self.clock:.1f} s (others {self.others:.1f})"


def _processors() -> tuple[float, float]:
    """Seconds of processors so far: of the whole machine, and of this process and its children."""
    user, nice, system, _, _, *interrupts = (
        Path("/proc/stat").read_text().split("\n")[0].split()[1:]
    )
    own = sum(os.times()[:4]) + sum(_of_process(child) for child in _children(os.getpid()))
    busy = sum(map(int, (user, nice, system, *interrupts[:2])))
    return busy / os.sysconf("SC_CLK_TCK"), own


def _children(process: int) -> list[int]:
    """All descendants that live."""
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    children = [int(child) for task in tasks for child in task.read_text().split()]
    return children + [each for child in children for each in _children(child)]


def _of_process(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def dask(folder: Path, segments: int, pairs: int) -> None:
    """Two workers of Dask against two forks, APT and AutoPRF: pairs of runs, one after another.

    A pair tells something only if other processes did little meanwhile.
    """
    at = repeated(folder / "plain", segments)
    settings = options(at, metrics=["apt", "autoprf"], judgements=False)
    ratios, memory, started, results = list[float](), list[int](), list[float](), set[str]()

    def scored(**how: Any) -> Timed:  # noqa: ANN401
        start, (machine, own) = time.monotonic(), _processors()
        result = proform.score(*texts(at), **{**settings, **how})
        clock, (machine_then, own_then) = time.monotonic() - start, _processors()
        results.add(digest(result.to_text("json")))
        return Timed(clock, machine_then - machine - own_then + own)

    def spread() -> Timed:
        start = time.monotonic()
        with local_workers(2) as client:
            client.wait_for_workers(2)
            check_versions(client)  # reads proform there
            started.append(time.monotonic() - start)
            timed = scored(cluster=client)
            memory.extend(client.run(_most_memory).values())
            return timed

    print(f"{segments:,} segments, two processes; by the clock, and what others took meanwhile")
    for number in range(pairs):
        workers = spread() if number % 2 else None  # each comes first in every other pair
        forks = scored(jobs=2)
        workers = workers or spread()
        ratios.append(workers.clock / forks.clock)
        print(f"forks {forks}, workers {workers}: {ratios[-1]:.2f} x", flush=True)
    if len(results) > 1:
        raise SystemExit("the results differ")
    print(f"median {median(ratios):.2f} x; the results are the same")
    print(f"a worker has {max(memory)} MB at most; {median(started):.1f} s to start them")


def _most_memory() -> int:
    """On a worker: the most that it ever had, in megabytes; that of who started it not counted."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(status.split("VmHWM:")[1].split()[0]) // 1024


def _merged(folder: Path, given: tuple[Any, ...], settings: dict[str, Any], number: int) -> str:
    parts = [
        proform.score_shard(f"{k}/{number}", folder / f"{number}.{k}", *given, **settings)
        for k in range(1, number + 1)
    ]
    print(f"  parts have {sum(path.stat().st_size for path in parts):,} bytes")
    return proform.merge(parts).to_text("json")


def _gzip(folder: Path, at: dict[str, Path]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    packed = {}
    for name, path in at.items():
        packed[name] = folder / f"{name}.gz"
        with path.open("rb") as file, gzip.open(packed[name], "wb", compresslevel=1) as out:
            shutil.copyfileobj(file, out)
    return texts(packed), options(packed, documents=str(at["docs"]))


def _parquet(folder: Path, at: dict[str, Path]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    import pyarrow as pa  # noqa: PLC0415 (an extra)
    from pyarrow import parquet  # noqa: PLC0415

    names = {"source": "src", "reference": "ref", "mt": "sys"}
    names |= {"links.ref": "ref.align", "links.mt": "sys.align"}
    path = folder / "corpus.parquet"
    columns = {
        name: at[key].read_text(encoding="utf-8").splitlines() for name, key in names.items()
    }
    parquet.write_table(pa.table(columns), path, row_group_size=65_536)
    links = {"align_ref": f"{path}#links.ref", "align_sys": [f"{path}#links.mt"]}
    given = str(path), str(path), [f"{path}#mt"], "en-fr"
    return given, {**links, "documents": str(at["docs"])}


_PACKED = {"gzip": _gzip, "parquet": _parquet}


def varied(folder: Path, segments: int) -> None:
    """Europarl repeated, each time with another word in every sentence: a corpus to mine.

    What is repeated as it is would be left out.
    """
    folder.mkdir()
    for side, name in (("en", "src"), ("fr", "ref")):
        with (folder / name).open("w", encoding="utf-8") as out:
            left = segments
            for letter in ascii_lowercase:
                with gzip.open(EUROPARL / f"en-fr.{side}.gz", "rt", encoding="utf-8") as file:
                    for line in islice(file, left):
                        out.write(f"{line.rstrip()} ({letter * 4})\n")
                        left -= 1


def flat(folder: Path, segments: int, *name: str) -> None:
    """Ten times as many segments in one process: a step, or APT and AutoPRF together."""
    for times in (1, 10):
        make = varied if name == ("mining",) else repeated
        make(folder / str(times), segments * times)
        where = folder / str(times)
        used = measured("step", *name, where, 1) if name else measured("plain", where)
        memory = f"{used.memory:.0f} MB"
        total = f"{segments * times:,} segments"
        print(
            f"{total}: {used.processors:.0f} s of processors, {used.clock:.0f} s, {memory}",
            flush=True,
        )
        shutil.rmtree(folder / str(times))


def plain(folder: Path) -> None:
    at = {key: folder / key for key in (*FILES, "docs")}
    settings = options(at, documents=None, metrics=["apt", "autoprf"], jobs=1, judgements=False)
    proform.score(*texts(at), **settings)


def europarl(folder: Path, lines: slice) -> dict[str, str]:
    paths = {}
    for side in ("en", "fr"):
        path = folder / f"text.{side}"
        with gzip.open(EUROPARL / f"en-fr.{side}.gz", "rt", encoding="utf-8") as file:
            kept = list(file)[lines]
        path.write_text("".join(kept), encoding="utf-8")
        paths[side] = str(path)
    return paths


def shown(mined: MinedSuite) -> str:
    suite = mined.suite.value
    return digest(repr((suite.source, suite.documents, suite.examples)) + str(mined))


def mine(folder: Path, lines: int | None) -> None:
    """Europarl as one, as 16 and as 64 parts."""
    at = europarl(folder, slice(lines))
    start = time.process_time()
    whole = proform.mine(at["en"], "en-fr", folder / "s.db", reference=at["fr"], jobs=1)
    print(whole)
    used = time.process_time() - start
    print(f"one run: {shown(whole)}, {used:.0f} s of processors", flush=True)
    for number in (16, 64):
        parts = [
            proform.mine_shard(
                f"{k}/{number}",
                folder / f"{number}.{k}",
                at["en"],
                "en-fr",
                reference=at["fr"],
                jobs=1,
            )
            for k in range(1, number + 1)
        ]
        size = sum(part.stat().st_size for part in parts)
        merged = proform.merge_mined(parts, folder / f"{number}.db")
        print(f"{number} parts: {shown(merged)}, {size:,} bytes in parts", flush=True)


class _Watched(Miner):
    """Tells all that it finds: place, category and probability."""

    told: ClassVar[list[tuple[tuple[int, int], str, float]]] = []

    def _find(self, hit: Any, sentence: str, into: Any) -> Any:  # noqa: ANN401 (as there)
        found = super()._find(hit, sentence, into)
        if not isinstance(found, str):
            place = hit.segment.number, hit.position
            self.told.append((place, found[0].category, found[1].probability))
        return found


def sure() -> None:
    """ParCorFull's talks, English and French: how often categories are the annotated ones."""
    method = method_of(load_packs("en-fr"), tokenized=True)
    choices = Choices(*method.packs, categories=True)
    sizes = dict.fromkeys(ORDER, 1)
    miner = _Watched(choices, method.tokenizers, prepare_ahead(method), sizes, 1, 0.01)
    answers: list[tuple[float, bool]] = []
    for english in texts_of(SHARED / "data/parcorfull/TED/EN", choices.source, ()):
        name = english.lines[0][0]
        french = read_project(SHARED / f"data/parcorfull/TED/FR/{name}.mmax").sentences
        sides = [" ".join(words) for _, words in english.lines], [" ".join(s) for s in french]
        miner.told.clear()
        miner.mine(Chunk(0, *sides, [], [Run(name, 0, len(french))]))
        for place, category, probability in miner.told:
            answers.append((probability, english.categories.get(place) == category))
    for least in (0.5, 0.6, 0.7, 0.8, 0.9, 0.95):
        right = [is_right for probability, is_right in answers if probability >= least]
        print(f"at least {least}: {sum(right)} of {len(right)}, {sum(right) / len(right):.3f}")


def draw(folder: Path, corpus: str, seed: int) -> None:
    """Examples of a mined suite, to be read by somebody."""
    how: dict[str, Any] = {"seed": seed}
    if corpus == "autoprf":
        talks = repeated(folder / "talks", SEGMENTS)
        at = {"en": str(talks["src"]), "fr": str(talks["ref"])}
        how |= {"documents": str(talks["docs"]), "tokenized": True}
    elif corpus == "discomt":
        name = SHARED / "data/discomt2015-en-fr"
        at = {side: str(folder / f"talks.{side}.sgm") for side in ("en", "fr")}
        for side, path in at.items():
            text = (name / f"DiscoMT2015.test.raw.{side}.xml").read_text(encoding="utf-8")
            text = text if side == "en" else text.replace("srcset", "refset")  # as it should be
            Path(path).write_text(text, encoding="utf-8")
    else:
        at = europarl(folder, slice(40_000, None))  # others were read before
    mined = proform.mine(at["en"], "en-fr", folder / "s.db", reference=at["fr"], **how)
    mined.suite.write_texts(folder / "texts")
    suite = mined.suite.value
    rng = random.Random(seed)  # noqa: S311 (not for secrets)
    reference = next((folder / "texts").glob("reference*")).read_text(encoding="utf-8").split("\n")
    for example in rng.sample(suite.examples, min(40, len(suite.examples))):
        nouns = ", ".join(
            f"{suite.head(noun)} ({noun.segment - example.segment})" for noun in example.antecedents
        )
        print(f"\n{example.number}. {example.category}: {nouns} {example.note[-6:]}")
        for segment in range(max(0, example.segment - 2), example.segment + 1):
            words = suite.words(segment)
            if segment == example.segment:
                words[example.position] = f"[{words[example.position]}]"
            print("   ", " ".join(words))
        print("   ", reference[example.segment])


def main(command: str, *args: str) -> None:
    if command in ("step", "plain"):
        (step(args[0], Path(args[1]), int(args[2])) if command == "step" else plain(Path(args[0])))
        return
    number = int(args[0]) if args and args[0].isdecimal() else None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["PROFORM_CACHE"] = str(folder / "cache")
        if command == "cost":
            cost(folder, number or 50_000)
        elif command == "same":
            same(folder, number or MILLION, [*args[1:]])
        elif command == "dask":
            dask(folder, number or MILLION, int(args[1]) if len(args) > 1 else 3)
        elif command == "flat":
            flat(folder, number or MILLION, *args[1:])
        elif command == "mine":
            mine(folder, number)
        elif command == "sure":
            sure()
        elif command == "draw":
            draw(folder, args[0], int(args[1]) if len(args) > 1 else 1)
        else:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main(*(sys.argv[1:] or ["help"]))
