"""Which candidates go into a suite: so many of each category, balanced over what is expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from numpy.random import Generator

from proform.model import Example


@dataclass(frozen=True, slots=True)
class Share:
    """What became of one category; the counts of the expected forms add up to the totals."""

    category: str
    wanted: int
    available: Mapping[str, int]
    """By expected form, as are those that were picked."""
    picked: Mapping[str, int]

    @property
    def missing(self) -> int:
        """How many more were wanted than the corpus has."""
        return max(self.wanted - sum(self.available.values()), 0)

    @property
    def surplus(self) -> int:
        """How many were left out because no more were wanted."""
        return sum(self.available.values()) - sum(self.picked.values())


@dataclass(frozen=True, slots=True)
class Selection:
    """The examples of a suite, the candidates that were left out, and the counts."""

    examples: tuple[Example, ...]
    left_out: tuple[Example, ...]
    shares: tuple[Share, ...]


def select(
    candidates: Iterable[Example],
    expected: Callable[[Example], str],
    sizes: Mapping[str, int],
    rng: Generator,
) -> Selection:
    """Pick as many examples of each category as wanted, as far as there are.

    Within a category the expected forms (of the reference) take turns, the rarest first, until
    none is left of a form; who comes first is drawn. Numbered from 1 in the order of the text.
    """
    ordered = sorted(candidates, key=lambda example: (example.segment, example.position))
    places: dict[str, dict[str, list[int]]] = {category: {} for category in sizes}
    for k, example in enumerate(ordered):
        by_form = places.setdefault(example.category, {})
        by_form.setdefault(expected(example), []).append(k)
    picked: set[int] = set()
    shares = []
    for category, by_form in places.items():
        wanted = sizes.get(category, 0)
        turns = _turns(by_form, rng)[:wanted]
        picked.update(k for _, k in turns)
        available = {form: len(by_form[form]) for form in sorted(by_form)}
        counts = Counter(form for form, _ in turns)
        shares.append(Share(category, wanted, available, {f: counts[f] for f in available}))
    return Selection(
        tuple(replace(ordered[k], number=n) for n, k in enumerate(sorted(picked), 1)),
        tuple(example for k, example in enumerate(ordered) if k not in picked),
        tuple(shares),
    )


def _turns(by_form: Mapping[str, Sequence[int]], rng: Generator) -> list[tuple[str, int]]:
    """All of them with their forms, in the order in which they are picked."""
    rarest = sorted(by_form, key=lambda form: (len(by_form[form]), form))
    queues = [(form, [int(k) for k in rng.permutation(by_form[form])]) for form in rarest]
    rounds = max((len(queue) for _, queue in queues), default=0)
    return [(form, queue[k]) for k in range(rounds) for form, queue in queues if k < len(queue)]
