"""How good and how fast are alignments? The figures of docs/alignment.md.

Quality: AER and F of pronoun links on 447 Hansards pairs with gold links, for each aligner and
symmetrisation, without background and with 20,000 Europarl pairs. Speed: training on 6,000 and on
60,000 pairs, then scoring 2,000 segments of three systems with the larger model, twice.

    python bench/align.py quality | speed     (minutes on two cores; PROFORM_CACHE keeps the models)
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
from itertools import islice
from pathlib import Path

SHARED = Path(os.environ.get("PROFORM_SHARED", "../shared")) / "data"
PROFORM = str(Path(sys.executable).with_name("proform"))
HEURISTICS = ("intersection", "union", "grow-diag", "grow-diag-final", "grow-diag-final-and")


def proform(*arguments: str) -> str:
    run = subprocess.run([PROFORM, *arguments], check=True, capture_output=True, text=True)
    return run.stdout


def europarl(folder: Path, pairs: int) -> tuple[str, str]:
    """The first pairs of the Europarl text."""
    paths = []
    for language in ("en", "fr"):
        path = folder / f"europarl.{pairs}.{language}"
        with gzip.open(SHARED / "europarl" / f"en-fr.{language}.gz", "rt") as packed:
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
        {"quality": quality, "speed": speed}[sys.argv[1]](Path(name))


if __name__ == "__main__":
    main()
