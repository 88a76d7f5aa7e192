"""The dashboard: systems and categories with counts, and how far everyone is."""

from __future__ import annotations

from collections import Counter
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from proform.human.opinion import ANTECEDENT, PRONOUN, QUESTIONS
from proform.human.review import states
from proform.human.verdict import KINDS
from proform.store.tasks import list_tasks
from proform.store.work import AnnotatorProgress, progress
from proform.web.app import Researching, TheSite
from proform.web.research.matching import matches
from proform.web.research.snapshot import Snapshot, take_snapshot

router = APIRouter()


@router.get("/research")
def dashboard(request: Request, site: TheSite, who: Researching, part: str = PRONOUN) -> Response:
    """Systems and categories with counts, and how far everyone is."""
    part = ANTECEDENT if part == ANTECEDENT else PRONOUN
    with site.reading() as connection:
        seen = take_snapshot(connection, site, who)
        people = progress(connection, who.suite, states(seen.reviews))
        tasks = list_tasks(connection, seen.loaded.stored)
    matched = matches(seen.loaded)
    referred: dict[tuple[str, str], int] = {}
    for entry in seen.entries:
        match = matched.get((entry.system, entry.example.number))
        if match is not None:
            cell = entry.system, entry.example.category
            referred[cell] = referred.get(cell, 0) + (not match.approved)
    return site.page(
        request,
        "research/dashboard.html",
        section="dashboard",
        suite=seen.loaded.stored.suite,
        part=part,
        systems=seen.systems,
        categories=seen.categories if part == PRONOUN else seen.agreeing,
        outcomes=KINDS,
        live=_live(seen, people, part),
        referred=referred,
        tasks=tasks,
    )


@router.get("/api/research/progress")
def progressing(site: TheSite, who: Researching, part: str = PRONOUN) -> dict[str, Any]:
    """The same figures, for a page that stays open."""
    part = ANTECEDENT if part == ANTECEDENT else PRONOUN
    with site.reading() as connection:
        seen = take_snapshot(connection, site, who)
        people = progress(connection, who.suite, states(seen.reviews))
    return _live(seen, people, part)


def _live(seen: Snapshot, people: list[AnnotatorProgress], part: str) -> dict[str, Any]:
    """What changes while people work. Rows are categories and their sum, columns are systems."""
    found = seen.counts(part)
    categories = seen.categories if part == PRONOUN else seen.agreeing
    rows = [
        [
            {outcome: found.get((system, category), Counter())[outcome] for outcome in KINDS}
            for system in seen.systems
        ]
        for category in categories
    ]
    sums = [
        {outcome: sum(cell[outcome] for cell in column) for outcome in KINDS}
        for column in zip(*rows, strict=True)
    ]
    return {
        "cells": [*rows, sums] if rows else [],
        "open": sum(review.unsettled for review in seen.reviews.values()),
        "contradictory": sum(
            any(review.verdict(question).contradictory for question in QUESTIONS)
            for review in seen.reviews.values()
        ),
        "people": [_person(one) for one in people],
    }


def _person(one: AnnotatorProgress) -> dict[str, Any]:
    return {
        "name": one.annotator,
        "size": one.size,
        **{name: one.states.get(name, 0) for name in ("done", "new", "conflict")},
        "pace": None if one.pace is None else round(one.pace),
        "left": _duration(one.left),
        "last": one.last,
    }


def _duration(hours: float | None) -> str | None:
    if hours is None:
        return None
    minutes = round(60 * hours)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02} min"
