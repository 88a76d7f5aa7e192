"""Lessons: a few examples with answers that are known to be right, and why they are."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from proform.errors import ProformError
from proform.human.conflict import STANDARD_TAGS
from proform.model import Antecedent, Example
from proform.store import schema
from proform.store.answers import Answer
from proform.store.training import begin
from proform.suite.categories import load_categories
from proform.suite.suite import Placed, Spot, words
from proform.web.annotate.answers import Correctness, Subject
from proform.web.requests import JudgementForm


class Piece(NamedTuple):
    """A stretch of text: what it is, and whether it is to be selected."""

    text: str
    mark: str | None = None
    chosen: bool = False


def pieces(text: str) -> tuple[Piece, ...]:
    """A text in its pieces."""
    found: list[Piece] = []
    end = 0
    for match in _MARKED.finditer(text):
        found.append(Piece(text[end : match.start()]))
        found.append(Piece(match[3], _MARKS[match[1]], bool(match[2])))
        end = match.end()
    found.append(Piece(text[end:]))
    return tuple(piece for piece in found if piece.text)


Line = tuple[Piece, ...]

SAYS = {"ok": "yes", "bad": "no", "unset": "left open"}
"""Answers as annotators see them."""

INFORMING = frozenset({"ant_unsure", "desc_vs_presc"})
"""Tags that say more than is asked: nobody is wrong who adds one."""

_LESSONS = files("proform.web.guide") / "lessons"
_ASKING = Correctness()


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


def ask_training(connection: Connection, suite: int, annotator: int, now: datetime) -> None:
    """Have an annotator do the lesson of a suite's language pair before their batch."""
    lesson = load_lesson(languages(connection, suite))
    begin(connection, suite, annotator, lesson.pair, len(lesson.items), now, asked=True)


def differences(item: Item, answer: Answer) -> list[str]:
    """Where an answer differs from the known one, in words."""
    known = item.known
    verdicts = (
        ("Antecedent", answer.antecedent, known.antecedent),
        ("Pronoun", answer.pronoun, known.pronoun),
    )
    found = [
        f"{what}: your answer is {SAYS[mine or 'unset']}, the known one {SAYS[right or 'unset']}."
        for what, mine, right in verdicts
        if mine != right
    ]
    missing = known.tags - answer.tags
    extra = answer.tags.intersection(STANDARD_TAGS) - known.tags - INFORMING
    found += [f"Tags: {tag} is missing." for tag in sorted(missing)]
    found += [f"Tags: {tag} does not apply." for tag in sorted(extra)]
    if answer.tokens != known.tokens:
        mine, right = (_quoted(item.selected(one)) for one in (answer, known))
        found.append(f"Words: you selected {mine}, the known answer has {right}.")
    return found


def _quoted(selected: Iterable[str]) -> str:
    return ", ".join(f"“{word}”" for word in selected) or "none"


def _item(row: Mapping[str, Any]) -> Item:
    source, target = (
        tuple(tuple(pieces(word)[0] for word in words(line)) for line in row[side])
        for side in ("source", "target")
    )
    ((segment, position),) = _spots(source, "pronoun")
    heads = [
        Antecedent(spot[0], spot[1], spot[1], spot[1]) for spot in _spots(source, "antecedent")
    ]
    category = row["category"]
    token = source[segment][position].text
    case = Subject(
        Example(0, segment, position, token, category, tuple(heads)),
        {one.name: one.agrees for one in load_categories().categories}[category],
        Placed(_spots(target, "pronoun"), (_spots(target, "antecedent"),)),
    )
    chosen = [list(spot) for spot in _spots(target) if target[spot.segment][spot.position].chosen]
    known = _ASKING.read(JudgementForm.model_validate({**row, "tokens": chosen}), case)
    return Item(row["name"], case, source, target, known, row["why"])


def _spots(lines: tuple[Line, ...], mark: str | None = None) -> tuple[Spot, ...]:
    return tuple(
        Spot(segment, position)
        for segment, line in enumerate(lines)
        for position, piece in enumerate(line)
        if mark in (None, piece.mark)
    )


_MARKED = re.compile(r"([{<])(\+?)([^{}<>]+)[}>]")
_MARKS = {"{": "pronoun", "<": "antecedent"}
