"""How good and how fast are alignments? The figures of docs/alignment.md.

quality: AER and F of pronoun links on 447 Hansards pairs with gold links: with the starter model,
without, with a background, by eflomal; all pairs, each half, the first ten alone.
symmetrisation: the same with the starter model, for each symmetrisation.
letters: AER without a starter model, by how many letters of a word the aligner sees.
repair: F of pronoun links with each repair, on both halves of that text and on the demo data.
languages: links of the demo texts, English to French and to German, against those checked by hand;
of TED talks, Spanish to English, against those that come with the data.
giza: APT of the AutoPRF news data with the GIZA++ links that come with it, and with ours.
training: learning from 6,000 pairs, with eflomal beside it.
speed: linking; ten raw sentences and two systems; 2,000 segments of three systems, then again from
the cache with and without a background.

    python bench/align.py quality | symmetrisation | letters | repair | languages | giza | training
    python bench/align.py speed
    (seconds to minutes each on two cores; PROFORM_CACHE keeps the models)
"""

from __future__ import annotations

import gzip
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from proform.alignment.aligners import Trained
from proform.alignment.base import AlignerSettings, Pair
from proform.alignment.method import method_of
from proform.alignment.models import Manifest, load_starter
from proform.alignment.pipeline import prepare
from proform.alignment.training import learn
from proform.language.pack import load_packs
from proform.model import Alignment
from proform.scoring.quality import Gold, Quality, evaluate_links, measure, total
from proform.text.links import parse_links, read_gold

SHARED = Path(os.environ.get("PROFORM_SHARED", "../shared")) / "data"
PROFORM = str(Path(sys.executable).with_name("proform"))
DEMO = Path(__file__).parents[1] / "src" / "proform" / "demo" / "texts"
HEURISTICS = (
    *("agreement", "intersection", "union"),
    *("grow-diag", "grow-diag-final", "grow-diag-final-and"),
)


def proform(*arguments: str) -> str:
    run = subprocess.run([PROFORM, *arguments], check=True, capture_output=True, text=True)
    return run.stdout


def europarl(folder: Path, pairs: int, target: str = "fr") -> tuple[str, str]:
    """The first pairs of the Europarl text."""
    paths = []
    for language in ("en", target):
        path = folder / f"europarl.{target}.{pairs}.{language}"
        with gzip.open(SHARED / "europarl" / f"en-{target}.{language}.gz", "rt") as packed:
            path.write_text("".join(islice(packed, pairs)), encoding="utf-8")
        paths.append(str(path))
    return paths[0], paths[1]


def hansards(folder: Path) -> list[str]:
    """The gold text as two files."""
    gold = SHARED / "align-gold-en-fr"
    lines = (gold / "enfr.src-tgt").read_text(encoding="utf-8").splitlines()
    paths = []
    for side, language in enumerate(("en", "fr")):
        path = folder / f"hansards.{language}"
        texts = (" ".join(line.split("|||")[side].split()) for line in lines)
        path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
        paths.append(str(path))
    return ["--gold", str(gold / "enfr.gold"), "-s", paths[0], "-t", paths[1], "-l", "en-fr"]


def _part(folder: Path, name: str, which: slice) -> list[str]:
    """Some of the pairs of the gold text."""
    text = hansards(folder)
    for place in (1, 3, 5):  # gold, source, target
        lines = Path(text[place]).read_text(encoding="utf-8").splitlines()[which]
        text[place] = str(folder / f"{name}.{place}")
        Path(text[place]).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return text


def _print_quality(name: str, *arguments: str) -> None:
    words, *pronouns = json.loads(proform("align", "evaluate", *arguments, "-f", "json")).values()
    figures = " | ".join(f"{measured['f']:.3f}" for measured in pronouns)
    error = f"{pronouns[-1]['aer']:.4f}"
    print(f"| {name} | {words['aer']:.4f} | {figures} | {error} |", flush=True)


