"""Do annotators agree? In pairs and all together, over all pronouns and by category."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from proform.errors import ProformError
from proform.human.agreement import Measured, annotators, label, overall, pairs
from proform.human.opinion import QUESTIONS
from proform.human.review import Review, load_reviews
from proform.meta.examples import UNKNOWN, in_order
from proform.meta.systems import word
from proform.stats.agreement import Reliability
from proform.table.table import Column, Record, Table, rounded, span
from proform.table.tables import Tables
from proform.text.judgements import Place


@dataclass(frozen=True, slots=True)
class Agreed:
    """How far some annotators agree on one question."""

    question: str
    category: str | None
    annotators: tuple[str, ...]
    measure: str
    unjudged: bool
    """Is unjudged an answer like the others?"""
    differ: int
    agreement: Reliability


@dataclass(frozen=True, slots=True)
class Disagreed:
    """A pronoun on which annotators do not agree, and the word of each for it."""

    place: Place
    question: str
    category: str
    labels: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Annotators:
    """All that can be said of the agreement of some annotators."""

    names: tuple[str, ...]
    agreed: tuple[Agreed, ...]
    by_category: tuple[Agreed, ...]
    disagreed: tuple[Disagreed, ...]
    notes: tuple[str, ...]


def agreement(
    judgements: str,
    *,
    listed: bool = False,
    resamples: int = 10_000,
    seed: int = 12345,
    suite: str | None = None,
) -> Tables:
    """Measure how far annotators agree: kappa of each two, alpha of more, by category.

    >>> proform.meta.agreement("judgements.tsv")["agreement"].records  # doctest: +SKIP
    """
    compared = compare_annotators(load_reviews(judgements, suite), resamples, seed)
    tables = [agreement_table(compared)]
    if compared.by_category:
        tables.append(by_category(compared))
    if listed:
        tables.append(disagreement_table(compared))
    how = f"intervals by {resamples} resamples of the pronouns, seed {seed}"
    return Tables(tuple(tables), (*compared.notes, how))


def compare_annotators(reviews: Mapping[Place, Review], times: int, seed: int) -> Annotators:
    """Cohen's kappa for each two, Krippendorff's alpha for more, by category where it is known."""
    names = annotators(reviews)
    if len(names) < 2:
        only = f"{names[0]} is the only annotator" if names else "there is no annotator"
        raise ProformError(f"{only}: there is nobody to agree with")
    by_category: dict[str, dict[Place, Review]] = {}
    for place, review in reviews.items():
        by_category.setdefault(review.category or UNKNOWN, {})[place] = review
    agreed: list[Agreed] = []
    divided: list[Agreed] = []
    disagreed: list[Disagreed] = []
    for question in QUESTIONS:
        agreed += _agreed(question, None, reviews, times, seed)
        if set(by_category) != {UNKNOWN}:
            for category in in_order(by_category):
                divided += _agreed(question, category, by_category[category], times, seed)
        disagreed += _disagreed(question, reviews)
    if not agreed:
        raise ProformError("no pronoun has judgements of two annotators")
    notes = tuple(_notes(reviews, names))
    return Annotators(names, tuple(agreed), tuple(divided), tuple(disagreed), notes)


def _agreed(
    question: str,
    category: str | None,
    reviews: Mapping[Place, Review],
    times: int,
    seed: int,
) -> Iterator[Agreed]:
    def agreed(names: tuple[str, ...], how: str, found: Measured, *, unjudged: bool) -> Agreed:
        return Agreed(question, category, names, how, unjudged, found.differ, found.measure)

    for pair in pairs(reviews):
        for unjudged in (True, False):
            found = pair.measure(question, seed, times, unjudged=unjudged)
            if found is not None:
                yield agreed((pair.first, pair.second), "kappa", found, unjudged=unjudged)
    together = overall(reviews, question, seed, times)
    if together is not None:
        yield agreed(together[0], "alpha", together[1], unjudged=False)


def _disagreed(question: str, reviews: Mapping[Place, Review]) -> Iterator[Disagreed]:
    for place, review in reviews.items():
        asked = [one for one in review.annotators if one.on(question) is not None]
        if len({label(one, question) for one in asked}) > 1:
            words = {one.annotator: word(one.on(question), one.reason) for one in asked}
            yield Disagreed(place, question, review.category or UNKNOWN, words)


def _notes(reviews: Mapping[Place, Review], names: Sequence[str]) -> Iterator[str]:
    asked = [review.annotators for review in reviews.values()]
    alone = [opinions[0].annotator for opinions in asked if len(opinions) == 1]
    if alone:
        each = ", ".join(f"{name} {alone.count(name)}" for name in names if name in alone)
        yield f"left out: {len(alone)} pronouns that one annotator only was given ({each})"
    contradictory = sum(bool(review.contradictory) for review in reviews.values())
    if contradictory:
        yield f"{contradictory} pronouns have an answer that contradicts itself: it is unjudged"


_COLUMNS = (
    Column("annotators", show=lambda names: names),
    Column("of", ("question",)),
    Column("measure"),
    Column("unjudged", show=lambda own: "a class" if own else "left out"),
    Column("n"),
    Column("differ"),
    Column("value", show=rounded(3)),
    Column("95% interval", ("low", "high"), span(3)),
)


def agreement_table(found: Annotators) -> Table:
    """Each two annotators, and all together."""
    title = "agreement of annotators: Cohen's kappa, Krippendorff's alpha"
    notes = tuple(_undefined(found.agreed))
    return Table("agreement", title, _COLUMNS, tuple(map(_record, found.agreed)), notes)


def by_category(found: Annotators) -> Table:
    """The same for each category; of more than two annotators, all together only."""
    several = len(found.names) > 2
    kept = [one for one in found.by_category if one.measure == "alpha" or not several]
    return Table(
        "by_category",
        "the same by category",
        (Column("category"), *_COLUMNS),
        tuple(map(_record, kept)),
        tuple(_undefined(kept)),
    )


def disagreement_table(found: Annotators) -> Table:
    """The pronouns on which annotators do not agree, and what each one says."""
    records = tuple(
        {
            "system": one.place.system,
            "segment": one.place.segment,
            "position": one.place.position,
            "category": one.category,
            "question": one.question,
            **{f"by_{name}": one.labels.get(name) for name in found.names},
        }
        for one in found.disagreed
    )
    columns = (
        Column("system"),
        Column("segment"),
        Column("word", ("position",)),
        Column("category"),
        Column("of", ("question",)),
        *(Column(name, (f"by_{name}",)) for name in found.names),
    )
    gaps = any(set(found.names) - set(one.labels) for one in found.disagreed)
    notes = ("–: the annotator was not given this one",) if gaps else ()
    return Table("disagreements", f"{len(records)} disagreements", columns, records, notes)


def _record(one: Agreed) -> Record:
    interval = one.agreement.interval
    return {
        "category": one.category,
        "annotators": " – ".join(one.annotators),
        "question": one.question,
        "measure": one.measure,
        "unjudged": one.unjudged,
        "n": one.agreement.n,
        "left_out": one.agreement.left_out,
        "differ": one.differ,
        "value": one.agreement.value,
        "low": interval.low if interval else None,
        "high": interval.high if interval else None,
    }


def _undefined(found: Sequence[Agreed]) -> Iterator[str]:
    whys: dict[str, list[str]] = {}
    for one in found:
        if one.agreement.why:
            where = f"{one.category}, {one.question}" if one.category else one.question
            names = whys.setdefault(one.agreement.why, [])
            if where not in names:
                names.append(where)
    for why, places in whys.items():
        yield f"no value where {why}: {'; '.join(places)}"
