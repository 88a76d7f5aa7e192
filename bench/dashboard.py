"""The dashboard of 16 systems and 200 examples: the first time, and when nothing changed.

    python -m bench.dashboard

Both are served by the application itself, without a network in between.
"""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import numpy as np
from bench.suite import make_suite, make_target
from fastapi.testclient import TestClient

from proform.store.access import RESEARCHER, invite
from proform.store.database import opened
from proform.store.suites import REFERENCE, SYSTEM, add_target, save_suite
from proform.suite.suite import place
from proform.web.app import create_app

SYSTEMS, EXAMPLES, TIMES = 16, 200, 20


def main() -> None:
    rng = np.random.default_rng(1)
    suite = make_suite(rng, EXAMPLES)
    target = make_target(suite, rng)
    now = datetime.now(UTC)
    with (
        TemporaryDirectory() as folder,
        opened(str(Path(folder, "suite.db")), create=True) as store,
    ):
        with store.writing() as connection:
            stored = save_suite(connection, suite, "bench", now)
            add_target(connection, stored, replace(target, name=REFERENCE), REFERENCE, now)
            for number in range(SYSTEMS):
                named = place(suite, replace(target, name=f"system {number}"))
                add_target(connection, stored, named, SYSTEM, now)
            secret = invite(connection, stored.id, RESEARCHER, None, now)
        with TestClient(create_app(store)) as client:
            client.get(f"/enter/{secret}")
            spent = []
            for _ in range(TIMES + 1):
                start = time.perf_counter()
                client.get("/research").raise_for_status()
                spent.append(time.perf_counter() - start)
    print(f"{SYSTEMS} systems × {EXAMPLES} examples")
    print(f"first {spent[0]:.2f} s, then {median(spent[1:]):.2f} s")
    print(f"ratio {median(spent[1:]) / spent[0]:.2f}")


if __name__ == "__main__":
    main()
