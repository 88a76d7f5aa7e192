"""The small suite with many systems, as in a shared task."""

from __future__ import annotations

from dataclasses import replace

from tests.support.small_suite import NOW, TARGETS, filled

from proform.store.database import opened
from proform.store.suites import SYSTEM, add_target

NAMES = tuple(f"University of Somewhere, primary submission {number}" for number in range(1, 29))


def build(where: str) -> None:
    """A store with a reference and thirty systems."""
    with opened(where, create=True) as store:
        stored = filled(store)
        with store.writing() as connection:
            for number, name in enumerate(NAMES):
                target = replace(TARGETS[1 + number % 2], name=name)
                add_target(connection, stored, target, SYSTEM, NOW)
