"""Protocols: what annotators are asked, and what an answer to it may be.

A protocol is a way to read an answer from a browser, and a way to say what is wrong with it.
Everything else (batches, order, saving, history, access) is the same for all.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from proform.errors import ProformError
from proform.gap.answers import Fill
from proform.gap.forms import BAD, Gaps
from proform.human.conflict import EXPLANATIONS, Given, conflicts
from proform.human.opinion import CONFLICT, DONE, NEW, opinion_of
from proform.model import Example
from proform.store.answers import ANSWERS, Answer, Selected
from proform.suite.suite import Placed, Spot

MOST_TAGS, LONGEST_TAG, LONGEST_REMARK = 20, 60, 4000

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
"""What JSON can hold and a database cannot."""


@dataclass(frozen=True, slots=True)
class Case:
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

    def read(self, sent: Mapping[str, Any], case: Case) -> Answer:
        """The answer that a browser sent, checked, with its conflicts."""
        pronoun, antecedent = (_choice(sent, key) for key in ("pronoun", "antecedent"))
        if antecedent != "unset" and not case.agrees:
            raise ProformError("the antecedent is not asked for here")
        answer = Answer(
            pronoun, antecedent, _text(sent), None, _tags(sent), _selected(sent, case.highlighted)
        )
        return replace(answer, status=" ".join(_codes(answer, case)))

    def conflicts(self, answer: Answer) -> list[str]:
        """What contradicts itself in an answer, in words."""
        codes = (answer.status or "").split()
        return [EXPLANATIONS[code] for code in codes if code in EXPLANATIONS]

    def state(self, answer: Answer | None, case: Case) -> str:
        """Is it `new`, `done` or in `conflict`?"""
        return NEW if answer is None else opinion_of("", answer, agrees=case.agrees).state


class GapFilling:
    """The pronoun is hidden: which forms would fit?"""

    def read(self, sent: Mapping[str, Any], gaps: Gaps) -> Fill:
        """The answer that a browser sent, checked."""
        forms, bad = sent.get("forms", []), sent.get("bad", False)
        if not isinstance(forms, list) or not all(form in gaps.choices for form in forms):
            raise ProformError(f"forms must be among {', '.join(gaps.choices)}")
        if not isinstance(bad, bool):
            raise ProformError("bad must be true or false")
        return Fill(frozenset(forms), bad, _text(sent))

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


def _codes(answer: Answer, case: Case) -> tuple[str, str]:
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


def _choice(sent: Mapping[str, Any], key: str) -> str:
    value = sent.get(key, "unset")
    if value not in ANSWERS:
        raise ProformError(f"{key} must be one of {', '.join(ANSWERS)}")
    return str(value)


def _text(sent: Mapping[str, Any]) -> str:
    value = sent.get("remarks", "")
    if not isinstance(value, str) or len(value) > LONGEST_REMARK or _UNSTORABLE.search(value):
        raise ProformError(f"remarks must be a text of at most {LONGEST_REMARK} characters")
    return value


def _tags(sent: Mapping[str, Any]) -> frozenset[str]:
    values = sent.get("tags", [])
    if not isinstance(values, list) or len(values) > MOST_TAGS:
        raise ProformError(f"tags must be a list of at most {MOST_TAGS}")
    tags = set()
    for value in values:
        tag = " ".join(value.split()) if isinstance(value, str) else ""
        if not tag or len(tag) > LONGEST_TAG or not tag.isprintable():
            raise ProformError(f"a tag must be a word or two, of at most {LONGEST_TAG} characters")
        tags.add(tag)
    return frozenset(tags)


def _selected(sent: Mapping[str, Any], highlighted: frozenset[Spot]) -> frozenset[Selected]:
    values = sent.get("tokens", [])
    if not isinstance(values, list):
        raise ProformError("tokens must be a list of pairs, segment and position")
    spots = set()
    for value in values:
        pair = isinstance(value, list) and len(value) == 2 and all(type(n) is int for n in value)
        if not pair or Spot(*value) not in highlighted:
            raise ProformError("only highlighted words can be selected")
        spots.add(Selected(*value))
    return frozenset(spots)
