"""How fast is `proform score`, against a naive loop over the same files in the same run?

The data of data/autoprf-en-fr repeated 20 and 200 times, alignments given. Prints ratios, the
memory of the larger run and the time of `proform --help`.

    make bench        (or: python bench/score.py [--quick])
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SHARED = Path(os.environ.get("PROFORM_SHARED", "../shared"))
DATA = SHARED / "data" / "autoprf-en-fr"
FILES = {
    "src": "pronoun-test.tok.en",
    "ref": "pronoun-test.tok.fr",
    "sys": "mt-output.fr",
    "ref.align": "pronoun-test.tok.en-fr.alig",
    "sys.align": "mt-output.en-fr.alig",
}
SEGMENTS = 4954

NAIVE = """
import sys
names = sys.argv[1:]
pronouns = {"it", "they"}
count = 0
for src, ref, hyp, a, b in zip(*(open(name, encoding="utf-8") for name in names)):
    ref, hyp = ref.split(), hyp.split()
    for i, token in enumerate(src.split()):
        if token.lower() in pronouns:
            for words, line in ((ref, a), (hyp, b)):
                for pair in line.split():
                    s, t = pair.split("-")
                    if int(s) == i:
                        words[int(t)]
            count += 1
print(count)
"""


def repeat(folder: Path, times: int) -> list[Path]:
    folder.mkdir()
    paths = []
    for name, original in FILES.items():
        lines = (DATA / original).read_text(encoding="utf-8").split("\n")[:SEGMENTS]
        block = "".join(f"{line}\n" for line in lines)
        path = folder / name
        with path.open("w", encoding="utf-8") as file:
            for _ in range(times):
                file.write(block)
        paths.append(path)
    return paths


def timed(*command: str, runs: int) -> float:
    """The best wall time of some runs, start-up included."""
    best = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - start)
    return best


def scoring(paths: list[Path]) -> list[str]:
    src, ref, system, ref_align, sys_align = map(str, paths)
    proform = str(Path(sys.executable).with_name("proform"))
    texts = ["-s", src, "-r", ref, "-i", system, "-l", "en-fr", "-m", "apt", "autoprf"]
    return [proform, "score", *texts, "--align-ref", ref_align, "--align-sys", sys_align]


def peak_memory(command: list[str]) -> float:
    """Megabytes of all processes of a run together, shared pages counted once, at their most."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    peak = 0
    while process.poll() is None:
        peak = max(peak, sum(map(_proportional, [process.pid, *_children(process.pid)])))
        time.sleep(0.1)
    return peak / 1024


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def _proportional(pid: int) -> int:
    """Kilobytes of a process, its share of shared pages; 0 if it has ended."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def main() -> None:
    if not DATA.is_dir():
        sys.exit(f"the benchmark needs {DATA}; set PROFORM_SHARED")
    runs = 1 if "--quick" in sys.argv else 3
    folder = Path(tempfile.mkdtemp(prefix="proform-bench-"))
    try:
        small, large = repeat(folder / "20", 20), repeat(folder / "200", 200)
        naive = timed(sys.executable, "-c", NAIVE, *map(str, small), runs=runs)
        ours = timed(*scoring(small), runs=runs)
        published = timed(*scoring(small), "--as-published", runs=runs)
        ten_times = timed(*scoring(large), runs=1)
        memory = peak_memory(scoring(large))
        proform = str(Path(sys.executable).with_name("proform"))
        helping = timed(proform, "--help", runs=3 * runs)
    finally:
        shutil.rmtree(folder)
    print(f"99,080 segments: naive loop {naive:.2f} s, proform score {ours:.2f} s")
    print(f"  ratio {ours / naive:.2f}; as published {published / naive:.2f} (at most 2.5)")
    print(f"990,800 segments: {ten_times:.2f} s, {memory:.0f} MB (at most 300)")
    print(f"  ratio to 99,080: {ten_times / ours:.2f} (at most 11)")
    print(f"proform --help: {helping:.3f} s (at most 0.3)")


if __name__ == "__main__":
    main()
