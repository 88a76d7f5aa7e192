"""Ratings of the WMT campaigns in MQM: a TSV, each row an error that one rater marks in a segment.

The columns are system, doc, doc_id, seg_id, rater, source, target, category and severity; others,
such as a comment, may follow. `<v>…</v>` marks the error in the target, an omission in the source.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from proform.errors import InputError, ProformError
from proform.model import Verdict
from proform.text.lines import plain_lines
from proform.text.tokens import Token

LONGEST = 3
"""So many words a mark has at most, if it is to say something of a pronoun in it."""

_COLUMNS = (
    *("system", "doc", "doc_id", "seg_id", "rater"),
    *("source", "target", "category", "severity"),
)
_NUMBER = re.compile("[0-9]{1,18}")
_TAG = re.compile("</?v>")
_LIKE_TAG = re.compile(r"<\s*/?\s*v\s*>|<\s*/\s*v\b", re.IGNORECASE)
_WORD = re.compile(r"\w+(?:[^\w\s]+\w+)*")


class Severity(Enum):
    """How bad an error is."""

    NO_ERROR = "no-error"
    NEUTRAL = "neutral"
    MINOR = "minor"
    MAJOR = "major"
    CRITICAL = "critical"


class Span(NamedTuple):
    """Characters of a text, from start to before end."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Rating:
    """One row: an error, or that there is none. The texts are without tags, the spans were in them.

    `segment` is the seg_id, which counts through all documents of a campaign.
    """

    system: str
    document: str
    segment: int
    rater: str
    source: str
    target: str
    source_span: Span | None
    target_span: Span | None
    category: str
    severity: Severity
    left_open: bool = False
    """Is the end of the mark missing?"""

    @property
    def words(self) -> int:
        """How many words of the target the mark touches, were it only in a letter."""
        return sum(self.marks(*word.span()) for word in _WORD.finditer(self.target))

    def marks(self, start: int, end: int) -> bool:
        """Does the mark in the target touch these characters?"""
        span = self.target_span
        return span is not None and max(start, span.start) < min(end, span.end)


class RatedPronoun(NamedTuple):
    """What one rater says of one pronoun in a system's translation, and the errors marked there."""

    system: str
    document: str
    segment: int
    rater: str
    pronoun: Token
    verdict: Verdict
    errors: tuple[Rating, ...]


def read_ratings(path: Path) -> Iterator[Rating]:
    """The rows of a file, one after the other."""
    lines = ((number, line) for number, line in enumerate(plain_lines(path), 1) if line)
    _, header = next(lines, (0, ""))
    names = header.split("\t")
    for name in _COLUMNS:
        if names.count(name) != 1:
            what = f"expected one column {name!r}, found {', '.join(names)}"
            raise InputError(
                path, 1, what, hint=f"the header is {' '.join(_COLUMNS)}, tabs between"
            )
    for number, line in lines:
        cells = line.split("\t")
        if len(cells) != len(names):
            what = f"expected {len(names)} columns as in the header, found {len(cells)}"
            raise InputError(path, number, what)
        yield _rating(path, number, dict(zip(names, cells, strict=True)))


def judged(
    ratings: Iterable[Rating], pronouns: Callable[[Rating], Iterable[Token]]
) -> Iterator[RatedPronoun]:
    """What the raters say of the pronouns; for a segment that a rater did not rate, nothing.

    `pronouns` tells which tokens of a rating's target to look at. Under an error of at most LONGEST
    words a pronoun is wrong, without any it is right. A longer one says that something in it is
    wrong, but not that the pronoun is, nor that it is not: undecided. A neutral mark is no error.
    """
    rated: dict[tuple[str, str, int, str], list[Rating]] = {}
    for rating in ratings:
        place = rating.system, rating.document, rating.segment, rating.rater
        rated.setdefault(place, []).append(rating)
    for place, rows in rated.items():
        if any(row.target != rows[0].target for row in rows):
            system, _, segment, rater = place
            raise ProformError(f"two targets of {system} in segment {segment} by {rater}")
        for token in pronouns(rows[0]):
            errors = tuple(
                row for row in rows if _is_error(row) and row.marks(token.start, token.end)
            )
            yield RatedPronoun(*place, token, _verdict(errors), errors)


def _verdict(errors: tuple[Rating, ...]) -> Verdict:
    if not errors:
        return Verdict.CORRECT
    close = any(error.words <= LONGEST for error in errors)
    return Verdict.INCORRECT if close else Verdict.UNDECIDED


def _is_error(rating: Rating) -> bool:
    return rating.severity not in {Severity.NO_ERROR, Severity.NEUTRAL}


def _rating(path: Path, number: int, cells: dict[str, str]) -> Rating:
    segment = cells["seg_id"]
    if not _NUMBER.fullmatch(segment):
        raise InputError(path, number, f"expected a number as seg_id, found {segment!r}")
    sides = cells["source"], cells["target"]
    (source, source_span), (target, target_span) = (_unmarked(path, number, t) for t in sides)
    return Rating(
        system=cells["system"],
        document=cells["doc"],
        segment=int(segment),
        rater=cells["rater"],
        source=source,
        target=target,
        source_span=source_span,
        target_span=target_span,
        category=cells["category"],
        severity=_severity(path, number, cells["severity"]),
        left_open=any(_TAG.findall(text) == ["<v>"] for text in sides),
    )


def _severity(path: Path, number: int, name: str) -> Severity:
    try:
        return Severity(name.lower())
    except ValueError:
        known = ", ".join(severity.value for severity in Severity)
        what = f"unknown severity {name!r}"
        raise InputError(path, number, what, hint=f"known are {known}") from None


def _unmarked(path: Path, number: int, text: str) -> tuple[str, Span | None]:
    """The text without its tags, and what they mark."""
    pieces = _TAG.split(text)
    if broken := _LIKE_TAG.search("\n".join(pieces)):
        what = f"expected <v>…</v>, found {broken[0]!r}"
        raise InputError(path, number, what, hint="a tag is written like this, in small letters")
    match _TAG.findall(text):
        case []:
            return text, None
        # A mark that is left open goes to the end: there is one in the TED data of 2021.
        case ["<v>"] | ["<v>", "</v>"]:
            start = len(pieces[0])
            return "".join(pieces), Span(start, start + len(pieces[1]))
        case tags:
            what = f"expected one marked span, found {' '.join(tags)}"
            raise InputError(path, number, what, hint="a row marks one error: <v>…</v>")