def quality(folder: Path) -> None:
    print("| aligner | AER | F of pronouns | paper's repair | informed repair | its AER |")
    print("|---|---|---|---|---|---|")
    parts = {
        "all pairs": slice(None),
        "even pairs": slice(0, None, 2),
        "odd pairs": slice(1, None, 2),
        "the first ten pairs alone": slice(10),
    }
    for name, which in parts.items():
        text = _part(folder, name.replace(" ", "."), which)
        _print_quality(f"proform, {name}", *text)
    _print_groups(folder, 10)
    text = hansards(folder)
    _print_quality("without a starter model", *text, "--no-starter")
    _print_quality("eflomal", *text, "--aligner", "eflomal")
    background = ["--background", *europarl(folder, 20_000)]
    name = "background of 20,000 pairs"
    _print_quality(f"{name}, without a starter model", *text, *background, "--no-starter")
    _print_quality(name, *text, *background)


def _print_groups(folder: Path, size: int) -> None:
    """All pairs, but a few at a time, as if there were no others."""
    found: dict[str, list[Quality]] = {}
    for start in range(0, 447, size):
        _, gold, _, source, _, target, _, pair = _part(folder, "group", slice(start, start + size))
        measured = evaluate_links(gold, source, target, pair, tokenized=True).qualities
        for kind, value in measured.items():
            found.setdefault(kind, []).append(value)
    words, *pronouns = (total(values) for values in found.values())
    figures = " | ".join(f"{measured.f:.3f}" for measured in pronouns)
    name = f"proform, all pairs, {size} at a time"
    print(f"| {name} | {words.aer:.4f} | {figures} | {pronouns[-1].aer:.4f} |", flush=True)


def symmetrisation(folder: Path) -> None:
    print("| symmetrisation | AER | F of pronouns | paper's repair | informed repair | its AER |")
    print("|---|---|---|---|---|---|")
    for heuristic in HEURISTICS:
        _print_quality(heuristic, *hansards(folder), "--symmetrise", heuristic)


def letters(folder: Path) -> None:
    """AER alone, by how many letters of a word the aligner sees; 0 is all."""
    _, gold_file, _, source, _, target, *_ = _part(folder, "even", slice(0, None, 2))
    pairs = _pairs(source, target)
    golds = [
        Gold(
            frozenset((i, j) for i, j, sure in links if sure),
            frozenset((i, j) for i, j, _ in links),
        )
        for links in read_gold(Path(gold_file), 1)
    ]
    more = _pairs(*europarl(folder, 6_000))
    for number in (0, 3, 4, 5, 6):
        found = []
        for text in (pairs, [*pairs, *more]):
            manifest = Manifest("en-fr", "blanks", "", len(text), number)
            fetch = cache(partial(learn, text, manifest, None, _quiet))
            links = Trained(fetch, "", AlignerSettings(), _quiet).align(pairs)
            found.append(total(map(measure, (one.links for one in links), golds)).aer)
        print(f"{number or 'all'} letters: AER {found[0]:.4f}, with 6,000 pairs {found[1]:.4f}")


def _quiet(_: float) -> None:
    pass


def _pairs(source: str, target: str) -> list[Pair]:
    texts = (Path(path).read_text(encoding="utf-8").splitlines() for path in (source, target))
    return [Pair(one.split(), other.split()) for one, other in zip(*texts, strict=True)]


def repair(folder: Path) -> None:
    print("| text | sure links | as aligned | paper's repair | informed repair | error |")
    print("|---|---|---|---|---|---|")
    for half, name in enumerate(("even", "odd")):
        text = _part(folder, name, slice(half, None, 2))
        _print_repairs(f"Hansards, {name} pairs", [text])
    for target in ("fr", "de"):
        _print_repairs(f"demo, en-{target}", list(_demo(target)))


def _demo(target: str) -> Iterator[list[str]]:
    for name in ("reference", "sentence", "context", "literal"):
        demo = DEMO / f"en-{target}"
        yield [
            *("--gold", str(demo / f"{name}.align"), "--gold-from", "0", "-l", f"en-{target}"),
            *("-s", str(demo / "source.en"), "-t", str(demo / f"{name}.{target}")),
        ]


def _print_repairs(name: str, texts: list[list[str]]) -> None:
    """F over several texts together, and how much the informed repair takes off the error."""
    sums: dict[str, dict[str, int]] = {}
    for text in texts:
        for kind, found in json.loads(proform("align", "evaluate", *text, "-f", "json")).items():
            counts = sums.setdefault(kind, dict.fromkeys(("links", "correct", "found", "sure"), 0))
            for count in counts:
                counts[count] += found[count]
    f = []
    for kind in list(sums)[1:]:
        precision = sums[kind]["correct"] / sums[kind]["links"]
        recall = sums[kind]["found"] / sums[kind]["sure"]
        f.append(2 * precision * recall / (precision + recall))
    change = (1 - f[2]) / (1 - f[0]) - 1
    figures = " | ".join(f"{value:.3f}" for value in f)
    print(f"| {name} | {sums['pronouns']['sure']} | {figures} | {change:+.0%} |", flush=True)


