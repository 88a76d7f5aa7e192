"""What becomes of the judgements of several annotators: where they disagree, and what counts.

Where annotators disagree, a third judgement prevails. Otherwise their judgements are the same, and
the words and tags are those of whoever answered last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from proform.errors import ProformError
from proform.store.answers import Answer, Said, annotator_id, save
from proform.store.ledger import Outdated, Saved

ADJUDICATOR = "adjudicator"
"""The annotator who settles disagreements: whichever researcher does."""

PRONOUN, ANTECEDENT = "pronoun", "antecedent"
PARTS = (PRONOUN, ANTECEDENT)

RIGHT, WRONG, ASIDE, DISPUTED, UNJUDGED = "right", "wrong", "aside", "disputed", "unjudged"
OUTCOMES = (RIGHT, WRONG, ASIDE, DISPUTED, UNJUDGED)
"""Set aside is what has tags but cannot be judged; disputed, where nobody settled it yet."""

_OUTCOME = {"ok": RIGHT, "bad": WRONG}


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What was said of one candidate: by each annotator at last, and to settle it."""

    answers: tuple[Said, ...] = ()
    """Only those that say something; the adjudicator's is not among them."""
    adjudication: Said | None = None

    @property
    def disagreed(self) -> bool:
        """Did annotators judge differently?"""
        return any(self.differs(part) for part in PARTS)

    @property
    def disputed(self) -> bool:
        """Did they, and it is not settled?"""
        return self.disagreed and self.adjudication is None

    @property
    def outdated(self) -> bool:
        """Did an annotator change their mind after it was settled?"""
        settled = self.adjudication
        return settled is not None and any(one.made > settled.made for one in self.answers)

    @property
    def verdict(self) -> Answer | None:
        """What counts; None if nobody judged it, or it is disputed."""
        if self.answers and not self.disagreed:
            return max(self.answers, key=lambda one: one.made).answer
        return None if self.adjudication is None else self.adjudication.answer

    def differs(self, part: str) -> bool:
        """Did annotators judge this part differently?"""
        return len({label(one.answer, part) for one in self.answers}) > 1

    def outcome(self, part: str = PRONOUN) -> str:
        """One of `OUTCOMES`."""
        if self.adjudication is None and self.differs(part):
            return DISPUTED
        answer = self.verdict
        if answer is None:  # nobody judged it, or only the other part is disputed
            answer = self.answers[0].answer if self.answers else None
        if answer is None:
            return UNJUDGED
        return _OUTCOME.get(label(answer, part) or "", ASIDE)


NOTHING = Reviewed()


def label(answer: Answer, part: str) -> str | None:
    """How an answer judges a part: ok or bad; None if it does not."""
    value = answer.pronoun if part == PRONOUN else answer.antecedent
    return value if value in _OUTCOME else None


def says_something(answer: Answer) -> bool:
    """Is the pronoun judged, or is there a tag that says why not?"""
    return label(answer, PRONOUN) is not None or bool(answer.tags)


def review(latest: Sequence[Said]) -> dict[int, Reviewed]:
    """What the last answers come to, for each candidate by its number."""
    found: dict[int, tuple[list[Said], list[Said]]] = {}
    for said in latest:
        if says_something(said.answer):
            found.setdefault(said.candidate, ([], []))[settles(said)].append(said)
    return {
        number: Reviewed(tuple(answers), settled[-1] if settled else None)
        for number, (answers, settled) in found.items()
    }


def settles(said: Said) -> bool:
    """Is it the judgement that settles a disagreement, and not one of those that disagree?"""
    return said.annotator == ADJUDICATOR


def adjudicate(
    connection: Connection,
    candidate: int,
    reviewed: Reviewed,
    answer: Answer,
    base: int,
    change: str,
    now: datetime,
) -> Saved | Outdated[Answer]:
    """Settle a disagreement on a candidate (its id); as in `save`, in view of revision `base`."""
    if not reviewed.disagreed and reviewed.adjudication is None:
        raise ProformError("there is nothing to settle: the annotators do not disagree")
    person = annotator_id(connection, ADJUDICATOR, now)
    return save(connection, candidate, person, answer, base, change, now)


def check_annotator(name: str) -> None:
    """Complain of a name that is not for people."""
    if name.strip().casefold() == ADJUDICATOR:
        hint = "it is whoever settles disagreements; take another name"
        raise ProformError(f"{name!r} cannot be the name of an annotator", hint=hint)


Cell = tuple[str, str]
"""A system and a category."""


def counts(
    reviewed: Mapping[int, Reviewed], cells: Iterable[tuple[int, Cell]], part: str = PRONOUN
) -> dict[Cell, Counter[str]]:
    """How candidates, by their numbers, were judged in each cell."""
    found: dict[Cell, Counter[str]] = {}
    for number, cell in cells:
        found.setdefault(cell, Counter())[reviewed.get(number, NOTHING).outcome(part)] += 1
    return found
