"""All inputs of a page put together, and what does not fit together said aloud."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from proform.errors import ProformError
from proform.human.opinion import Opinion
from proform.judge import describe
from proform.judge.base import Description
from proform.model import Verdict
from proform.report.inputs import Kind, kind_of
from proform.report.judgements import read_human, read_judgements
from proform.report.model import (
    Content,
    Human,
    Key,
    Part,
    Passage,
    Place,
    Pronoun,
)
from proform.report.names import same_names
from proform.report.results import read_judgements_part, read_result_part, result_part
from proform.report.scores import scored
from proform.report.suite import Settings, read_store
from proform.scoring.judgements import Judgement
from proform.scoring.result import Group, Result, SystemScore

_EXACT = 1e-6
"""Scores that differ by less are the same but for rounding."""


def read_inputs(inputs: Sequence[str | Result], settings: Settings) -> Content:
    """Read everything; stores last, since they are not asked for what files say already."""
    results = [one for one in inputs if isinstance(one, Result)]
    kinds = {one: kind_of(one) for one in inputs if isinstance(one, str)}
    parts = {
        argument: _READERS[kind](Path(argument))
        for argument, kind in kinds.items()
        if kind is not Kind.STORE
    }
    ready = [result_part(f"result {n}", result) for n, result in enumerate(results, 1)]
    known = {metric for part in (*ready, *parts.values()) for metric, _ in _keys(part)}
    for argument, kind in kinds.items():
        if kind is Kind.STORE:
            parts[argument] = read_store(argument, settings, known)
    return collect([*ready, *(parts[argument] for argument in kinds)])


_READERS: dict[Kind, Callable[[Path], Part]] = {
    Kind.RESULT: read_result_part,
    Kind.ROWS: read_judgements_part,
    Kind.HUMAN: read_human,
    Kind.JUDGEMENTS: read_judgements,
}


def collect(parts: Sequence[Part]) -> Content:
    """One content of all parts."""
    systems = _systems(parts)
    parts, renamed = same_names(parts, systems)
    places = _places(parts)
    numbers = {place: number for number, place in enumerate(places)}
    results = {(one.metric, one.system): one for one in _results(parts)}
    described = {name: one for part in parts for name, one in part.descriptions.items()}
    judgements, descriptions = _judgements(parts, numbers, described)
    opinions, unknown = _opinions(parts, numbers, systems)
    notes = [
        *(note for part in parts for note in part.notes),
        *renamed,
        *_missing(parts, systems),
        *unknown,
        *_differences(results, judgements, descriptions),
        *_assumptions(judgements, described),
    ]
    alone = {
        key: _counted(key, column, descriptions[key[0]])
        for key, column in judgements.items()
        if key not in results
    }
    metrics = list(dict.fromkeys(metric for part in parts for metric, _ in _keys(part)))
    compared = [paired for part in parts for paired in part.comparisons]
    return Content(
        [(part.name, part.kind) for part in parts],
        systems,
        metrics,
        results | alone,
        {(paired.metric, paired.system): paired for paired in compared},
        [_pronoun(parts, place) for place in places],
        _texts(parts, numbers, systems),
        judgements,
        {metric: descriptions.get(metric) or plain(metric) for metric in metrics},
        opinions,
        _figures([(part, part.human) for part in parts], systems),
        [part.signature for part in parts if part.signature],
        next((part.languages for part in parts if part.languages), None),
        _together(notes, metrics),
        _figures([(part, part.beside) for part in parts], systems),
        [part.semi for part in parts if part.semi is not None],
    )


def _together(notes: Sequence[str], metrics: Sequence[str]) -> list[str]:
    """What is said of several metrics in the same words, once."""
    about: dict[str, dict[str, None]] = {}
    for note in notes:
        subject, mark, said = note.partition(": ")
        if subject in metrics:
            about.setdefault(f"{mark}{said}", {})[subject] = None
        else:
            about[note] = {"": None}
    return [f"{', '.join(subjects)}{said}" for said, subjects in about.items()]


def _keys(part: Part) -> list[Key]:
    named = [(result.metric, result.system) for result in part.results]
    return list(dict.fromkeys([*named, *part.judgements]))


def _systems(parts: Sequence[Part]) -> list[str]:
    """Those that are evaluated; a human score alone makes no system."""
    found = [system for part in parts if part.evaluates for system in part.systems]
    if not found:
        what = "nothing but what people say, and no system that it is about"
        hint = "give a result of proform score -f json, the rows of its --detail, or a store"
        raise ProformError(what, hint=hint)
    return list(dict.fromkeys(found))


def _missing(parts: Sequence[Part], systems: Sequence[str]) -> Iterator[str]:
    for part in parts:
        if unknown := [system for system in part.systems if system not in systems]:
            yield f"{part.name}: left out {_listed(unknown)} (in no other input)"
        if lacking := [system for system in systems if system not in part.systems]:
            yield f"{part.name}: lacks {_listed(lacking)}"


def _listed(names: Sequence[str]) -> str:
    noun = "system" if len(names) == 1 else "systems"
    return f"{len(names)} {noun}, {', '.join(map(repr, names))}"


def _places(parts: Sequence[Part]) -> list[Place]:
    """Every pronoun once, in the order of the text."""
    found = dict.fromkeys(place for part in parts for place in part.pronouns)
    return sorted(found, key=lambda place: (place.segment, place.anchored, place.position))


def _pronoun(parts: Sequence[Part], place: Place) -> Pronoun:
    """What is known of it from all sides; a suite knows most."""
    known = [part.pronouns[place] for part in parts if place in part.pronouns]
    best = max(known, key=lambda pronoun: pronoun.example is not None)
    said = [part.categories.get((place.segment, place.position)) for part in parts]
    named = [*(one.category for one in known), *([] if place.anchored else said)]
    return replace(
        best,
        document=next((one.document for one in known if one.document), None),
        category=best.category or next((name for name in named if name), None),
        reference=best.reference or next((one.reference for one in known if one.reference), None),
    )


def _texts(
    parts: Sequence[Part], numbers: Mapping[Place, int], systems: Sequence[str]
) -> dict[str, dict[int, Passage]]:
    """The translations, from where there is most around the pronoun."""
    texts: dict[str, dict[int, Passage]] = {system: {} for system in systems}
    owners: dict[tuple[str, Place], tuple[str, str]] = {}
    for part in parts:
        for what, place, shown in _shown(part):
            own = shown.lines[part.pronouns[place].segments.index(place.segment)]
            name, before = owners.setdefault((what, place), (part.name, own))
            if own != before:
                where = f"segment {place.segment} of {what}"
                hint = "are they of one run?"
                raise ProformError(f"{name} and {part.name}: {where} is not the same", hint=hint)
        for (system, place), shown in part.texts.items():
            known = texts[system].get(numbers[place])
            if known is None or len(shown.lines) > len(known.lines):
                texts[system][numbers[place]] = shown
    return texts


def _shown(part: Part) -> Iterator[tuple[str, Place, Passage]]:
    for place, pronoun in part.pronouns.items():
        if pronoun.reference is not None:
            yield "the reference", place, pronoun.reference
    for (system, place), shown in part.texts.items():
        yield repr(system), place, shown


def _results(parts: Sequence[Part]) -> Iterator[SystemScore]:
    owners: dict[Key, str] = {}
    for part in parts:
        for result in part.results:
            key = result.metric, result.system
            _refuse_two(owners.setdefault(key, part.name), part.name, key)
            yield result


def _judgements(
    parts: Sequence[Part], numbers: Mapping[Place, int], described: Mapping[str, Description]
) -> tuple[dict[Key, dict[int, Judgement]], dict[str, Description]]:
    """All judgements, and how their metrics describe themselves.

    Of a metric that nobody describes, or of rows without statistics, the pronouns that are correct
    count.
    """
    columns: dict[Key, dict[int, Judgement]] = {}
    owners: dict[Key, str] = {}
    descriptions = dict(described)
    for part in parts:
        for key, column in part.judgements.items():
            _refuse_two(owners.setdefault(key, part.name), part.name, key)
            counted = all(judgement.statistics for judgement in column.values())
            known = (descriptions.get(key[0]) or describe(key[0])) if counted else None
            descriptions[key[0]] = known or plain(key[0])
            columns[key] = {
                numbers[place]: one if known else replace(one, statistics=plain_statistics(one))
                for place, one in column.items()
            }
    return columns, descriptions


def plain(metric: str) -> Description:
    """A metric of which nothing is known but its verdicts."""
    return Description(metric, ("correct", "judged"), ((1.0, 0.0), (0.0, 1.0)))


def plain_statistics(judgement: Judgement) -> dict[str, float]:
    """The statistics of such a metric."""
    return {"correct": float(judgement.verdict is Verdict.CORRECT), "judged": 1.0}


def _opinions(
    parts: Sequence[Part], numbers: Mapping[Place, int], systems: Sequence[str]
) -> tuple[dict[str, dict[int, tuple[Opinion, ...]]], list[str]]:
    """What annotators say, and notes on what they say of pronouns that nobody else knows."""
    found: dict[str, dict[int, tuple[Opinion, ...]]] = {system: {} for system in systems}
    spots = {(p.segment, p.position): n for p, n in numbers.items() if not p.anchored}
    notes = []
    for part in parts:
        said = {
            (system, numbers[place]): opinions
            for (system, place), opinions in part.opinions.items()
            if system in found
        }
        known = {key: some for key, some in part.said.items() if key[0] in found}
        said |= {(s, spots[i, j]): some for (s, i, j), some in known.items() if (i, j) in spots}
        if lost := sum((i, j) not in spots for _, i, j in known):
            notes.append(f"{part.name}: {lost} judged pronouns are in no other input, and left out")
        for (system, number), opinions in said.items():
            found[system][number] = (*found[system].get(number, ()), *opinions)
    return found, notes


def _refuse_two(first: str, second: str, key: Key) -> None:
    if first != second:
        what = f"{first} and {second}: both have {key[0]} of {key[1]!r}"
        raise ProformError(what, hint="a report shows one run of each metric")


def _figures(parts: Sequence[tuple[Part, Sequence[Human]]], systems: Sequence[str]) -> list[Human]:
    """The figures of known systems; of two of one name, the second has its file's name too."""
    found: dict[str, Human] = {}
    for part, figures in parts:
        for one in figures:
            name = one.name if one.name not in found else f"{one.name} ({part.name})"
            values = {system: v for system, v in one.values.items() if system in systems}
            found[name] = Human(name, values)
    return list(found.values())