def languages(folder: Path) -> None:  # noqa: ARG001 (as the others)
    for target in ("fr", "de"):
        found: list[Quality] = []
        for _, gold, *_, pair, _, source, _, translation in _demo(target):
            measured = evaluate_links(gold, source, translation, pair, first=0, tokenized=True)
            found.append(measured.qualities["all words"])
        print(f"demo, en-{target}, against links checked by hand: AER {total(found).aer:.4f}")
    data = SHARED / "apt-ref-anchored-es-en"
    text = _pairs(*(str(data / f"IWSLT14.TED.tst.tc.{side}") for side in ("es", "en")))[:2000]
    block = (data / "IWSLT14.TED.tst.tc.align").read_bytes()
    given = [*parse_links(data, 1, block).alignments(range(len(text)))]
    for name, starter in (("with the starter model", True), ("without", False)):
        method = method_of(load_packs("es-en"), tokenized=True, starter=starter)
        links = prepare(method, lambda: text).align(text)
        print(f"TED, es-en, against the links that come with it, {name}: F {_f(links, given):.3f}")


def _f(ones: list[Alignment], others: list[Alignment]) -> float:
    pairs = [(set(one.links), set(other.links)) for one, other in zip(ones, others, strict=True)]
    both = sum(len(one & other) for one, other in pairs)
    return 2 * both / sum(len(one) + len(other) for one, other in pairs)


def giza(folder: Path) -> None:
    data = SHARED / "autoprf-en-fr"
    texts = ["-s", str(data / "pronoun-test.tok.en"), "-r", str(data / "pronoun-test.tok.fr")]
    texts += ["-i", str(data / "mt-output.fr"), "-l", "en-fr", "-f", "json"]
    links = ["--align-ref", str(data / "pronoun-test.tok.en-fr.alig")]
    links += ["--align-sys", str(data / "mt-output.en-fr.alig")]
    paper = ["--repair", "paper"]
    ways = {"GIZA++": [*links, *paper], "proform": paper, "informed": ["--repair", "informed"]}
    cases: dict[str, list[tuple[int, str]]] = {}
    for name, way in ways.items():
        detail = folder / f"{name}.jsonl"
        (result,) = json.loads(proform("score", *texts, *way, "--detail", str(detail)))["results"]
        print(f"{name}: {result['score']:.4f}, n {result['n']}, {result['counts']}", flush=True)
        rows = map(json.loads, detail.read_text(encoding="utf-8").splitlines())
        cases[name] = [(row["segment"], row["reason"]) for row in rows]
    for name in ("proform", "informed"):
        pairs = list(_side_by_side(cases["GIZA++"], cases[name]))
        same = sum(one == other for one, other in pairs)
        differences = Counter(pair for pair in pairs if pair[0] != pair[1])
        print(f"{name}: {same / len(pairs):.1%} of {len(pairs)} alike as with GIZA++")
        print(f"  the others: {differences.most_common(4)}")


def _side_by_side(
    ones: list[tuple[int, str]], others: list[tuple[int, str]]
) -> Iterator[tuple[str, str]]:
    """Cases of the same pronouns; of segments in which both found as many."""
    found: dict[int, tuple[list[str], list[str]]] = {}
    for side, rows in enumerate((ones, others)):
        for segment, case in rows:
            found.setdefault(segment, ([], []))[side].append(case)
    for one, other in found.values():
        if len(one) == len(other):
            yield from zip(one, other, strict=True)


class Took(NamedTuple):
    """Seconds of the clock, and of all processors."""

    wall: float
    cpu: float

    def __str__(self) -> str:
        return f"{self.wall:.1f} s ({self.cpu:.1f} s of CPU)"


