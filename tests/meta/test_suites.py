"""Trust in judges of a stored suite."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.command import Write
from tests.support.judged_suite import EVENT, GENERIC, RIGHT, WRONG, Shape, fill, say

from proform.meta.suites import suite_trust
from proform.scoring.opinions import read_metrics
from proform.store.database import opened

SHAPE = Shape({EVENT: 12, GENERIC: 12})
SYSTEMS = ("base", "new")
KEYS = [(number, system) for number in range(1, 25) for system in SYSTEMS]


@pytest.fixture
def where(tmp_path: Path) -> str:
    path = str(tmp_path / "suite.db")
    with opened(path, create=True) as store:
        fill(store, SHAPE, SYSTEMS, frozenset(key for key in KEYS if key[0] % 2))
    return path


def test_matching_and_a_judge_beside_people(where: str, write: Write) -> None:
    with opened(where) as store:
        say(store, "Ada", {key: RIGHT if key[0] % 4 else WRONG for key in KEYS})
    rows = [f"{s}\t{n}\t{0.9 if n % 4 else 0.2}\n" for n, s in KEYS if n < 24]
    path = write("llm.tsv", "system\texample\tprobability\n" + "".join(rows))
    with opened(where) as store, store.reading() as connection:
        trust = suite_trust(connection, None, read_metrics([f"file:llm={path}"]))
    matching, llm = trust.judges
    assert (matching.metric, llm.metric) == ("protest", "llm")
    # All that matches (odd numbers) is right; it says nothing of the rest.
    assert (matching.categories[-1].approvals.right, matching.categories[-1].n) == (24, 24)
    assert llm.categories[-1].kappa == 1
    assert llm.categories[-1].n == 46  # example 24 is not covered
    assert llm.graded
    assert not matching.graded


def test_before_anybody_judged_there_is_nothing_in_common(where: str) -> None:
    with opened(where) as store, store.reading() as connection:
        trust = suite_trust(connection)
    assert trust.judges[0].categories[-1].n == 0
    assert trust.notes == ("protest: people and the judge have decided no pronoun in common",)
