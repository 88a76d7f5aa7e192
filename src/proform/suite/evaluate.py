"""Judges on a test suite: each picked pronoun in each system, broken down by category."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

from proform.judge import make_judges
from proform.judge.base import Judge
from proform.judge.choices import Choices
from proform.language.pack import load_packs
from proform.model import Example, Occurrence, Segment, Translation
from proform.pronoun.occurrences import Finder
from proform.scoring.panel import Accepted, Panel, Sink
from proform.scoring.result import Result, SystemScore
from proform.scoring.summary import NO_RESAMPLING, Resampling, Tallied, summarise
from proform.suite.suite import Suite, Target, words


def choices_of(suite: Suite, packs: Path | None = None, **settings: Any) -> Choices:  # noqa: ANN401
    """What a suite asks of judges: its examples, its categories, and settings of one's own."""
    where: dict[int, dict[int, int]] = defaultdict(dict)
    for example in suite.examples:
        where[example.segment][example.position] = example.number
    source, target = load_packs(suite.languages, packs)
    positions = suite.name, dict(where)
    return Choices(source, target, positions=positions, agreeing=suite.agreeing, **settings)


def evaluate(
    suite: Suite,
    reference: Target,
    systems: Sequence[Target],
    metrics: Sequence[str | Judge],
    choices: Choices | None = None,
    resampling: Resampling = NO_RESAMPLING,
    accepted: Sequence[Accepted] = (),
    sink: Sink | None = None,
) -> Result:
    """Judge every example of every system; some judges also compare with accepted translations."""
    choices = choices or choices_of(suite)
    judges = make_judges(metrics, choices)
    documents = _documents(suite)
    by_segment = resampling.wanted and documents is None
    panel = Panel(judges, [system.name for system in systems], by_segment=by_segment)
    tallies = panel.tallies()
    references: dict[int, list[Accepted]] = defaultdict(list)
    for translation in accepted:
        references[translation.example].append(translation)
    earlier = panel.looks_back > 0 or sink is not None
    for example in sorted(suite.examples, key=lambda example: (example.segment, example.position)):
        segment = _segment(suite, (reference, *systems), example, earlier=earlier)
        more = references[example.number]
        for judge in judges:
            finder = judge.finder or choices.source_finder
            if occurrence := _occurrence(suite, finder, example):
                panel.judge(segment, [occurrence], [judge], tallies, more, sink)
    tallied = Tallied(
        tuple(panel.systems),
        tallies,
        _digest(reference),
        [_digest(system) for system in systems],
        len(suite.source),
        documents,
    )
    settings = choices.signature | {"suite": suite.name}
    if accepted:
        settings |= {"accepted": str(len(accepted))}
    return _in_order(summarise(tallied, judges, settings, resampling), suite)


def _in_order(report: Result, suite: Suite) -> Result:
    """The same, with categories in the suite's order."""
    order = [category.name for category in suite.categories]

    def ordered(result: SystemScore) -> SystemScore:
        known = result.groups.get("category", {})
        by_category = {name: known[name] for name in order if name in known}
        return replace(result, groups={**result.groups, "category": by_category})

    return replace(report, results=tuple(map(ordered, report.results)))


def _segment(
    suite: Suite, targets: Sequence[Target], example: Example, *, earlier: bool
) -> Segment:
    """The segment of an example; where somebody looks back, with those of its antecedents."""
    here = example.segment
    wanted = {antecedent.segment for antecedent in example.antecedents} if earlier else set()
    before = []
    for number in sorted(segment for segment in wanted if segment < here):
        reference, *systems = (
            Translation(words(target.lines[number]), target.earlier(example, number))
            for target in targets
        )
        document = suite.document(number)
        before.append(Segment(number, document, suite.words(number), reference, systems))
    reference, *systems = (
        Translation(
            words(target.lines[here]), target.alignment(example), target.antecedents(example)
        )
        for target in targets
    )
    place = here, suite.document(here), suite.words(here)
    return Segment(*place, reference, systems, before, example.antecedents)


def _occurrence(suite: Suite, finder: Finder, example: Example) -> Occurrence | None:
    for hit in finder.find(example.segment, suite.source[example.segment]):
        if hit.position == example.position:
            document = suite.document(example.segment)
            return Occurrence(example.segment, *hit, document, example.category, example.number)
    return None


def _digest(target: Target) -> bytes:
    content = repr((sorted(target.placed.items()), list(target.links or ()))).encode()
    return blake2b(content, digest_size=8).digest()


def _documents(suite: Suite) -> str | None:
    """The hash of the documents, if every example is part of one."""
    inside = all(suite.document(example.segment) is not None for example in suite.examples)
    if not suite.documents or not inside:
        return None
    return blake2b(repr(suite.documents).encode(), digest_size=4).hexdigest()
