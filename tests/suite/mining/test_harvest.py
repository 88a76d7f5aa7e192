"""What stands around the examples is fetched as it stands in the corpus."""

from __future__ import annotations

import pytest

from proform.alignment.method import method_of
from proform.errors import ProformError
from proform.language.pack import load_packs
from proform.model import Category
from proform.scoring.inputs import read_mined
from proform.suite.mining.harvest import AFTER, BEFORE, harvest
from proform.suite.mining.reservoir import Find, FindCell
from proform.suite.suite import Document, Suite

CELL = FindCell("event_it", "", "it")
LINES = [f"so it is {n}" for n in range(200)]


def suite(*segments: int, first: int = 0, last: int = 99) -> Suite:
    corpus, _ = read_mined(LINES, None, None, None)
    finds = [
        (CELL, Find(n, n, 1, "it", "d", first, last, 0.9, (), False, LINES[n])) for n in segments
    ]
    method = method_of(load_packs("en-fr"), tokenized=True)
    made, reference = harvest(
        "s", corpus, finds, [Category("event_it", agrees=False)], method, None
    )
    assert reference is None
    return made


def test_windows_that_meet_are_one() -> None:
    made = suite(50, 54, 95)
    assert made.documents == (
        Document("d:30", 0, 54 + AFTER - 30),
        Document("d:75", 30, 30 + 99 - 75),
    )
    assert list(made.source) == [*LINES[50 - BEFORE : 54 + AFTER + 1], *LINES[75:100]]
    assert [made.source[each.segment] for each in made.examples] == [LINES[n] for n in (50, 54, 95)]


def test_a_short_document_is_whole_and_keeps_its_name() -> None:
    made = suite(12, first=10, last=14)
    assert made.documents == (Document("d", 0, 4),)
    assert list(made.source) == LINES[10:15]


def test_a_corpus_that_is_shorter_now_is_noticed() -> None:
    with pytest.raises(ProformError, match="segment 200 is not in the corpus any more"):
        suite(198, first=190, last=210)
