"""Scores of systems: a table with a column `system`, the JSON of proform, or what people say."""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from proform.errors import InputError, ProformError
from proform.human.review import Review, shares
from proform.meta.examples import Judges, match, verdict_word
from proform.scoring.saved import read_result
from proform.stats.correlate import Scores, pair
from proform.store.database import is_store
from proform.text.judgements import has_judgements
from proform.text.records import rows

Values = Mapping[str, float | None]
"""A figure of each system; None where it has none."""

_MISSING = {"", "-", "–", "—", "na", "n/a", "nan", "none", "null"}
_CASES = ("1", "2", "3", "4", "5", "6")


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a file, by name."""

    path: Path
    scores: Mapping[str, Values]
    texts: Mapping[str, InputError] = field(default_factory=dict)
    """The columns without a single number, and what was found there."""

    def __getitem__(self, name: str) -> Values:
        """One of them, or a complaint."""
        if name in self.texts:
            raise self.texts[name]
        if name not in self.scores:
            there = ", ".join(self.scores) or "none"
            raise InputError(self.path, None, f"no figure {name!r} in it", hint=f"it has {there}")
        return self.scores[name]

    def only(self) -> str:
        """The name, if there is one figure only."""
        if len(self.scores) == 1:
            return next(iter(self.scores))
        if not self.scores and self.texts:
            raise next(iter(self.texts.values()))
        if not self.scores:
            raise InputError(self.path, None, "no figures in it", hint="beside the column system")
        hint = f"name one: {self.path}#{next(iter(self.scores))}"
        raise InputError(self.path, None, f"several figures: {', '.join(self.scores)}", hint=hint)


class Counted(NamedTuple):
    """How often each of APT's six cases occurs in each system, with repair or without."""

    repair: bool
    counts: Mapping[str, tuple[float, ...]]


def read_figures(path: Path) -> Figures:
    """The figures of a file; its name says what it is."""
    return _of_results(path) if _is_json(path) else _of_table(path)


def read_counts(path: Path) -> Counted:
    """The cases of APT in the JSON of a run, whose signature says if links were repaired."""
    if not _is_json(path):
        hint = "give the JSON of proform score -f json"
        raise InputError(path, None, "a table does not tell how APT was run", hint=hint)
    counts: dict[str, tuple[float, ...]] = {}
    repairs: set[bool] = set()
    for result in read_result(path).results:
        if result.metric == "apt" and set(result.counts) >= set(_CASES):
            counts[result.system] = tuple(result.counts[case] for case in _CASES)
            repairs.add("|repair:none|" not in f"|{result.signature}|")
    if not counts:
        hint = "run proform score -m apt -f json"
        raise InputError(path, None, "no result of APT in it", hint=hint)
    if len(repairs) > 1:
        raise InputError(path, None, "some results are with repair, some without")
    return Counted(repairs.pop(), counts)


def _is_json(path: Path) -> bool:
    return path.name.lower().removesuffix(".gz").endswith(".json")


def _of_table(path: Path) -> Figures:
    scores: dict[str, Values] = {}
    texts: dict[str, InputError] = {}
    for name, column in _columns(path).items():
        values = {system: _number(text) for system, (_, text) in column.items()}
        wrong = [
            (line, text)
            for line, text in column.values()
            if _number(text) is None and text.strip().lower() not in _MISSING
        ]
        if not wrong:
            scores[name] = values
            continue
        line, text = wrong[0]
        what = f"expected a number in column {name!r}, found {text!r}"
        error = InputError(path, line, what, hint="a missing one is an empty cell")
        if any(value is not None for value in values.values()):
            raise error
        texts[name] = error
    return Figures(path, scores, texts)


def _columns(path: Path) -> dict[str, dict[str, tuple[int, str]]]:
    lines: dict[str, int] = {}
    cells: dict[str, dict[str, tuple[int, str]]] = {}
    for row in rows(path):
        if {"metric", "score"} <= set(row):
            hint = "give the JSON of the same run (-f json)"
            raise InputError(path, 1, "this is the TSV of proform score", hint=hint)
        system = row.text("system")
        if not system:
            raise row.error("a row without the name of a system")
        if system in lines:
            what = f"the system {system!r} stands already in line {lines[system]}"
            raise row.error(what, "each system has one row")
        lines[system] = row.line
        for name, text in row.items():
            if name != "system":
                cells.setdefault(name, {})[system] = row.line, text
    if not lines:
        raise InputError(path, None, "no rows", hint="expected a column system, and figures")
    return cells


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _of_results(path: Path) -> Figures:
    scores: dict[str, dict[str, float | None]] = {}
    for result in read_result(path).results:
        for key, value in result.total.scores.items():
            name = result.metric if key == "score" else f"{result.metric}:{key}"
            scores.setdefault(name, {})[result.system] = value
    return Figures(path, scores)


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
        metrics[name] = {s: None if v is None else -v for s, v in metrics[name].items()}
    everyone = list(dict.fromkeys(s for values in metrics.values() for s in values))
    names, renamed = match(human.values, everyone)
    if not any(names[system] in human.values for system in everyone):
        what = "no system has both a metric's and a human score"
        ours, theirs = _some(everyone), _some(human.values)
        raise ProformError(f"{what}: metrics have {ours}, people have {theirs}")
    paired = {
        metric: pair({names[s]: v for s, v in values.items()}, human.values)
        for metric, values in metrics.items()
    }
    left_out = _left_out(metrics, names, human.values)
    return Study(human.name, paired, (*notes, *human.notes, *left_out, *renamed))


