"""The dashboard: systems and categories with counts, and how far everyone is."""

from collections import Counter
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from sqlalchemy import Connection

from proform.errors import ProformError
from proform.human.opinion import ANTECEDENT, PRONOUN, QUESTIONS
from proform.human.review import states
from proform.human.verdict import KINDS
from proform.model import Verdict
from proform.semi.counts import system_estimates
from proform.semi.state import load_state
from proform.stats.estimate import Estimate
from proform.store.tasks import list_tasks
from proform.store.work import AnnotatorProgress, progress
from proform.web.app import Researching, TheSite
from proform.web.research.gaps import gap_progress, gap_share
from proform.web.research.snapshot import Snapshot, matches, take_snapshot

router = APIRouter()


@router.get("/research")
def _dashboard(request: Request, site: TheSite, who: Researching, part: str = PRONOUN) -> Response:
    with site.store.reading() as connection:
        seen = take_snapshot(connection, site, who)
        live = live_figures(connection, seen, part)
        scores = estimated(connection, seen)
        tasks = list_tasks(connection, seen.loaded.stored)
    part = ANTECEDENT if part == ANTECEDENT else PRONOUN
    return site.page(
        request,
        "research/dashboard.html",
        suite=seen.suite,
        part=part,
        systems=seen.systems,
        categories=seen.asked(part),
        outcomes=KINDS,
        live=live,
        scores=scores,
        referred=_referred(seen),
        tasks=tasks,
    )


@router.get("/api/research/progress")
def _progress(site: TheSite, who: Researching, part: str = PRONOUN) -> dict[str, Any]:
    with site.store.reading() as connection:
        return live_figures(connection, take_snapshot(connection, site, who), part)


def live_figures(connection: Connection, seen: Snapshot, part: str) -> dict[str, Any]:
    """What changes while people work. Rows are categories and their sum, columns are systems."""
    question = ANTECEDENT if part == ANTECEDENT else PRONOUN
    cells = seen.counts[question]
    rows = [
        [{kind: cells[system, category][kind] for kind in KINDS} for system in seen.systems]
        for category in seen.asked(question)
    ]
    sums = [
        {kind: sum(cell[kind] for cell in column) for kind in KINDS}
        for column in zip(*rows, strict=True)
    ]
    suite = seen.loaded.stored.id
    people = progress(connection, suite, states(seen.reviews))
    gaps = {one["name"]: one for one in gap_progress(connection, suite)}
    verdicts = [[entry.review.verdict(one) for one in QUESTIONS] for entry in seen.open]
    return {
        "cells": [*rows, sums] if rows else [],
        "open": len(seen.open),
        "contradictory": sum(any(one.contradictory for one in both) for both in verdicts),
        "gaps": bool(gaps),
        "people": [{**_person(one), "gaps": gap_share(gaps.get(one.annotator))} for one in people],
    }


def estimated(connection: Connection, seen: Snapshot) -> dict[str, Estimate]:
    """The score of each system by semi-automatic evaluation; nothing where there is no system."""
    known: tuple[Snapshot, dict[str, Estimate]] | None = seen.loaded.memo.get("scores")
    if known is None or known[0] is not seen:
        try:
            scores = system_estimates(load_state(connection, seen.suite.name))
        except ProformError:
            scores = {}
        known = seen.loaded.memo["scores"] = seen, scores
    return known[1]


def _referred(seen: Snapshot) -> dict[tuple[str, str], int]:
    """How many of each system and category automatic matching leaves to people."""
    referred: Counter[tuple[str, str]] = Counter()
    for match in matches(seen.loaded).values():
        referred[match.system, match.category or ""] += match.verdict is not Verdict.CORRECT
    return referred


def _person(one: AnnotatorProgress) -> dict[str, Any]:
    hours, minutes = divmod(round(60 * (one.left or 0)), 60)
    left = f"{hours} h {minutes:02} min" if hours else f"{minutes} min"
    return {
        "name": one.annotator,
        "size": one.size,
        **{name: one.states.get(name, 0) for name in ("done", "new", "conflict")},
        "pace": None if one.pace is None else round(one.pace),
        "left": None if one.left is None else left,
        "last": one.last,
    }
