"""The results of semi-automatic evaluation in tables, and in a picture."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.judged_suite import EVENT, GENERIC, INTRA, RIGHT, UNJUDGEABLE, WRONG, say
from tests.support.semi_suite import counted, everything

from proform.semi.tables import category_key
from proform.store.database import Store


@pytest.fixture
def where(tmp_path: Path) -> str:
    """One database only: tables are the same on all."""
    return str(tmp_path / "suite.db")


def test_examples_marked_correct(store: Store) -> None:
    say(store, "Ada", {(1, "base"): WRONG, (3, "base"): RIGHT, (17, "base"): RIGHT})
    table = counted(store)["correct"]
    rows = {row["system"]: row for row in table.records}
    names = (INTRA, EVENT, GENERIC, "total", "antecedents")
    assert [rows["examples"][name] for name in names] == [6, 10, 4, 20, 6]
    assert [rows["base"][name] for name in names] == [2, 4, 1, 7, 2]
    assert [rows["new"][name] for name in names] == [3, 6, 0, 9, 3]
    # Halves are rounded up: 7 and 9 of two systems, 7 of 8 decided and 9 of 9.
    assert (rows["average count"]["total"], rows["average percentage"]["total"]) == (8, 94.1)
    assert [len(table.body), len(table.feet)] == [2, 3]
    assert table.header[1:3] == ("intra_subject_it", "event_it")


def test_tables_that_have_nothing_to_say_are_left_out(store: Store) -> None:
    names = ("verification", "correct", "estimate", "comparisons", "denominators")
    assert tuple(table.name for table in counted(store).tables) == names
    say(store, "Ada", {(1, "base"): UNJUDGEABLE})
    results = counted(store)
    assert tuple(table.name for table in results.tables) == (*names, "apart")
    (row,) = results["apart"].records
    assert (row["example"], row["why"], row["annotators"]) == (1, "bad_translation", "Ada")
    (base,) = (row for row in results["denominators"].records if row["system"] == "base")
    assert (base["approved"], base["bad_translation"], base["open"]) == (5, 1, 14)


def test_a_difference_in_points(store: Store) -> None:
    answers = everything()
    say(store, "Ada", answers | {(number, "new"): WRONG for number in (16, 17)})
    (row,) = counted(store)["comparisons"].rows
    assert row[:2] == ("base – new", "+10.0")


def test_a_category_that_is_called_like_a_column() -> None:
    assert category_key("total") == "total (category)"
    assert category_key(EVENT) == EVENT


def test_a_picture(store: Store, tmp_path: Path) -> None:
    counted(store).draw(tmp_path / "systems.svg")
    text = (tmp_path / "systems.svg").read_text(encoding="utf-8")
    assert all(words in text for words in ("base", "new", "the paper's count"))
    counted(store).draw(tmp_path / "systems.png")
    assert (tmp_path / "systems.png").read_bytes().startswith(b"\x89PNG")
