"""Cells take turns, and nothing is picked that is there already."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping

import pytest

from proform.errors import ProformError
from proform.suite.mining.reservoir import Find, FindCell, MinedSample, key_of
from proform.suite.mining.selection import CROWDED, NEAR, REPEATED, Wanted, pick, sizes_of

_WORDS = [f"word{chr(97 + k)}" for k in range(16)]


def sentence(number: int) -> str:
    """Sentences of which no two share three words in a row."""
    return " ".join(f"{_WORDS[(number + k) % 16]}{number}" for k in range(8))


def find(number: int, text: str = "", document: str = "") -> Find:
    words = text or sentence(number)
    key = key_of(1, words, 0)
    name = document or f"d{number}"
    return Find(key, number, 0, "it", name, number, number, 0.9, (), False, words)


def sample(cells: Mapping[FindCell, list[Find]], wanted: Wanted, times: int = 1) -> MinedSample:
    taken = MinedSample(sizes_of(wanted))
    for cell, finds in cells.items():
        for each in finds:
            taken.seen[cell] += 1
            taken.offer(cell, each, times)
    return taken


def forms(chosen: list[tuple[FindCell, Find]]) -> Counter[str]:
    return Counter(cell.form for cell, _ in chosen)


IL, CE, ON = (FindCell("event_it", "", form) for form in ("il", "ce", "on"))


def test_forms_are_in_balance_as_far_as_there_are_any() -> None:
    wanted = {"event_it": 10}
    cells = {IL: [find(n) for n in range(50)], CE: [find(n) for n in range(50, 53)]}
    selection = pick(sample(cells, wanted), wanted)
    assert forms(selection.finds) == {"il": 7, "ce": 3}
    (chosen,) = selection.chosen
    assert (chosen.wanted, chosen.seen, chosen.kept) == (10, 53, 43)
    assert [each.segment for _, each in selection.finds] == sorted(
        each.segment for _, each in selection.finds
    )


def test_a_form_that_is_too_rare_is_left_out_unless_it_is_asked_for() -> None:
    cells = {IL: [find(n) for n in range(50)], ON: [find(90)]}
    for wanted, expected in (
        ({"event_it": 8}, {"il": 8}),
        ({"event_it": {"on": 2, "il": 3}}, {"on": 1, "il": 3}),
    ):
        assert forms(pick(sample(cells, wanted), wanted).finds) == expected


def test_what_is_said_before_is_not_picked_again() -> None:
    first = sentence(1)
    near = f"{first} indeed"
    wanted = {"event_it": 5}
    selection = pick(sample({IL: [find(1), find(2, near), find(3)]}, wanted), wanted)
    assert len(selection.finds) == 2
    assert selection.passed_over == {NEAR: 1}


def test_what_several_documents_have_is_boilerplate() -> None:
    wanted = {"event_it": 5}
    selection = pick(sample({IL: [find(1)]}, wanted, times=3), wanted)
    assert not selection.finds
    assert selection.passed_over == {REPEATED: 1}


def test_no_document_fills_a_suite() -> None:
    wanted = {"event_it": 9}
    cells = {IL: [find(n, document="d") for n in range(9)]}
    selection = pick(sample(cells, wanted), wanted)
    assert len(selection.finds) == 3
    assert selection.passed_over == {CROWDED: 6}


def test_without_datasketch_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "datasketch", None)
    with pytest.raises(ProformError, match=r"datasketch .*proform\[mining\]"):
        pick(MinedSample({}), {})
