"""Training: a few examples with answers that are known to be right, before it counts."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response
from sqlalchemy import Connection, select

from proform.errors import ProformError
from proform.human.conflict import STANDARD_TAGS, in_words
from proform.human.opinion import UNANSWERED, opinion_of
from proform.model import Antecedent, Example
from proform.store import schema
from proform.store.access import Visitor
from proform.store.answers import Answer
from proform.store.controls import pass_mark
from proform.store.training import TrainingRound, Tried, begin, current, try_item
from proform.suite.categories import load_categories
from proform.suite.suite import Placed, Spot, words
from proform.web.annotate.protocols import explained, read_judgement
from proform.web.app import Annotating, TheSite
from proform.web.cases import Subject
from proform.web.requests import JudgementForm

router = APIRouter()

_SAYS = {"ok": "yes", "bad": "no", "unset": "left open"}
_INFORMING = frozenset({"ant_unsure", "desc_vs_presc"})
"""Tags that say more than is asked: nobody is wrong who adds one."""

_LESSONS = files("proform.web.guide") / "lessons"
_MARKED = re.compile(r"([{<])(\+?)([^{}<>]+)[}>]")


class Piece(NamedTuple):
    """A stretch of text: what it is, and whether it is to be selected."""

    text: str
    mark: str | None = None
    chosen: bool = False


Line = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """An example to learn from."""

    name: str
    case: Subject
    source: tuple[Line, ...]
    target: tuple[Line, ...]
    known: Answer
    why: str

    @property
    def tags(self) -> list[str]:
        """The tags that are on offer: those for politeness only where they belong."""
        polite = self.case.example.category == "addressee_deictic_singular_you"
        return [tag for tag in STANDARD_TAGS if polite or not tag.startswith("politeness_")]

    def selected(self, answer: Answer) -> list[str]:
        """The words that an answer selects."""
        spots = sorted((token.segment, token.position) for token in answer.tokens)
        return [self.target[segment][position].text for segment, position in spots]


@dataclass(frozen=True, slots=True)
class Lesson:
    """The items of a language pair, in their order."""

    pair: str
    items: tuple[Item, ...]


@router.get("/training")
def _start(request: Request, site: TheSite, who: Annotating) -> Response:
    with site.store.writing() as connection:
        lesson = _lesson(connection, who)
        at = current(connection, who.suite, who.annotator or 0)
        if at is not None and not at.done and at.size != len(lesson.items):
            # A round of a lesson that has changed begins again.
            now = datetime.now(UTC)
            ask_training(connection, who.suite, who.annotator or 0, now, asked=at.asked)
            at = current(connection, who.suite, who.annotator or 0)
        short, mark = _short(connection, who, at)
    answers = at.answers if at else {}
    left = (n for n, item in enumerate(lesson.items, 1) if item.name not in answers)
    return site.page(
        request,
        "training/start.html",
        at=at,
        language=lesson.pair.split("-", maxsplit=1)[0],
        short=short,
        mark=mark,
        items=[(item, answers.get(item.name)) for item in lesson.items],
        next=next(left, None),
    )


@router.post("/api/training")
def _begun(site: TheSite, who: Annotating) -> dict[str, str]:
    with site.store.writing() as connection:
        _lesson(connection, who)
        at = current(connection, who.suite, who.annotator or 0)
        asked, _ = _short(connection, who, at)
        now = datetime.now(UTC)
        ask_training(connection, who.suite, who.annotator or 0, now, asked=asked)
    return {"next": "/training/1"}


@router.get("/training/{position}")
def _shown(request: Request, position: int, site: TheSite, who: Annotating) -> Response:
    """One item; once it is answered, with what the known answer is."""
    with site.store.reading() as connection:
        lesson, item, at = _at(connection, who, position)
        short, _ = _short(connection, who, at)
    tried = at.answers.get(item.name)
    return site.page(
        request,
        "training/item.html",
        at=at,
        short=short,
        position=position,
        languages=lesson.pair.split("-"),
        selected=set() if tried is None else {token[:2] for token in tried.answer.tokens},
        **_feedback(lesson, position, tried),
    )


@router.post("/api/training/{position}")
def _answered(
    position: int, sent: JudgementForm, request: Request, site: TheSite, who: Annotating
) -> Response:
    """Take an answer; what comes back is the part of the page that compares it."""
    with site.store.writing() as connection:
        lesson, item, at = _at(connection, who, position)
        answer = read_judgement(sent, item.case)
        opinion = opinion_of("", answer, agrees=item.case.agrees)
        for answered, what in (
            (opinion.pronoun, "pronoun"),
            (opinion.antecedent, "antecedent, too"),
        ):
            if answered == UNANSWERED:
                raise ProformError(f"judge the {what}, or give the tag that says why you cannot")
        agreed = not differences(item, answer)
        now = datetime.now(UTC)
        tried = try_item(connection, at, item.name, answer, agreed, now)
    return site.page(request, "training/feedback.html", **_feedback(lesson, position, tried))


def _short(
    connection: Connection, who: Visitor, at: TrainingRound | None
) -> tuple[bool, int | None]:
    """Is the training to be repeated, as too few answers were right? And how many have to be."""
    mark = pass_mark(connection, who.suite)
    return at is not None and at.below(mark), mark


def _lesson(connection: Connection, who: Visitor) -> Lesson:
    try:
        return load_lesson(languages(connection, who.suite))
    except ProformError as error:
        raise HTTPException(404, str(error)) from error


def _at(connection: Connection, who: Visitor, position: int) -> tuple[Lesson, Item, TrainingRound]:
    lesson = _lesson(connection, who)
    at = current(connection, who.suite, who.annotator or 0)
    if at is None:
        raise HTTPException(404, "your training has not begun")
    if not 1 <= position <= len(lesson.items):
        raise HTTPException(404, "there is no such example in the training")
    return lesson, lesson.items[position - 1], at


def _feedback(lesson: Lesson, position: int, tried: Tried | None) -> dict[str, Any]:
    item = lesson.items[position - 1]
    return {
        "item": item,
        "tried": tried,
        "differences": [] if tried is None else differences(item, tried.answer),
        "conflicts": [] if tried is None else explained(tried.answer),
        "says": _SAYS,
        "size": len(lesson.items),
        "following": f"/training/{position + 1}" if position < len(lesson.items) else "/training",
    }


def pairs() -> list[str]:
    """The language pairs that there is a lesson for."""
    names = (entry.name for entry in _LESSONS.iterdir())
    return sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml"))


@cache
def load_lesson(pair: str) -> Lesson:
    """The lesson of a language pair, such as en-fr."""
    if pair not in pairs():
        raise ProformError(f"no training for {pair}", hint=f"there is one for {', '.join(pairs())}")
    data = tomllib.loads((_LESSONS / f"{pair}.toml").read_text(encoding="utf-8"))
    return Lesson(pair, tuple(_item(row) for row in data["items"]))


def languages(connection: Connection, suite: int) -> str:
    """The language pair of a suite."""
    table = schema.suites
    row = connection.execute(select(table).where(table.c.id == suite)).one()
    return f"{row.source_language}-{row.target_language}"


def ask_training(
    connection: Connection, suite: int, annotator: int, now: datetime, *, asked: bool = True
) -> None:
    """Have an annotator do the lesson of a suite's language pair, if asked before their batch."""
    lesson = load_lesson(languages(connection, suite))
    begin(connection, suite, annotator, lesson.pair, len(lesson.items), now, asked=asked)


