"""What one person says of one candidate: of the pronoun, and of its antecedent if that is asked.

Each question has one of five replies: right, wrong, set aside by a tag, unanswered, or
contradictory. An answer is contradictory if it judges, or selects words, and has a tag that says
that nothing can be judged. It then counts as no judgement, for either question.
"""

from dataclasses import dataclass

from proform.human.conflict import OK, UNJUDGEABLE
from proform.store.answers import ADJUDICATOR, Answer
from proform.text.judgements import JudgementRow, Label

PRONOUN, ANTECEDENT = "pronoun", "antecedent"
QUESTIONS = (PRONOUN, ANTECEDENT)

RIGHT, WRONG, ASIDE = "right", "wrong", "aside"
UNANSWERED, CONTRADICTORY = "unanswered", "contradictory"
VOTES = (RIGHT, WRONG, ASIDE)
"""The replies that count."""

NEW, DONE, CONFLICT = "new", "done", "conflict"
"""How far an annotator is with a candidate."""

_REPLIES = {
    "ok": RIGHT,
    "bad": WRONG,
    Label.CORRECT: RIGHT,
    Label.INCORRECT: WRONG,
    Label.BAD_TRANSLATION: ASIDE,
    Label.WRONG_ALIGNMENT: ASIDE,
}

_NOTHING = Answer()


@dataclass(frozen=True, slots=True)
class Opinion:
    """What one person says of one candidate."""

    annotator: str
    pronoun: str = UNANSWERED
    antecedent: str | None = None
    """None where it is not asked."""
    reason: str | None = None
    """The tag that sets it aside."""
    answer: Answer = _NOTHING
    """What was entered: tags, words, remarks."""
    made: str = ""
    adjudicates: bool = False
    """Does it settle what annotators disagree on?"""
    through: int | None = None
    """The number of the identical translation that was judged in place of this one."""

    def on(self, question: str) -> str | None:
        """The reply to a question; None if it is not asked."""
        return self.pronoun if question == PRONOUN else self.antecedent

    def vote(self, question: str) -> str | None:
        """The reply, if it counts."""
        reply = self.on(question)
        return reply if reply in VOTES else None

    @property
    def contradictory(self) -> bool:
        """Does it judge what it says cannot be judged?"""
        return self.pronoun == CONTRADICTORY

    @property
    def silent(self) -> bool:
        """Does it say nothing at all, as an answer that was withdrawn?"""
        return {self.pronoun, self.antecedent} <= {UNANSWERED, None} and not self.answer.tags

    @property
    def complete(self) -> bool:
        """Is everything that is asked answered or set aside?"""
        return self.pronoun in VOTES and self.antecedent in (None, *VOTES)

    @property
    def state(self) -> str:
        """Is it `new`, `done` or in `conflict`? What is half answered is still to be done."""
        codes = tuple((self.answer.status or "").split())
        if self.contradictory or codes not in ((), OK):
            return CONFLICT
        return DONE if self.complete else NEW


def opinion_of(annotator: str, answer: Answer, made: str = "", *, agrees: bool) -> Opinion:
    """What an answer says; `agrees`: the category is one in which the antecedent is asked for."""
    pronoun, antecedent = (
        _REPLIES.get(value or "", UNANSWERED) for value in (answer.pronoun, answer.antecedent)
    )
    reason = next((tag for tag in UNJUDGEABLE if tag in answer.tags), None)
    if reason is not None:
        touched = answer.tokens or {pronoun, antecedent} != {UNANSWERED}
        pronoun = antecedent = CONTRADICTORY if touched else ASIDE
    return Opinion(
        annotator,
        pronoun,
        antecedent if agrees else None,
        reason if pronoun == ASIDE else None,
        answer,
        made,
        annotator == ADJUDICATOR,
    )


def opinion_of_row(row: JudgementRow) -> Opinion:
    """What a row of a table says, in which a label of its own stands for a tag."""
    labels = [label for label in (row.pronoun, row.antecedent) if label is not None]
    replies = [_REPLIES.get(label, UNANSWERED) for label in labels]
    if ASIDE in replies:
        touched = RIGHT in replies or WRONG in replies
        replies = [CONTRADICTORY if touched else ASIDE] * len(replies)
    reason = next((label.value for label in labels if label.value in UNJUDGEABLE), None)
    return Opinion(
        row.annotator,
        replies[0],
        replies[1] if len(replies) > 1 else None,
        reason if replies[0] == ASIDE else None,
        adjudicates=row.annotator == ADJUDICATOR,
    )
