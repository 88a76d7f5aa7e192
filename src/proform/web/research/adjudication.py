"""The third judgement, which settles what annotators disagree on.

It is blind: neither system nor annotators are named, and the order of answers tells nothing.
"""

from datetime import UTC, datetime
from hashlib import sha256
from string import ascii_uppercase
from typing import Any
from uuid import uuid4

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import JSONResponse, Response

from proform.human.conflict import STANDARD_TAGS
from proform.human.review import adjudicate
from proform.store.answers import ADJUDICATOR, Said
from proform.store.ledger import Outdated
from proform.store.suites import REFERENCE
from proform.web.annotate.protocols import explained, judgement_form, read_judgement
from proform.web.app import Researching, TheSite
from proform.web.requests import ClearCases, JudgementSave
from proform.web.research.examples import row
from proform.web.research.snapshot import Entry, Seen, Snapshot, take_snapshot

router = APIRouter()


@router.get("/research/adjudication")
def _disagreements(request: Request, site: TheSite, seen: Seen, settled: bool = False) -> Response:
    """What is to be settled, or was: disagreements, and answers that contradict themselves."""
    closed = [entry for entry in seen.disagreements if not entry.review.unsettled]
    return site.page(
        request,
        "research/adjudication.html",
        suite=seen.suite,
        settled=settled,
        open=len(seen.open),
        closed=len(closed),
        clear=sum(entry.review.clear for entry in seen.open),
        rows=[disagreement(seen, entry) for entry in (closed if settled else seen.open)],
    )


@router.get("/research/adjudication/{number}")
def _deciding(request: Request, number: int, site: TheSite, seen: Seen) -> Response:
    entry = _entry(seen, number)
    others = [one.number for one in seen.open]
    following = sorted((one for one in others if one != number), key=lambda one: one < number)
    # A withdrawn one counts no more, but is what a new one replaces.
    last = _last(entry)
    answers = _by_annotators(entry)
    majority = entry.review.majority
    return site.page(
        request,
        "research/settle.html",
        suite=seen.suite,
        entry=entry,
        view=seen.loaded.view(entry.id),
        reference=_reference(seen, entry),
        rows=[
            {**row(entry, said), "letter": letter, "proposal": judgement_form(said.answer)}
            for letter, said in zip(ascii_uppercase, answers, strict=False)
        ],
        majority=majority,
        settling=None if majority is None else judgement_form(majority.settling),
        current=_form(last),
        suggestions=[*STANDARD_TAGS, *(tag for tag in seen.tags if tag not in STANDARD_TAGS)],
        next=following[0] if following else None,
        open=len(others),
    )


@router.post("/api/research/adjudication/{number}")
def _settle(number: int, sent: JudgementSave, site: TheSite, who: Researching) -> Response:
    """Take the third judgement. 409: someone else settled it meanwhile; theirs comes back."""
    with site.store.writing() as connection:
        seen = take_snapshot(connection, site, who)
        entry = _entry(seen, number)
        answer = read_judgement(sent, seen.loaded.case(entry.id))
        now = datetime.now(UTC)
        review, base, change = entry.review, sent.base, sent.change
        result = adjudicate(connection, entry.id, review, answer, base, change, now)
    if isinstance(result, Outdated):
        what = "someone else has settled it meanwhile"
        return JSONResponse({"detail": what, **_form(result.now)}, 409)
    return JSONResponse({"revision": result.revision, "conflicts": explained(answer)})


@router.post("/api/research/adjudication")
def _settle_clear_ones(_: ClearCases, site: TheSite, who: Researching) -> dict[str, Any]:
    """Where two of three annotators or more say the same, settle the matter as they do."""
    now = datetime.now(UTC)
    with site.store.writing() as connection:
        seen = take_snapshot(connection, site, who)
        clear = [entry for entry in seen.open if entry.review.clear]
        for entry in clear:
            if (majority := entry.review.majority) is not None:
                last, change = _last(entry), uuid4().hex
                base = 0 if last is None else last.revision
                answer, review = majority.settling, entry.review
                adjudicate(connection, entry.id, review, answer, base, change, now)
    return {"message": f"Settled by the majority: {len(clear)}."}


def disagreement(seen: Snapshot, entry: Entry) -> dict[str, Any]:
    """A translation with what is said of it, for a list."""
    settler = None if entry.review.adjudication is None else ADJUDICATOR
    return {
        "entry": entry,
        "words": seen.suite.words(entry.example.segment),
        "rows": [row(entry, said) for said in _by_annotators(entry)],
        "settled": next((row(entry, one) for one in entry.said if one.annotator == settler), None),
    }


def _by_annotators(entry: Entry) -> list[Said]:
    """The answers that say something, without the adjudicator's, in an order that tells nothing."""
    names = {one.annotator for one in entry.review.annotators if not one.silent}
    said = [said for said in entry.said if said.annotator in names]
    return sorted(said, key=lambda one: sha256(f"{entry.number} {one.annotator}".encode()).digest())


def _reference(seen: Snapshot, entry: Entry) -> list[dict[str, Any]] | None:
    """The lines of the reference, if there is one."""
    loaded = seen.loaded
    for corpus, target in loaded.targets.items():
        if loaded.corpora[corpus].side == REFERENCE:
            return loaded.translation(target, entry.example)
    return None


def _last(entry: Entry) -> Said | None:
    return next((one for one in entry.said if one.annotator == ADJUDICATOR), None)


def _form(said: Said | None) -> dict[str, Any]:
    revision, answer = (0, None) if said is None else (said.revision, said.answer)
    return {"revision": revision, **judgement_form(answer)}


def _entry(seen: Snapshot, number: int) -> Entry:
    entries = {entry.number: entry for entry in seen.disagreements}
    if number not in entries:
        raise HTTPException(404, "there is no such disagreement in the suite")
    return entries[number]
