"""The values of the domain. Standard library only, no input or output.

Words are counted from 0, segments too. A line of text is its tokens joined by single blanks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Alignment:
    """Word links of one segment pair, as (source, target) positions."""

    links: tuple[tuple[int, int], ...]

    def targets(self, *sources: int) -> tuple[int, ...]:
        """Target positions linked to any of these source positions, in order."""
        return tuple(sorted({target for source, target in self.links if source in sources}))

    def sources(self, *targets: int) -> tuple[int, ...]:
        """Source positions linked to any of these target positions, in order."""
        return tuple(sorted({source for source, target in self.links if target in targets}))


@dataclass(frozen=True, slots=True)
class Translation:
    """One segment of the reference or of a system, with its links to the source."""

    tokens: Sequence[str]
    alignment: Alignment


@dataclass(frozen=True, slots=True)
class Segment:
    """One source segment with its translations."""

    number: int
    document: str | None
    source: Sequence[str]
    reference: Translation
    candidates: Sequence[Translation]


class Occurrence(NamedTuple):
    """One pronoun to evaluate: a token of the source (or of the reference, if anchored there).

    A named tuple, as are the two below: there are millions of them, and a frozen dataclass takes
    three times as long to make.
    """

    segment: int
    position: int
    token: str
    form: str
    document: str | None


class Step(Enum):
    """How the translation of an occurrence was found."""

    ALIGNED = "aligned"
    PICKED = "picked among several aligned words"
    SEARCHED = "found near the translations of the neighbouring words"
    NONE = "not found"


class Rendering(NamedTuple):
    """What stands for an occurrence in one translation."""

    positions: tuple[int, ...]
    tokens: tuple[str, ...]
    forms: tuple[str, ...]
    step: Step


class Verdict(Enum):
    """What a judge thinks of one pronoun."""

    CORRECT = "correct"
    INCORRECT = "incorrect"
    UNDECIDED = "undecided"


class Judgement(NamedTuple):
    """What one judge says of one occurrence in one translation, and why."""

    occurrence: Occurrence
    verdict: Verdict
    reason: str
    reference: Rendering
    candidate: Rendering
    statistics: tuple[float, ...]


OTHER = "OTHER"
"""The form of a translation that is no listed pronoun."""

NONE = "NONE"
"""The form of a translation that is not there."""
