"""The suite of the demo data, and people who judge it at the throw of a die.

`python -m tests.support.demo_suite suite.db Ada Bob` answers all that Ada and Bob have to
judge, as it was done for the docs.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.support.command import run
from tests.support.paths import DEMO

from proform.human.conflict import BAD_TRANSLATION
from proform.judge.protest import APPROVED
from proform.semi.state import SemiCase, load_state
from proform.store.answers import Answer, annotator_id, record
from proform.store.database import opened
from proform.store.ledger import Addressed
from proform.store.suites import candidate_ids, find_suite
from proform.store.work import assigned_to_each

FOLDER = DEMO / "en-fr"
SYSTEMS = ("sentence", "context", "literal")

RIGHT = {APPROVED: 0.88}
"""How often an example of a decision is right; half of the others are."""


def score_arguments(demo: Path, pair: str, systems: tuple[str, ...] = SYSTEMS) -> list[object]:
    """`score` of systems of a folder of the demo data, with the alignments that are there."""
    folder, target = demo / pair, pair.split("-")[1]
    return [
        *("score", "-l", pair, "-s", folder / "source.en", "-r", folder / f"reference.{target}"),
        *("-i", *(folder / f"{name}.{target}" for name in systems)),
        *("--align-ref", folder / "reference.align"),
        *("--align-sys", *(folder / f"{name}.align" for name in systems)),
    ]


def build(where: str) -> None:
    """A file with the suite, as `proform demo` builds it."""
    Path(where).write_bytes(_built())


@cache
def _built() -> bytes:
    """The file, which is the same for everybody and takes a second."""
    with TemporaryDirectory() as folder:
        where = Path(folder) / "suite.db"
        _build(where)
        return where.read_bytes()


def _build(where: Path) -> None:
    run(
        *("suite", "from-table", FOLDER / "pronouns.tsv", "-l", "en-fr", "-o", where),
        *("-s", FOLDER / "source.en", "-r", FOLDER / "reference.fr"),
        *("--docs", FOLDER / "docs.txt", "--align-ref", FOLDER / "reference.align"),
    )
    for name in SYSTEMS:
        text, links = FOLDER / f"{name}.fr", FOLDER / f"{name}.align"
        run("suite", "add-system", where, name, text, "--align", links)


def answer(case: SemiCase, name: str, *, agrees: bool) -> Answer:
    """What somebody says: mostly what is true, which is alike for all."""
    truth = Random(f"{case.example.number} {case.system}")  # noqa: S311 (not for secrets)
    right, unclear = truth.random() < RIGHT.get(case.decision, 0.5), truth.random() < 0.04
    slip = Random(f"{case.example.number} {case.system} {name}").random() < 0.08  # noqa: S311
    if unclear:
        return Answer(tags=frozenset({BAD_TRANSLATION}))
    return Answer("ok" if right != slip else "bad", "ok" if agrees else None)


def judge(where: str, *people: str) -> None:
    """Answers to all that these people have to judge."""
    now = datetime.now(UTC)
    with opened(where) as store, store.writing() as connection:
        stored = find_suite(connection, None)
        cases = {case.number: case for case in load_state(connection).cases}
        given, ids = assigned_to_each(connection, stored.id), candidate_ids(connection, stored.id)
        for name in people:
            person = annotator_id(connection, name, now)
            said = [
                Addressed(
                    ids[number],
                    person,
                    answer(case, name, agrees=case.example.category in stored.suite.agreeing),
                )
                for number in sorted(given[name])
                for case in [cases[number]]
            ]
            record(connection, said, now, "demo")


if __name__ == "__main__":
    judge(sys.argv[1], *sys.argv[2:])
