"""How good and how fast are alignments? The figures of docs/alignment.md.

quality: AER and F of pronoun links on 447 Hansards pairs with gold links: with the starter model,
without, with a background, by eflomal; all pairs, each half, the first ten alone.
symmetrisation: the same with the starter model, for each symmetrisation.
letters: AER without a starter model, by how many letters of a word the aligner sees.
repair: F of pronoun links with each repair, on both halves of that text and on the demo data.
languages: links of the demo texts, English to French and to German, against those checked by hand;
of TED talks, Spanish to English, against those of eflomal with 20,000 pairs of Europarl.
giza: APT of the AutoPRF news data with the GIZA++ links that come with it, and with ours.
speed: learning from 6,000 and 60,000 pairs and linking 8,000, with eflomal beside it; ten raw
sentences and two systems; 2,000 segments of three systems; a run from the cache with and without a
background.

    python bench/align.py quality | symmetrisation | letters | repair | languages | giza | speed
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

from proform.alignment.aligners import Eflomal, Trained
from proform.alignment.base import AlignerSettings, Pair
from proform.alignment.method import method_of
from proform.alignment.models import Manifest, load_model
from proform.alignment.pipeline import prepare, read_pairs
from proform.alignment.training import learn
from proform.language.pack import load_packs
from proform.model import Alignment
from proform.scoring.quality import Gold, measure, total
from proform.text.links import read_gold
from proform.text.texts import plain_text

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
    text = hansards(folder)
    _print_quality("without a starter model", *text, "--no-starter")
    _print_quality("eflomal", *text, "--aligner", "eflomal")
    for pairs in (6_000, 20_000, 60_000):
        background = ["--background", *europarl(folder, pairs)]
        name = f"background of {pairs:,} pairs"
        _print_quality(f"{name}, without a starter model", *text, *background, "--no-starter")
        _print_quality(name, *text, *background)


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


def languages(folder: Path) -> None:
    for target in ("fr", "de"):
        found = [
            json.loads(proform("align", "evaluate", *text, "-f", "json"))["all words"]
            for text in _demo(target)
        ]
        sums = {
            count: sum(one[count] for one in found)
            for count in ("links", "correct", "sure", "found")
        }
        aer = 1 - (sums["correct"] + sums["found"]) / (sums["links"] + sums["sure"])
        print(f"demo, en-{target}, against links checked by hand: AER {aer:.4f}", flush=True)
    print(f"TED, es-en, against {_ted(folder)}")


def _ted(folder: Path) -> str:
    """F of links against those of eflomal with 20,000 more pairs: ours, and of eflomal without."""
    data = SHARED / "apt-ref-anchored-es-en"
    text = _pairs(*(str(data / f"IWSLT14.TED.tst.tc.{side}") for side in ("es", "en")))[:2000]
    english, spanish = europarl(folder, 20_000, "es")
    packs = load_packs("es-en")
    cut = method_of(packs).tokenizers.cut(plain_text(Path(spanish)), plain_text(Path(english)))
    eflomal = Eflomal(AlignerSettings(heuristic="grow-diag"))
    wanted = eflomal.align([*text, *read_pairs(*cut)])[: len(text)]
    ways = {
        "proform": prepare(method_of(packs, tokenized=True), lambda: text).align(text),
        "without a starter model": prepare(
            method_of(packs, tokenized=True, starter=False), lambda: text
        ).align(text),
        "eflomal on the text alone": eflomal.align(text),
    }
    return "eflomal with 20,000 Europarl pairs: " + ", ".join(
        f"{name} F {_f(links, wanted):.3f}" for name, links in ways.items()
    )


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
        arguments = ["-s", source, "-t", target, "-l", "en-fr"]
        took = _timed("align", "train", *arguments, "-o", model, "--no-starter")
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        print(f"learning from {pairs:,} pairs: {took:.1f} s, {peak:.0f} MB", flush=True)
        if pairs == 6_000:
            other = _timed("align", *arguments, "--aligner", "eflomal", "-o", str(folder / "links"))
            print(f"  eflomal on the same: {other:.1f} s, {other / took:.1f} times as long")
    texts = _raw(folder, 2_000, 3)
    linked = 4 * 2_000
    took = _timed(*_score(texts), "--model", model)
    print(f"scoring 2,000 segments, a reference and three systems, with a model: {took:.1f} s")
    took = _timed(*_score(_raw(folder, 2_000, 3)))
    print(f"  with the starter model, learning from source and reference: {took:.1f} s")
    pairs_a_second = _linking(folder, model)
    print(f"linking {linked:,} pairs: {pairs_a_second:.0f} a second", flush=True)
    cold = min(_cold(_score(_raw(folder, 10, 2))) for _ in range(3))
    print(f"ten raw sentences and two systems, from nothing: {cold:.1f} s")
    background = ["--background", *europarl(folder, 60_000)]
    _timed(*_score(texts), *background)
    for name, more in (("", []), (" and a background of 60,000 pairs", background)):
        took = min(_timed(*_score(texts), *more) for _ in range(3))
        print(f"scoring again, from the cache{name}: {took:.2f} s")


def _timed(*arguments: str) -> float:
    start = time.perf_counter()
    proform(*arguments)
    return time.perf_counter() - start


def _cold(arguments: list[str]) -> float:
    """From an empty cache."""
    kept = os.environ["PROFORM_CACHE"]
    with tempfile.TemporaryDirectory() as os.environ["PROFORM_CACHE"]:
        took = _timed(*arguments)
    os.environ["PROFORM_CACHE"] = kept
    return took


def _linking(folder: Path, path: str) -> float:
    """Pairs a second, without reading and tokenising."""
    model = load_model(Path(path), "en-fr")
    texts = _raw(folder, 2_000, 3)
    pairs = [pair for text in texts[1:] for pair in _pairs(texts[0], text)]
    aligner = Trained(lambda: model, "", AlignerSettings(), _quiet)
    start = time.perf_counter()
    aligner.align(pairs)
    return len(pairs) / (time.perf_counter() - start)


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
        modes = (quality, symmetrisation, letters, repair, languages, giza, speed)
        {mode.__name__: mode for mode in modes}[sys.argv[1]](Path(name))


if __name__ == "__main__":
    main()
