"""What a metric and what people say of the same pronouns, and where they differ."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import TypedDict, Unpack

from rich.console import Console
from rich.text import Text

from proform.errors import ProformError, check_known
from proform.human import MAJORITY, POLICIES
from proform.human.opinion import CONTRADICTORY, RIGHT, WRONG
from proform.human.review import Review, load_reviews
from proform.human.verdict import OPEN, UNJUDGED, HumanVerdict
from proform.model import Verdict
from proform.output import File, needed_path
from proform.scoring.judgements import Judgement, Side, read_judgements
from proform.store.database import is_store
from proform.suite.categories import load_categories
from proform.table.table import Column, Table
from proform.table.tables import Tabular, written
from proform.text.judgements import Label, Place

UNKNOWN = "uncategorised"
MISSING = "no judgement"
UNDECIDED = "undecided"
"""What people say if they differ, and neither a majority nor an adjudicator decides."""

_VERDICTS = {RIGHT: Verdict.CORRECT, WRONG: Verdict.INCORRECT}
_WORDS = {RIGHT: Label.CORRECT.value, WRONG: Label.INCORRECT.value, CONTRADICTORY: CONTRADICTORY}
_SIDES = ("source", "reference", "candidate")
_NARROW = ("latex", "html", "svg")
"""Formats that have no room for sentences."""


@dataclass(frozen=True, slots=True)
class Judges:
    """Where human judgements are, and how they are settled."""

    where: str
    suite: str | None = None
    adjudicator: str | None = None
    policy: str = MAJORITY

    def load(self) -> dict[Place, Review]:
        """What they say of single pronouns."""
        check_known("policy", self.policy, POLICIES)
        return load_reviews(self.where, self.suite, self.adjudicator, self.policy)


class Settling(TypedDict, total=False):
    """How judgements that differ are settled, as every function takes it."""

    suite: str | None
    """The name of the suite, if the store has several."""
    adjudicator: str | None
    """The annotator whose word prevails."""
    policy: str
    """`majority` or `unanimous`."""


def word(reply: str | None, reason: str | None) -> str:
    """A person's reply, in the word that tables of judgements have for it."""
    return reason or _WORDS.get(reply or "", Label.UNJUDGED.value)


def verdict_word(verdict: HumanVerdict) -> str:
    """A verdict in the same words; what is open without being decided has words of its own."""
    if verdict.outcome == OPEN and verdict.contested:
        return UNDECIDED
    waiting = verdict.kind == UNJUDGED and verdict.contradictory
    return word(CONTRADICTORY if waiting else verdict.outcome, verdict.reason)


