"""Gap filling, for the researcher: scores, how far everyone is, and what was ticked."""

from collections import Counter
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from sqlalchemy import Connection

from proform.gap.answers import FILLS, load_gaps
from proform.gap.evaluation import GapCase, GapResults, evaluate
from proform.gap.sheets import hidden_text
from proform.human.opinion import DONE
from proform.store.work import GAP, assigned_to_each
from proform.web.annotate.protocols import fill_state
from proform.web.app import Researching, TheSite
from proform.web.research.snapshot import TIMES

router = APIRouter()


@router.get("/research/gaps")
def _gaps(request: Request, site: TheSite, who: Researching) -> Response:
    with site.store.reading() as connection:
        stored = site.shelf.get(connection, who.suite).stored
        results, people = None, []
        if load_gaps(connection, stored.id) is not None:
            results = evaluate(connection, stored, site.seed, TIMES)
            people = gap_progress(connection, who.suite)
    return site.page(
        request,
        "research/gaps.html",
        suite=stored.suite,
        people=people,
        tables=results.tables if results else [],
        choices=results.gaps.choices if results else (),
        rows=[_row(results, case) for case in results.cases if case.answers] if results else [],
    )


def answers_to(connection: Connection, suite: int, candidates: list[int]) -> list[dict[str, Any]]:
    """All revisions of the answers to some candidates (their ids), the last first."""
    gaps = load_gaps(connection, suite)
    if gaps is None:
        return []
    answers = [
        {
            "candidate": filled.candidate,
            "annotator": filled.annotator,
            "revision": filled.revision,
            "said": ", ".join(filled.answer.said(gaps)) or "–",
            "state": fill_state(filled.answer),
            "remarks": filled.answer.remarks,
            "made": filled.made,
            "origin": filled.origin,
        }
        for filled in FILLS.history_of(connection, candidates)
    ]
    return sorted(answers, key=lambda answer: str(answer["made"]), reverse=True)


def gap_progress(connection: Connection, suite: int) -> list[dict[str, Any]]:
    """How far everyone is who fills gaps."""
    fills = {(one.annotator, one.candidate): one.answer for one in FILLS.latest(connection, suite)}
    return [
        {
            "name": person,
            "size": len(numbers),
            "states": Counter(fill_state(fills.get((person, number))) for number in numbers),
        }
        for person, numbers in sorted(assigned_to_each(connection, suite, GAP).items())
    ]


def gap_share(one: dict[str, Any] | None) -> str | None:
    """How much of it is done, in words; None for whoever fills no gaps."""
    return None if one is None else f"{one['states'][DONE]} of {one['size']}"


def _row(results: GapResults, case: GapCase) -> dict[str, Any]:
    outcome = case.outcome
    return {
        "case": case,
        "text": hidden_text(results.gaps, results.stored.suite, case.example, case.target),
        "said": [(n, ", ".join(a.said(results.gaps))) for n, a in sorted(case.answers.items())],
        "kind": outcome.kind.replace("_", " "),
        "right": None if not outcome.fitting else case.own in outcome.fitting,
    }
