"""Ratings of the WMT campaigns in MQM: a TSV, each row an error that one rater marks in a segment.

The columns are system, doc, doc_id, seg_id, rater, source, target, category and severity; others,
such as a comment, may follow. `<v>…</v>` marks the error in the target, an omission in the source.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from proform.errors import InputError
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


class RatedSegment(NamedTuple):
    """A seg_id; some campaigns count through all documents, some anew in each."""

    document: str
    number: int


PENALTIES = {Severity.MINOR: 1.0, Severity.MAJOR: 5.0, Severity.CRITICAL: 5.0}
"""What an error costs; a neutral mark is none."""


@dataclass(frozen=True, slots=True)
class Rating:
    """One row: an error, or that there is none. The texts are without tags."""

    system: str
    segment: RatedSegment
    rater: str
    source: str
    target: str
    span: range
    """The characters of the target that are marked; none if it is an omission, or no error."""
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
        return max(start, self.span.start) < min(end, self.span.stop)


def read_ratings(path: Path) -> Iterator[Rating]:
    """The rows of a file, one after the other."""
    lines = ((number, line) for number, line in enumerate(plain_lines(path), 1) if line)
    _, header = next(lines, (0, ""))
    names = header.split("\t")
    for name in _COLUMNS:
        if names.count(name) != 1:
            what = f"expected one column {name!r}, found {', '.join(names)}"
            hint = f"the header is {' '.join(_COLUMNS)}, tabs between"
            raise InputError(path, 1, what, hint=hint)
    for number, line in lines:
        cells = line.split("\t")
        if len(cells) != len(names):
            what = f"expected {len(names)} columns as in the header, found {len(cells)}"
            raise InputError(path, number, what)
        yield _rating(path, number, dict(zip(names, cells, strict=True)))


def verdict(ratings: Iterable[Rating], pronoun: Token) -> Verdict:
    """What one rater says of a pronoun in the target of these ratings, all of one segment.

    Under an error of at most LONGEST words a pronoun is wrong, without any it is right. A longer
    one says that something in it is wrong, but not that the pronoun is, nor that it is not:
    undecided. A neutral mark is no error.
    """
    errors = [
        rating.words
        for rating in ratings
        if rating.severity in PENALTIES and rating.marks(pronoun.start, pronoun.end)
    ]
    if not errors:
        return Verdict.CORRECT
    return Verdict.INCORRECT if min(errors) <= LONGEST else Verdict.UNDECIDED


def _rating(path: Path, number: int, cells: dict[str, str]) -> Rating:
    segment, severity = cells["seg_id"], cells["severity"].lower()
    if not _NUMBER.fullmatch(segment):
        raise InputError(path, number, f"expected a number as seg_id, found {segment!r}")
    sides = cells["source"], cells["target"]
    (source, _), (target, span) = (_unmarked(path, number, side) for side in sides)
    known = [severity.value for severity in Severity]
    if severity not in known:
        what = f"unknown severity {cells['severity']!r}"
        raise InputError(path, number, what, hint=f"known are {', '.join(known)}")
    return Rating(
        cells["system"],
        RatedSegment(cells["doc"], int(segment)),
        cells["rater"],
        source,
        target,
        span,
        cells["category"],
        Severity(severity),
        any(_TAG.findall(text) == ["<v>"] for text in sides),
    )


def _unmarked(path: Path, number: int, text: str) -> tuple[str, range]:
    """The text without its tags, and what they mark."""
    pieces = _TAG.split(text)
    if broken := _LIKE_TAG.search("\n".join(pieces)):
        what = f"expected <v>…</v>, found {broken[0]!r}"
        raise InputError(path, number, what, hint="a tag is written like this, in small letters")
    match _TAG.findall(text):
        case []:
            return text, range(0)
        # A mark that is left open goes to the end: there is one in the TED data of 2021.
        case ["<v>"] | ["<v>", "</v>"]:
            start = len(pieces[0])
            return "".join(pieces), range(start, start + len(pieces[1]))
        case tags:
            what = f"expected one marked span, found {' '.join(tags)}"
            raise InputError(path, number, what, hint="a row marks one error: <v>…</v>")