def match(ours: Iterable[str], theirs: Iterable[str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Our name of each of their systems, and notes on those that differ in case.

    A name that stands for nothing of ours stays as it is.
    """
    exact, others = set(ours), list(dict.fromkeys(theirs))
    free = [name for name in exact if name not in others]
    folded = Counter(map(str.casefold, free))
    alone = Counter(name.casefold() for name in others if name not in exact)
    similar = {
        name.casefold(): name
        for name in free
        if folded[name.casefold()] == alone[name.casefold()] == 1
    }
    names = {name: name if name in exact else similar.get(name.casefold(), name) for name in others}
    notes = tuple(f"{a} and {b} are taken for one system" for a, b in names.items() if a != b)
    return names, notes


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


def load_examples(detail: Path, judges: Judges, metric: str | None = None) -> Examples:
    """The decisions of a file, each beside what people say."""
    decided = of_metric(detail, metric)
    reviews = judges.load()
    names, notes = match((place.system for place in reviews), (row.place.system for row in decided))
    pairs = []
    for row in decided:
        review = reviews.get(row.place._replace(system=names[row.place.system]))
        category = row.category or (review and review.category) or UNKNOWN
        pairs.append(DecisionPair(row, review, category))
    judged = sum(pair.review is not None for pair in pairs)
    if not judged:
        ours, theirs = decided[0].place, next(iter(reviews))
        what = f"no pronoun of {detail} is judged in {judges.where}"
        raise ProformError(f"{what}: one has {_where(ours)}, the other {_where(theirs)}")
    known = None if is_store(judges.where) else {row.category for row in decided}
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


@dataclass(frozen=True)
class Differences(Tabular):
    """The pronouns that a metric and people decide differently."""

    pairs: tuple[DecisionPair, ...]
    notes: tuple[str, ...]

    @property
    def tables(self) -> tuple[Table, ...]:
        """One table, with the sentences."""
        return (_table(self.pairs),)

    def to_text(self, style: str = "text", *, terminal: bool = False) -> str:
        """As text, a block for each pronoun; on paper and in pictures, without the sentences."""
        if style == "text":
            return _blocks(self.pairs, self.notes, terminal=terminal)
        table = _table(self.pairs, sentences=style not in _NARROW)
        return written(style, [table], self.notes, terminal=terminal)


def disagreements(
    detail: File,
    human: str,
    *,
    metric: str | None = None,
    category: str | None = None,
    **settling: Unpack[Settling],
) -> Differences:
    """List the pronouns that a metric and people decide differently, with their sentences.

    >>> proform.meta.disagreements("detail.tsv", "judgements.tsv").pairs  # doctest: +SKIP
    """
    examples = load_examples(needed_path("detail", detail), Judges(human, **settling), metric)
    known = in_order({pair.category for pair in examples.pairs})
    if category not in (None, *known):
        raise ProformError(f"no category {category!r}", hint=f"there are {', '.join(known)}")
    chosen = [pair for pair in examples.pairs if category in (None, pair.category)]
    both = [pair for pair in chosen if pair.decides]
    differing = tuple(pair for pair in both if pair.differs)
    notes = (*examples.notes, f"{len(differing)} of {len(both)} that both decide")
    return Differences(differing, notes)


def _table(pairs: Sequence[DecisionPair], *, sentences: bool = True) -> Table:
    """A row each; sentences are too long for a table on paper."""
    columns = (
        Column("system"),
        Column("segment"),
        Column("word", ("position",)),
        *map(Column, ("pronoun", "category", "metric", "reason")),
        Column("people", ("human",)),
        *(Column(name) for name in ("said", "explanation", *_SIDES) if sentences),
    )
    records = tuple(
        {
            **pair.decided.place._asdict(),
            "pronoun": pair.decided.pronoun,
            "category": pair.category,
            "metric": pair.decided.verdict.value,
            "reason": pair.decided.reason,
            "human": pair.human.value,
            "said": _said(pair),
            "explanation": pair.decided.explanation,
            **{name: " ".join(side.words) for name, side in _sides(pair).items()},
        }
        for pair in pairs
    )
    title = f"{len(pairs)} pronouns that metric and people decide differently"
    return Table("disagreements", title, columns, records)


def _blocks(pairs: Sequence[DecisionPair], notes: Sequence[str], *, terminal: bool) -> str:
    """For people: the pronoun in [brackets], below it who says what."""
    out = StringIO()
    width = Console().width if terminal else 100
    console = Console(file=out, width=width, force_terminal=terminal)
    for number, pair in enumerate(pairs, 1):
        decided = pair.decided
        title = f"{number}. {_where(decided.place)}: {pair.category}"
        console.print(Text(title, style="bold"), soft_wrap=True)
        for name, side in _sides(pair).items():
            console.print(_marked(name, side), soft_wrap=True)
        metric = f"{decided.metric}: {decided.verdict.value}. {decided.explanation}"
        for line in (metric, f"people: {pair.human.value} ({_said(pair)})"):
            console.print(Text(f"  {line}"), soft_wrap=True)
        console.print()
    for note in notes:
        console.print(Text(note, style="dim"), soft_wrap=True)
    return out.getvalue()


def _sides(pair: DecisionPair) -> dict[str, Side]:
    decided = pair.decided
    source = Side(decided.source, () if decided.anchored else (decided.position,))
    return dict(zip(_SIDES, (source, decided.reference, decided.candidate), strict=True))


def _said(pair: DecisionPair) -> str:
    opinions = pair.review.opinions if pair.review else ()
    return ", ".join(f"{said.annotator}: {word(said.pronoun, said.reason)}" for said in opinions)


def _marked(name: str, side: Side) -> Text:
    line = Text.assemble((f"  {name:<10}", "cyan"))
    for position, token in enumerate(side.words):
        meant = position in side.positions
        line.append(" ")
        line.append(f"[{token}]" if meant else token, style="bold" if meant else "")
    return line
