"""Do annotators agree? In pairs and all together, over all pronouns and by category."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from numpy.random import default_rng

from proform.errors import ProformError
from proform.meta.examples import UNKNOWN, in_order
from proform.stats.agreement import Agreement, alpha, disagreements, kappa
from proform.table.table import Column, Record, Table, rounded, span
from proform.text.judgements import Label, Opinion, Place

QUESTIONS: dict[str, Callable[[Opinion], Label | None]] = {
    "pronoun": lambda opinion: opinion.pronoun,
    "antecedent": lambda opinion: opinion.antecedent,
}
"""What annotators are asked, and what they say; None if they are not."""

Answers = Mapping[Place, Mapping[str, Label]]
"""What each annotator says of each pronoun."""


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
    agreement: Agreement


@dataclass(frozen=True, slots=True)
class Disagreed:
    """A pronoun on which annotators do not agree."""

    place: Place
    question: str
    category: str
    labels: Mapping[str, Label]


@dataclass(frozen=True, slots=True)
class Annotators:
    """All that can be said of the agreement of some annotators."""

    names: tuple[str, ...]
    agreed: tuple[Agreed, ...]
    by_category: tuple[Agreed, ...]
    disagreed: tuple[Disagreed, ...]
    notes: tuple[str, ...]


def compare_annotators(opinions: Sequence[Opinion], times: int, seed: int) -> Annotators:
    """Cohen's kappa for each two, Krippendorff's alpha for more, by category where it is known."""
    names = tuple(dict.fromkeys(one.annotator for one in opinions))
    if len(names) < 2:
        raise ProformError(f"{names[0]} is the only annotator: there is nobody to agree with")
    categories = {one.place: one.category or UNKNOWN for one in opinions}
    agreed: list[Agreed] = []
    divided: list[Agreed] = []
    disagreed: list[Disagreed] = []
    for question in QUESTIONS:
        answers = _answers(opinions, question)
        agreed += _agreed(question, None, names, answers, times, seed)
        for category in in_order(set(categories.values())):
            part = {place: said for place, said in answers.items() if categories[place] == category}
            if part and set(categories.values()) != {UNKNOWN}:
                divided += _agreed(question, category, names, part, times, seed)
        disagreed += [
            Disagreed(place, question, categories[place], said)
            for place, said in answers.items()
            if len({_judgement(label) for label in said.values()}) > 1
        ]
    if not agreed:
        raise ProformError("no pronoun has judgements of two annotators")
    notes = tuple(_notes(opinions, names))
    return Annotators(names, tuple(agreed), tuple(divided), tuple(disagreed), notes)


def _answers(opinions: Iterable[Opinion], question: str) -> Answers:
    found: dict[Place, dict[str, Label]] = {}
    for one in opinions:
        label = QUESTIONS[question](one)
        if label is not None:
            found.setdefault(one.place, {})[one.annotator] = label
    return {place: said for place, said in found.items() if len(said) > 1}


def _agreed(
    question: str,
    category: str | None,
    names: Sequence[str],
    answers: Answers,
    times: int,
    seed: int,
) -> Iterator[Agreed]:
    for pair in combinations(names, 2):
        shared = [said for said in answers.values() if set(pair) <= set(said)]
        first, second = ([_judgement(said[name]) for said in shared] for name in pair)
        for unjudged in (True, False) if shared else ():
            agreement = kappa(first, second, default_rng(seed), times, unjudged=unjudged)
            differ = len(disagreements([first, second], unjudged=False))
            if unjudged:
                differ = len(disagreements([first, second]))
            yield Agreed(question, category, pair, "kappa", unjudged, differ, agreement)
    people = tuple(name for name in names if any(name in said for said in answers.values()))
    if len(people) > 2:
        given = [
            [_judgement(said.get(name, Label.UNJUDGED)) for said in answers.values()]
            for name in people
        ]
        differ = len(disagreements(given, unjudged=False))
        agreement = alpha(given, default_rng(seed), times)
        yield Agreed(question, category, people, "alpha", False, differ, agreement)


def _judgement(label: Label) -> str | None:
    """Bad translations and wrong alignments have no judgement: the guidelines forbid one."""
    return label.value if label in (Label.CORRECT, Label.INCORRECT) else None


def _notes(opinions: Sequence[Opinion], names: Sequence[str]) -> Iterator[str]:
    people: dict[Place, list[str]] = {}
    for one in opinions:
        people.setdefault(one.place, []).append(one.annotator)
    alone = [found[0] for found in people.values() if len(found) == 1]
    if alone:
        each = ", ".join(f"{name} {alone.count(name)}" for name in names if name in alone)
        yield f"left out: {len(alone)} pronouns that one annotator only was given ({each})"


_COLUMNS = (
    Column("annotators", ("annotators",), lambda names: names),
    Column("of", ("question",)),
    Column("measure", ("measure",)),
    Column("unjudged", ("unjudged",), lambda own: "a class" if own else "left out"),
    Column("n", ("n",)),
    Column("differ", ("differ",)),
    Column("value", ("value",), rounded(3)),
    Column("95% interval", ("low", "high"), span(3)),
)


def agreement(found: Annotators) -> Table:
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
        (Column("category", ("category",)), *_COLUMNS),
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
            **{f"by_{name}": _label(one.labels.get(name)) for name in found.names},
        }
        for one in found.disagreed
    )
    columns = (
        Column("system", ("system",)),
        Column("segment", ("segment",)),
        Column("word", ("position",)),
        Column("category", ("category",)),
        Column("of", ("question",)),
        *(Column(name, (f"by_{name}",)) for name in found.names),
    )
    gaps = any(set(found.names) - set(one.labels) for one in found.disagreed)
    notes = ("–: the annotator was not given this one",) if gaps else ()
    return Table("disagreements", f"{len(records)} disagreements", columns, records, notes)


def _label(label: object) -> object:
    return getattr(label, "value", None)


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
