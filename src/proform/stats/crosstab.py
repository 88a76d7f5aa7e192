"""Counts in rows and columns, of cases and judgements, say; and of forms in place of others."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Crosstab:
    """How often each row meets each column."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]

    @property
    def row_totals(self) -> tuple[int, ...]:
        """The sum of each row."""
        return tuple(map(sum, self.counts))

    @property
    def column_totals(self) -> tuple[int, ...]:
        """The sum of each column."""
        return tuple(sum(row[place] for row in self.counts) for place in range(len(self.columns)))


def cross(
    pairs: Iterable[tuple[str, str]], *, rows: Iterable[str] = (), columns: Iterable[str] = ()
) -> Crosstab:
    """Count (row, column) pairs; those named come first, also where they do not occur."""
    counted = Counter(pairs)
    down = tuple(dict.fromkeys([*rows, *(row for row, _ in counted)]))
    across = tuple(dict.fromkeys([*columns, *(column for _, column in counted)]))
    counts = tuple(tuple(counted[row, column] for column in across) for row in down)
    return Crosstab(down, across, counts)


def share(part: float, whole: float) -> float | None:
    """A part of a whole; a part of nothing is None."""
    return part / whole if whole else None


def shares(counts: Iterable[int]) -> tuple[float | None, ...]:
    """What part of their sum each count is."""
    counts = tuple(counts)
    return tuple(share(count, sum(counts)) for count in counts)


class JudgedForms(NamedTuple):
    """A pronoun of the source, its forms in reference and candidate, is the candidate's correct?

    Forms that count as identical are the same here.
    """

    source: str
    reference: str
    candidate: str
    correct: bool


class FormPair(NamedTuple):
    """A candidate's form in place of another in the reference: how often, and how often correct."""

    source: str
    reference: str
    candidate: str
    n: int
    correct: int

    @property
    def probability(self) -> float:
        """p(correct | candidate, reference)."""
        return self.correct / self.n


@dataclass(frozen=True, slots=True)
class Equivalents:
    """The pairs kept, and those dropped; the most frequent first."""

    sample: int
    kept: tuple[FormPair, ...]
    rare: tuple[FormPair, ...]
    """Dropped: too small a part of the sample."""
    improbable: tuple[FormPair, ...]
    """Dropped: not correct often enough."""


def estimate(
    judgements: Iterable[JudgedForms], *, part: float = 0.05, above: float = 0.5
) -> Equivalents:
    """The pairs that are this part of the sample or more, and correct with a probability above.

    As in Miculicich Werlen and Popescu-Belis (2017), but for each pronoun of the source. The sample
    is all that was judged, also where candidate and reference have the same form.
    """
    sample = Counter(judgements)
    unlike = {judged[:3] for judged in sample if judged.reference != judged.candidate}
    counts = {
        forms: [sample[JudgedForms(*forms, said)] for said in (True, False)] for forms in unlike
    }
    pairs = [FormPair(*forms, right + wrong, right) for forms, (right, wrong) in counts.items()]
    pairs.sort(key=lambda pair: (-pair.n, pair))
    # Divided, not multiplied: 7 of 140 are 5%, but 0.05 * 140 is a little more than 7.
    rare = [pair for pair in pairs if pair.n / sample.total() < part]
    frequent = [pair for pair in pairs if pair not in rare]
    kept = tuple(pair for pair in frequent if pair.probability > above)
    improbable = tuple(pair for pair in frequent if pair.probability <= above)
    return Equivalents(sample.total(), kept, tuple(rare), improbable)
