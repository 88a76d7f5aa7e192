"""p-values of several comparisons, made honest."""

from __future__ import annotations

from collections.abc import Sequence


def holm(values: Sequence[float | None]) -> tuple[float | None, ...]:
    """Holm's step-down correction (1979), in the order given.

    None is a comparison that could not be made: it stays None and does not count.
    """
    adjusted: dict[int, float] = {}
    known = sorted((p, place) for place, p in enumerate(values) if p is not None)
    highest = 0.0
    for step, (p, place) in enumerate(known):
        highest = max(highest, min(1.0, p * (len(known) - step)))
        adjusted[place] = highest
    return tuple(adjusted.get(place) for place in range(len(values)))
