"""Adjudication: a third judgement where annotators disagree."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import JSONResponse, Response

from proform.human.conflict import STANDARD_TAGS
from proform.human.review import adjudicate
from proform.store.answers import ADJUDICATOR, Answer, Said
from proform.store.ledger import Outdated
from proform.web.app import Researching, TheSite
from proform.web.requests import JudgementSave
from proform.web.research.examples import lines, row
from proform.web.research.snapshot import ASKING, Entry, Snapshot, take_snapshot

router = APIRouter()


@router.get("/research/adjudication")
def disagreements(
    request: Request, site: TheSite, who: Researching, settled: bool = False
) -> Response:
    """What is to be settled, or was: disagreements, and answers that contradict themselves."""
    with site.reading() as connection:
        seen = take_snapshot(connection, site, who)
    found = seen.disagreements
    opened = [entry for entry in found if entry.review.unsettled]
    closed = [entry for entry in found if not entry.review.unsettled]
    return site.page(
        request,
        "research/adjudication.html",
        section="adjudication",
        suite=seen.loaded.stored.suite,
        settled=settled,
        open=len(opened),
        closed=len(closed),
        rows=[disagreement(seen, entry) for entry in (closed if settled else opened)],
    )


@router.get("/research/adjudication/{number}")
def deciding(request: Request, number: int, site: TheSite, who: Researching) -> Response:
    """One disagreement, with all judgements and a form for one more."""
    with site.reading() as connection:
        seen = take_snapshot(connection, site, who)
    entry = _entry(seen, number)
    others = [one.number for one in seen.disagreements if one.review.unsettled]
    following = [one for one in others if one > number] + [one for one in others if one < number]
    # A withdrawn one counts no more, but is what a new one replaces.
    last = next((one for one in entry.said if one.annotator == ADJUDICATOR), None)
    return site.page(
        request,
        "research/settle.html",
        section="adjudication",
        suite=seen.loaded.stored.suite,
        entry=entry,
        view=seen.loaded.view(entry.id),
        lines=lines(seen.loaded, entry),
        rows=[row(entry, one) for one in _by_annotators(entry)],
        proposals=[answered(one) for one in _by_annotators(entry)],
        current=answered(last),
        suggestions=[*STANDARD_TAGS, *(tag for tag in seen.tags if tag not in STANDARD_TAGS)],
        next=following[0] if following else None,
        open=len(others),
    )


@router.post("/api/research/adjudication/{number}")
def settle(number: int, sent: JudgementSave, site: TheSite, who: Researching) -> Response:
    """Take the third judgement. 409: someone else settled it meanwhile; theirs comes back."""
    with site.writing() as connection:
        seen = take_snapshot(connection, site, who)
        entry = _entry(seen, number)
        answer = ASKING.read(sent, seen.loaded.case(entry.id))
        now = datetime.now(UTC)
        review, base, change = entry.review, sent.base, sent.change
        result = adjudicate(connection, entry.id, review, answer, base, change, now)
    if isinstance(result, Outdated):
        return JSONResponse(
            {"detail": "someone else has settled it meanwhile", **answered(result.now)}, 409
        )
    conflicts = ASKING.conflicts(answer)
    return JSONResponse({"revision": result.revision, "conflicts": conflicts})


def disagreement(seen: Snapshot, entry: Entry) -> dict[str, Any]:
    """A disagreement in one row."""
    suite = seen.loaded.stored.suite
    settler = None if entry.review.adjudication is None else ADJUDICATOR
    return {
        "entry": entry,
        "words": suite.words(entry.example.segment),
        "rows": [row(entry, one) for one in _by_annotators(entry)],
        "settled": next((row(entry, one) for one in entry.said if one.annotator == settler), None),
    }


def _by_annotators(entry: Entry) -> list[Said]:
    """The answers that say something, without the adjudicator's."""
    names = {one.annotator for one in entry.review.annotators if not one.silent}
    return [one for one in entry.said if one.annotator in names]


def answered(said: Said | None) -> dict[str, Any]:
    """An answer, as the form holds it."""
    answer = Answer() if said is None else said.answer
    return {
        "annotator": "" if said is None else said.annotator,
        "revision": 0 if said is None else said.revision,
        "pronoun": answer.pronoun or "unset",
        "antecedent": answer.antecedent or "unset",
        "tags": sorted(answer.tags),
        "tokens": sorted([token.segment, token.position] for token in answer.tokens),
        "remarks": answer.remarks or "",
    }


def _entry(seen: Snapshot, number: int) -> Entry:
    for entry in seen.disagreements:
        if entry.number == number:
            return entry
    raise HTTPException(404, "there is no such disagreement in the suite")