def human_scores(judges: Judges, figures: Sequence[Figures] = ()) -> HumanScores:
    """Human scores from a store, a table of judgements, FILE, FILE#COLUMN, or a known figure."""
    where = judges.where
    path, column = _split(where)
    table = column is None and path.is_file() and not _is_json(path)
    if is_store(where) or (table and has_judgements(path)):
        reviews = judges.load()
        notes = tuple(_unjudged(reviews.values()))
        return HumanScores("share of correct pronouns", shares(reviews), notes)
    if path.is_file():
        read = read_figures(path)
        name = column or read.only()
        return HumanScores(name, read[name])
    for known in figures:
        if {where} & {*known.scores, *known.texts}:
            return HumanScores(where, known[where])
    what = f"{where}: neither a file nor a figure of the scores"
    names = [name for known in figures for name in known.scores]
    raise ProformError(what, hint=f"the scores have {', '.join(names)}" if names else None)


def _split(where: str) -> tuple[Path, str | None]:
    """FILE and COLUMN of FILE#COLUMN; a file may have the mark in its name."""
    name, mark, column = where.rpartition("#")
    if not mark or Path(where).is_file():
        return Path(where), None
    return Path(name), column


def _metrics(
    figures: Sequence[Figures], human: str, wanted: Sequence[str]
) -> tuple[dict[str, Values], list[str]]:
    """The figures without the human ones, and notes on columns that are none."""
    metrics = _joined(figures, human)
    texts = {name: error for known in figures for name, error in known.texts.items()}
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


def _joined(figures: Sequence[Figures], human: str) -> dict[str, Values]:
    """One metric of different systems in several files is one; of the same ones, it is several."""
    path, column = _split(human)
    named: dict[str, list[tuple[Path, Values]]] = {}
    for known in figures:
        people: str | None = human
        if path.is_file():
            people = (column or known.only()) if known.path.samefile(path) else None
        for name, values in known.scores.items():
            if name != people:
                named.setdefault(name, []).append((known.path, values))
    metrics: dict[str, Values] = {}
    for name, files in named.items():
        if all(set(a).isdisjoint(b) for (_, a), (_, b) in combinations(files, 2)):
            metrics[name] = {s: v for _, values in files for s, v in values.items()}
            continue
        for file, values in files:
            longer = f"{file.name.split('.')[0]}:{name}"
            if longer in metrics:
                raise ProformError(f"two files of one name have {name}", hint="rename one of them")
            metrics[longer] = values
    return metrics


def _unknown(name: str, metrics: Collection[str]) -> ProformError:
    return ProformError(f"no metric {name!r}", hint=f"there are {', '.join(metrics)}")


def _left_out(
    metrics: Mapping[str, Values], names: Mapping[str, str], human: Values
) -> Iterator[str]:
    """The systems that do not count, and why; `names` has theirs among people."""
    judged = {system for system, value in human.items() if value is not None}
    if only_human := [system for system in human if system not in names.values()]:
        yield _listed("left out", only_human, "no metric has a score")
    if only_metric := [system for system in names if names[system] not in judged]:
        yield _listed("left out", only_metric, "no human score")
    for metric, values in metrics.items():
        if missing := [s for s in names if names[s] in judged and values.get(s) is None]:
            yield _listed(f"left out of {metric}", missing, "no score")


def _listed(what: str, systems: Sequence[str], why: str) -> str:
    noun = "system" if len(systems) == 1 else "systems"
    return f"{what}: {len(systems)} {noun}, {', '.join(systems)} ({why})"


def _unjudged(reviews: Iterable[Review]) -> Iterator[str]:
    verdicts = (review.verdict() for review in reviews)
    counts = Counter(verdict_word(verdict) for verdict in verdicts if not verdict.decided)
    if counts:
        each = ", ".join(f"{number} {reason}" for reason, number in counts.most_common())
        yield f"human scores leave out {counts.total()} pronouns without a judgement: {each}"


def _some(systems: Iterable[str]) -> str:
    names = list(systems)
    return ", ".join(names[:8]) + (" …" if len(names) > 8 else "")
