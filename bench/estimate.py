"""Do estimates for any first pass keep what they promise?

Measured on suites with a known truth and judges of known sensitivity and specificity, which
`tests/support/simulated_judges.py` simulates.

    python -m bench.estimate
"""

from __future__ import annotations

import sys
import time

from tests.support.simulated_judges import Measured, measure, pool

RUNS, SEED = 1000, 2026
PARTS = 0.1, 0.3, 0.6
KINDER = 0.0, 0.1


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    started = time.process_time()
    print(f"{runs} suites of 200 examples × 16 systems, seed {SEED}")
    for unequal in (False, True):
        for part in PARTS:
            how = "rejected ones three times as often" if unequal else "all alike"
            print(f"\n{part:.0%} judged, {how}")
            shown = measure(part, runs, SEED, unequal=unequal)
            for name, measured in shown.items():
                _show(name, measured, shown["people only"].width)
    for kinder in KINDER:
        for part in PARTS:
            print(f"\none share for all approvals, {kinder:.0%} too high; {part:.0%} verified")
            pooling = pool(kinder, part, runs, SEED)
            _show("pooled", pooling.pooled, pooling.pooled.width)
            _show("of each system", pooling.own, pooling.pooled.width)
            print(f"  warned in {pooling.warned:.1%}; {pooling.apart:+.1f} points apart")
    print(f"\n{time.process_time() - started:.0f} seconds of processor time")


def _show(name: str, measured: Measured, width: float) -> None:
    bias, worst, coverage, wide, differences = measured
    print(f"  {name:18} bias {bias:+.2f}, at most {worst:+.2f} in a system; ", end="")
    print(f"95% intervals ({wide:.1f} wide, {wide / width - 1:+.0%}) cover {coverage:.1%}", end="")
    print(f", of a difference {differences:.1%}")


if __name__ == "__main__":
    main()
