"""What every judge can do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from proform.model import Decision, Occurrence, Rendering, Segment, Translation
from proform.pronoun.occurrences import Finder

Vectors = NDArray[np.float64]
"""Sums of statistics: the last axis is the statistic, the others are anything."""


OCCURRENCES = "occurrences"
"""A statistic that is always 1, for judges whose others do not tell how many there were."""


class Judge(Protocol):
    """Says of one pronoun in one translation what it thinks.

    Its statistics add up; its score is a function of the sums. So resampling judges nothing twice,
    and a score by pronoun or document is only another sum.
    """

    @property
    def name(self) -> str:
        """Its name on the command line."""

    @property
    def statistics(self) -> tuple[str, ...]:
        """The names of what adds up."""

    @property
    def finder(self) -> Finder:
        """How it finds its occurrences."""

    @property
    def anchored(self) -> bool:
        """Are its occurrences words of the reference, not of the source?"""

    @property
    def looks_back(self) -> int:
        """How many segments before that of an occurrence it wants to see."""

    @property
    def signature(self) -> Mapping[str, str]:
        """Every setting that changes the number."""

    def takes(self, occurrence: Occurrence) -> bool:
        """Is this one of the pronouns that the judge looks at?"""

    def reference(self, occurrence: Occurrence, segment: Segment) -> Rendering:
        """What stands for it in the reference."""

    def candidate(self, occurrence: Occurrence, segment: Segment, into: Translation) -> Rendering:
        """What stands for it in a system's translation."""

    def judge(self, occurrence: Occurrence, reference: Rendering, candidate: Rendering) -> Decision:
        """The verdict, its reason and its statistics."""

    def because(self, judgement: Decision) -> str:
        """The decision in words that a person understands."""

    def sizes(self, sums: Vectors) -> Vectors:
        """How many occurrences the score is a share of."""

    def left_out(self, sums: Vectors) -> Mapping[str, int]:
        """How many occurrences the score leaves out, for each reason in words."""

    def scores(self, sums: Vectors) -> Mapping[str, Vectors]:
        """`score` and whatever is reported beside it; not a number where undefined."""


def ratio(numerator: Vectors, denominator: Vectors) -> Vectors:
    """A share; of nothing, not a number."""
    empty = np.full(np.broadcast_shapes(numerator.shape, denominator.shape), np.nan)
    np.divide(numerator, denominator, out=empty, where=denominator != 0)
    return empty
