"""What every judge can do, and how it describes itself."""

from __future__ import annotations

import numpy as np
import pytest

from proform.errors import ProformError
from proform.judge.base import OCCURRENCES, Description, Judge, Reason, ratio
from proform.model import Alignment, Decision, Occurrence, Rendering, Segment, Translation, Verdict

RHYMES = Reason("rhymes", "chimes with it", "good")
DESCRIPTION = Description(
    "toy", ("right", "wrong", OCCURRENCES), ((1, 1), (0, 1), (0, 0)), (RHYMES,)
)


class Plain(Judge):
    """Has nothing of its own but what it must."""

    name = "toy"
    description = DESCRIPTION

    def judge(self, occurrence: Occurrence, reference: Rendering, candidate: Rendering) -> Decision:
        right = (1.0, 0.0, 1.0)
        return Decision(occurrence, Verdict.CORRECT, "rhymes", reference, candidate, right)


def test_a_score_is_the_ratio_of_its_credits() -> None:
    sums = np.array([[3.0, 1.0, 5.0], [0.0, 0.0, 2.0]])
    assert Plain().scores(sums)["score"] == pytest.approx([0.75, np.nan], nan_ok=True)
    assert list(Plain().sizes(sums)) == [4, 0]
    assert DESCRIPTION.share({"right": 3, "wrong": 1}) == (3, 4)


CERTAIN = 0.99
MIXTURE = Description(
    "mix",
    ("for", "against", "either"),
    ((CERTAIN, 1), (1 - CERTAIN, 1), (0.5, 1)),
    mixture=True,
)


@pytest.mark.parametrize(
    ("sums", "score"),
    [((5, 0, 3), 1.0), ((0, 5, 3), 0.0), ((5, 5, 0), 0.5), ((0, 0, 3), None)],
)
def test_the_share_in_a_mixture_reaches_both_ends(
    sums: tuple[float, ...], score: float | None
) -> None:
    found = float(MIXTURE.reported(np.array(sums, np.float64)))
    assert (None if np.isnan(found) else found) == score


def test_what_is_as_probable_either_way_tells_nothing() -> None:
    assert MIXTURE.told(np.array([[0.0, 0.0, 9.0]])) == 0
    assert MIXTURE.told(np.array([1.0, 2.0, 9.0])) == pytest.approx(3 * (2 * CERTAIN - 1) ** 2)


def test_what_counts_is_what_is_credited_or_always_there() -> None:
    assert DESCRIPTION.counts({"wrong": 1})
    assert DESCRIPTION.counts({OCCURRENCES: 1})
    assert not DESCRIPTION.counts({})


def test_a_reason_that_is_not_listed_speaks_for_itself() -> None:
    assert DESCRIPTION.reason("rhymes") is RHYMES
    assert DESCRIPTION.reason("too_long") == Reason("too_long", "too long", "odd")


def test_by_default_a_judge_sees_the_linked_words_and_explains_what_it_compared() -> None:
    translation = Translation(["Il", "est", "rouge"], Alignment([0, 1], [0, 1]))
    missing = Translation(["est", "rouge"], Alignment([1], [0]))
    segment = Segment(0, None, ["It", "is"], translation, [missing])
    pronoun = Occurrence(0, 0, "It", "it", None)
    judge = Plain()
    reference = judge.reference(pronoun, segment)
    assert (reference.positions, reference.tokens) == ((0,), ("Il",))
    decision = judge.judge(pronoun, reference, judge.candidate(pronoun, segment, missing))
    assert judge.explain("new", decision) == (
        "'It': the reference has 'Il', new has no translation of it: chimes with it."
    )


def test_a_share_of_nothing_is_not_a_number() -> None:
    assert ratio(np.array([1.0, 0.0]), np.array([2.0, 0.0])) == pytest.approx(
        [0.5, np.nan], nan_ok=True
    )


@pytest.mark.parametrize(
    ("statistics", "reasons", "complaint"),
    [
        (("right", "wrong"), (), "toy: 2 statistics but 1 credits"),
        (("quite right",), (), "toy: the statistic 'quite right' has a blank in it"),
        (("right",), (RHYMES, RHYMES), "toy: two reasons have the code 'rhymes'"),
        (("right",), (RHYMES, Reason("x", RHYMES.words)), "toy: two reasons are called 'chimes"),
    ],
)
def test_a_description_that_cannot_be_shown_is_refused(
    statistics: tuple[str, ...], reasons: tuple[Reason, ...], complaint: str
) -> None:
    with pytest.raises(ProformError, match=complaint):
        Description("toy", statistics, ((1.0, 1.0),), reasons)
