"""Do estimates for any first pass keep what they promise?

Measured on suites with a known truth and judges of known sensitivity and specificity, which
`tests/support/simulated_judges.py` simulates.

    python -m bench.estimate [RUNS [SEED]]
"""

from __future__ import annotations

import sys
import time

from tests.support.simulated_judges import BETTER, EVERY_OTHER, Measured, measure, pool

RUNS, SEED = 1000, 2027
PARTS = 0.1, 0.3, 0.6
KINDER = (
    ("equally right in all systems", 0.0, BETTER),
    ("10 points too high in systems with more approvals", 0.1, BETTER),
    ("10 points too high in every other system", 0.1, EVERY_OTHER),
)


def main() -> None:
    given = [int(argument) for argument in sys.argv[1:]]
    runs, seed = (*given, *(RUNS, SEED)[len(given) :])
    started = time.process_time()
    print(f"{runs} suites of 200 examples × 16 systems, seed {seed}")
    for unequal in (False, True):
        for part in PARTS:
            how = "rejected ones three times as often" if unequal else "all alike"
            print(f"\n{part:.0%} judged, {how}", flush=True)
            shown = measure(part, runs, seed, unequal=unequal)
            for name, measured in shown.items():
                _show(name, measured, shown["people only"])
    for how, kinder, kin in KINDER:
        for part in PARTS:
            print(f"\none share for all approvals, {how}; {part:.0%} verified", flush=True)
            pooling = pool(kinder, part, runs, seed, kin)
            _show("pooled", pooling.pooled, pooling.pooled)
            _show("of each system", pooling.own, pooling.pooled)
            print(f"  warned in {pooling.warned:.1%}; {pooling.apart:+.1f} points apart")
    print(f"\n{time.process_time() - started:.0f} seconds of processor time")


def _show(name: str, measured: Measured, other: Measured) -> None:
    bias, worst, coverage, wide, differences, drawn = measured
    print(f"  {name:18} bias {bias:+.2f}, at most {worst:+.2f} in a system; ", end="")
    print(f"95% intervals ({wide:.1f} wide, {wide / other.width - 1:+.0%}) cover ", end="")
    print(f"{coverage:.1%}, of a difference {differences:.1%}; ", end="")
    print(f"off the share of these examples by {drawn:.2f} ({drawn / other.drawn - 1:+.0%})")


if __name__ == "__main__":
    main()
