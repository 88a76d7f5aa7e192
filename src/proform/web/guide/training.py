"""Training in the browser: a few examples with known answers, before it counts."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response
from sqlalchemy import Connection

from proform.errors import ProformError
from proform.human.opinion import UNANSWERED, opinion_of
from proform.store.access import Visitor
from proform.store.training import TrainingRound, Tried, begin, current, try_item
from proform.web.annotate.answers import Correctness
from proform.web.app import Annotating, TheSite
from proform.web.guide.lesson import SAYS, Item, Lesson, differences, languages, load_lesson
from proform.web.requests import JudgementForm

router = APIRouter()

_ASKING = Correctness()


@router.get("/training")
def start(request: Request, site: TheSite, who: Annotating) -> Response:
    """Where an annotator is in the training: before it, in it, or at its end."""
    with site.writing() as connection:
        lesson, at = _at(connection, who)
    answers = at.answers if at else {}
    return site.page(
        request,
        "training/start.html",
        at=at,
        items=[(item, answers.get(item.name)) for item in lesson.items],
        next=_next(lesson, at),
    )


@router.post("/api/training")
def begun(site: TheSite, who: Annotating) -> dict[str, str]:
    """Begin, or begin again."""
    with site.writing() as connection:
        lesson = _lesson(connection, who)
        _begin(connection, who, lesson, asked=False)
    return {"next": "/training/1"}


@router.get("/training/{position}")
def item(request: Request, position: int, site: TheSite, who: Annotating) -> Response:
    """One item; once it is answered, with what the known answer is."""
    with site.reading() as connection:
        lesson = _lesson(connection, who)
        at = _open(current(connection, who.suite, who.annotator or 0))
    shown = _item(lesson, position)
    tried = at.answers.get(shown.name)
    return site.page(
        request,
        "training/item.html",
        at=at,
        position=position,
        item=shown,
        languages=lesson.pair.split("-"),
        selected=set() if tried is None else {token[:2] for token in tried.answer.tokens},
        **_feedback(lesson, position, tried),
    )


@router.post("/api/training/{position}")
def answered(
    position: int, sent: JudgementForm, request: Request, site: TheSite, who: Annotating
) -> Response:
    """Take an answer; what comes back is the part of the page that compares it."""
    with site.writing() as connection:
        lesson = _lesson(connection, who)
        at = _open(current(connection, who.suite, who.annotator or 0))
        shown = _item(lesson, position)
        answer = _ASKING.read(sent, shown.case)
        opinion = opinion_of("", answer, agrees=shown.case.agrees)
        if opinion.pronoun == UNANSWERED:
            raise ProformError("judge the pronoun, or give the tag that says why you cannot")
        if opinion.antecedent == UNANSWERED:
            raise ProformError(
                "judge the antecedent, too, or give the tag that says why you cannot"
            )
        agreed = not differences(shown, answer)
        tried = try_item(connection, at, shown.name, answer, agreed, datetime.now(UTC))
    values = _feedback(lesson, position, tried)
    return site.page(request, "training/feedback.html", item=shown, **values)


def _lesson(connection: Connection, who: Visitor) -> Lesson:
    try:
        return load_lesson(languages(connection, who.suite))
    except ProformError as error:
        raise HTTPException(404, str(error)) from error


def _at(connection: Connection, who: Visitor) -> tuple[Lesson, TrainingRound | None]:
    """The lesson, and where they are in it; a round of a lesson that has changed begins again."""
    lesson = _lesson(connection, who)
    at = current(connection, who.suite, who.annotator or 0)
    if at is not None and not at.done and at.size != len(lesson.items):
        _begin(connection, who, lesson, asked=at.asked)
        at = current(connection, who.suite, who.annotator or 0)
    return lesson, at


def _begin(connection: Connection, who: Visitor, lesson: Lesson, *, asked: bool) -> None:
    size, now = len(lesson.items), datetime.now(UTC)
    begin(connection, who.suite, who.annotator or 0, lesson.pair, size, now, asked=asked)


def _open(at: TrainingRound | None) -> TrainingRound:
    if at is None:
        raise HTTPException(404, "your training has not begun")
    return at


def _item(lesson: Lesson, position: int) -> Item:
    if not 1 <= position <= len(lesson.items):
        raise HTTPException(404, "there is no such example in the training")
    return lesson.items[position - 1]


def _next(lesson: Lesson, at: TrainingRound | None) -> int | None:
    """The position of the first item without an answer."""
    answers = at.answers if at else {}
    left = (n for n, item in enumerate(lesson.items, 1) if item.name not in answers)
    return next(left, None)


def _feedback(lesson: Lesson, position: int, tried: Tried | None) -> dict[str, Any]:
    item = _item(lesson, position)
    return {
        "tried": tried,
        "differences": [] if tried is None else differences(item, tried.answer),
        "conflicts": [] if tried is None else _ASKING.conflicts(tried.answer),
        "says": SAYS,
        "size": len(lesson.items),
        "following": f"/training/{position + 1}" if position < len(lesson.items) else "/training",
    }
