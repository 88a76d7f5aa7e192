"""A suite of 250 examples: build, add systems, evaluate; how time grows with their number.

    python bench/suite.py

Compared in the same run: twice as many systems should take about twice as long.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from proform.model import Antecedent, Category, Example
from proform.store.database import opened
from proform.store.suites import (
    REFERENCE,
    SYSTEM,
    add_target,
    find_suite,
    load_target,
    save_suite,
    targets,
)
from proform.suite.evaluate import evaluate
from proform.suite.suite import Document, Suite, Target, place

EXAMPLES, SEGMENTS, WORDS = 250, 1600, 20
SYSTEMS = (10, 20, 30, 60)
NOW = datetime(2020, 1, 1, tzinfo=UTC)


def main() -> None:
    rng = np.random.default_rng(1)
    suite = make_suite(rng)
    target = make_target(suite, rng)
    print(f"{EXAMPLES} examples in {SEGMENTS} segments of {WORDS} words; seconds")
    print(f"{'systems':>8} {'build':>7} {'add':>7} {'evaluate':>9} {'sum':>7} {'sum/system':>11}")
    for number in SYSTEMS:
        with TemporaryDirectory() as folder:
            spent = _run(suite, target, number, str(Path(folder) / "suite.db"))
        total = sum(spent)
        columns = f"{spent[0]:7.2f} {spent[1]:7.2f} {spent[2]:9.2f} {total:7.2f}"
        print(f"{number:8} {columns} {total / number:11.3f}")


def _run(suite: Suite, target: Target, number: int, where: str) -> tuple[float, float, float]:
    with opened(where, create=True) as store:

        def build() -> None:
            with store.writing() as connection:
                stored = save_suite(connection, suite, "bench", NOW)
                add_target(connection, stored, replace(target, name=REFERENCE), REFERENCE, NOW)

        def add() -> None:
            for system in range(number):
                with store.writing() as connection:
                    stored = find_suite(connection, None)
                    named = place(suite, replace(target, name=f"system {system}"))
                    add_target(connection, stored, named, SYSTEM, NOW)

        def judge() -> None:
            with store.reading() as connection:
                stored = find_suite(connection, None)
                corpora = targets(connection, stored)
                loaded = [load_target(connection, stored, corpus) for corpus in corpora]
            report = evaluate(suite, loaded[0], loaded[1:], ["protest", "apt"])
            if len(report.results) != 2 * number:
                raise AssertionError(report.results)

        return _time(build), _time(add), _time(judge)


def _time(work: Callable[[], None]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def make_suite(rng: np.random.Generator, examples: int = EXAMPLES) -> Suite:
    lines = tuple(
        " ".join(["It", *(f"w{n}" for n in rng.integers(0, 5000, WORDS - 1))])
        for _ in range(SEGMENTS)
    )
    chosen = sorted(int(n) for n in rng.choice(SEGMENTS - 1, examples, replace=False) + 1)
    category = "anaphoric_inter_subject_it"
    return Suite(
        "bench",
        "en",
        "fr",
        lines,
        tuple(Document(str(n), n * 160, n * 160 + 159) for n in range(10)),
        (Category(category, agrees=True),),
        tuple(
            Example(number, segment, 0, "It", category, (Antecedent(segment - 1, 1, 3, 2),))
            for number, segment in enumerate(chosen, 1)
        ),
    )


def make_target(suite: Suite, rng: np.random.Generator) -> Target:
    forms = ("Il", "Elle", "Ce")
    lines = [
        " ".join([forms[int(rng.integers(3))], *(word.upper() for word in line.split(" ")[1:])])
        for line in suite.source
    ]
    links = [" ".join(f"{n}-{n}" for n in range(WORDS)) for _ in suite.source]
    return place(suite, Target("one", lines, links, how="bench"))


if __name__ == "__main__":
    main()
