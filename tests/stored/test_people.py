"""Quality, control examples and removals, through the library."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.command import Write
from tests.support.exchanged_suite import annotate

import proform
from proform import stored
from proform.errors import InputError, ProformError
from proform.store.database import opened
from proform.stored.suites import StoredSuite


@pytest.fixture
def suite(tmp_path: Path) -> StoredSuite:
    where = tmp_path / "suite.db"
    with opened(str(where), create=True) as store:
        annotate(store)
    return proform.open_suite(where)


def test_known_answers_go_in_and_out(suite: StoredSuite, write: Write) -> None:
    table = write(
        "known.tsv",
        "example\tsystem\tpronoun\tantecedent\n1\tbase\tright\twrong\n2\tbase\twrong\t\n",
    )
    assert stored.set_controls(suite, table) == 2
    rows = stored.list_controls(suite).to_records()
    assert [(row["example"], row["pronoun"], row["antecedent"]) for row in rows] == [
        (1, "right", "wrong"),
        (2, "wrong", None),
    ]
    (ada, bob) = stored.quality(suite).annotators
    assert (ada.controls.hits, ada.controls.size) == (1, 1)
    assert (bob.controls.hits, bob.controls.size) == (0, 1)
    stored.set_controls(suite, write("none.tsv", "example\tsystem\tpronoun\n2\tbase\t\n"))
    assert len(stored.list_controls(suite).to_records()) == 1


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ("9\tbase\tright", "no example 9 of 'base'"),
        ("1\told\tright", "no example 1 of 'old'"),
        ("x\tbase\tright", "example is 'x', expected a number"),
        ("1\tbase\tyes", "pronoun: unknown 'yes'"),
    ],
)
def test_known_answers_that_cannot_be(
    suite: StoredSuite, write: Write, row: str, complaint: str
) -> None:
    table = write("known.tsv", f"example\tsystem\tpronoun\n1\tbase\tright\n{row}\n")
    with pytest.raises(InputError, match=complaint) as caught:
        stored.set_controls(suite, table)
    assert "known.tsv:3" in str(caught.value)
    assert stored.list_controls(suite).to_records() == []


def test_who_goes(suite: StoredSuite) -> None:
    stored.define_tasks(suite, "july", 1)
    stored.assign_task(suite, "july", "1", "Eve")
    assert stored.remove_annotator(suite, "Eve")
    assert stored.remove_tasks(suite, "july")
    assert not stored.remove_annotator(suite, "Bob")
    with pytest.raises(ProformError, match="not a pass mark"):
        stored.set_pass_mark(suite, 101)
    stored.set_pass_mark(suite, 80)
