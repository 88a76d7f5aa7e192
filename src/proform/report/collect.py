"""All inputs of a page put together, and a note of whatever does not fit together."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from proform.errors import ProformError
from proform.human.opinion import Opinion
from proform.judge import describe
from proform.judge.base import Description
from proform.meta.examples import match
from proform.model import Verdict
from proform.report.inputs import Kind, ReportSettings, kind_of, read_file, read_store, result_part
from proform.report.model import Content, Key, NamedScores, Part, Passage, Pronoun, PronounPlace
from proform.report.scores import scored
from proform.scoring.judgements import Judgement
from proform.scoring.result import Group, Result, SystemScore
from proform.scoring.significance import WeakSpot


def read_inputs(inputs: Sequence[str | Result], settings: ReportSettings) -> Content:
    """Read everything; stores last, since they are not asked for what files say already."""
    results = [result for result in inputs if isinstance(result, Result)]
    kinds = {argument: kind_of(argument) for argument in inputs if isinstance(argument, str)}
    parts = {
        argument: read_file(Path(argument), kind)
        for argument, kind in kinds.items()
        if kind is not Kind.STORE
    }
    ready = [result_part(f"result {n}", result) for n, result in enumerate(results, 1)]
    known = set(_metrics([*ready, *parts.values()]))
    for argument, kind in kinds.items():
        if kind is Kind.STORE:
            parts[argument] = read_store(argument, settings, known)
    return collect([*ready, *(parts[argument] for argument in kinds)])


def collect(parts: Sequence[Part]) -> Content:
    """One content of all parts."""
    systems = list(dict.fromkeys(s for part in parts if part.evaluates for s in part.systems))
    if not systems:
        what = "nothing but what people say, and no system that it is about"
        hint = "give a result of proform score -f json, the rows of its --detail, or a store"
        raise ProformError(what, hint=hint)
    _refuse_twice((part.name, (r.metric, r.system)) for part in parts for r in part.results)
    _refuse_twice((part.name, key) for part in parts for key in part.judgements)
    parts, renamed = _same_names(parts, systems)
    places = sorted(
        dict.fromkeys(place for part in parts for place in part.pronouns),
        key=lambda place: (place.segment, place.anchored, place.position),
    )
    numbers = {place: number for number, place in enumerate(places)}
    results = {(r.metric, r.system): r for part in parts for r in part.results}
    described = {name: one for part in parts for name, one in part.descriptions.items()}
    judgements, descriptions = _judgements(parts, numbers, described)
    sums = {key: scored(descriptions[key[0]], c.values()) for key, c in judgements.items()}
    opinions, unknown = _opinions(parts, numbers, systems)
    notes = [
        *(note for part in parts for note in part.notes),
        *renamed,
        *_missing(parts, systems),
        *unknown,
        *_differences(results, sums),
        *_assumptions(judgements, described),
    ]
    for key, column in judgements.items():
        if key not in results:
            value, counted = sums[key]
            group = Group(counted, {"score": value}, Counter(one.reason for one in column.values()))
            results[key] = SystemScore(key[1], key[0], "", group, None, {}, {}, {})
    metrics = _metrics(parts)
    return Content(
        [(part.name, part.kind) for part in parts],
        systems,
        metrics,
        results,
        {(pair.metric, pair.system): pair for part in parts for pair in part.comparisons},
        [_pronoun(parts, place) for place in places],
        _texts(parts, numbers, systems),
        judgements,
        {metric: descriptions.get(metric) or plain(metric) for metric in metrics},
        opinions,
        _figures(((part.name, part.human) for part in parts), systems),
        [part.signature for part in parts if part.signature],
        next((part.languages for part in parts if part.languages), None),
        _together(notes, metrics),
        _figures(((part.name, part.beside) for part in parts), systems),
        [part.semi for part in parts if part.semi is not None],
        [test for part in parts for test in part.pairs],
        _weak(parts),
    )


def _weak(parts: Iterable[Part]) -> dict[str, list[WeakSpot]]:
    return {
        result.metric: [spot for spot in part.weak if spot.metric == result.metric]
        for part in parts
        if part.weak is not None
        for result in part.results
    }


def _metrics(parts: Iterable[Part]) -> list[str]:
    keys = ([*((r.metric, r.system) for r in part.results), *part.judgements] for part in parts)
    return list(dict.fromkeys(metric for metric, _ in chain.from_iterable(keys)))


def _refuse_twice(keys: Iterable[tuple[str, Key]]) -> None:
    owners: dict[Key, str] = {}
    for name, key in keys:
        if (first := owners.setdefault(key, name)) != name:
            what = f"{first} and {name}: both have {key[0]} of {key[1]!r}"
            raise ProformError(what, hint="a report shows one run of each metric")


def _same_names(parts: Sequence[Part], systems: Sequence[str]) -> tuple[list[Part], list[str]]:
    """Tables of people with the systems' own names, as in `proform meta`, and notes of it."""
    renamed: list[Part] = []
    notes: dict[str, None] = {}
    for part in parts:
        names, remarks = match(systems, part.systems)
        notes |= dict.fromkeys(remarks)
        if remarks and not part.evaluates:
            said = {(names[s], i, j): opinions for (s, i, j), opinions in part.said.items()}
            human, beside = (
                {name: {names[s]: v for s, v in values.items()} for name, values in scores.items()}
                for scores in (part.human, part.beside)
            )
            part = replace(part, said=said, human=human, beside=beside)  # noqa: PLW2901
        renamed.append(part)
    return renamed, list(notes)


