"""From sums to scores: what is undefined, what is uncertain, and what the signature says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from proform.judge.base import Description, Judge
from proform.model import Decision, Occurrence, Rendering, Verdict
from proform.pronoun.renderings import NOTHING
from proform.scoring.panel import Panel
from proform.scoring.result import Result
from proform.scoring.summary import FEW, NO_RESAMPLING, Resampling, Tallied, summarise

IT = Occurrence(0, 0, "it", "it", "a")


class Coin(Judge):
    """Right or wrong; the tests say which."""

    name = "coin"
    description = Description("coin", ("right", "wrong"), ((1.0, 1.0), (0.0, 1.0)))
    notes = ("a coin has no memory",)

    def judge(self, occurrence: Occurrence, reference: Rendering, candidate: Rendering) -> Decision:
        return Decision(occurrence, Verdict.UNDECIDED, "", reference, candidate, (0.0, 0.0))


def summary(
    outcomes: Mapping[str, Sequence[int]],
    resampling: Resampling = NO_RESAMPLING,
    documents: int = 40,
) -> Result:
    """Of each system, whether each pronoun is right; a document has one or more of them."""
    panel = Panel([Coin()], list(outcomes))
    tallies = panel.tallies()
    for system, rights in outcomes.items():
        for number, right in enumerate(rights):
            pronoun = IT._replace(document=str(number % documents))
            statistics = (float(right), float(1 - right))
            verdict = Verdict.CORRECT if right else Verdict.INCORRECT
            decision = Decision(pronoun, verdict, "", NOTHING, NOTHING, statistics)
            tallies["coin", system].add([decision])
    hashes = [system.encode() for system in outcomes]
    tallied = Tallied(tuple(outcomes), tallies, b"reference", hashes, 9, "0123")
    return summarise(tallied, [Coin()], {"lang": "en-fr"}, resampling)


def test_scores_counts_and_groups() -> None:
    result = summary({"base": [1, 1, 0, 1]})
    base = result["coin", "base"]
    assert (base.score, base.n, base.counts) == (0.75, 4, {"right": 3, "wrong": 1})
    assert base.by("document")["2"].score == 0
    assert base.interval is None
    assert result.notes == ("a coin has no memory",)


def test_a_score_of_nothing_is_undefined_and_that_is_said() -> None:
    result = summary({"base": []}, Resampling(intervals=True))
    assert result["coin", "base"].score is None
    assert any("no pronoun to score in 9 segments" in note for note in result.notes)


@pytest.mark.parametrize("documents", [FEW - 1, FEW])
def test_few_units_are_a_note(documents: int) -> None:
    result = summary({"base": [0, 1] * 50}, Resampling(intervals=True), documents)
    interval = result["coin", "base"].interval
    assert interval is not None
    assert interval.low <= 0.5 <= interval.high
    warned = any(f"only {documents} documents" in note for note in result.notes)
    assert warned is (documents < FEW)


def test_each_system_is_compared_with_the_first() -> None:
    outcomes = {"base": [0, 1] * 50, "same": [0, 1] * 50, "better": [1] * 100}
    same, better = summary(outcomes, Resampling(paired=True)).comparisons
    assert (same.baseline, same.system, better.system) == ("base", "same", "better")
    assert same.comparison is not None
    assert better.comparison is not None
    assert (same.comparison.difference, better.comparison.difference) == (0, 0.5)
    assert same.comparison.bootstrap > 0.5
    assert better.comparison.bootstrap < 0.01


def test_the_signature_has_settings_alignments_and_resampling() -> None:
    plain = summary({"base": [1], "new": [1]})
    signature = plain["coin", "base"].signature
    assert signature.startswith("metric:coin|lang:en-fr|align:")
    assert signature != plain["coin", "new"].signature  # of other links
    assert "resample" not in signature
    resampled = summary({"base": [1]}, Resampling(intervals=True, times=100, seed=7))
    assert "resample:document(0123)×100|seed:7" in resampled.signature
    assert "coin: resampled over only 1 document; interpret" in resampled.notes[-1]


def test_a_run_with_tests_has_a_ranking_and_one_without_says_so() -> None:
    outcomes = {"base": [0, 1] * 60, "new": [1] * 110 + [0] * 10, "same": [0, 1] * 60}
    tested = summary(outcomes, Resampling(paired=True, times=200))
    assert [(pair.first, pair.second, pair.apart) for pair in tested.pairs] == [
        ("base", "new", True),
        ("base", "same", False),
        ("new", "same", True),
    ]
    assert tested.weak == ()  # there is one pronoun only
    assert tested.ranking.lines[0].startswith("By coin, new (0.917) is best")
    assert tested.to_text().endswith("\n".join([*tested.ranking.lines, ""]))
    assert tested.ranking.best not in tested.to_text("tsv")
    plain = summary(outcomes)
    assert (plain.pairs, plain.weak) == ((), None)
    assert "was not tested" in plain.ranking.best
