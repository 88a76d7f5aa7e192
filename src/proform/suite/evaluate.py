"""Judges on a test suite: each picked pronoun in each system, broken down by category."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

from proform.analysis.antecedents import Known, Resolution, Resolver, informed
from proform.errors import ProformError
from proform.judge import check_needless, make_judges
from proform.judge.base import Judge
from proform.judge.choices import Choices
from proform.judge.expected import other_rule
from proform.language.pack import load_packs
from proform.model import Antecedents, Example, Occurrence, Option, Segment, Translation
from proform.parallel import Meter, Progress
from proform.pronoun.occurrences import Finder
from proform.scoring.judgements import Judgement
from proform.scoring.panel import Accepted, Panel, Settlement, Sink, read_source
from proform.scoring.result import PairedScore, Result, SystemScore
from proform.scoring.summary import NO_RESAMPLING, Resampling, Tallied, summarise
from proform.suite.challenge import traits_of
from proform.suite.outputs import own_view
from proform.suite.suite import Suite, Target

Scored = TypeVar("Scored", SystemScore, PairedScore)


def choices_of(suite: Suite, packs: Path | None = None, **settings: Any) -> Choices:  # noqa: ANN401
    """What a suite asks of judges: its examples, its categories, and settings of one's own."""
    where: dict[int, dict[int, int]] = defaultdict(dict)
    for example in suite.examples:
        where[example.segment][example.position] = example.number
    source, target = load_packs(suite.languages, packs)
    positions = suite.name, dict(where)
    return Choices(
        source,
        target,
        positions=positions,
        agreeing=suite.agreeing,
        challenges=suite.challenges,
        **settings,
    )


def evaluate(
    suite: Suite,
    reference: Target | None,
    systems: Sequence[Target],
    metrics: Sequence[str | Judge],
    choices: Choices | None = None,
    resampling: Resampling = NO_RESAMPLING,
    accepted: Sequence[Accepted] = (),
    sink: Sink | None = None,
    progress: Progress | None = None,
) -> Result:
    """Judge every example of every system; some judges also compare with accepted translations.

    Judges of scores see the systems that scored a challenge set, all others see translations. The
    reference may be None for judges that need none. `progress` is told how far it is.
    """
    progress = progress or Progress()
    choices = choices or choices_of(suite)
    judges = make_judges(metrics, choices)
    if reference is None:
        check_needless(judges, f"the suite {suite.name!r} has no reference to compare with")
        reference = Target("", [""] * len(suite.source))
    views = _Views(suite, choices)
    if sink is not None and suite.challenges:
        sink = _Compared(suite, {each.name: each for each in systems}, views, sink)
    parts = []
    for scored in dict.fromkeys(judge.scored for judge in judges):
        present = [system for system in systems if (system.scores if scored else system.lines)]
        if not present:
            names = ", ".join(judge.name for judge in judges if judge.scored is scored)
            what, command = ("scores", "add-scores") if scored else ("translation", "add-system")
            missing = f"no system of the suite {suite.name!r} has a {what.removesuffix('s')}"
            hint = f"{names}: add one with proform suite {command}"
            raise ProformError(f"{missing}", hint=hint)
        chosen = [judge for judge in judges if judge.scored is scored]
        task = _Task(suite, reference, present, chosen, choices, views)
        parts.append(_in_order(task.result(resampling, accepted, sink, progress), suite))
    return _joined(parts, [judge.name for judge in judges])


