"""Does the corrected estimate keep what it promises?

Measured on suites with a known truth, which `tests/support/simulated_suites.py` simulates.

    python -m bench.semi
"""

from __future__ import annotations

import time

import numpy as np
from tests.support.simulated_suites import AGREEING, SYSTEMS, World, run, summarise, world

RUNS, SWAPS, SEED = 1000, 500, 2018
SHARES = 0.3, 0.1, 0.6
"""Of the approvals that are verified; the paper's was three in ten."""


def main() -> None:
    started = time.perf_counter()
    known = world()
    print(f"{RUNS} suites of {known.sizes.sum():.0f} examples × {SYSTEMS} systems, seed {SEED}")
    for verified in SHARES:
        print(f"\n{verified:.0%} of approvals verified")
        _show(known, verified)
    more = world(agreeing=AGREEING)
    print(f"\n{SHARES[0]:.0%} verified; agreement approves up to {AGREEING:.0%} of the rest")
    _show(more, SHARES[0])
    print("\nthe same, with one share for all approvals of a category")
    _show(more, SHARES[0], apart=False)
    print(f"\n{time.perf_counter() - started:.0f} seconds")


def _show(known: World, verified: float, *, apart: bool = True) -> None:
    rng = np.random.default_rng(SEED)
    found = summarise([run(known, verified, rng, SWAPS, apart=apart) for _ in range(RUNS)])
    print(f"  paper's count: {found.paper:+.2f} points too high")
    print(f"  corrected: {found.corrected:+.2f} points, at most {found.worst:.2f} in a system")
    print(f"  95% intervals ({found.width:.1f} points wide) cover {found.coverage:.1%}", end="")
    print(f", the worst system {found.worst_coverage:.1%}; of a difference", end="")
    print(f" {found.coverage_difference:.1%}")
    print(f"  equal systems differ at the 5% level: {found.level:.1%}, by swaps", end="")
    print(f" {found.level_swaps:.1%}")


if __name__ == "__main__":
    main()