def _together(notes: Sequence[str], metrics: Sequence[str]) -> list[str]:
    """What is said of several metrics in the same words, once."""
    about: dict[str, dict[str, None]] = {}
    for note in notes:
        metric = note.partition(": ")[0]
        subject = metric if metric in metrics else ""
        about.setdefault(note.removeprefix(subject), {})[subject] = None
    return [f"{', '.join(subjects)}{said}" for said, subjects in about.items()]


def _missing(parts: Sequence[Part], systems: Sequence[str]) -> Iterator[str]:
    for part in parts:
        unknown = [system for system in part.systems if system not in systems]
        lacking = [system for system in systems if system not in part.systems]
        for verb, names, why in (
            ("left out", unknown, " (in no other input)"),
            ("lacks", lacking, ""),
        ):
            if names:
                noun = "system" if len(names) == 1 else "systems"
                listed = ", ".join(map(repr, names))
                yield f"{part.name}: {verb} {len(names)} {noun}, {listed}{why}"


def _pronoun(parts: Sequence[Part], place: PronounPlace) -> Pronoun:
    """What is known of it from all sides; a suite knows most."""
    known = [part.pronouns[place] for part in parts if place in part.pronouns]
    best = max(known, key=lambda pronoun: pronoun.example is not None)
    categories = [pronoun.category for pronoun in (best, *known)]
    if not place.anchored:
        categories += [part.categories.get((place.segment, place.position)) for part in parts]
    references = [pronoun.reference for pronoun in (best, *known)]
    return replace(
        best,
        document=next((pronoun.document for pronoun in known if pronoun.document), None),
        category=next(filter(None, categories), None),
        reference=next(filter(None, references), None),
    )


def _texts(
    parts: Sequence[Part], numbers: Mapping[PronounPlace, int], systems: Sequence[str]
) -> dict[str, dict[int, Passage]]:
    """The translations, from where there is most around the pronoun."""
    texts: dict[str, dict[int, Passage]] = {system: {} for system in systems}
    owners: dict[tuple[str, PronounPlace], tuple[str, str]] = {}
    for part in parts:
        references = [
            ("the reference", p, pronoun.reference) for p, pronoun in part.pronouns.items()
        ]
        candidates = [(repr(system), p, text) for (system, p), text in part.texts.items()]
        for what, place, passage in (*references, *candidates):
            if passage is None:
                continue
            line = passage.lines[part.pronouns[place].segments.index(place.segment)]
            name, before = owners.setdefault((what, place), (part.name, line))
            if line != before:
                differs = f"segment {place.segment} of {what} is not the same"
                hint = "are they of one run?"
                raise ProformError(f"{name} and {part.name}: {differs}", hint=hint)
        for (system, place), passage in part.texts.items():
            known = texts[system].get(numbers[place])
            if known is None or len(passage.lines) > len(known.lines):
                texts[system][numbers[place]] = passage
    return texts


def _judgements(
    parts: Sequence[Part], numbers: Mapping[PronounPlace, int], described: Mapping[str, Description]
) -> tuple[dict[Key, dict[int, Judgement]], dict[str, Description]]:
    """All judgements, and how their metrics describe themselves; if not, correct ones count."""
    columns: dict[Key, dict[int, Judgement]] = {}
    descriptions = dict(described)
    for part in parts:
        for key, column in part.judgements.items():
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
    parts: Sequence[Part], numbers: Mapping[PronounPlace, int], systems: Sequence[str]
) -> tuple[dict[str, dict[int, tuple[Opinion, ...]]], list[str]]:
    """What annotators say, and notes on what they say of pronouns that nobody else knows."""
    heard: dict[str, dict[int, tuple[Opinion, ...]]] = {system: {} for system in systems}
    spots = {(p.segment, p.position): n for p, n in numbers.items() if not p.anchored}
    notes = []
    for part in parts:
        said = [(s, numbers[place], some) for (s, place), some in part.opinions.items()]
        known = [(s, spots.get((i, j)), some) for (s, i, j), some in part.said.items()]
        if lost := sum(number is None and system in heard for system, number, _ in known):
            notes.append(f"{part.name}: {lost} judged pronouns are in no other input, and left out")
        for system, number, opinions in (*said, *known):
            if system in heard and number is not None:
                heard[system][number] = (*heard[system].get(number, ()), *opinions)
    return heard, notes


def _figures(
    named: Iterable[tuple[str, NamedScores]], systems: Sequence[str]
) -> dict[str, dict[str, float | None]]:
    """The figures of known systems; of two of one name, the second has its file's name too."""
    figures: dict[str, dict[str, float | None]] = {}
    for part, scores in named:
        for name, values in scores.items():
            label = name if name not in figures else f"{name} ({part})"
            figures[label] = {system: v for system, v in values.items() if system in systems}
    return figures


def _differences(
    results: Mapping[Key, SystemScore], sums: Mapping[Key, tuple[float | None, int]]
) -> Iterator[str]:
    """Rows that do not add up to the score that stands beside them are of another run."""
    for (metric, system), (value, counted) in sums.items():
        result = results.get((metric, system))
        stated = None if result is None else result.total.score
        # Scores that differ by less are the same but for rounding.
        if value is not None and stated is not None and abs(value - stated) > 1e-6:
            rows = f"its {counted} rows give {value:.4f}"
            yield f"{metric} of {system!r}: {rows}, but the result says {stated:.4f}"


def _assumptions(keys: Iterable[Key], described: Mapping[str, Description]) -> Iterator[str]:
    for metric in dict.fromkeys(metric for metric, _ in keys if metric not in described):
        how = "the usual settings" if describe(metric) else "what is correct"
        yield f"{metric}: its score is made from the rows, by {how}"
