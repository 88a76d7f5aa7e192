"""Sums of statistics, by everything that a score is broken down by."""

from __future__ import annotations

import json
from collections.abc import Sequence

from proform.model import Decision, Occurrence, Verdict
from proform.pronoun.renderings import NOTHING
from proform.scoring.tally import Tally


def decision(
    segment: int,
    form: str,
    statistics: Sequence[float],
    *,
    document: str | None = None,
    category: str | None = None,
    cell: tuple[str, str] | None = None,
) -> Decision:
    pronoun = Occurrence(segment, 0, form, form, document, category)
    return Decision(pronoun, Verdict.CORRECT, "", NOTHING, NOTHING, tuple(statistics), cell)


def test_sums_by_pronoun_document_and_category() -> None:
    tally = Tally(2, by_segment=False)
    tally.add([decision(0, "it", (1, 0), document="a", category="event")])
    tally.add([decision(1, "it", (1, 0), document="b", category="event")])
    tally.add([decision(2, "they", (0, 1), document="b")])
    assert list(tally.total()) == [2, 1]
    assert {key: list(sums) for key, sums in tally.by_pronoun().items()} == {
        "it": [2, 0],
        "they": [0, 1],
    }
    assert {key: list(sums) for key, sums in tally.by_document().items()} == {
        "a": [1, 0],
        "b": [1, 1],
    }
    assert {key: list(sums) for key, sums in tally.by_category().items()} == {"event": [2, 0]}
    assert tally.units().tolist() == [[1, 0], [1, 1]]


def test_segments_are_units_where_there_are_no_documents() -> None:
    tally = Tally(2, by_segment=True)
    tally.add([decision(4, "it", (1, 0)), decision(4, "they", (0, 1))])
    tally.add([])  # nothing to judge in segment 5
    tally.add([decision(6, "it", (1, 0))])
    tally.add([decision(6, "she", (0, 1))])  # by another search, but of the same segment
    assert tally.units().tolist() == [[1, 1], [1, 1]]


def test_parts_add_up() -> None:
    whole, first, second = (Tally(2, by_segment=True) for _ in range(3))
    decisions = [decision(n, "it", (n % 2, 1), cell=("il", "elle")) for n in range(6)]
    for number, each in enumerate(decisions):
        whole.add([each])
        (first if number < 4 else second).add([each])
    first.merge(second)
    assert list(first.total()) == list(whole.total())
    assert first.units().tolist() == whole.units().tolist()
    assert first.matrix() == whole.matrix() == {("il", "elle"): 6}


def test_parts_are_categories_or_pronouns_where_there_are_none() -> None:
    tally = Tally(2, by_segment=False)
    tally.add([decision(0, "it", (1, 0)), decision(0, "it", (0, 1)), decision(0, "they", (0, 1))])
    assert tally.parts() == (
        "pronoun",
        {"it": {(1, 0): 1, (0, 1): 1}, "they": {(0, 1): 1}},
    )
    tally.add([decision(1, "it", (1, 0), category="event")])
    kind, parts = tally.parts()
    assert kind == "category"
    assert parts == {None: {(1, 0): 1, (0, 1): 2}, "event": {(1, 0): 1}}


def proposed(segment: int, statistics: Sequence[float], **shares: float) -> Decision:
    plain = decision(segment, "it", statistics)
    return plain._replace(occurrence=plain.occurrence._replace(proposed=tuple(shares.items())))


def test_a_proposed_category_counts_by_its_probability() -> None:
    tally, more = Tally(2, by_segment=False), Tally(2, by_segment=False)
    tally.add([proposed(0, (1, 0), event_it=0.25, pleonastic_it=0.75)])
    more.add([proposed(1, (0, 1), event_it=0.5, other=0.5), proposed(1, (1, 0), event_it=1.0)])
    tally.merge(more)
    proposals = tally.by_proposed()
    by = {name: list(each.sums) for name, each in proposals.items()}
    assert by == {"event_it": [1.25, 0.5], "pleonastic_it": [0.75, 0], "other": [0, 0.5]}
    assert list(by) == ["event_it", "pleonastic_it", "other"], "in PROTEST's order, others last"
    assert [sum(column) for column in zip(*by.values(), strict=True)] == list(tally.total())
    sure = {name: each.sure for name, each in proposals.items()}
    assert sure == {"event_it": (0.0625 + 0.25 + 1) / 1.75, "pleonastic_it": 0.75, "other": 0.5}
    probable = {name: list(each.probable) for name, each in proposals.items()}
    assert probable == {"event_it": [1, 0.5], "pleonastic_it": [0.75, 0], "other": [0, 0.5]}


def test_weighed_sums_are_exact_in_any_order() -> None:
    shares = [number / 1000 for number in range(1, 1000, 7)]
    parts = [proposed(n, (n % 2, (n + 1) % 2, 1), event_it=share) for n, share in enumerate(shares)]
    sums = []
    for order in (parts, parts[::-1], sorted(parts, key=lambda each: each.statistics)):
        tally = Tally(3, by_segment=False)
        tally.add(order)
        sums.append(list(tally.by_proposed()["event_it"].sums))
    assert sums[0] == sums[1] == sums[2]
    odd, even, every = sums[0]
    assert odd + even == every


def test_a_tally_that_was_written_is_the_same() -> None:
    """Also the order of what it counted, and so of sums."""
    tally = Tally(2, by_segment=True)
    for number, document in enumerate("babca"):
        cell = ("il", "elle") if number % 2 else None
        tally.add([decision(number, "it", (number % 2, 0.5), document=document, cell=cell)])
        tally.add([proposed(number, (1, 0), event_it=0.25, pleonastic_it=0.75)])
    state = json.loads(json.dumps(tally.state()))
    again = Tally.from_state(state)
    assert again.state() == tally.state()
    assert list(again.by_document()) == ["b", "a", "c"]
    assert again.matrix() == tally.matrix()
    assert again.units().tolist() == tally.units().tolist()
    assert len(state["kinds"]) == 3, "each is written once, however many documents have it"
