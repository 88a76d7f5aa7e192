from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proform.judge.elsewhere import Elsewhere, Mark, Opinions, decided
from proform.model import Alignment, Occurrence, Segment, Translation, Verdict
from proform.pronoun.renderings import NOTHING

IT = Occurrence(0, 0, "It", "it", None, example=7)
INTO = Translation(("Er", "kommt", "an"), Alignment((0,), (0,)), system="base")
SEGMENT = Segment(0, None, ("It", "arrives"), Translation((), Alignment((), ())), (INTO,))


@pytest.mark.parametrize(
    ("opinions", "value"),
    [
        (Opinions({("base", 0, 0): 0.25}), 0.25),
        (Opinions(examples={("base", 7): 1.0}), 1.0),
        (Opinions(segments={("base", 0): 0.7}), 0.7),
        (Opinions(marks={("base", "Erkommtan"): [[Mark(0, 2, decisive=True)]]}), 0.0),
        (Opinions(marks={("base", "Erkommtan"): [[Mark(2, 7, decisive=True)]]}), 1.0),
        (Opinions(marks={("base", "Erkommtan"): [[Mark(1, 3, decisive=True)], []]}), 0.5),
        (Opinions(marks={("base", "Erkommtan"): [[Mark(0, 9, decisive=False)]]}), None),
        (Opinions(marks={("base", "Sie kommt"): [[]]}), None),
        (Opinions({("other", 0, 0): 0.25}, {("base", 8): 1.0}, {("base", 1): 1.0}), None),
    ],
)
def test_what_is_said_of_a_pronoun(opinions: Opinions, value: float | None) -> None:
    judge = Elsewhere("rater", opinions)
    decision = judge.judge(IT, NOTHING, judge.candidate(IT, SEGMENT, INTO))
    assert decision.wrong == (None if value is None else 1 - value)
    explained = judge.explain("base", decision)
    assert ("does not cover" in explained) is (value is None)
    words = {
        None: "unknown",
        0.5: "unsure",
        0.25: "wrong",
        0.0: "wrong",
        0.7: "right",
        1.0: "right",
    }
    assert decision.reason == words[value]


def test_what_is_not_covered_is_unknown_and_never_wrong() -> None:
    judge = Elsewhere("rater", Opinions())
    decision = judge.judge(IT, NOTHING, judge.candidate(IT, SEGMENT, INTO))
    assert (decision.verdict, decision.reason) == (Verdict.UNDECIDED, "unknown")
    sums = np.array(decision.statistics)
    assert judge.sizes(sums) == 0
    assert np.isnan(judge.scores(sums)["score"])
    assert judge.left_out(sums) == {"not covered": 1}


def test_other_names_and_unknown_pronouns_are_said() -> None:
    judge = Elsewhere("rater", Opinions({("base", 0, 0): 1.0, ("base", 9, 9): 1.0}), notes=("a",))
    assert [*judge.notes_on({"base": 2})] == ["a"]
    assert [*judge.notes_on({"base": 1})][1:] == [
        "rater: 1 of its judgements are of pronouns that are not here"
    ]
    (note,) = [*judge.notes_on({"Base": 0})][1:]
    assert note == "rater: says nothing of Base; the file has base"
    spans = Elsewhere("esa", Opinions(marks={("base", "x"): [[]]}, segments={("new", 0): 1.0}))
    assert not [*spans.notes_on({"base": 1, "new": 0})]


@given(st.lists(st.none() | st.floats(0, 1), max_size=20))
def test_the_score_is_the_mean_of_what_is_covered(values: list[float | None]) -> None:
    judge = Elsewhere("rater", Opinions())
    rows = [decided(IT, NOTHING, NOTHING, value).statistics for value in values]
    sums = np.sum(rows, axis=0) if rows else np.zeros(5)
    known = [value for value in values if value is not None]
    score = judge.scores(sums)["score"]
    assert judge.sizes(sums) == len(known)
    if known:
        assert score == pytest.approx(sum(known) / len(known))
        assert 0 <= score <= 1
    else:
        assert np.isnan(score)
