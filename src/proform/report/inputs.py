"""The inputs of a report: files of several kinds, told apart by their content, and stores."""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from proform.errors import InputError, ProformError
from proform.human.review import load_reviews, reviews, shares
from proform.human.verdict import OPEN
from proform.language.forms import fold
from proform.meta.general import METRICS
from proform.meta.scores import read_figures
from proform.model import Example
from proform.parallel import Progress
from proform.report.model import Key, Part, Passage, Pronoun, PronounPlace
from proform.scoring.judgements import Judgement, read_judgements
from proform.scoring.result import Result
from proform.scoring.saved import read_result
from proform.scoring.summary import Resampling
from proform.semi.counts import Results, count
from proform.semi.state import load_state
from proform.store import database
from proform.store.suites import REFERENCE, SYSTEM, candidates, find_suite, load_target, targets
from proform.stored.suites import load_systems
from proform.suite import GENERATIVE
from proform.suite.evaluate import choices_of, evaluate
from proform.suite.knowledge import CONTRAST
from proform.suite.suite import Suite, Target
from proform.text.lines import STDIN, decode, opened

SHARE = "annotators"
"""The human score that judgements amount to: the share of correct pronouns."""

_EXPECTED = (
    "expected a result of proform score -f json, the rows of its --detail, "
    "a store, or a table of human scores or judgements with a column `system`"
)
_SUITE_METRICS = ("protest", "apt", "agreement")
_NEAR = 4
"""If an antecedent is further away, not everything in between is shown."""


class Kind(Enum):
    """What a report is made from."""

    RESULT = "result"
    ROWS = "rows of --detail"
    STORE = "store"
    HUMAN = "scores of systems"
    JUDGEMENTS = "judgements"


def kind_of(argument: str) -> Kind:
    """The kind of an input, or a complaint that says what it should be."""
    if database.is_store(argument):
        return Kind.STORE
    path = Path(argument)
    if path == STDIN:
        raise InputError(path, None, "a report is made from files, not from standard input")
    if path.is_dir():
        raise InputError(path, None, "is a directory", hint=_EXPECTED)
    with opened(path) as file:
        first = next((line for line in islice(file, 1 << 16) if line.strip()), b"")
    line = decode(path, 1, first).removeprefix("\ufeff").strip("\r\n")
    if not line:
        raise InputError(path, None, "is empty", hint=_EXPECTED)
    if line.lstrip().startswith(("{", "[")):
        return _of_json(path, line)
    names = line.split("\t" if "\t" in line else ",")
    return _of_columns(path, {name.strip().strip('"') for name in names})


def _of_json(path: Path, line: str) -> Kind:
    """A line that is an object by itself may be a row; an object of many lines is a result."""
    try:
        value: Any = json.loads(line)
    except (ValueError, RecursionError):
        return Kind.RESULT
    names = set(value) if isinstance(value, dict) else set()
    return Kind.RESULT if "results" in names else _of_columns(path, names)


def _of_columns(path: Path, names: set[str]) -> Kind:
    if names >= {"system", "metric", "position", "explanation"}:
        return Kind.ROWS
    if names >= {"system", "metric", "by", "key"}:
        hint = "a report needs its JSON: proform score -f json"
        raise InputError(path, None, "is a result as TSV", hint=hint)
    if names >= {"system", "segment", "judgement"}:
        return Kind.JUDGEMENTS
    if "system" in names:
        return Kind.HUMAN
    raise InputError(path, 1, "not an input of a report", hint=_EXPECTED)


def read_file(path: Path, kind: Kind) -> Part:
    """What a file of a kind says; a store is no file."""
    name = str(path)
    if kind is Kind.RESULT:
        return result_part(name, read_result(path))
    if kind is Kind.ROWS:
        return judgements_part(name, read_judgements(path))
    return _human_part(path) if kind is Kind.HUMAN else _reviews_part(path)


