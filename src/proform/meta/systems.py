"""Scores of systems by metrics and by people, matched system by system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from proform.errors import ProformError
from proform.human.opinion import CONTRADICTORY, RIGHT, WRONG
from proform.human.review import Review, load_reviews, shares
from proform.human.verdict import MAJORITY, OPEN, UNJUDGED, HumanVerdict
from proform.meta.scores import Figures, Values, read_figures
from proform.stats.correlate import Scores, pair
from proform.store.database import is_store
from proform.text.judgements import Label, Place, has_judgements

UNDECIDED = "undecided"
"""What people say if they differ, and neither a majority nor an adjudicator decides."""

_WORDS = {RIGHT: Label.CORRECT.value, WRONG: Label.INCORRECT.value, CONTRADICTORY: CONTRADICTORY}

_SHOWN = 8
"""So many names are listed where they serve as examples."""


@dataclass(frozen=True, slots=True)
class Judges:
    """Where human judgements are, and how they are settled."""

    where: str
    suite: str | None = None
    adjudicator: str | None = None
    policy: str = MAJORITY

    def load(self) -> dict[Place, Review]:
        """What they say of single pronouns."""
        return load_reviews(self.where, self.suite, self.adjudicator, self.policy)


@dataclass(frozen=True, slots=True)
class HumanScores:
    """Human scores of systems."""

    name: str
    values: Values
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Study:
    """Metrics, each beside the human scores of the systems that have both."""

    human: str
    metrics: Mapping[str, Scores]
    notes: tuple[str, ...]


def load_study(
    files: Sequence[Path], judges: Judges, wanted: Sequence[str] = (), negated: Collection[str] = ()
) -> Study:
    """The figures of some files beside human scores.

    These may be a figure of the same files, one of another file, or come from judgements. With the
    sign turned, more is better in metrics where less is.
    """
    figures = [read_figures(path) for path in files]
    human = human_scores(judges, figures)
    metrics, notes = _metrics(figures, judges.where, wanted)
    for name in negated:
        if name not in metrics:
            raise _unknown(name, metrics)
        values = metrics[name]
        metrics[name] = {s: None if v is None else -v for s, v in values.items()}
    notes += human.notes
    notes += _left_out(metrics, human)
    matched, renamed = match(human.values, [s for values in metrics.values() for s in values])
    paired = {
        name: pair({matched[s]: v for s, v in values.items()}, human.values)
        for name, values in metrics.items()
    }
    if not any(matched[s] in human.values for values in metrics.values() for s in values):
        systems = dict.fromkeys(s for values in metrics.values() for s in values)
        ours, theirs = _some(systems), _some(human.values)
        what = "no system has both a metric's and a human score"
        raise ProformError(f"{what}: metrics have {ours}, people have {theirs}")
    return Study(human.name, paired, (*notes, *renamed))


def human_scores(judges: Judges, figures: Sequence[Figures] = ()) -> HumanScores:
    """Human scores from a store, a table of judgements, FILE, FILE#COLUMN, or a known figure."""
    where = judges.where
    path, column = split(where)
    if is_store(where) or (column is None and _judged(path)):
        reviews = judges.load()
        return HumanScores(
            "share of correct pronouns", shares(reviews), _unjudged(reviews.values())
        )
    if path.is_file():
        found = read_figures(path)
        name = column or found.only()
        return HumanScores(name, found[name])
    for one in figures:
        if {where} & {*one.scores, *one.texts}:
            return HumanScores(where, one[where])
    what = f"{where}: neither a file nor a figure of the scores"
    names = [name for one in figures for name in one.scores]
    raise ProformError(what, hint=f"the scores have {', '.join(names)}" if names else None)


def split(where: str) -> tuple[Path, str | None]:
    """FILE and COLUMN of FILE#COLUMN; a file may have the mark in its name."""
    name, mark, column = where.rpartition("#")
    if not mark or Path(where).is_file():
        return Path(where), None
    return Path(name), column


