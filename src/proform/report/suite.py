"""A store: its suite is evaluated, and what annotators said is shown beside."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import Connection

from proform.errors import ProformError
from proform.human.opinion import Opinion
from proform.human.review import Review, load_reviews, reviews, shares
from proform.human.verdict import OPEN
from proform.language.forms import fold
from proform.model import Example
from proform.report.inputs import Kind
from proform.report.judgements import SHARE
from proform.report.model import (
    Human,
    Key,
    Part,
    Passage,
    Place,
    Pronoun,
)
from proform.report.results import place_of
from proform.scoring.judgements import Judgement
from proform.scoring.result import Result
from proform.scoring.summary import Resampling
from proform.semi.counts import Results, count
from proform.semi.state import load_state
from proform.store.database import opened
from proform.store.load import (
    REFERENCE,
    SYSTEM,
    candidates,
    find_suite,
    load_target,
    targets,
)
from proform.suite.evaluate import choices_of, evaluate
from proform.suite.suite import Suite, Target

METRICS = ("protest", "apt", "agreement")

_NEAR = 4
"""An antecedent that is further away is shown without all that is between."""


@dataclass(frozen=True)
class Settings:
    """What is evaluated, and how."""

    suite: str | None = None
    packs: Path | None = None
    resampling: Resampling = field(default_factory=lambda: Resampling(intervals=True, paired=True))


def read_store(where: str, settings: Settings, given: Collection[str] = ()) -> Part:
    """A suite, its automatic evaluation and its annotations; metrics that are given are left."""
    with opened(where) as store, store.reading() as connection:
        stored = find_suite(connection, settings.suite)
        corpora = targets(connection, stored)
        loaded = {c.side: load_target(connection, stored, c) for c in corpora if c.side != SYSTEM}
        systems = [load_target(connection, stored, c) for c in corpora if c.side == SYSTEM]
        reviewed, owners = reviews(connection, stored), candidates(connection, stored)
        name = store.name
        semi = _semi(connection, stored.suite, settings) if systems else None
    suite, reference = stored.suite, loaded.get(REFERENCE)
    if not systems:
        hint = "add one with proform suite add-system"
        raise ProformError(f"{name}: the suite {suite.name!r} has no system yet", hint=hint)
    pronouns = {example.number: _pronoun(suite, reference, example) for example in suite.examples}
    opinions = _opinions(pronouns, reviewed, owners)
    notes: list[str] = []
    result, judgements = _evaluated(suite, reference, systems, settings, given, notes)
    return Part(
        name,
        f"{Kind.STORE.value}, suite {suite.name}",
        result.results if result else (),
        result.comparisons if result else (),
        result.signature if result else "",
        (suite.source_language, suite.target_language),
        [*(f"{name}: {note}" for note in notes), *(result.notes if result else ())],
        {pronoun.place: pronoun for pronoun in pronouns.values()},
        {
            (system.name, pronouns[example.number].place): _shown(system, example)
            for system in systems
            for example in suite.examples
        },
        judgements,
        result.descriptions if result else {},
        opinions,
        human=_human(where, settings.suite, systems) if opinions else (),
        semi=semi,
    )


def _semi(connection: Connection, suite: Suite, settings: Settings) -> Results | None:
    """What people and approvals amount to, if people were asked or have said something."""
    if not suite.examples:
        return None
    state = load_state(connection, suite.name, packs=settings.packs)
    if not state.rounds and all(case.pronoun == OPEN for case in state.cases):
        return None
    resampling = settings.resampling
    return count(state, seed=resampling.seed, times=resampling.times)


def _evaluated(
    suite: Suite,
    reference: Target | None,
    systems: Sequence[Target],
    settings: Settings,
    given: Collection[str],
    notes: list[str],
) -> tuple[Result | None, dict[Key, dict[Place, Judgement]]]:
    if reference is None:
        notes.append("no reference, so nothing is evaluated automatically")
        return None, {}
    choices = choices_of(suite, settings.packs)
    metrics = [metric for metric in METRICS if metric not in given]
    if "apt" in metrics and not choices.target.inventory:
        metrics.remove("apt")
        notes.append(f"no apt, since there is no language pack for {suite.target_language!r}")
    if "agreement" in metrics and not choices.target.agree.genders:
        metrics.remove("agreement")
    if not metrics:
        return None, {}
    columns: dict[Key, dict[Place, Judgement]] = {}

    def keep(judgement: Judgement) -> None:
        column = columns.setdefault((judgement.metric, judgement.system), {})
        column[place_of(judgement)] = judgement

    resampling = settings.resampling
    result = evaluate(suite, reference, systems, metrics, choices, resampling, sink=keep)
    return result, columns


def _pronoun(suite: Suite, reference: Target | None, example: Example) -> Pronoun:
    segments = _segments(example)
    return Pronoun(
        Place(example.segment, example.position, suite.source[example.segment]),
        example.token,
        fold(example.token),
        suite.document(example.segment),
        example.category,
        example.number,
        example.note,
        example.antecedents,
        segments,
        tuple(suite.source[segment] for segment in segments),
        None if reference is None else _shown(reference, example),
    )


def _segments(example: Example) -> tuple[int, ...]:
    """Its own and those of its antecedents, with the one before and what lies between."""
    needed = {example.segment, *(antecedent.segment for antecedent in example.antecedents)}
    first, last = max(min(needed) - 1, 0), max(needed)
    if last - first <= _NEAR:
        return tuple(range(first, last + 1))
    return tuple(sorted(needed | {max(example.segment - 1, 0)}))


def _shown(target: Target, example: Example) -> Passage:
    return Passage(
        tuple(target.lines[segment] for segment in _segments(example)),
        tuple(spot for part in target.placed[example.number].antecedents for spot in part),
    )


def _opinions(
    pronouns: Mapping[int, Pronoun],
    reviewed: Mapping[int, Review],
    owners: Mapping[int, tuple[int, str]],
) -> dict[tuple[str, Place], tuple[Opinion, ...]]:
    return {
        (owners[candidate][1], pronouns[owners[candidate][0]].place): review.opinions
        for candidate, review in reviewed.items()
        if review.opinions
    }


def _human(where: str, suite: str | None, systems: Sequence[Target]) -> list[Human]:
    """The share of pronouns that annotators found correct, as `proform meta` has it."""
    found = shares(load_reviews(where, suite))
    return [Human(SHARE, {s.name: found[s.name] for s in systems if s.name in found})]
