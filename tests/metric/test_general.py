"""BLEU, chrF and TER as sacrebleu gives them."""

from __future__ import annotations

import logging

import pytest

from proform.metric.general import GENERAL, General, score_corpus

CANDIDATE = ["Il pleut sur la ville .", "Elle est partie hier soir ."]
REFERENCE = ["Il pleut sur la ville .", "Elle est partie ce matin ."]


def test_a_perfect_translation() -> None:
    perfect = {metric: score_corpus(metric, REFERENCE, REFERENCE) for metric in GENERAL}
    scores = {metric: scored.score for metric, scored in perfect.items() if scored is not None}
    assert scores == pytest.approx({"bleu": 100, "chrf": 100, "ter": 0})


def test_ter_counts_edits() -> None:
    # Two of twelve words are replaced.
    scored = score_corpus("ter", CANDIDATE, REFERENCE)
    assert scored is not None
    assert scored.score == pytest.approx(100 * 2 / 12)


@pytest.mark.parametrize(
    ("metric", "options", "signature"),
    [
        ("bleu", {}, "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp"),
        ("bleu", {"tokenized": True}, "nrefs:1|case:mixed|eff:no|tok:none|smooth:exp"),
        ("chrf", {}, "nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no"),
        ("ter", {}, "nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no"),
    ],
)
def test_signatures(metric: General, options: dict[str, bool], signature: str) -> None:
    scored = score_corpus(metric, CANDIDATE, REFERENCE, **options)
    assert scored is not None
    assert scored.signature.startswith(f"{signature}|version:")


def test_tokens_stay_as_they_are() -> None:
    candidate, reference = ["a-b , c d e f"], ["a-b , c d e.f"]
    whole = score_corpus("bleu", candidate, reference, tokenized=True)
    cut = score_corpus("bleu", candidate, reference)
    assert whole is not None
    assert cut is not None
    assert whole.score != cut.score


def test_no_warning_about_tokens(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "sacrebleu"):
        score_corpus("bleu", CANDIDATE * 100, REFERENCE * 100, tokenized=True)
        assert not caplog.records
        score_corpus("bleu", CANDIDATE * 100, REFERENCE * 100)
        assert caplog.records


def test_nothing_to_score() -> None:
    assert score_corpus("bleu", [], []) is None


def test_both_sides_have_the_same_segments() -> None:
    with pytest.raises(ValueError, match="2 segments against 1"):
        score_corpus("bleu", CANDIDATE, REFERENCE[:1])
