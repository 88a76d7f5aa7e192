"""How well annotators judge: on control examples, beside the majority, over time.

Nothing here decides on anything: it tells the organiser where to look.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

from proform.human.opinion import ANTECEDENT, PRONOUN, QUESTIONS, RIGHT, VOTES, WRONG
from proform.human.review import Review, reviews
from proform.human.verdict import majority
from proform.stats.crosstab import share
from proform.store.controls import Control, controls
from proform.store.suites import candidates
from proform.store.training import TrainingResult, training_results
from proform.store.work import PAUSE, first_answers, people
from proform.table.table import Column, Table, percent, rounded
from proform.table.tables import Tabular

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from proform.human.opinion import Opinion
    from proform.store.suites import Stored

_LOOK = 20
"""So many examples of a person are worth a look at most."""

_FEW = 5
"""Of fewer examples, a share over time says nothing."""

_REPLIES = {"ok": RIGHT, "bad": WRONG}

Times = Mapping[str, Mapping[int, str]]
"""When each annotator first answered each candidate in the browser."""


@dataclass(frozen=True, slots=True)
class HitCount:
    """So many of so many."""

    hits: int = 0
    size: int = 0

    @property
    def share(self) -> float | None:
        """None if there is nothing to count."""
        return share(self.hits, self.size)

    def __str__(self) -> str:
        return f"{self.hits} of {self.size}" if self.size else "–"


@dataclass(frozen=True, slots=True)
class Look:
    """A judgement that is worth a look, and why."""

    candidate: int
    why: str


@dataclass(frozen=True, slots=True)
class AnnotatorQuality:
    """What is known of the judgements of one annotator."""

    annotator: str
    judged: int
    controls: HitCount
    outdated: int
    """Control examples that they judged before the known answer was changed."""
    majority: HitCount
    """Agreement with the majority of the others, where there is one."""
    yes: HitCount
    """Pronouns that they find right, of those they find right or wrong."""
    seconds: float | None
    """For an example, as a median without pauses."""
    early: HitCount
    """Agreement with the known answers and with the majority, in the first half of their work."""
    late: HitCount
    training: TrainingResult | None = None
    look: tuple[Look, ...] = ()

    @property
    def drift(self) -> float | None:
        """By how much agreement changed from the first half of the work to the second."""
        if min(self.early.size, self.late.size) < _FEW:
            return None
        return (self.late.share or 0.0) - (self.early.share or 0.0)


@dataclass(frozen=True)
class QualityReport(Tabular):
    """All annotators of a suite, and how many translations each two of them share."""

    annotators: tuple[AnnotatorQuality, ...]
    overlap: Mapping[tuple[str, str], int]
    known: int
    """Control examples."""
    places: Mapping[int, tuple[int, str]] = field(default_factory=dict)
    """The example and the system of each candidate."""

    @property
    def tables(self) -> tuple[Table, ...]:
        """Annotators, who shares what with whom, and examples to look at."""
        counted = ("controls", "majority", "yes")
        records = tuple(
            {
                "annotator": one.annotator,
                "judged": one.judged,
                **{name: getattr(one, name).share for name in counted},
                **{f"{name}_n": getattr(one, name).size for name in counted},
                "seconds": one.seconds,
                "drift": one.drift,
            }
            for one in self.annotators
        )
        shares = (
            ("on controls, %", "controls"),
            ("with majority, %", "majority"),
            ("yes, %", "yes"),
        )
        columns = (
            *map(Column, ("annotator", "judged")),
            *(
                column
                for title, name in shares
                for column in (Column(title, (name,), percent), Column("n", (f"{name}_n",)))
            ),
            Column("seconds", show=rounded(0)),
            Column("drift, points", ("drift",), percent),
        )
        names = [one.annotator for one in self.annotators]
        shared = tuple(
            {"annotator": one, **{f"with {two}": self.overlap.get((one, two)) for two in names}}
            for one in names
        )
        heads = (Column("annotator"), *(Column(f"with {name}") for name in names))
        look = tuple(
            {
                "annotator": one.annotator,
                "example": self.places[look.candidate][0],
                "system": self.places[look.candidate][1],
                "why": look.why,
                "candidate": look.candidate,
            }
            for one in self.annotators
            for look in one.look
        )
        looked = tuple(map(Column, ("annotator", "example", "system", "why")))
        return (
            Table("quality", "quality of annotators", columns, records, notes=_NOTES),
            Table("overlap", "translations that two annotators both judged", heads, shared),
            Table("look", "worth a look", looked, look),
        )

    notes: tuple[str, ...] = ()


_NOTES = (
    "on controls: agreement with known answers; with majority: with what most of the others say",
    "yes: pronouns judged right; seconds: median per example, without pauses",
    "drift: how agreement (with both) changed from the first half of the work to the second",
)


def load_quality(connection: Connection, stored: Stored) -> QualityReport:
    """The annotators of a suite as they judge now."""
    heard = reviews(connection, stored)
    trained = {result.name: result for result in training_results(connection, stored.id)}
    names = people(connection, stored.id)
    times = first_answers(connection, stored.id)
    known = controls(connection, stored.id)
    return measure(names, heard, known, times, trained, candidates(connection, stored))


def measure(
    names: Sequence[str],
    heard: Mapping[int, Review],
    known: Mapping[int, Control],
    times: Times,
    trained: Mapping[str, TrainingResult],
    places: Mapping[int, tuple[int, str]],
) -> QualityReport:
    """The same, of values."""
    said: dict[str, dict[int, Opinion]] = defaultdict(dict)
    for number, review in heard.items():
        for opinion in review.annotators:
            if opinion.pronoun in VOTES:
                said[opinion.annotator][number] = opinion
    overlap = {
        (one, two): len(said[one].keys() & said[two].keys()) for one in names for two in names
    }
    people_ = tuple(
        _annotator(name, said[name], heard, known, times.get(name, {}), trained.get(name))
        for name in names
    )
    return QualityReport(people_, overlap, len(known), places)


def _annotator(
    name: str,
    said: Mapping[int, Opinion],
    heard: Mapping[int, Review],
    known: Mapping[int, Control],
    times: Mapping[int, str],
    training: TrainingResult | None,
) -> AnnotatorQuality:
    right: dict[int, bool] = {}
    on_controls: list[bool] = []
    with_majority: list[bool] = []
    look: list[Look] = []
    outdated = 0
    for number, opinion in said.items():
        control = known.get(number)
        if control is not None:
            agrees = _agrees(opinion, control)
            outdated += control.changed and opinion.made < control.made
            on_controls.append(agrees)
            right[number] = agrees
            if not agrees:
                look.append(Look(number, "differs from the known answer"))
        for question in QUESTIONS:
            others = [o for o in heard[number].annotators if o.annotator != name]
            votes = [str(o.vote(question)) for o in others if o.vote(question)]
            most = majority(votes) if len(votes) > 1 else None
            mine = opinion.vote(question)
            if most is None or mine is None:
                continue
            with_majority.append(mine == most)
            right[number] = right.get(number, True) and mine == most
            if mine != most:
                what = "" if question == PRONOUN else f" on the {ANTECEDENT}"
                look.append(Look(number, f"{mine}{what}, the others say {most}"))
    decided = [opinion.pronoun == RIGHT for opinion in said.values() if opinion.pronoun != "aside"]
    order = sorted((number for number in right if number in times), key=lambda n: times[n])
    half = len(order) // 2
    early, late = ([right[number] for number in part] for part in (order[:half], order[half:]))
    return AnnotatorQuality(
        name,
        len(said),
        _counted(on_controls),
        outdated,
        _counted(with_majority),
        _counted(decided),
        _seconds(times.values()),
        _counted(early),
        _counted(late),
        training,
        tuple(look[:_LOOK]),
    )


def _agrees(opinion: Opinion, control: Control) -> bool:
    asked = {PRONOUN: control.pronoun, ANTECEDENT: control.antecedent}
    return all(
        opinion.on(question) == _REPLIES[answer]
        for question, answer in asked.items()
        if answer is not None and opinion.on(question) is not None
    )


def _counted(hits: Sequence[bool]) -> HitCount:
    return HitCount(sum(hits), len(hits))


def _seconds(begun: Iterable[str]) -> float | None:
    times = sorted(map(datetime.fromisoformat, begun))
    gaps = [later - earlier for earlier, later in pairwise(times)]
    worked = [gap / timedelta(seconds=1) for gap in gaps if gap <= PAUSE]
    return median(worked) if worked else None
