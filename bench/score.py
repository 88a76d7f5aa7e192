"""How fast is `proform score`, against a naive loop over the same files in the same run?

The data of data/autoprf-en-fr repeated 20 and 200 times, alignments given. Prints ratios, by the
clock and by the time of all processors, the memory of the larger run, and the time of
`proform --help`. The ratio by the clock is that of a machine with nothing else to do.

    make bench        (or: python bench/score.py [--quick])
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

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


class Took(NamedTuple):
    """Seconds of the clock, and of all processors."""

    wall: float
    cpu: float

    def __str__(self) -> str:
        return f"{self.wall:.2f} s ({self.cpu:.2f} s of CPU)"

    def over(self, other: Took) -> str:
        """How many times as long as another it took."""
        return f"{self.wall / other.wall:.2f} ({self.cpu / other.cpu:.2f} by CPU)"


def timed(*command: str, runs: int) -> Took:
    """The best of some runs, start-up included."""
    took = []
    for _ in range(runs):
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        took.append(Took(wall, cpu))
    return Took(min(each.wall for each in took), min(each.cpu for each in took))


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
        single = timed(*scoring(small), "--jobs", "1", runs=runs)
        memory = peak_memory(scoring(large))
        proform = str(Path(sys.executable).with_name("proform"))
        helping = timed(proform, "--help", runs=3 * runs)
    finally:
        shutil.rmtree(folder)
    print(f"99,080 segments: naive loop {naive}, proform score {ours}, in one process {single}")
    print(f"  ratio {ours.over(naive)}; in one process {single.over(naive)}; at most 2.5")
    print(f"  as published {published.over(naive)}")
    print(f"990,800 segments: {ten_times}, {memory:.0f} MB (at most 300)")
    print(f"  ratio to 99,080: {ten_times.over(ours)} (at most 11)")
    print(f"proform --help: {helping} (at most 0.3 s)")


if __name__ == "__main__":
    main()