@dataclass(frozen=True)
class _Task:
    """Judges, and the systems that they can judge."""

    suite: Suite
    reference: Target
    systems: Sequence[Target]
    judges: Sequence[Judge]
    choices: Choices
    views: _Views

    def result(
        self,
        resampling: Resampling,
        accepted: Sequence[Accepted],
        sink: Sink | None,
        progress: Progress,
    ) -> Result:
        suite, judges = self.suite, self.judges
        documents = _documents(suite)
        by_segment = resampling.wanted and documents is None
        panel = Panel(judges, [system.name for system in self.systems], by_segment=by_segment)
        tallies = panel.tallies()
        references: dict[int, list[Accepted]] = defaultdict(list)
        for translation in accepted:
            references[translation.example].append(translation)
        earlier = panel.looks_back > 0 or sink is not None
        settling = None if sink is None else Settlement(judges, sink)
        known = _known(suite, panel.resolver, progress)
        ordered = sorted(suite.examples, key=lambda example: (example.segment, example.position))
        meter = Meter(progress, "judging", len(ordered))
        for example in ordered:
            targets = (self.reference, *self.systems)
            segment = _segment(suite, targets, example, self.views, known, earlier=earlier)
            more = references[example.number]
            for judge in judges:
                finder = judge.finder or self.choices.source_finder
                if occurrence := _occurrence(suite, finder, example):
                    take = None if settling is None else settling.take
                    panel.judge(segment, [occurrence], [judge], tallies, more, take)
            meter.add(1)
        if settling is not None:
            settling.finish(tallies)
        tallied = Tallied(
            tuple(panel.systems),
            tallies,
            _digest(self.reference),
            [_digest(system) for system in self.systems],
            len(suite.source),
            documents,
        )
        settings = self.choices.signature | {"suite": suite.name}
        if accepted:
            settings |= {"accepted": str(len(accepted))}
        warnings = [*_below_chance(judges, tallied)]
        watch = partial(progress.part, "resampling")
        return summarise(tallied, judges, settings, resampling, warnings, watch)


def _below_chance(judges: Sequence[Judge], tallied: Tallied) -> Iterator[str]:
    """A warning if all systems do worse than guessing: then scores are likely the wrong way."""
    for judge in judges:
        if not judge.scored:
            continue
        sums = (tallied.tallies[judge.name, system].total() for system in tallied.systems)
        scores = [judge.scores(total) for total in sums]
        if scores and all(each["score"] < each["chance"] for each in scores):
            all_ = "the only system is" if len(scores) == 1 else "every system is"
            yield (
                f"{judge.name}: {all_} below chance, so scores may be the wrong way round; "
                "add them again with --higher-is-better or --lower-is-better"
            )


def _joined(parts: Sequence[Result], metrics: Sequence[str]) -> Result:
    """Results of several kinds of judges as one, in the order in which they were asked for."""
    if len(parts) == 1:
        return parts[0]

    def ordered(scores: Iterable[Scored]) -> tuple[Scored, ...]:
        return tuple(sorted(scores, key=lambda score: metrics.index(score.metric)))

    signatures = [
        signature
        for part in parts
        for signature in zip(part.descriptions, part.signature.split(" + "), strict=True)
    ]
    signatures.sort(key=lambda pair: metrics.index(pair[0]))
    return replace(
        parts[0],
        signature=" + ".join(signature for _, signature in signatures),
        results=ordered(score for part in parts for score in part.results),
        comparisons=ordered(pair for part in parts for pair in part.comparisons),
        notes=tuple(dict.fromkeys(note for part in parts for note in part.notes)),
        descriptions={
            name: part.descriptions[name]
            for name in metrics
            for part in parts
            if name in part.descriptions
        },
    )


@dataclass(frozen=True)
class _Views:
    """What the own rule of a challenge set reads of outputs, if a judge goes by that."""

    suite: Suite
    choices: Choices

    @cached_property
    def _view(self) -> Callable[[str], str]:
        return own_view(self.suite.set, self.choices.target)

    def asked(self, target: Target, example: Example) -> str | None:
        return self.read(target, example.number)

    def read(self, target: Target, number: int) -> str | None:
        output = target.outputs.get(number)
        return None if output is None else self._view(output.own)


