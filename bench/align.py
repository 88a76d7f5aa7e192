"""How good and how fast are alignments? The figures of docs/alignment.md.

quality: AER and F of pronoun links on 447 Hansards pairs with gold links, for each aligner and
symmetrisation, without background and with 20,000 Europarl pairs.
letters: AER alone, by how many letters of a word the aligner sees.
repair: F of pronoun links with each repair, on both halves of that text and on the demo data.
giza: APT of the AutoPRF news data with the GIZA++ links that come with it, and with ours.
speed: training on 6,000 and on 60,000 pairs, then scoring 2,000 segments of three systems with the
larger model, twice.

    python bench/align.py quality | letters | repair | giza | speed
    (minutes each on two cores; PROFORM_CACHE keeps the models)
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
from itertools import islice
from pathlib import Path

from proform.alignment.aligners import SelfTrained
from proform.alignment.base import AlignerSettings, Pair
from proform.scoring.quality import Gold, measure, total
from proform.text.links import read_gold

SHARED = Path(os.environ.get("PROFORM_SHARED", "../shared")) / "data"
PROFORM = str(Path(sys.executable).with_name("proform"))
HEURISTICS = ("intersection", "union", "grow-diag", "grow-diag-final", "grow-diag-final-and")


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


def quality(folder: Path) -> None:
    text = hansards(folder)
    background = europarl(folder, 20_000)
    ways = {
        "thot, alone": [],
        "eflomal, alone": ["--aligner", "eflomal"],
        "thot, 20,000 pairs": ["--background", *background],
    }
    print("| aligner | symmetrisation | AER | F of pronouns | paper's repair | informed repair |")
    print("|---|---|---|---|---|---|")
    for name, way in ways.items():
        for heuristic in HEURISTICS:
            arguments = ["align", "evaluate", *text, *way, "--symmetrise", heuristic, "-f", "json"]
            words, *pronouns = json.loads(proform(*arguments)).values()
            figures = " | ".join(f"{measured['f']:.3f}" for measured in pronouns)
            print(f"| {name} | {heuristic} | {words['aer']:.4f} | {figures} |", flush=True)


def letters(folder: Path) -> None:
    """AER alone, by how many letters of a word the aligner sees; 0 is all."""
    _, gold_file, _, source, _, target, *_ = hansards(folder)
    texts = zip(
        *(Path(path).read_text(encoding="utf-8").splitlines() for path in (source, target)),
        strict=True,
    )
    pairs = [Pair(one.split(), other.split()) for one, other in texts]
    golds = [
        Gold(
            frozenset((i, j) for i, j, sure in links if sure),
            frozenset((i, j) for i, j, _ in links),
        )
        for links in read_gold(Path(gold_file), 1)
    ]
    for number in (0, 3, 4, 5, 6):
        alignments = SelfTrained(AlignerSettings(letters=number), lambda _: None).align(pairs)
        links = (alignment.links for alignment in alignments)
        quality = total(map(measure, links, golds))
        print(f"{number or 'all'} letters: AER {quality.aer:.4f}", flush=True)


def repair(folder: Path) -> None:
    print("| text | sure links | as aligned | paper's repair | informed repair | error |")
    print("|---|---|---|---|---|---|")
    whole = hansards(folder)
    background = ["--background", *europarl(folder, 20_000)]
    for half, name in enumerate(("even", "odd")):
        text = list(whole)
        for place in (1, 3, 5):  # gold, source, target
            lines = Path(whole[place]).read_text(encoding="utf-8").splitlines()[half::2]
            text[place] = str(folder / f"{name}.{place}")
            Path(text[place]).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        _print_repairs(f"Hansards, {name} pairs", [[*text, *background]])
    for target in ("fr", "de"):
        demo = Path(__file__).parent.parent / "src/proform/demo/texts" / f"en-{target}"
        background = ["--background", *europarl(folder, 6_000, target)]
        texts = [
            [
                *("--gold", str(demo / f"{name}.align"), "--gold-from", "0", "-l", f"en-{target}"),
                *("-s", str(demo / "source.en"), "-t", str(demo / f"{name}.{target}")),
                *background,
            ]
            for name in ("reference", "sentence", "context", "literal")
        ]
        _print_repairs(f"demo, en-{target}", texts)


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


def giza(folder: Path) -> None:
    data = SHARED / "autoprf-en-fr"
    texts = ["-s", str(data / "pronoun-test.tok.en"), "-r", str(data / "pronoun-test.tok.fr")]
    texts += ["-i", str(data / "mt-output.fr"), "-l", "en-fr", "-f", "json"]
    links = ["--align-ref", str(data / "pronoun-test.tok.en-fr.alig")]
    links += ["--align-sys", str(data / "mt-output.en-fr.alig")]
    ours = ["--background", *europarl(folder, 60_000)]
    paper = ["--repair", "paper"]
    ways = {"GIZA++": [*links, *paper], "proform": [*ours, *paper], "informed": ours}
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


def speed(folder: Path) -> None:
    for pairs in (6_000, 60_000):
        source, target = europarl(folder, pairs)
        model = str(folder / f"model.{pairs}")
        start = time.perf_counter()
        proform("align", "train", "-s", source, "-t", target, "-l", "en-fr", "-o", model)
        wall = time.perf_counter() - start
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        print(f"training on {pairs} pairs: {wall:.0f} s, {peak:.0f} MB a direction", flush=True)
    print(f"scoring with the larger model: {scoring(folder, model)}")


def scoring(folder: Path, model: str) -> str:
    """Seconds for 2,000 raw segments of a reference and three systems, first and again."""
    data = SHARED / "autoprf-en-fr"
    texts = []
    for number, name in enumerate(
        (
            "pronoun-test.tok.en",
            "pronoun-test.tok.fr",
            "mt-output.fr",
            "mt-output.fr",
            "mt-output.fr",
        )
    ):
        lines = (data / name).read_text(encoding="utf-8").splitlines()[:2000]
        path = folder / f"text{number}"
        # Three systems that differ: each keeps other lines of the reference.
        mixed = lines if number < 2 else _mixed(folder, lines, number)
        path.write_text("".join(f"{line}\n" for line in mixed), encoding="utf-8")
        texts.append(str(path))
    arguments = ["score", "-s", texts[0], "-r", texts[1], "-i", *texts[2:], "-l", "en-fr"]
    times = []
    for _ in range(2):
        start = time.perf_counter()
        proform(*arguments, "--model", model, "-f", "json")
        times.append(f"{time.perf_counter() - start:.1f} s")
    return ", then ".join(times)


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
        modes = {
            "quality": quality,
            "letters": letters,
            "repair": repair,
            "giza": giza,
            "speed": speed,
        }
        modes[sys.argv[1]](Path(name))


if __name__ == "__main__":
    main()