def match(ours: Iterable[str], theirs: Iterable[str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Our name of each of their systems, and notes on those that differ in case.

    A name that stands for nothing of ours stays as it is.
    """
    exact, others = set(ours), list(dict.fromkeys(theirs))
    free = [name for name in exact if name not in set(others)]
    folded = Counter(map(str.casefold, free))
    alone = Counter(name.casefold() for name in others if name not in exact)
    similar = {
        name.casefold(): name
        for name in free
        if folded[name.casefold()] == alone[name.casefold()] == 1
    }
    found = {name: name if name in exact else similar.get(name.casefold(), name) for name in others}
    notes = tuple(f"{a} and {b} are taken for one system" for a, b in found.items() if a != b)
    return found, notes


def _judged(path: Path) -> bool:
    name = path.name.lower().removesuffix(".gz")
    return path.is_file() and not name.endswith(".json") and has_judgements(path)


def _metrics(
    figures: Sequence[Figures], human: str, wanted: Sequence[str]
) -> tuple[dict[str, Values], list[str]]:
    """The figures without the human ones, and notes on columns that are none."""
    metrics = _joined(_by_name(figures, human))
    texts = {name: error for one in figures for name, error in one.texts.items()}
    for name in wanted:
        if name in texts:
            raise texts[name]
        if name not in metrics:
            raise _unknown(name, metrics)
    if not metrics:
        raise next(iter(texts.values()), ProformError("there is no figure beside the human one"))
    if wanted:
        return {name: metrics[name] for name in dict.fromkeys(wanted)}, []
    return metrics, [f"the column {name} is left out: {e.what}" for name, e in texts.items()]


def _by_name(figures: Sequence[Figures], human: str) -> dict[str, list[tuple[Path, Values]]]:
    path, column = split(human)
    named: dict[str, list[tuple[Path, Values]]] = {}
    for one in figures:
        people: str | None = human
        if path.is_file():
            people = (column or one.only()) if one.path.samefile(path) else None
        for name, values in one.scores.items():
            if name != people:
                named.setdefault(name, []).append((one.path, values))
    return named


def _joined(named: Mapping[str, Sequence[tuple[Path, Values]]]) -> dict[str, Values]:
    """One metric of different systems in several files is one; of the same ones, it is several."""
    metrics: dict[str, Values] = {}
    for name, found in named.items():
        if all(set(a).isdisjoint(b) for (_, a), (_, b) in combinations(found, 2)):
            metrics[name] = {s: v for _, values in found for s, v in values.items()}
            continue
        for file, values in found:
            longer = f"{file.name.split('.')[0]}:{name}"
            if longer in metrics:
                raise ProformError(f"two files of one name have {name}", hint="rename one of them")
            metrics[longer] = values
    return metrics


def _unknown(name: str, metrics: Collection[str]) -> ProformError:
    return ProformError(f"no metric {name!r}", hint=f"there are {', '.join(metrics)}")


def _left_out(metrics: Mapping[str, Values], human: HumanScores) -> Iterator[str]:
    """The systems that do not count, and why."""
    everyone = list(dict.fromkeys(s for values in metrics.values() for s in values))
    matched, _ = match(human.values, everyone)
    judged = {s for s, value in human.values.items() if value is not None}
    named = set(matched.values())
    only_human = [s for s in human.values if s not in named]
    if only_human:
        yield _listed("left out", only_human, "no metric has a score")
    only_metric = [s for s in everyone if matched[s] not in judged]
    if only_metric:
        yield _listed("left out", only_metric, "no human score")
    for metric, values in metrics.items():
        missing = [s for s in everyone if matched[s] in judged and values.get(s) is None]
        if missing:
            yield _listed(f"left out of {metric}", missing, "no score")


def _listed(what: str, systems: Sequence[str], why: str) -> str:
    noun = "system" if len(systems) == 1 else "systems"
    return f"{what}: {len(systems)} {noun}, {', '.join(systems)} ({why})"


def word(reply: str | None, reason: str | None) -> str:
    """A person's reply, in the word that tables of judgements have for it."""
    return reason or _WORDS.get(reply or "", Label.UNJUDGED.value)


def verdict_word(verdict: HumanVerdict) -> str:
    """A verdict in the same words; what is open without being decided has words of its own."""
    if verdict.outcome == OPEN and verdict.contested:
        return UNDECIDED
    waiting = verdict.kind == UNJUDGED and verdict.contradictory
    return word(CONTRADICTORY if waiting else verdict.outcome, verdict.reason)


def _unjudged(reviews: Iterable[Review]) -> tuple[str, ...]:
    verdicts = (review.verdict() for review in reviews)
    counts = Counter(verdict_word(verdict) for verdict in verdicts if not verdict.decided)
    if not counts:
        return ()
    each = ", ".join(f"{number} {reason}" for reason, number in counts.most_common())
    return (f"human scores leave out {counts.total()} pronouns without a judgement: {each}",)


def _some(systems: Iterable[str]) -> str:
    names = list(systems)
    return ", ".join(names[:_SHOWN]) + (" …" if len(names) > _SHOWN else "")