@dataclass(frozen=True)
class _Compared:
    """Adds to what other judges say of a translation what the set's own rule says, if otherwise."""

    suite: Suite
    systems: Mapping[str, Target]
    views: _Views
    sink: Sink

    def __call__(self, row: Judgement) -> None:
        asked = self.suite.challenges.get(row.example or 0)
        if asked and asked.expected and row.metric not in _OWN_RULE:
            read = self.views.read(self.systems[row.system], row.example or 0)
            more = "" if read is None else other_rule(asked, read, row.verdict)
            row = replace(row, explanation=row.explanation + more)
        self.sink(row)


_OWN_RULE = ("contrast", "expected-form", "expected-aligned")
"""They speak of something else, or say it themselves."""


def _in_order(report: Result, suite: Suite) -> Result:
    """The same, with categories in the suite's order."""
    order = [category.name for category in suite.categories]

    def ordered(result: SystemScore) -> SystemScore:
        known = result.groups.get("category", {})
        by_category = {name: known[name] for name in order if name in known}
        return replace(result, groups={**result.groups, "category": by_category})

    return replace(report, results=tuple(map(ordered, report.results)))


def _known(suite: Suite, resolver: Resolver | None, progress: Progress) -> Mapping[int, Known]:
    """What is known of the source of each segment; what people said goes first."""
    annotated: dict[tuple[int, int], Antecedents] = {}
    for example in suite.examples:
        place = example.segment, example.position
        if example.antecedents:
            heads = tuple((noun.segment, noun.head) for noun in example.antecedents)
            annotated[place] = Antecedents((Option(heads),), annotated=True)
        elif example.category not in suite.agreeing and example.number not in suite.challenges:
            annotated[place] = Antecedents((), {example.category: 1.0}, annotated=True)
    texts = suite.texts()
    source = resolver or Resolver()
    resolution = Resolution(replace(source, annotated={**source.annotated, **annotated}))
    return read_source(resolution, texts, Meter(progress, "reading the source", len(texts)))


def _segment(
    suite: Suite,
    targets: Sequence[Target],
    example: Example,
    views: _Views,
    known: Mapping[int, Known],
    *,
    earlier: bool,
) -> Segment:
    """The segment of an example; where somebody looks back, with those of its antecedents."""
    here = example.segment
    referents = known[here].antecedents.get(example.position, Antecedents())
    heads = (head for option in referents.options for head in option.heads)
    wanted = {number for number, _ in heads} if earlier else set()
    before = []
    for number in sorted(segment for segment in wanted if segment < here):
        reference, *systems = (
            Translation(target.tokens(number), target.earlier(example, number))
            for target in targets
        )
        place = number, suite.document(number), suite.words(number)
        before.append(informed(Segment(*place, reference, systems), known))
    reference, *systems = (_translation(target, example, views) for target in targets)
    place = here, suite.document(here), suite.words(here)
    return informed(Segment(*place, reference, systems, before), known)


def _translation(target: Target, example: Example, views: _Views) -> Translation:
    output = target.outputs.get(example.number)
    return Translation(
        target.tokens(example.segment),
        target.alignment(example),
        target.antecedents(example),
        target.positions(example),
        views.asked(target, example),
        "" if output is None else output.lost,
        target.scores.get(example.number, ()),
    )


def _occurrence(suite: Suite, finder: Finder, example: Example) -> Occurrence | None:
    for hit in finder.find(example.segment, suite.source[example.segment]):
        if hit.position == example.position:
            document = suite.document(example.segment)
            challenge = suite.challenges.get(example.number)
            traits = () if challenge is None else traits_of(challenge)
            kind = example.category, example.number, traits
            return Occurrence(example.segment, *hit, document, *kind)
    return None


def _digest(target: Target) -> bytes:
    content = repr((sorted(target.placed.items()), list(target.links or ()))).encode()
    if target.scores:
        content += repr(sorted(target.scores.items())).encode()
    return blake2b(content, digest_size=8).digest()


def _documents(suite: Suite) -> str | None:
    """The hash of the documents, if every example is part of one."""
    inside = all(suite.document(example.segment) is not None for example in suite.examples)
    if not suite.documents or not inside:
        return None
    return blake2b(repr(suite.documents).encode(), digest_size=4).hexdigest()
