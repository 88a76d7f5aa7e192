"""Protocols: what annotators are asked, and what an answer to it may be.

A protocol is a way to read an answer from a browser, and a way to say what is wrong with it.
Everything else (batches, order, saving, history, access) is the same for all.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from proform.errors import ProformError
from proform.gap.answers import BAD, Fill, Gaps
from proform.human.conflict import EXPLANATIONS, Given, conflicts
from proform.human.opinion import CONFLICT, DONE, NEW, opinion_of
from proform.model import Example
from proform.store.answers import Answer, Selected
from proform.suite.suite import Placed, Spot
from proform.web.requests import GapForm, JudgementForm


@dataclass(frozen=True, slots=True)
class Subject:
    """What an answer is about: the example, whether it must agree, the highlighted words."""

    example: Example
    agrees: bool
    placed: Placed

    @property
    def highlighted(self) -> frozenset[Spot]:
        """The words that can be selected."""
        return frozenset(self.placed.pronoun).union(*self.placed.antecedents)


class Correctness:
    """Is the pronoun right, and its antecedent? Which words are it?"""

    def read(self, sent: JudgementForm, case: Subject) -> Answer:
        """The answer that a browser sent, checked, with its conflicts."""
        if sent.antecedent != "unset" and not case.agrees:
            raise ProformError("the antecedent is not asked for here")
        spots = {Spot(segment, position) for segment, position in sent.tokens}
        if not spots <= case.highlighted:
            raise ProformError("only highlighted words can be selected")
        answer = Answer(
            sent.pronoun,
            sent.antecedent,
            sent.remarks,
            None,
            frozenset(sent.tags),
            frozenset(Selected(*spot) for spot in spots),
        )
        return replace(answer, status=" ".join(_codes(answer, case)))

    def conflicts(self, answer: Answer) -> list[str]:
        """What contradicts itself in an answer, in words."""
        codes = (answer.status or "").split()
        return [EXPLANATIONS[code] for code in codes if code in EXPLANATIONS]

    def state(self, answer: Answer | None, case: Subject) -> str:
        """Is it `new`, `done` or in `conflict`?"""
        return NEW if answer is None else opinion_of("", answer, agrees=case.agrees).state


class GapFilling:
    """The pronoun is hidden: which forms would fit?"""

    def read(self, sent: GapForm, gaps: Gaps) -> Fill:
        """The answer that a browser sent, checked."""
        if not set(sent.forms).issubset(gaps.choices):
            raise ProformError(f"forms must be among {', '.join(gaps.choices)}")
        return Fill(frozenset(sent.forms), sent.bad, sent.remarks)

    def conflicts(self, answer: Fill) -> list[str]:
        """What contradicts itself in an answer, in words."""
        if not answer.contradicts:
            return []
        return [f"A {BAD} has no form that fits: take back one or the other."]

    def state(self, answer: Fill | None) -> str:
        """Is it `new`, `done` or in `conflict`?"""
        if answer is None or not (answer.decided or answer.contradicts):
            return NEW
        return CONFLICT if answer.contradicts else DONE


def _codes(answer: Answer, case: Subject) -> tuple[str, str]:
    selected = {Spot(token.segment, token.position) for token in answer.tokens}
    pronoun = set(case.placed.pronoun)
    antecedent = {spot for part in case.placed.antecedents for spot in part}
    given = Given(
        answer.pronoun or "unset",
        answer.antecedent or "unset",
        answer.tags,
        len(pronoun),
        len(pronoun & selected),
        len(antecedent),
        len(antecedent & selected),
    )
    return conflicts(given, agrees=case.agrees)