def training(folder: Path) -> None:
    source, target = europarl(folder, 6_000)
    arguments = ["-s", source, "-t", target, "-l", "en-fr"]
    took = _timed("align", "train", *arguments, "-o", str(folder / "model"), "--no-starter")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"learning from 6,000 pairs: {took}, {peak:.0f} MB", flush=True)
    other = _timed("align", *arguments, "--aligner", "eflomal", "-o", str(folder / "links"))
    times = f"{other.wall / took.wall:.1f} times as long ({other.cpu / took.cpu:.1f})"
    print(f"eflomal on the same: {other}, {times}")


def speed(folder: Path) -> None:
    print(f"linking unseen pairs: {_linking(folder)}", flush=True)
    cold = min(_cold(_score(_raw(folder, 10, 2))) for _ in range(3))
    print(f"ten raw sentences and two systems, from nothing: {cold}", flush=True)
    texts = _raw(folder, 2_000, 3)
    took = _timed(*_score(texts))
    print(f"scoring 2,000 × (reference + 3 systems): {took}", flush=True)
    other = _timed(*_score(texts), "--aligner", "eflomal")
    times = f"{other.wall / took.wall:.1f} times as long ({other.cpu / took.cpu:.1f} by CPU)"
    print(f"the same aligned by eflomal: {other}, {times}", flush=True)
    background = ["--background", *europarl(folder, 6_000)]
    _timed(*_score(texts), *background)
    time.sleep(2)  # until the files of the background are old enough to be trusted
    _timed(*_score(texts), *background)
    for name, more in (("", []), (" with a background", background)):
        took = min(_timed(*_score(texts), *more) for _ in range(3))
        print(f"again, from the cache{name}: {took}", flush=True)


def _timed(*arguments: str) -> Took:
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    proform(*arguments)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return Took(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def _cold(arguments: list[str]) -> Took:
    """From an empty cache."""
    kept = os.environ["PROFORM_CACHE"]
    with tempfile.TemporaryDirectory() as empty:
        os.environ["PROFORM_CACHE"] = empty
        took = _timed(*arguments)
    os.environ["PROFORM_CACHE"] = kept
    return took


def _linking(folder: Path) -> str:
    """Pairs a second, without reading and tokenising."""
    starter = load_starter("en-fr", [])
    assert starter is not None  # noqa: S101 (it comes with proform)
    texts = _raw(folder, 2_000, 3)
    pairs = [pair for text in texts[1:] for pair in _pairs(texts[0], text)]
    aligner = Trained(lambda: starter.model, "", AlignerSettings(), _quiet)
    start, used = time.perf_counter(), time.process_time()
    aligner.align(pairs)
    wall, cpu = time.perf_counter() - start, time.process_time() - used
    return f"{len(pairs) / wall:,.0f} a second ({len(pairs) / cpu:,.0f} for a second of CPU)"


def _score(texts: list[str]) -> list[str]:
    source, reference, *systems = texts
    return ["score", "-s", source, "-r", reference, "-i", *systems, "-l", "en-fr", "-f", "json"]


def _raw(folder: Path, lines: int, systems: int) -> list[str]:
    """A source, a reference, and systems that differ: each keeps other lines of the reference."""
    data = SHARED / "autoprf-en-fr"
    names = ("pronoun-test.tok.en", "pronoun-test.tok.fr", *["mt-output.fr"] * systems)
    texts = []
    for number, name in enumerate(names):
        text = (data / name).read_text(encoding="utf-8").splitlines()[:lines]
        path = folder / f"text{number}"
        mixed = text if number < 2 else _mixed(folder, text, number)
        path.write_text("".join(f"{line}\n" for line in mixed), encoding="utf-8")
        texts.append(str(path))
    return texts


def _mixed(folder: Path, lines: list[str], number: int) -> list[str]:
    reference = (folder / "text1").read_text(encoding="utf-8").splitlines()
    return [
        right if index % number == 0 else line
        for index, (line, right) in enumerate(zip(lines, reference, strict=True))
    ]


def main() -> None:
    if not SHARED.is_dir():
        sys.exit(f"the benchmark needs {SHARED}; set PROFORM_SHARED")
    with tempfile.TemporaryDirectory(prefix="proform-bench-") as name:
        os.environ.setdefault("PROFORM_CACHE", f"{name}/cache")
        modes = (quality, symmetrisation, letters, repair, languages, giza, training, speed)
        {mode.__name__: mode for mode in modes}[sys.argv[1]](Path(name))


if __name__ == "__main__":
    main()
