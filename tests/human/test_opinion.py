"""What one answer says."""

from __future__ import annotations

import pytest

from proform.human.opinion import Opinion, opinion_of, opinion_of_row
from proform.store.answers import Answer, Selected
from proform.text.judgements import JudgementRow, Label, Place

BAD_TRANSLATION, MISALIGNED = "bad_translation", "incorrect_word_alignment"
WORD = frozenset({Selected(1, 0)})


def tagged(
    *tags: str, pronoun: str = "unset", antecedent: str = "unset", words: bool = False
) -> Answer:
    chosen = WORD if words else frozenset[Selected]()
    return Answer(pronoun, antecedent, tags=frozenset(tags), tokens=chosen)


@pytest.mark.parametrize(
    ("answer", "pronoun", "antecedent", "state"),
    [
        (Answer("ok", "ok"), "right", "right", "done"),
        (Answer("bad", "ok"), "wrong", "right", "done"),
        (Answer("ok", "bad"), "right", "wrong", "done"),
        (Answer("ok"), "right", "unanswered", "new"),
        (Answer(antecedent="ok"), "unanswered", "right", "new"),
        (Answer(), "unanswered", "unanswered", "new"),
        (Answer(None, None), "unanswered", "unanswered", "new"),
        (Answer(remarks="later"), "unanswered", "unanswered", "new"),
        (Answer("ok", "ok", status="ana_notokens ant_ok"), "right", "right", "conflict"),
        (Answer("ok", "ok", status="ana_ok ant_ok"), "right", "right", "done"),
        (tagged(BAD_TRANSLATION), "aside", "aside", "done"),
        (tagged(MISALIGNED), "aside", "aside", "done"),
        (tagged(BAD_TRANSLATION, MISALIGNED), "aside", "aside", "done"),
        (tagged(BAD_TRANSLATION, pronoun="ok"), "contradictory", "contradictory", "conflict"),
        (tagged(MISALIGNED, pronoun="bad"), "contradictory", "contradictory", "conflict"),
        (tagged(BAD_TRANSLATION, antecedent="ok"), "contradictory", "contradictory", "conflict"),
        (tagged(MISALIGNED, words=True), "contradictory", "contradictory", "conflict"),
        (tagged("ant_unsure"), "unanswered", "unanswered", "new"),
        (tagged("ant_unsure", pronoun="ok", antecedent="ok"), "right", "right", "done"),
    ],
)
def test_answers(answer: Answer, pronoun: str, antecedent: str, state: str) -> None:
    opinion = opinion_of("Ada", answer, agrees=True)
    assert (opinion.pronoun, opinion.antecedent, opinion.state) == (pronoun, antecedent, state)
    assert (opinion.reason is not None) == (pronoun == "aside")
    assert opinion.contradictory == (pronoun == "contradictory")


def test_without_an_antecedent_the_pronoun_is_everything() -> None:
    opinion = opinion_of("Ada", Answer("ok"), agrees=False)
    assert (opinion.antecedent, opinion.complete, opinion.state) == (None, True, "done")


@pytest.mark.parametrize(
    ("answer", "silent"),
    [
        (Answer(), True),
        (Answer(remarks="later"), True),
        (Answer(antecedent="bad"), False),
        (tagged("desc_vs_presc"), False),
    ],
)
def test_who_says_nothing_is_silent(answer: Answer, silent: bool) -> None:
    assert opinion_of("Ada", answer, agrees=True).silent is silent


def test_only_the_adjudicator_adjudicates() -> None:
    assert opinion_of("adjudicator", Answer("ok"), agrees=False).adjudicates
    assert not opinion_of("Ada", Answer("ok"), agrees=False).adjudicates


@pytest.mark.parametrize(
    ("labels", "pronoun", "antecedent", "reason"),
    [
        ((Label.CORRECT, None), "right", None, None),
        ((Label.INCORRECT, Label.CORRECT), "wrong", "right", None),
        ((Label.UNJUDGED, Label.CORRECT), "unanswered", "right", None),
        ((Label.BAD_TRANSLATION, None), "aside", None, BAD_TRANSLATION),
        ((Label.WRONG_ALIGNMENT, Label.UNJUDGED), "aside", "aside", MISALIGNED),
        ((Label.UNJUDGED, Label.BAD_TRANSLATION), "aside", "aside", BAD_TRANSLATION),
        ((Label.BAD_TRANSLATION, Label.CORRECT), "contradictory", "contradictory", None),
        ((Label.INCORRECT, Label.WRONG_ALIGNMENT), "contradictory", "contradictory", None),
    ],
)
def test_rows_of_a_table(
    labels: tuple[Label, Label | None], pronoun: str, antecedent: str | None, reason: str | None
) -> None:
    row = JudgementRow(Place("x", 1, 2), "Ada", *labels)
    assert opinion_of_row(row) == Opinion("Ada", pronoun, antecedent, reason)
