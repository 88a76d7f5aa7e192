"""Do annotators agree? In pairs and all together, over all pronouns and by category."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from proform.errors import ProformError
from proform.human.agreement import Measured, annotators, label, overall, pairs
from proform.human.opinion import QUESTIONS
from proform.human.review import Review, load_reviews
from proform.meta.examples import UNKNOWN, in_order, word
from proform.table.table import Column, Record, Table, attributes, ends, rounded, span
from proform.table.tables import Tables
from proform.text.judgements import Place


class Agreed(NamedTuple):
    """How far some annotators agree on one question."""

    question: str
    category: str | None
    annotators: tuple[str, ...]
    measure: str
    unjudged: bool
    """Is unjudged an answer like the others?"""
    measured: Measured


def agreement(
    judgements: str,
    *,
    listed: bool = False,
    resamples: int = 10_000,
    seed: int = 12345,
    suite: str | None = None,
    adjudicator: str | None = None,
) -> Tables:
    """Measure how far annotators agree: kappa of each two, alpha of more, by category.

    >>> proform.meta.agreement("judgements.tsv")["agreement"].records  # doctest: +SKIP
    """
    reviews = load_reviews(judgements, suite, adjudicator)
    names = annotators(reviews)
    if len(names) < 2:
        only = f"{names[0]} is the only annotator" if names else "there is no annotator"
        raise ProformError(f"{only}: there is nobody to agree with")
    by_category: dict[str, dict[Place, Review]] = {}
    for place, review in reviews.items():
        by_category.setdefault(review.category or UNKNOWN, {})[place] = review
    agreed: list[Agreed] = []
    divided: list[Agreed] = []
    for question in QUESTIONS:
        agreed += _agreed(question, None, reviews, resamples, seed)
        if set(by_category) != {UNKNOWN}:
            for category in in_order(by_category):
                divided += _agreed(question, category, by_category[category], resamples, seed)
    if not agreed:
        raise ProformError("no pronoun has judgements by two annotators")
    title = "agreement of annotators: Cohen's kappa, Krippendorff's alpha"
    tables = [_agreement("agreement", title, agreed)]
    if divided:
        # Of more than two annotators, all together only.
        kept = [row for row in divided if row.measure == "alpha" or len(names) <= 2]
        tables.append(_agreement("by_category", "the same by category", kept, Column("category")))
    if listed:
        tables.append(_disagreements(names, reviews))
    how = f"intervals by {resamples} resamples of the pronouns, seed {seed}"
    return Tables(tuple(tables), (*_notes(reviews, names), how))


def _agreed(
    question: str, category: str | None, reviews: Mapping[Place, Review], times: int, seed: int
) -> Iterator[Agreed]:
    """Cohen's kappa for each two, Krippendorff's alpha for more."""
    for pair in pairs(reviews):
        for unjudged in (True, False):
            measured = pair.measure(question, seed, times, unjudged=unjudged)
            if measured is not None:
                both = (pair.first, pair.second)
                yield Agreed(question, category, both, "kappa", unjudged, measured)
    together = overall(reviews, question, seed, times)
    if together is not None:
        yield Agreed(question, category, together[0], "alpha", False, together[1])


def _notes(reviews: Mapping[Place, Review], names: Sequence[str]) -> Iterator[str]:
    asked = [review.annotators for review in reviews.values()]
    alone = [opinions[0].annotator for opinions in asked if len(opinions) == 1]
    if alone:
        each = ", ".join(f"{name} {alone.count(name)}" for name in names if name in alone)
        yield f"left out: {len(alone)} pronouns that only one annotator was given ({each})"
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


def _agreement(name: str, title: str, agreed: Sequence[Agreed], *first: Column) -> Table:
    records, notes = tuple(map(_record, agreed)), tuple(_undefined(agreed))
    return Table(name, title, (*first, *_COLUMNS), records, notes)


def _disagreements(names: Sequence[str], reviews: Mapping[Place, Review]) -> Table:
    records: list[Record] = []
    for question, (place, review) in product(QUESTIONS, reviews.items()):
        asked = [said for said in review.annotators if said.on(question) is not None]
        if len({label(said, question) for said in asked}) > 1:
            about = {"category": review.category or UNKNOWN, "question": question}
            words = {said.annotator: word(said.on(question), said.reason) for said in asked}
            each = {f"by_{name}": words.get(name) for name in names}
            records.append({**place._asdict(), **about, **each})
    columns = (
        Column("system"),
        Column("segment"),
        Column("word", ("position",)),
        Column("category"),
        Column("of", ("question",)),
        *(Column(name, (f"by_{name}",)) for name in names),
    )
    gaps = any(None in record.values() for record in records)
    notes = ("–: the annotator was not given this one",) if gaps else ()
    return Table("disagreements", f"{len(records)} disagreements", columns, tuple(records), notes)


def _record(agreed: Agreed) -> Record:
    agreement = agreed.measured.measure
    return {
        "category": agreed.category,
        "annotators": " – ".join(agreed.annotators),
        **attributes(agreed, "question", "measure", "unjudged"),
        **attributes(agreement, "n", "left_out"),
        "differ": agreed.measured.differ,
        "value": agreement.value,
        **ends(agreement.interval),
    }


def _undefined(agreed: Sequence[Agreed]) -> Iterator[str]:
    whys: dict[str, list[str]] = {}
    for question, category, *_, measured in agreed:
        if measured.measure.why:
            where = f"{category}, {question}" if category else question
            whys.setdefault(measured.measure.why, []).append(where)
    for why, places in whys.items():
        yield f"no value where {why}: {'; '.join(dict.fromkeys(places))}"
