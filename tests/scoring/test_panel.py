"""The loop: each judge, each system, each pronoun once, and what annotators accepted."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from proform.judge.base import Description, Judge
from proform.judge.protest import Protest
from proform.model import (
    Alignment,
    Decision,
    Occurrence,
    Rendering,
    Segment,
    Step,
    Translation,
    Verdict,
)
from proform.scoring.judgements import Judgement
from proform.scoring.panel import Accepted, Panel

PROTEST = Protest(frozenset())


class Long(Judge):
    """Likes long words; looks at capitals only."""

    name = "long"
    description = Description("long", ("letters",), ((1.0, 0.0),))
    looks_back = 2

    def takes(self, occurrence: Occurrence) -> bool:
        return occurrence.token.istitle()

    def judge(self, occurrence: Occurrence, reference: Rendering, candidate: Rendering) -> Decision:
        letters = float(sum(map(len, candidate.tokens)))
        return Decision(occurrence, Verdict.CORRECT, "long", reference, candidate, (letters,), None)


def _translation(text: str) -> Translation:
    words = text.split()
    places = list(range(len(words)))
    return Translation(words, Alignment(places, places))


def _segment(number: int, source: str, reference: str, *candidates: str) -> Segment:
    return Segment(
        number, None, source.split(), _translation(reference), [*map(_translation, candidates)]
    )


SEGMENT = _segment(4, "It saw it", "Il voyait cela", "Elle voyait cela", "Il voyait ça")
FOUND = (Occurrence(4, 0, "It", "it", None), Occurrence(4, 2, "it", "it", None, example=7))


def run(
    judges: Sequence[Judge], accepted: Sequence[Accepted] = ()
) -> tuple[dict[tuple[str, str], list[float]], list[Judgement]]:
    panel = Panel(judges, ["a", "b"])
    tallies, kept = panel.tallies(), list[Judgement]()
    panel.judge(SEGMENT, FOUND, judges, tallies, accepted, kept.append)
    return {key: tally.total().tolist() for key, tally in tallies.items()}, kept


def test_every_judge_sees_every_system() -> None:
    totals, kept = run([PROTEST, Long()])
    assert totals["protest", "a"] == [1, 1, 0, 0, 0]
    assert totals["protest", "b"] == [1, 1, 0, 0, 0]
    assert (totals["long", "a"], totals["long", "b"]) == ([4], [2])
    assert [(one.metric, one.system, one.position) for one in kept] == [
        *(("protest", "a", 0), ("protest", "a", 2)),
        *(("protest", "b", 0), ("protest", "b", 2)),
        *(("long", "a", 0), ("long", "b", 0)),
    ]
    assert [one.example for one in kept[:2]] == [None, 7]
    assert kept[0].statistics == {"pronoun_differs": 1}
    assert kept[-1].candidate.tokens == ("Il",)


@pytest.mark.parametrize(("owner", "approved"), [("c", [2, 1]), ("a", [1, 1]), ("b", [2, 1])])
def test_what_was_accepted_of_another_system_is_one_more_reference(
    owner: str, approved: list[float]
) -> None:
    elle = Rendering((0,), ("Elle",), ("elle",), Step.ACCEPTED, (0,))
    totals, kept = run([PROTEST, Long()], [Accepted(7, owner, elle)])
    assert [totals["protest", system][0] for system in ("a", "b")] == approved
    first = next(one for one in kept if (one.metric, one.position) == ("protest", 0))
    assert (first.reference.step is Step.ACCEPTED) == (owner != "a")
    assert totals["long", "a"] == [4], "which takes no other references"


def test_the_furthest_look_back_counts() -> None:
    assert Panel([PROTEST, Long()], []).looks_back == 2
    assert Panel([], []).looks_back == 0


def test_without_a_sink_only_sums_are_kept() -> None:
    panel = Panel([PROTEST], ["a", "b"], by_segment=True)
    tallies = panel.tallies()
    panel.judge(SEGMENT, FOUND[:1], [PROTEST], tallies)
    panel.judge(SEGMENT, FOUND[1:], [PROTEST], tallies)
    assert tallies["protest", "a"].units().tolist() == [[1, 1, 0, 0, 0]], "one row a segment"
