"""Translations that annotators found right, as more references."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from proform.model import Example, Rendering, Step
from proform.score.suite import Accepted
from proform.store.judgements import Said, Selected
from proform.suite.suite import Spot, Suite, Target


def accepted_of(
    suite: Suite,
    targets: Mapping[str, Target],
    said: Sequence[Said],
    candidates: Mapping[int, tuple[int, str]],
) -> list[Accepted]:
    """What all annotators of a candidate found right: the words they selected.

    Of several selections the last annotator's is taken. Without selected words there is nothing to
    compare with.
    """
    by_candidate: dict[int, list[Said]] = {}
    for one in said:
        if one.candidate in candidates:
            by_candidate.setdefault(one.candidate, []).append(one)
    examples = {example.number: example for example in suite.examples}
    return list(_accepted(suite, targets, examples, by_candidate, candidates))


def _accepted(
    suite: Suite,
    targets: Mapping[str, Target],
    examples: Mapping[int, Example],
    by_candidate: Mapping[int, Sequence[Said]],
    candidates: Mapping[int, tuple[int, str]],
) -> Iterator[Accepted]:
    for candidate, answers in by_candidate.items():
        number, system = candidates[candidate]
        agrees = examples[number].category in suite.agreeing
        if not all(_right(one, agrees=agrees) for one in answers) or system not in targets:
            continue
        last = max(answers, key=lambda one: one.made)
        rendering = _rendering(targets[system], examples[number], last.answer.tokens)
        if rendering is not None:
            yield Accepted(number, system, rendering)


def _right(said: Said, *, agrees: bool) -> bool:
    return said.answer.pronoun == "ok" and (not agrees or said.answer.antecedent == "ok")


def _rendering(target: Target, example: Example, tokens: frozenset[Selected]) -> Rendering | None:
    selected = {Spot(token.segment, token.position) for token in tokens}
    placed = target.placed[example.number]
    spots = [spot for spot in placed.pronoun if spot in selected]
    if not spots:
        return None
    positions = tuple(spot.position for spot in spots)
    words = target.words(spots)
    forms = tuple(word.lower() for word in words)
    antecedents = tuple(
        target.words(spot for spot in part if spot in selected) for part in placed.antecedents
    )
    return Rendering(positions, words, forms, Step.ACCEPTED, positions, antecedents)