def differences(item: Item, answer: Answer) -> list[str]:
    """Where an answer differs from the known one, in words."""
    known = item.known
    remarks = []
    for question in ("antecedent", "pronoun"):
        mine, right = (getattr(one, question) or "unset" for one in (answer, known))
        if mine != right:
            both = f"your answer is {_SAYS[mine]}, the known one {_SAYS[right]}"
            remarks.append(f"{question.capitalize()}: {both}.")
    missing = known.tags - answer.tags
    extra = answer.tags.intersection(STANDARD_TAGS) - known.tags - _INFORMING
    remarks += [f"Tags: {in_words(tag)} is missing." for tag in sorted(missing)]
    remarks += [f"Tags: {in_words(tag)} does not apply." for tag in sorted(extra)]
    if answer.tokens != known.tokens:
        mine, right = (
            ", ".join(f"“{word}”" for word in item.selected(one)) or "none"
            for one in (answer, known)
        )
        remarks.append(f"Words: you selected {mine}, the known answer has {right}.")
    return remarks


def pieces(text: str) -> Line:
    """A text in its pieces: a pronoun is in {braces}, an antecedent in <angle brackets>."""
    cut: list[Piece] = []
    end = 0
    for match in _MARKED.finditer(text):
        mark = "pronoun" if match[1] == "{" else "antecedent"
        cut += [Piece(text[end : match.start()]), Piece(match[3], mark, bool(match[2]))]
        end = match.end()
    return tuple(piece for piece in (*cut, Piece(text[end:])) if piece.text)


def _item(row: Mapping[str, Any]) -> Item:
    source, target = (
        tuple(tuple(pieces(word)[0] for word in words(line)) for line in row[side])
        for side in ("source", "target")
    )
    ((segment, position),) = _spots(source, "pronoun")
    heads = tuple(Antecedent(s, p, p, p) for s, p in _spots(source, "antecedent"))
    category = row["category"]
    case = Subject(
        Example(0, segment, position, source[segment][position].text, category, heads),
        {one.name: one.agrees for one in load_categories().categories}[category],
        Placed(_spots(target, "pronoun"), (_spots(target, "antecedent"),)),
    )
    chosen = [list(spot) for spot in _spots(target) if target[spot.segment][spot.position].chosen]
    known = read_judgement(JudgementForm.model_validate({**row, "tokens": chosen}), case)
    return Item(row["name"], case, source, target, known, row["why"])


def _spots(lines: tuple[Line, ...], mark: str | None = None) -> tuple[Spot, ...]:
    return tuple(
        Spot(segment, position)
        for segment, line in enumerate(lines)
        for position, piece in enumerate(line)
        if mark in (None, piece.mark)
    )