def _differences(
    results: Mapping[Key, SystemScore],
    judgements: Mapping[Key, Mapping[int, Judgement]],
    descriptions: Mapping[str, Description],
) -> Iterator[str]:
    """Rows that do not add up to the score that stands beside them are of another run."""
    for (metric, system), column in judgements.items():
        if (result := results.get((metric, system))) is None:
            continue
        value, counted = scored(descriptions[metric], column.values())
        stated = result.total.score
        if value is not None and stated is not None and abs(value - stated) > _EXACT:
            rows = f"its {counted} rows give {value:.4f}"
            yield f"{metric} of {system!r}: {rows}, but the result says {stated:.4f}"


def _assumptions(
    judgements: Mapping[Key, Mapping[int, Judgement]], described: Mapping[str, Description]
) -> Iterator[str]:
    """How the score of rows alone is made."""
    for metric in dict.fromkeys(metric for metric, _ in judgements if metric not in described):
        how = "the usual settings" if describe(metric) else "what is correct"
        yield f"{metric}: its score is made from the rows, by {how}"


def _counted(key: Key, column: Mapping[int, Judgement], description: Description) -> SystemScore:
    """A score of rows alone."""
    metric, system = key
    value, counted = scored(description, column.values())
    counts = Counter(judgement.reason for judgement in column.values())
    group = Group(counted, {"score": value}, counts)
    return SystemScore(system, metric, "", group, None, {}, {}, {})
