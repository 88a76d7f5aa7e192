"""Judges on a test suite: each picked pronoun in each system, broken down by category."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import groupby

from proform.judge.base import Judge
from proform.judge.protest import Protest
from proform.language.forms import Splitter
from proform.model import (
    Decision,
    Example,
    Occurrence,
    Rendering,
    Segment,
    Translation,
    Verdict,
)
from proform.pronoun.occurrences import ByPosition, Finder, Pronouns
from proform.scoring.result import Result, SystemScore
from proform.scoring.run import Observer
from proform.scoring.setup import Choices
from proform.scoring.summary import Resampling, Tallied, summarise
from proform.scoring.tally import Tally
from proform.suite.suite import Suite, Target, words


@dataclass(frozen=True, slots=True)
class Accepted:
    """A translation of an example that annotators found right: one more reference.

    It never counts for the system that it came from.
    """

    example: int
    system: str
    rendering: Rendering


def positions(suite: Suite) -> tuple[str, Mapping[int, Mapping[int, int]]]:
    """Where the examples are, as the judges' settings have it."""
    where: dict[int, dict[int, int]] = {}
    for example in suite.examples:
        where.setdefault(example.segment, {})[example.position] = example.number
    return suite.name, where


def judges_of(suite: Suite, choices: Choices, metrics: Sequence[str]) -> list[Judge]:
    """The judges of these metrics, PROTEST's matching among them."""
    return [
        _protest(suite, choices.source_finder, choices.target.unsure)
        if metric == Protest.name
        else choices.judges([metric])[0]
        for metric in dict.fromkeys(metrics)
    ]


def decisions(
    suite: Suite,
    reference: Target,
    systems: Sequence[Target],
    example: Example,
    unsure: Sequence[str],
) -> dict[str, str]:
    """What automatic evaluation says of one example in each system, in words."""
    finder = ByPosition(*positions(suite), Pronouns((), Splitter()))
    judge = _protest(suite, finder, unsure)
    segment = _segment(suite, reference, systems, example)
    occurrence = _occurrence(suite, judge, example, suite.source[example.segment])
    if occurrence is None:
        raise AssertionError("an example is where it is")
    expected = judge.reference(occurrence, segment)
    return {
        system.name: judge.because(
            judge.judge(occurrence, expected, judge.candidate(occurrence, segment, translation))
        )
        for system, translation in zip(systems, segment.candidates, strict=True)
    }


def _protest(suite: Suite, finder: Finder, unsure: Sequence[str]) -> Protest:
    return Protest(finder, suite.agreeing, frozenset(unsure))


def evaluate(
    suite: Suite,
    reference: Target,
    systems: Sequence[Target],
    choices: Choices,
    judges: Sequence[Judge],
    resampling: Resampling,
    accepted: Sequence[Accepted] = (),
    observe: Observer | None = None,
) -> Result:
    """Judge every example of every system, and give the scores.

    PROTEST's matching also compares with what was accepted of other systems.
    """
    more: dict[int, list[Accepted]] = {}
    for one in accepted:
        more.setdefault(one.example, []).append(one)
    documents = _documents(suite)
    by_segment = resampling.wanted and documents is None
    looks_back = max((judge.looks_back for judge in judges), default=0)
    tallies = {
        (judge.name, system.name): Tally(len(judge.statistics), by_segment=by_segment)
        for judge in judges
        for system in systems
    }
    ordered = sorted(suite.examples, key=lambda example: (example.segment, example.position))
    for number, examples in groupby(ordered, key=lambda example: example.segment):
        line = suite.source[number]
        found: dict[tuple[str, str], list[Decision]] = {key: [] for key in tallies}
        for example in examples:
            segment = _segment(suite, reference, systems, example, looks_back)
            for judge in judges:
                occurrence = _occurrence(suite, judge, example, line)
                if occurrence is None or not judge.takes(occurrence):
                    continue
                expected = judge.reference(occurrence, segment)
                for system, translation in zip(systems, segment.candidates, strict=True):
                    candidate = judge.candidate(occurrence, segment, translation)
                    judgement = judge.judge(occurrence, expected, candidate)
                    if judgement.verdict is Verdict.UNDECIDED and isinstance(judge, Protest):
                        others = more.get(example.number, ())
                        judgement = _retry(judge, judgement, system.name, others)
                    found[judge.name, system.name].append(judgement)
                    if observe is not None:
                        observe(judge, system.name, judgement, segment, translation)
        for key, judgements in found.items():
            tallies[key].add(judgements)
    tallied = Tallied(
        tuple(system.name for system in systems),
        tallies,
        _digest(reference),
        [_digest(system) for system in systems],
        len(suite.source),
        documents,
    )
    more_references = {"accepted": str(len(accepted))} if accepted else {}
    settings = choices.signature | {"suite": suite.name} | more_references
    return _in_order(summarise(tallied, judges, settings, resampling), suite)


def _in_order(report: Result, suite: Suite) -> Result:
    """The same, with categories in the suite's order."""
    order = {category.name: number for number, category in enumerate(suite.categories)}

    def ordered(result: SystemScore) -> SystemScore:
        found = result.by.get("category", {})
        by_category = dict(sorted(found.items(), key=lambda item: order[item[0]]))
        return replace(result, by={**result.by, "category": by_category})

    return replace(report, results=tuple(map(ordered, report.results)))


def _segment(
    suite: Suite,
    reference: Target,
    systems: Sequence[Target],
    example: Example,
    looks_back: int = 0,
) -> Segment:
    """The segment of an example; if judges look back, with those of its antecedents."""
    number = example.segment
    earlier = {one.segment for one in example.antecedents} if looks_back else set()
    before = [
        _earlier(suite, reference, systems, example, one) for one in sorted(earlier) if one < number
    ]
    translated = [
        Translation(
            words(target.lines[number]), target.alignment(example), target.antecedents(example)
        )
        for target in (reference, *systems)
    ]
    return Segment(
        number,
        suite.document(number),
        suite.words(number),
        translated[0],
        translated[1:],
        before,
        example.antecedents,
    )


def _earlier(
    suite: Suite, reference: Target, systems: Sequence[Target], example: Example, number: int
) -> Segment:
    """A segment that has an antecedent of an example."""
    reference_too, *translated = (
        Translation(words(target.lines[number]), target.earlier(example, number))
        for target in (reference, *systems)
    )
    document = suite.document(number)
    return Segment(number, document, suite.words(number), reference_too, translated)


def _occurrence(suite: Suite, judge: Judge, example: Example, line: str) -> Occurrence | None:
    for hit in judge.finder.find(example.segment, line):
        if hit.position == example.position:
            document = suite.document(example.segment)
            return Occurrence(example.segment, *hit, document, example.category)
    return None


def _retry(judge: Judge, judgement: Decision, system: str, others: Sequence[Accepted]) -> Decision:
    """The same judgement, or a better one by what was accepted of another system."""
    for other in others:
        if other.system != system:
            again = judge.judge(judgement.occurrence, other.rendering, judgement.candidate)
            if again.verdict is Verdict.CORRECT:
                return again
    return judgement


def _digest(target: Target) -> bytes:
    links = target.links if target.links is not None else ()
    content = repr((sorted(target.placed.items()), list(links))).encode()
    return blake2b(content, digest_size=8).digest()


def _documents(suite: Suite) -> str | None:
    """The hash of the documents, if every example is part of one."""
    inside = all(suite.document(example.segment) is not None for example in suite.examples)
    if not suite.documents or not inside:
        return None
    return blake2b(repr(suite.documents).encode(), digest_size=4).hexdigest()
