"""What a system knows beside what it says: cells, shares and the picture."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from proform.errors import ProformError
from proform.model import Verdict
from proform.scoring.judgements import Judgement, Side
from proform.suite.knowledge import CELLS, Knowledge, knowledge_of

RIGHT, WRONG, OPEN = Verdict.CORRECT, Verdict.INCORRECT, Verdict.UNDECIDED
METRIC = "expected-aligned"


def _rows(example: int, system: str, knows: Verdict, says: Verdict, far: str) -> list[Judgement]:
    row = Judgement(
        *("contrast", system, None, example, 0, "it", None, knows, "", "", {}, "It .", Side("")),
        Side(""),
        example=example,
        traits=(("distance", far),),
    )
    return [row, replace(row, metric=METRIC, verdict=says)]


ROWS = [
    *_rows(1, "new", RIGHT, RIGHT, "0"),
    *_rows(2, "new", RIGHT, WRONG, "0"),
    *_rows(3, "new", WRONG, RIGHT, "1"),
    *_rows(4, "new", WRONG, WRONG, ">3"),
    *_rows(5, "new", RIGHT, OPEN, "1"),
    *_rows(1, "base", RIGHT, WRONG, "0"),
    *_rows(2, "base", RIGHT, WRONG, "0")[:1],
]


def test_each_example_is_in_one_cell() -> None:
    found = knowledge_of(ROWS, METRIC)
    assert list(found.cells) == ["new", "base"]
    assert found.cells["new"] == dict(zip(CELLS, ((1,), (2,), (3,), (4,)), strict=True))
    assert found.cells["base"] == dict(zip(CELLS, ((), (1,), (), ()), strict=True))
    assert found.notes == (f"new: 1 examples that {METRIC} leaves open are left out",)


def test_shares_in_total_and_by_distance_the_farthest_last() -> None:
    shares = list(knowledge_of(ROWS, METRIC).shares("new"))
    assert [(one.distance, one.n, one.knows, one.says) for one in shares] == [
        ("all", 4, 0.5, 0.5),
        ("0", 2, 1.0, 0.5),
        ("1", 1, 0.0, 1.0),
        (">3", 1, 0.0, 0.0),
    ]


def test_tables_and_picture_name_every_system(tmp_path: Path) -> None:
    found = knowledge_of(ROWS, METRIC)
    assert [record["examples"] for record in found.tables[1].records[:2]] == ["1", "2"]
    found.draw(tmp_path / "k.svg")
    drawn = (tmp_path / "k.svg").read_text(encoding="utf-8")
    assert all(text in drawn for text in ("new", "base", "knows, but does not say it", METRIC))


def test_nobody_with_both_is_an_error() -> None:
    with pytest.raises(ProformError, match="no system has both"):
        knowledge_of(ROWS[-1:], METRIC)
    assert isinstance(knowledge_of(ROWS, METRIC), Knowledge)
