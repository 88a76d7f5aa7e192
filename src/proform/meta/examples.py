"""What a metric and what people say of the same pronouns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from proform.errors import ProformError
from proform.human.opinion import RIGHT, WRONG
from proform.human.review import Review
from proform.meta.systems import Judges, match, verdict_word
from proform.model import Verdict
from proform.scoring.judgements import Judgement, read_judgements
from proform.stats.agreement import Comparative, Decisions, by_category
from proform.store.database import is_store
from proform.suite.categories import load_categories
from proform.text.judgements import Place

UNKNOWN = "uncategorised"
MISSING = "no judgement"

_VERDICTS = {RIGHT: Verdict.CORRECT, WRONG: Verdict.INCORRECT}


@dataclass(frozen=True, slots=True)
class DecisionPair:
    """A metric's decision, and what people say of the same pronoun, if they do."""

    decided: Judgement
    review: Review | None
    category: str

    @property
    def human(self) -> Verdict:
        """What people say."""
        outcome = "" if self.review is None else self.review.verdict().outcome
        return _VERDICTS.get(outcome, Verdict.UNDECIDED)

    @property
    def label(self) -> str:
        """The same in a word that also tells why there is no judgement."""
        return MISSING if self.review is None else verdict_word(self.review.verdict())

    @property
    def decides(self) -> bool:
        """Do both decide?"""
        return Verdict.UNDECIDED not in (self.decided.verdict, self.human)

    @property
    def differs(self) -> bool:
        """Do both decide, and not alike?"""
        return self.decides and self.decided.verdict is not self.human


@dataclass(frozen=True, slots=True)
class Examples:
    """The pronouns of one metric, in the order of the file."""

    metric: str
    pairs: tuple[DecisionPair, ...]
    notes: tuple[str, ...]

    @property
    def decisions(self) -> dict[str, Decisions]:
        """Counts by category, in the order of PROTEST, then of the alphabet."""
        found = by_category(
            Comparative(p.category, p.decided.verdict, p.decided.reason, p.human)
            for p in self.pairs
        )
        return {category: found[category] for category in in_order(found)}

    @property
    def undecided(self) -> Counter[str]:
        """The metric's reasons where it does not decide."""
        pairs = (pair.decided for pair in self.pairs)
        return Counter(one.reason for one in pairs if one.verdict is Verdict.UNDECIDED)

    @property
    def unjudged(self) -> Counter[str]:
        """Why there is no human judgement, of pronouns that the metric decides."""
        return Counter(
            pair.label
            for pair in self.pairs
            if pair.decided.verdict is not Verdict.UNDECIDED and pair.human is Verdict.UNDECIDED
        )


def load_examples(detail: Path, judges: Judges, metric: str | None = None) -> Examples:
    """The decisions of a file, each beside what people say."""
    decided = of_metric(detail, metric)
    reviews = judges.load()
    names, notes = match((place.system for place in reviews), (one.place.system for one in decided))
    pairs = [
        _pair(one, reviews.get(one.place._replace(system=names[one.place.system])))
        for one in decided
    ]
    judged = sum(pair.review is not None for pair in pairs)
    if not judged:
        ours, theirs = decided[0].place, next(iter(reviews))
        what = f"no pronoun of {detail} is judged in {judges.where}"
        raise ProformError(f"{what}: one has {_where(ours)}, the other {_where(theirs)}")
    known = None if is_store(judges.where) else {one.category for one in decided}
    more = _notes(pairs, known, len(reviews) - judged)
    return Examples(decided[0].metric, tuple(pairs), (*notes, *more))


def of_metric(detail: Path, metric: str | None) -> list[Judgement]:
    """The rows of one metric; without a name, of the only one."""
    rows = list(read_judgements(detail))
    metrics = list(dict.fromkeys(row.metric for row in rows))
    if metric is None and len(metrics) > 1:
        hint = f"choose one with -m: {', '.join(metrics)}"
        raise ProformError(f"{detail}: decisions of several metrics", hint=hint)
    chosen = metrics[0] if metric is None else metric
    if chosen not in metrics:
        raise ProformError(f"{detail}: no metric {metric!r}", hint=f"it has {', '.join(metrics)}")
    return [row for row in rows if row.metric == chosen]


def in_order(categories: Iterable[str]) -> list[str]:
    """Categories as PROTEST lists them, then the others, those without one last."""
    known = [category.name for category in load_categories().categories]
    order = {name: number for number, name in enumerate(known)}
    return sorted(categories, key=lambda c: (c == UNKNOWN, order.get(c, len(known)), c))


def of_category(pairs: Sequence[DecisionPair], category: str | None) -> list[DecisionPair]:
    """The pronouns of a category, which somebody must know."""
    if category is None:
        return list(pairs)
    known = in_order({pair.category for pair in pairs})
    if category not in known:
        raise ProformError(f"no category {category!r}", hint=f"there are {', '.join(known)}")
    return [pair for pair in pairs if pair.category == category]


def _pair(decided: Judgement, review: Review | None) -> DecisionPair:
    said = None if review is None else review.category
    return DecisionPair(decided, review, decided.category or said or UNKNOWN)


def _notes(
    pairs: Sequence[DecisionPair], known: set[str | None] | None, others: int
) -> Iterator[str]:
    if others:
        yield f"{others} judged pronouns are not among those of the metric, and left out"
    if all(pair.category == UNKNOWN for pair in pairs):
        yield "no category is known, neither by the metric's file nor by the judgements"
    differ = sum(
        pair.review is not None and (pair.review.category or pair.category) != pair.category
        for pair in pairs
    )
    if differ:
        yield f"{differ} pronouns have another category in the judgements: the metric's file counts"
    if known is not None:
        known |= {category.name for category in load_categories().categories} | {UNKNOWN}
        strange = Counter(pair.category for pair in pairs if pair.category not in known)
        if strange:
            each = ", ".join(f"{category} ({number})" for category, number in strange.items())
            yield f"categories that neither PROTEST nor the metric's file knows: {each}"


def _where(place: Place) -> str:
    return f"{place.system}, segment {place.segment}, word {place.position}"
