"""A store: its suite is evaluated, and what annotators said is shown beside."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from sqlalchemy import Connection

from proform.errors import ProformError
from proform.human.review import load_reviews, reviews, shares
from proform.human.verdict import OPEN
from proform.language.forms import fold
from proform.model import Example
from proform.report.inputs import SHARE, Kind, judgements_part
from proform.report.model import Part, Passage, Pronoun, PronounPlace
from proform.scoring.judgements import Judgement
from proform.scoring.summary import Resampling
from proform.semi.counts import Results, count
from proform.semi.state import load_state
from proform.store.database import opened
from proform.store.suites import REFERENCE, SYSTEM, candidates, find_suite, load_target, targets
from proform.suite.evaluate import choices_of, evaluate
from proform.suite.suite import Suite, Target

METRICS = ("protest", "apt", "agreement")

_NEAR = 4
"""If an antecedent is further away, not everything in between is shown."""


@dataclass(frozen=True)
class ReportSettings:
    """What is evaluated, and how."""

    suite: str | None = None
    packs: Path | None = None
    resampling: Resampling = field(default_factory=lambda: Resampling(intervals=True, paired=True))


def read_store(where: str, settings: ReportSettings, known: Collection[str] = ()) -> Part:
    """A suite, its annotations and its evaluation, without the metrics that are known already."""
    with opened(where) as store, store.reading() as connection:
        stored = find_suite(connection, settings.suite)
        suite, name = stored.suite, store.name
        corpora = targets(connection, stored)
        loaded = {c.side: load_target(connection, stored, c) for c in corpora if c.side != SYSTEM}
        systems = [load_target(connection, stored, c) for c in corpora if c.side == SYSTEM]
        reviewed, owners = reviews(connection, stored), candidates(connection, stored)
        semi = _semi(connection, suite, settings) if systems else None
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
        human={SHARE: {s.name: rights[s.name] for s in systems if s.name in rights}}
        if rights
        else {},
        semi=semi,
    )
    return _evaluated(part, suite, reference, systems, settings, known)


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
    if reference is None:
        note = f"{part.name}: no reference, so nothing is evaluated automatically"
        return replace(part, notes=[note])
    choices = choices_of(suite, settings.packs)
    metrics = [metric for metric in METRICS if metric not in known]
    notes = []
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
    result = evaluate(suite, reference, systems, metrics, choices, resampling, sink=keep)
    return replace(
        part,
        results=result.results,
        comparisons=result.comparisons,
        signature=result.signature,
        notes=[*notes, *result.notes],
        judgements=judgements_part(part.name, judgements).judgements,
        descriptions=result.descriptions,
    )


def _pronoun(suite: Suite, reference: Target | None, example: Example) -> Pronoun:
    segments = _segments(example)
    return Pronoun(
        PronounPlace(example.segment, example.position, suite.source[example.segment]),
        example.token,
        fold(example.token),
        suite.document(example.segment),
        example.category,
        example.number,
        example.note,
        example.antecedents,
        segments,
        tuple(suite.source[segment] for segment in segments),
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
    return Passage(
        tuple(target.lines[segment] for segment in _segments(example)),
        tuple(spot for part in target.placed[example.number].antecedents for spot in part),
    )
