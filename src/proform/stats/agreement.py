"""Do annotators agree more than by chance? Cohen's kappa for two, Krippendorff's alpha for more."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from proform.stats.resample import Interval, bootstrap

Array = NDArray[np.float64]
Labels = Sequence[Hashable | None]
"""What an annotator said of each item; None where unjudged."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement on n items beyond chance; where it is None, `why` has the reason."""

    n: int
    left_out: int
    """Items that fewer than two annotators judged."""
    value: float | None = None
    interval: Interval | None = None
    why: str = ""


def kappa(
    first: Labels, second: Labels, rng: Generator, times: int, *, unjudged: bool = True
) -> Agreement:
    """Cohen's kappa, with a bootstrap interval over items.

    Unjudged is a label like the others, or else leaves the item out.
    """
    pairs = [
        (one, two)
        for one, two in zip(first, second, strict=True)
        if unjudged or (one is not None and two is not None)
    ]
    left_out = len(first) - len(pairs)
    if not pairs:
        return Agreement(0, left_out, why="no item was judged by both annotators")
    place = _places([label for labels in pairs for label in labels])
    size = len(place)
    cells = np.zeros((len(pairs), size * size))
    for item, (one, two) in enumerate(pairs):
        cells[item, place[one] * size + place[two]] = 1

    def score(sums: Array) -> Array:
        return kappas(sums.reshape(-1, size, size))

    value = float(score(cells.sum(axis=0))[0])
    if np.isnan(value):
        why = "both annotators gave all items one and the same label"
        return Agreement(len(pairs), left_out, why=why)
    return Agreement(len(pairs), left_out, value, bootstrap(cells, score, rng, times))


def kappas(tables: Array) -> Array:
    """Cohen's kappa of square tables of counts; nan where chance alone agrees fully."""
    total = tables.sum(axis=(-2, -1))
    agreed = np.trace(tables, axis1=-2, axis2=-1)
    chance = (tables.sum(axis=-1) * tables.sum(axis=-2)).sum(axis=-1)
    return _ratio(total * agreed - chance, total**2 - chance)


def alpha(annotators: Sequence[Labels], rng: Generator, times: int) -> Agreement:
    """Krippendorff's alpha for labels without order, with a bootstrap interval over items.

    Annotators may have left items unjudged; items with one judgement or none do not count.
    """
    items = [
        [label for label in labels if label is not None] for labels in zip(*annotators, strict=True)
    ]
    judged = [labels for labels in items if len(labels) > 1]
    left_out = len(items) - len(judged)
    if not judged:
        return Agreement(0, left_out, why="no item was judged by two annotators")
    place = _places([label for labels in judged for label in labels])
    # Of an item: how often each label was given, and the diagonal of its coincidence matrix.
    sums = np.zeros((len(judged), len(place) + 1))
    for item, labels in enumerate(judged):
        for label in labels:
            sums[item, place[label]] += 1
        given = sums[item, :-1]
        sums[item, -1] = (given * (given - 1)).sum() / (len(labels) - 1)
    value = float(_alphas(sums.sum(axis=0)))
    if np.isnan(value):
        why = "all annotators gave all items one and the same label"
        return Agreement(len(judged), left_out, why=why)
    return Agreement(len(judged), left_out, value, bootstrap(sums, _alphas, rng, times))


def disagreements(annotators: Sequence[Labels], *, unjudged: bool = True) -> tuple[int, ...]:
    """The items with more than one label; unjudged is a label, or else does not count."""
    return tuple(
        item
        for item, labels in enumerate(zip(*annotators, strict=True))
        if len({label for label in labels if unjudged or label is not None}) > 1
    )


def _places(labels: Sequence[Hashable]) -> dict[Hashable, int]:
    """A number for each label; draws depend on neither the order of items nor that of a set."""
    return {label: place for place, label in enumerate(sorted(set(labels), key=repr))}


def _alphas(sums: Array) -> Array:
    given, agreed = sums[..., :-1], sums[..., -1]
    total = given.sum(axis=-1)
    chance = (given**2).sum(axis=-1)
    return 1 - _ratio((total - 1) * (total - agreed), total**2 - chance)


def _ratio(numerator: Array, denominator: Array) -> Array:
    values = np.full(np.shape(numerator), np.nan)
    np.divide(numerator, denominator, out=values, where=denominator > 0)
    return values
