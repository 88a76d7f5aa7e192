"""Protocols: what annotators are asked, what an answer to it may be, and how it is kept.

Everything that is the same for all protocols (batches, order, saving, access) is in `routes`. A
protocol names its pages and its template (`page`), says whether training prepares for it, which
form a browser sends and which ledger keeps the answers. It shows examples (never which system they
are of), reads and shows answers, and tells their state and what contradicts itself in them; pages
check that by themselves, by the rules that they are given (`values`).
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, select

from proform.errors import ProformError
from proform.gap.answers import BAD, FILLS, Fill, Gaps, load_gaps
from proform.human.conflict import (
    EXPLANATIONS,
    RULES,
    SPECIAL,
    STANDARD_TAGS,
    TAG_WORDS,
    UNJUDGEABLE,
    Given,
    conflicts,
)
from proform.human.opinion import CONFLICT, DONE, NEW, opinion_of
from proform.store import schema
from proform.store.answers import JUDGEMENTS, Answer, Selected
from proform.store.work import CORRECTNESS, GAP
from proform.suite.suite import Spot
from proform.web.cases import Loaded, Subject
from proform.web.requests import GapSave, JudgementForm, JudgementSave

_BAD_AND_FITTING = f"A {BAD} has no form that fits: take back one or the other."


def read_judgement(sent: JudgementForm, case: Subject) -> Answer:
    """The answer that a browser sent, checked, with its conflicts."""
    if sent.antecedent != "unset" and not case.agrees:
        raise ProformError("the antecedent is not asked for here")
    selected = {Spot(segment, position) for segment, position in sent.tokens}
    if not selected <= case.highlighted:
        raise ProformError("only highlighted words can be selected")
    tags, counts = frozenset(sent.tags), []
    for spots in (set(case.placed.pronoun), set[Spot]().union(*case.placed.antecedents)):
        counts += [len(spots), len(spots & selected)]
    entered = Given(sent.pronoun, sent.antecedent, tags, *counts)
    status = " ".join(conflicts(entered, agrees=case.agrees))
    tokens = frozenset(Selected(*spot) for spot in selected)
    return Answer(sent.pronoun, sent.antecedent, sent.remarks, status, tags, tokens)


def explained(answer: Answer) -> list[str]:
    """What contradicts itself in a judgement, in words."""
    codes = (answer.status or "").split()
    return [EXPLANATIONS[code] for code in codes if code in EXPLANATIONS]


def judgement_form(answer: Answer | None) -> dict[str, Any]:
    """A judgement as a browser has it."""
    answer = answer or Answer()
    return {
        "pronoun": answer.pronoun or "unset",
        "antecedent": answer.antecedent or "unset",
        "remarks": answer.remarks or "",
        "tags": sorted(answer.tags),
        "tokens": sorted([token.segment, token.position] for token in answer.tokens),
    }


def fill_state(fill: Fill | None) -> str:
    """Is a gap `new`, `done` or in `conflict`?"""
    if fill is not None and fill.contradicts:
        return CONFLICT
    return NEW if fill is None or not fill.decided else DONE


class _Judging:
    """Is the pronoun right, and its antecedent? Which words are they?"""

    name, title, path, page = CORRECTNESS, "Judging", "/work", "example.html"
    trained, form, ledger = True, JudgementSave, JUDGEMENTS

    def values(self, _: Connection, __: Loaded) -> dict[str, Any]:
        tags = {"aside": UNJUDGEABLE, "special": SPECIAL}
        return {"rules": {"rules": RULES, "explanations": EXPLANATIONS, **tags}}

    def views(
        self, connection: Connection, loaded: Loaded, candidates: Sequence[int], annotator: int
    ) -> list[dict[str, Any]]:
        tags = connection.scalars(
            select(schema.tags.c.tag)
            .distinct()
            .join(schema.judgements)
            .where(schema.judgements.c.annotator == annotator)
        ).all()
        suggestions = [*STANDARD_TAGS, *sorted(set(tags) - set(STANDARD_TAGS))]
        return [
            {"suggestions": suggestions, "words": TAG_WORDS, **loaded.view(each)}
            for each in candidates
        ]

    def read(self, _: Connection, loaded: Loaded, candidate: int, sent: JudgementForm) -> Answer:
        return read_judgement(sent, loaded.case(candidate))

    shown, conflicts = staticmethod(judgement_form), staticmethod(explained)

    def state(self, loaded: Loaded, candidate: int, answer: Answer | None) -> str:
        agrees = loaded.case(candidate).agrees
        return NEW if answer is None else opinion_of("", answer, agrees=agrees).state


class _Filling:
    """The pronoun is hidden: which forms would fit?"""

    name, title, path, page = GAP, "Gap filling", "/gaps", "gap.html"
    trained, form, ledger = False, GapSave, FILLS

    def values(self, connection: Connection, loaded: Loaded) -> dict[str, Any]:
        forms = self._gaps(connection, loaded).choices
        return {"forms": forms, "rules": {"contradicts": _BAD_AND_FITTING}}

    def views(
        self, connection: Connection, loaded: Loaded, candidates: Sequence[int], _: int
    ) -> list[dict[str, Any]]:
        gaps = self._gaps(connection, loaded)
        return [loaded.gap_view(candidate, gaps) for candidate in candidates]

    def read(self, connection: Connection, loaded: Loaded, _: int, sent: GapSave) -> Fill:
        choices = self._gaps(connection, loaded).choices
        if not set(sent.forms).issubset(choices):
            raise ProformError(f"forms must be among {', '.join(choices)}")
        return Fill(frozenset(sent.forms), sent.bad, sent.remarks)

    def shown(self, answer: Fill | None) -> dict[str, Any]:
        fill = answer or Fill()
        return {"forms": sorted(fill.forms), "bad": fill.bad, "remarks": fill.remarks}

    def state(self, _: Loaded, __: int, answer: Fill | None) -> str:
        return fill_state(answer)

    def conflicts(self, answer: Fill) -> list[str]:
        return [_BAD_AND_FITTING] if answer.contradicts else []

    def _gaps(self, connection: Connection, loaded: Loaded) -> Gaps:
        gaps = load_gaps(connection, loaded.stored.id)
        if gaps is None:  # tasks of this protocol cannot be without
            raise AssertionError
        return gaps


Work = _Judging | _Filling
WORKS: tuple[Work, ...] = (_Judging(), _Filling())
