"""The scores of gap filling (DiscoMT 2015), as pure functions of what a system said and what fits.

An example counts as a pair: the system's own pronoun, as one of the choices, and the choices that
fit. Everything outside the list is *other*. What has no answer is no pair; it is counted apart.

- Accuracy with *other*: the own pronoun is one that fits. The official score.
- Accuracy without *other*: as if the choice did not exist. What fits only as *other* is left out,
  and an own pronoun outside the list does not fit.
- Precision of a pronoun: of the examples in which the system says it, those that it fits.
- Lenient recall of a pronoun: of the examples that it fits, those in which the system says
  something that fits, be it another one.
- F: their harmonic mean. The micro-average has the sums over all pronouns of the list.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from proform.gap.answers import OTHER, Fill
from proform.human.verdict import majority
from proform.stats.crosstab import share
from proform.stats.estimate import ShareInterval, Spread, score_interval
from proform.table.table import Column, Table, attributes, ends, percent, rounded, span_percent

FILLED, BAD_TRANSLATION, UNDECIDED, OPEN = "filled", "bad_translation", "undecided", "open"
ABSENT, UNASKED = "no_word", "not_asked"
"""No word stands for the pronoun, so there is nothing to hide; nobody was asked."""

OUTCOMES = (FILLED, BAD_TRANSLATION, UNDECIDED, OPEN, UNASKED, ABSENT)


class GapPair(NamedTuple):
    """An example that counts."""

    own: str
    fitting: frozenset[str]

    @property
    def right(self) -> bool:
        """Does the own pronoun fit?"""
        return self.own in self.fitting


class Accuracy(NamedTuple):
    """A share of examples, with Wilson's interval."""

    right: int
    size: int

    @property
    def value(self) -> float | None:
        """The share; of nothing there is none."""
        return share(self.right, self.size)

    @property
    def interval(self) -> ShareInterval | None:
        """For what other examples of the same kind might give."""
        value = self.value
        if value is None:
            return None
        return score_interval(value, self.size, Spread(value * (1 - value) / self.size, inf))

    def record(self, suffix: str = "") -> dict[str, object]:
        """In a row of a table."""
        counts = {"right": self.right, "n": self.size, "accuracy": self.value}
        values = {**counts, **ends(self.interval)}
        return {f"{name}{suffix}": value for name, value in values.items()}


class OfForm(NamedTuple):
    """One pronoun in counts, or all of them summed."""

    form: str
    said: int = 0
    """Examples in which the system says it;"""
    right: int = 0
    """those of them that it fits."""
    fits: int = 0
    """Examples that it fits;"""
    met: int = 0
    """those of them in which the system says something that fits."""

    @property
    def precision(self) -> float | None:
        """Of what was said."""
        return share(self.right, self.said)

    @property
    def recall(self) -> float | None:
        """Of what fits; lenient."""
        return share(self.met, self.fits)

    @property
    def f(self) -> float | None:
        """The harmonic mean; without precision or recall there is none."""
        precision, recall = self.precision, self.recall
        if precision is None or recall is None:
            return None
        return share(2 * precision * recall, precision + recall) or 0.0


@dataclass(frozen=True, slots=True)
class GapScores:
    """All scores of a system."""

    with_other: Accuracy
    without_other: Accuracy
    forms: tuple[OfForm, ...]
    micro: OfForm


def measure(pairs: Sequence[GapPair], forms: Sequence[str]) -> GapScores:
    """The scores over examples; `forms` are the pronouns of the list."""
    listed = [GapPair(pair.own, pair.fitting - {OTHER}) for pair in pairs]
    by_form = tuple(_of_form(pairs, form) for form in forms)
    sums = map(sum, zip(*(form[1:] for form in by_form), strict=True))
    with_other = _accuracy(pairs)
    without_other = _accuracy([pair for pair in listed if pair.fitting])
    return GapScores(with_other, without_other, by_form, OfForm("all", *sums))


def _accuracy(pairs: Sequence[GapPair]) -> Accuracy:
    return Accuracy(sum(pair.right for pair in pairs), len(pairs))


def _of_form(pairs: Sequence[GapPair], form: str) -> OfForm:
    said = [pair.right for pair in pairs if pair.own == form]
    fits = [pair.right for pair in pairs if form in pair.fitting]
    return OfForm(form, len(said), sum(said), len(fits), sum(fits))


class GapOutcome(NamedTuple):
    """What the answers of all annotators to one example come to."""

    kind: str
    fitting: frozenset[str] = frozenset()


def combine(answers: Iterable[Fill]) -> GapOutcome:
    """Form by form, what more than half of those ticked who filled the gap.

    If more than half call it a bad translation, it is one. If no form has more than half, or half
    call it bad, it is undecided, and so it is where all contradict themselves.
    """
    said = [answer for answer in answers if answer.decided or answer.contradicts]
    decided = [answer for answer in said if answer.decided]
    if not decided:
        return GapOutcome(UNDECIDED if said else OPEN)
    bad = majority([answer.bad for answer in decided])
    if bad is None or bad:
        return GapOutcome(BAD_TRANSLATION if bad else UNDECIDED)
    filled = [answer.forms for answer in decided if not answer.bad]
    ticked = frozenset[str]().union(*filled)
    fitting = frozenset(form for form in ticked if majority([form in forms for forms in filled]))
    return GapOutcome(FILLED, fitting) if fitting else GapOutcome(UNDECIDED)


_ACCURACY = (
    "right: the system's own pronoun is ticked; with other: whatever is not in the list counts as "
    "one more choice, other; without: examples that only other fits are left out, and other is "
    "never right; P, R, F: micro-averages over the pronouns in the list, with lenient recall"
)
_PRONOUNS = (
    "said: by the system; right: and it fits; fits: by annotators; met: and what the system says "
    "fits, be it another pronoun; not here is what was never said and never fits"
)
_RATIOS = tuple(
    Column(header, (key,), rounded(3))
    for header, key in (("P", "precision"), ("R", "recall"), ("F", "f"))
)


def score_tables(scores: Mapping[str, GapScores]) -> tuple[Table, Table]:
    """The scores of systems in a row each; and precision, lenient recall and F of each pronoun."""
    columns = (
        Column("system"),
        Column("with other", ("right",)),
        Column("of", ("n",)),
        Column("%", ("accuracy",), percent),
        Column("95% interval", ("low", "high"), span_percent),
        Column("without", ("right_without_other",)),
        Column("of", ("n_without_other",)),
        Column("%", ("accuracy_without_other",), percent),
        Column("95% interval", ("low_without_other", "high_without_other"), span_percent),
        *_RATIOS,
    )
    accuracies = tuple(
        {
            "system": system,
            **theirs.with_other.record(),
            **theirs.without_other.record("_without_other"),
            **attributes(theirs.micro, "precision", "recall", "f"),
        }
        for system, theirs in scores.items()
    )
    pronouns = tuple(
        {
            "system": system,
            "pronoun": form.form,
            **attributes(form, "said", "right", "precision", "fits", "met", "recall", "f"),
        }
        for system, theirs in scores.items()
        for form in (*theirs.forms, theirs.micro)
        if form.said or form.fits
    )
    precision, recall, f = _RATIOS
    heads = map(Column, ("system", "pronoun", "said", "right"))
    by_form = (*heads, precision, Column("fits"), Column("met"), recall, f)
    title = "gap filling: accuracy with other (official), without other, and micro-averages"
    return (
        Table("accuracy", title, columns, accuracies, (_ACCURACY,)),
        Table("pronouns", "by pronoun", by_form, pronouns, (_PRONOUNS,)),
    )
