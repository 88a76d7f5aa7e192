"""Contrast: the right version has to be strictly better than every wrong one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proform.errors import ProformError
from proform.judge import make_judges
from proform.judge.choices import Choices
from proform.judge.contrast import Contrast, describe, make
from proform.language.pack import load_packs
from proform.model import Alignment, Challenge, Occurrence, Segment, Translation, Verdict, Version

ASKED = {
    1: Challenge(
        0, ("elle",), ("il", "ça"), versions=(Version(("a",), "il"), Version(("b",), "ça"))
    )
}
HERE = Occurrence(0, 0, "it", "it", None, None, 1)
NOWHERE = Alignment((), ())


def _decided(*scores: float) -> tuple[Verdict, str, str]:
    judge = Contrast(ASKED)
    translation = Translation((), NOWHERE, scores=scores)
    segment = Segment(0, None, ["it"], Translation(["elle"], Alignment([0], [0])), [translation])
    reference = judge.reference(HERE, segment)
    decision = judge.judge(HERE, reference, judge.candidate(HERE, segment, translation))
    return decision.verdict, decision.reason, judge.explain("sys", decision)


@pytest.mark.parametrize(
    ("scores", "verdict", "reason", "why"),
    [
        (
            (1.0, 0.5, -2.0),
            Verdict.CORRECT,
            "right",
            "('elle') 1 and the best wrong one ('il') 0.5",
        ),
        ((1.0, 0.5, 2.0), Verdict.INCORRECT, "wrong", "('ça') 2: the wrong one wins by 1."),
        ((1.0, 1.0, -2.0), Verdict.INCORRECT, "tied", "a tie is wrong."),
    ],
)
def test_right_wrong_and_tied(
    scores: tuple[float, ...], verdict: Verdict, reason: str, why: str
) -> None:
    outcome = _decided(*scores)
    assert outcome[:2] == (verdict, reason)
    assert why in outcome[2]


@given(st.lists(st.lists(st.floats(-9, 9), min_size=2, max_size=4), min_size=1, max_size=20))
def test_the_parts_add_up_and_the_score_is_a_share(rows: list[list[float]]) -> None:
    judge = Contrast(ASKED)
    vectors = []
    for row in rows:
        candidate = judge.candidate(HERE, Segment(0, None, [], _empty(), []), _empty(tuple(row)))
        vectors.append(judge.judge(HERE, candidate, candidate).statistics)
    total = np.array(vectors).sum(axis=0)
    assert np.allclose(total, np.array(vectors[::-1]).sum(axis=0))
    score = float(judge.scores(total)["score"])
    assert score == sum(row[0] > max(row[1:]) for row in rows) / len(rows)
    chance = float(judge.scores(total)["chance"])
    assert chance == pytest.approx(sum(1 / len(row) for row in rows) / len(rows))


def _empty(scores: tuple[float, ...] = ()) -> Translation:
    return Translation((), NOWHERE, scores=scores)


def test_it_is_for_challenge_sets_only() -> None:
    choices = Choices(*load_packs("en-fr"))
    with pytest.raises(ProformError, match="contrast is for challenge sets, and this is none"):
        make_judges(["contrast"], choices)


def test_sums_are_no_counts() -> None:
    description = describe("contrast")
    assert description.sums == {"margin_sum", "chance_sum"}
    assert description.share({"right": 2, "tied": 1, "margin_sum": 5}) == (2, 3)
    assert make(Choices(*load_packs("en-fr"), challenges=ASKED)).takes(HERE)
    assert not Contrast({1: Challenge(0)}).takes(HERE)
