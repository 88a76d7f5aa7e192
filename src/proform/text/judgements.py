"""What people say of pronouns: a long table, a row for each pronoun, system and annotator."""

from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from proform.errors import InputError
from proform.text.records import Row, rows


class Label(Enum):
    """What an annotator can say of a pronoun; the last three are no judgement of it."""

    CORRECT = "correct"
    INCORRECT = "incorrect"
    BAD_TRANSLATION = "bad_translation"
    WRONG_ALIGNMENT = "incorrect_word_alignment"
    UNJUDGED = "unjudged"


class Place(NamedTuple):
    """A pronoun of the source in a system's translation."""

    system: str
    segment: int
    position: int


class JudgementRow(NamedTuple):
    """What one annotator says of one pronoun, and of its antecedent if that was asked."""

    place: Place
    annotator: str
    pronoun: Label
    antecedent: Label | None = None
    category: str | None = None


_NAMES = {
    **{label.value: label for label in Label},
    "ok": Label.CORRECT,
    "bad": Label.INCORRECT,
    "unset": Label.UNJUDGED,
    "": Label.UNJUDGED,
}


def judgement_rows(path: Path) -> Iterator[JudgementRow]:
    """The rows of a table; the columns `antecedent` and `category` may be left out."""
    seen: dict[tuple[Place, str], int] = {}
    names: set[str] = set()
    for row in rows(path):
        names.update(row)
        place = Place(row.text("system"), row.whole("segment"), row.whole("position"))
        annotator = row.text("annotator")
        if (place, annotator) in seen:
            what = f"{annotator} judged this pronoun already in line {seen[place, annotator]}"
            raise row.error(what, "one row per system, pronoun and annotator")
        seen[place, annotator] = row.line
        antecedent = row.get("antecedent", "").strip()
        yield JudgementRow(
            place,
            annotator,
            _label(row, row.get("judgement", "").strip()),
            _label(row, antecedent) if antecedent else None,
            row.get("category", "").strip() or None,
        )
    if "judgement" not in names:
        there = ", ".join(sorted(names)) or "none"
        hint = "expected system, segment, position, annotator, judgement"
        raise InputError(path, None, f"no column 'judgement', found {there}", hint=hint)


def has_judgements(path: Path) -> bool:
    """Is it a table of judgements, and not of scores?"""
    return {"judgement", "segment"} <= next(rows(path), {}).keys()


def _label(row: Row, name: str) -> Label:
    if name.lower() not in _NAMES:
        known = ", ".join(label.value for label in Label)
        raise row.error(f"unknown judgement {name!r}", f"known are {known}")
    return _NAMES[name.lower()]
