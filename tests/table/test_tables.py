"""What the calls of the library return: tables in every format."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proform.errors import ProformError
from proform.table.table import Column, Table
from proform.table.tables import SUFFIXES, Tables
from proform.table.writers import WRITERS

FIRST = Table("first", "First", (Column("name"), Column("n")), ({"name": "a", "n": 1},), ("own",))
SECOND = Table("second", "Second", (Column("x"),), ({"x": None},))
BOTH = Tables((FIRST, SECOND), ("on both",))


def test_every_format_can_be_saved(tmp_path: Path) -> None:
    assert sorted(SUFFIXES.values()) == sorted(WRITERS)
    for suffix, style in SUFFIXES.items():
        BOTH.save(tmp_path / f"table{suffix}")
        text = (tmp_path / f"table{suffix}").read_text(encoding="utf-8")
        assert text == BOTH.to_text(style)
    with pytest.raises(ProformError, match=r"table.doc: unknown format; end it in .txt, .json"):
        BOTH.save(tmp_path / "table.doc")


def test_values() -> None:
    assert BOTH["second"] is SECOND
    assert BOTH.to_records() == [{"name": "a", "n": 1}]
    assert BOTH.to_records("second") == [{"x": None}]
    assert json.loads(BOTH.to_text("json"))["notes"] == ["own", "on both"]
    with pytest.raises(ProformError, match="no table 'third'; there are first, second"):
        BOTH["third"]
    with pytest.raises(ProformError, match="unknown format 'xml'; there are text, json"):
        BOTH.to_text("xml")


def test_notes_that_the_text_has_are_not_told_again() -> None:
    assert BOTH.remarks("text") == ()
    assert BOTH.remarks("json") == ("own", "on both")
    assert "on both" in str(BOTH)


def test_in_a_notebook() -> None:
    shown = BOTH._repr_html_()
    assert shown.count("<table>") == 2
    assert "on both" in shown