def result_part(name: str, result: Result) -> Part:
    """Scores, intervals, tests and notes of a run; its judgements too, where they were kept."""
    settings = dict(part.split(":", 1) for part in result.signature.split("|") if ":" in part)
    source, _, target = settings.get("lang", "").partition("-")
    return replace(
        judgements_part(name, result.kept or ()),
        kind=Kind.RESULT.value,
        results=result.results,
        comparisons=result.comparisons,
        pairs=result.pairs,
        weak=result.weak,
        signature=result.signature,
        languages=(source, target) if source and target else None,
        notes=result.notes,
        descriptions=result.descriptions,
    )


def judgements_part(name: str, judgements: Iterable[Judgement]) -> Part:
    """Every pronoun, and what each metric says of it in each system."""
    pronouns: dict[PronounPlace, Pronoun] = {}
    texts: dict[tuple[str, PronounPlace], Passage] = {}
    columns: dict[Key, dict[PronounPlace, Judgement]] = {}
    for judgement in judgements:
        system, anchored = judgement.system, judgement.anchored
        place = PronounPlace(judgement.segment, judgement.position, judgement.source, anchored)
        reference = Passage((judgement.reference.text,))
        candidate = Passage((judgement.candidate.text,))
        if place not in pronouns:
            pronouns[place] = Pronoun(
                place,
                judgement.pronoun,
                fold(judgement.pronoun),
                judgement.document,
                judgement.category,
                segments=(place.segment,),
                source=(place.source,),
                reference=reference,
            )
        where = f"{name}: segment {place.segment}, position {place.position}"
        if pronouns[place].reference != reference:
            raise ProformError(f"{where} has another reference in another row")
        if texts.setdefault((system, place), candidate) != candidate:
            raise ProformError(f"{where} has another translation by {system!r} in another row")
        columns.setdefault((judgement.metric, system), {})[place] = judgement
    return Part(name, Kind.ROWS.value, pronouns=pronouns, texts=texts, judgements=columns)


def _human_part(path: Path) -> Part:
    """Figures of systems, by people or by general metrics; columns without any are left out."""
    figures = read_figures(path)
    if not figures.scores:
        hint = "expected numbers in a column beside `system`"
        raise InputError(path, None, "no human score in it", hint=hint)
    empty = "has no figures, and is left out"
    return Part(
        str(path),
        Kind.HUMAN.value,
        notes=[f"{path}: the column {name} {empty}" for name in figures.texts],
        human={name: v for name, v in figures.scores.items() if name not in METRICS},
        beside={name: v for name, v in figures.scores.items() if name in METRICS},
    )


def _reviews_part(path: Path) -> Part:
    judged = load_reviews(str(path))
    if not judged:
        raise InputError(path, None, "no judgement in it")
    return Part(
        str(path),
        Kind.JUDGEMENTS.value,
        said={place: review.opinions for place, review in judged.items()},
        categories={
            (place.segment, place.position): review.category
            for place, review in judged.items()
            if review.category
        },
        human={SHARE: shares(judged)},
    )


@dataclass(frozen=True)
class ReportSettings:
    """What is evaluated, and how."""

    suite: str | None = None
    packs: Path | None = None
    resampling: Resampling = field(default_factory=lambda: Resampling(intervals=True, paired=True))
    progress: Progress | None = None
    """Told how far the evaluation of a store is."""


def read_store(where: str, settings: ReportSettings, known: Collection[str] = ()) -> Part:
    """A suite, its annotations and its evaluation, without the metrics that are known already."""
    with database.opened(where) as store, store.reading() as connection:
        stored = find_suite(connection, settings.suite)
        suite, name = stored.suite, store.name
        corpora = targets(connection, stored)
        loaded = {c.side: load_target(connection, stored, c) for c in corpora if c.side != SYSTEM}
        systems = load_systems(connection, stored)
        reviewed, owners = reviews(connection, stored), candidates(connection, stored)
        written = [system for system in systems if system.lines]
        semi = _semi(connection, suite, settings) if written else None
    if not systems:
        hint = "add one with proform suite add-system"
        raise ProformError(f"{name}: the suite {suite.name!r} has no system yet", hint=hint)
    reference = loaded.get(REFERENCE)
    pronouns = {example.number: _pronoun(suite, reference, example) for example in suite.examples}
    opinions = {
        (owners[candidate][1], pronouns[owners[candidate][0]].place): review.opinions
        for candidate, review in reviewed.items()
        if review.opinions
    }
    rights = shares(load_reviews(where, settings.suite)) if opinions else {}
    human = {s.name: rights[s.name] for s in systems if s.name in rights}
    part = Part(
        name,
        f"{Kind.STORE.value}, suite {suite.name}",
        languages=(suite.source_language, suite.target_language),
        pronouns={pronoun.place: pronoun for pronoun in pronouns.values()},
        texts={
            (system.name, pronouns[example.number].place): _passage(system, example)
            for system in systems
            for example in suite.examples
        },
        opinions=opinions,
        human={SHARE: human} if rights else {},
        semi=semi,
    )
    return _evaluated(part, suite, reference, systems, settings, known)


