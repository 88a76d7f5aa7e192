"""Gap filling, for the researcher: scores, how far everyone is, and what was ticked."""

from __future__ import annotations

from collections import Counter
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from sqlalchemy import Connection

from proform.gap.answers import FILLS, Filled, Gaps, load_gaps
from proform.gap.evaluation import GapCase, GapResults, evaluate
from proform.gap.sheets import hidden_text
from proform.store.work import GAP, assigned_to_each
from proform.web.annotate.answers import GapFilling
from proform.web.app import Researching, TheSite
from proform.web.research.snapshot import TIMES

router = APIRouter()

_ASKING = GapFilling()


@router.get("/research/gaps")
def gaps(request: Request, site: TheSite, who: Researching) -> Response:
    """Everything of gap filling."""
    with site.reading() as connection:
        stored = site.shelf.get(connection, who.suite).stored
        found, people = None, []
        if load_gaps(connection, stored.id) is not None:
            found = evaluate(connection, stored, site.seed, TIMES)
            people = _people(connection, who.suite)
    return site.page(
        request,
        "research/gaps.html",
        section="gaps",
        suite=stored.suite,
        people=people,
        tables=[] if found is None else found.tables,
        choices=() if found is None else found.gaps.choices,
        rows=[] if found is None else [_row(found, case) for case in found.cases if case.answers],
    )


def answers_to(connection: Connection, suite: int, candidates: list[int]) -> list[dict[str, Any]]:
    """All revisions of the answers to some candidates (their ids), the last first."""
    known = load_gaps(connection, suite)
    if known is None:
        return []
    found = [_shown(known, one) for one in FILLS.history_of(connection, candidates)]
    return sorted(found, key=lambda one: one["made"], reverse=True)


def _shown(gaps: Gaps, filled: Filled) -> dict[str, Any]:
    return {
        "candidate": filled.candidate,
        "annotator": filled.annotator,
        "revision": filled.revision,
        "said": ", ".join(filled.answer.said(gaps)) or "–",
        "state": _ASKING.state(filled.answer),
        "remarks": filled.answer.remarks,
        "made": filled.made,
        "origin": filled.origin,
    }


def _people(connection: Connection, suite: int) -> list[dict[str, Any]]:
    said = {(one.annotator, one.candidate): one.answer for one in FILLS.latest(connection, suite)}
    return [
        {
            "name": person,
            "size": len(numbers),
            "states": Counter(_ASKING.state(said.get((person, number))) for number in numbers),
        }
        for person, numbers in sorted(assigned_to_each(connection, suite, GAP).items())
    ]


def _row(found: GapResults, case: GapCase) -> dict[str, Any]:
    outcome = case.outcome
    return {
        "case": case,
        "text": hidden_text(found.gaps, found.stored.suite, case.example, case.target),
        "said": [
            (name, ", ".join(answer.said(found.gaps)))
            for name, answer in sorted(case.answers.items())
        ],
        "kind": outcome.kind.replace("_", " "),
        "right": None if not outcome.fitting else case.own in outcome.fitting,
    }
