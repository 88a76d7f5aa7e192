"""Translations that annotators found right, as more references."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from proform.human.review import Review
from proform.model import Example, Rendering, Step
from proform.scoring.panel import Accepted
from proform.store.answers import Selected
from proform.suite.suite import Spot, Suite, Target


def accepted_of(
    suite: Suite,
    targets: Mapping[str, Target],
    reviewed: Mapping[int, Review],
    candidates: Mapping[int, tuple[int, str]],
) -> list[Accepted]:
    """What counts as right of the judged candidates: the words that were selected there.

    Without selected words there is nothing to compare with.
    """
    return list(_accepted(suite, targets, reviewed, candidates))


def _accepted(
    suite: Suite,
    targets: Mapping[str, Target],
    reviewed: Mapping[int, Review],
    candidates: Mapping[int, tuple[int, str]],
) -> Iterator[Accepted]:
    examples = {example.number: example for example in suite.examples}
    for candidate, review in reviewed.items():
        number, system = candidates.get(candidate, (0, ""))
        answer = review.accepted
        if answer is not None and system in targets:
            rendering = _rendering(targets[system], examples[number], answer.tokens)
            if rendering is not None:
                yield Accepted(number, system, rendering)


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