def _has_scores(system: Target) -> bool:
    return bool(system.scores)


def _has_lines(system: Target) -> bool:
    return bool(system.lines)


def _semi(connection: Connection, suite: Suite, settings: ReportSettings) -> Results | None:
    """What people and approvals amount to, if people were asked or have said something."""
    if not suite.examples:
        return None
    state = load_state(connection, suite.name, packs=settings.packs)
    if not state.rounds and all(case.pronoun == OPEN for case in state.cases):
        return None
    return count(state, seed=settings.resampling.seed, times=settings.resampling.times)


def _evaluated(
    part: Part,
    suite: Suite,
    reference: Target | None,
    systems: Sequence[Target],
    settings: ReportSettings,
    known: Collection[str],
) -> Part:
    choices, notes = choices_of(suite, settings.packs), list[str]()
    wanted: tuple[str, ...] = _SUITE_METRICS
    if suite.challenges:
        scored, written = (any(map(has, systems)) for has in (_has_scores, _has_lines))
        wanted = ((CONTRAST,) if scored else ()) + (GENERATIVE if written else ())
    metrics = [metric for metric in wanted if metric not in known]
    if reference is None:
        metrics = [metric for metric in metrics if metric == "agreement"]
        notes.append(f"{part.name}: no reference, so only agreement is evaluated automatically")
    if "apt" in metrics and not choices.target.inventory:
        metrics.remove("apt")
        why = f"there is no language pack for {suite.target_language!r}"
        notes.append(f"{part.name}: no apt, since {why}")
    if "agreement" in metrics and not choices.target.agree.genders:
        metrics.remove("agreement")
    if not metrics:
        return replace(part, notes=notes)
    judgements: list[Judgement] = []
    keep, resampling = judgements.append, settings.resampling
    texts = suite, reference, systems
    progress = settings.progress
    result = evaluate(*texts, metrics, choices, resampling, sink=keep, progress=progress)
    return replace(
        part,
        results=result.results,
        comparisons=result.comparisons,
        pairs=result.pairs,
        weak=result.weak,
        signature=result.signature,
        notes=[*notes, *result.notes],
        judgements=judgements_part(part.name, judgements).judgements,
        descriptions=result.descriptions,
    )


def _pronoun(suite: Suite, reference: Target | None, example: Example) -> Pronoun:
    return Pronoun(
        PronounPlace(example.segment, example.position, suite.source[example.segment]),
        example.token,
        fold(example.token),
        suite.document(example.segment),
        example.category,
        example.number,
        example.note,
        example.antecedents,
        _segments(example),
        tuple(suite.source[segment] for segment in _segments(example)),
        None if reference is None else _passage(reference, example),
    )


def _segments(example: Example) -> tuple[int, ...]:
    """Its own and those of its antecedents, with the one before and what lies between."""
    needed = {example.segment, *(antecedent.segment for antecedent in example.antecedents)}
    first, last = max(min(needed) - 1, 0), max(needed)
    if last - first <= _NEAR:
        return tuple(range(first, last + 1))
    return tuple(sorted(needed | {max(example.segment - 1, 0)}))


def _passage(target: Target, example: Example) -> Passage:
    if not target.lines:  # a system that only scored versions
        return Passage(tuple("" for _ in _segments(example)))
    return Passage(
        tuple(target.lines[segment] for segment in _segments(example)),
        tuple(spot for part in target.placed[example.number].antecedents for spot in part),
    )
