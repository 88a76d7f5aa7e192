"""Splitting what is to be judged over annotators, at random and evenly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from proform.errors import ProformError


class Item(NamedTuple):
    """A candidate to be judged, and what it is a case of."""

    candidate: int
    corpus: str
    category: str


@dataclass(frozen=True, slots=True)
class Split:
    """What every annotator judges, to see how far they agree, and what each one judges alone."""

    shared: tuple[int, ...]
    tasks: tuple[tuple[int, ...], ...]


def split(items: Sequence[Item], tasks: int, shared: int, rng: Random) -> Split:
    """Draw about `shared` items for all, and deal the rest out to so many tasks.

    The shared ones are drawn in proportion to corpus × category, with at least one each. Of every
    corpus × category, and of all, two tasks differ by one at most.
    """
    if tasks < 0 or shared < 0 or not tasks + shared:
        raise ProformError("nothing to split: give a number of tasks, or of shared examples")
    if tasks > len(items):
        raise ProformError(f"{tasks} tasks, but only {len(items)} examples to judge")
    cells: dict[tuple[str, str], list[int]] = {}
    for item in items:
        cells.setdefault((item.corpus, item.category), []).append(item.candidate)
    agreed: list[int] = []
    dealt: list[list[int]] = [[] for _ in range(tasks)]
    turn = rng.randrange(tasks) if tasks else 0
    done = 0
    for cell in sorted(cells):
        members = sorted(cells[cell])
        rng.shuffle(members)
        # What is left of one cell by rounding goes to the next, so that the sum is as asked.
        before, done = done, done + len(members)
        size = done * shared // len(items) - before * shared // len(items)
        size = max(1, size) if shared else 0
        agreed += members[:size]
        if tasks:
            for candidate in members[size:]:
                dealt[turn % tasks].append(candidate)
                turn += 1
    return Split(tuple(sorted(agreed)), tuple(tuple(sorted(task)) for task in dealt))
