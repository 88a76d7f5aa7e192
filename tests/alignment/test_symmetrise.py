"""The heuristics of Moses, against the loops that define them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proform.alignment.symmetrise import HEURISTICS, Link, Links, symmetrise

SIZE = 6
DIRECTION = st.lists(st.integers(-1, SIZE - 1), min_size=SIZE, max_size=SIZE)
NEIGHBOURS = ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))


def _by_definition(name: str, forward: Links, backward: Links) -> Links:  # noqa: C901
    """The loops as Moses's manual has them, over the whole grid."""
    links = forward & backward

    def source_free(source: int) -> bool:
        return all(source != other for other, _ in links)

    def target_free(target: int) -> bool:
        return all(target != other for _, other in links)

    def final(candidates: Links, *, both: bool) -> None:
        for source in range(SIZE):
            for target in range(SIZE):
                free = source_free(source), target_free(target)
                if (source, target) in candidates and (all(free) if both else any(free)):
                    links.add((source, target))

    added = True
    while added:
        added = False
        for source in range(SIZE):
            for target in range(SIZE):
                if (source, target) not in links:
                    continue
                for down, right in NEIGHBOURS:
                    new: Link = (source + down, target + right)
                    free = source_free(new[0]) or target_free(new[1])
                    if free and new in forward | backward and new not in links:
                        links.add(new)
                        added = True
    if "final" in name:
        for direction in (forward, backward):
            final(direction, both=name.endswith("and"))
    return links


@pytest.mark.parametrize("name", ["grow-diag", "grow-diag-final", "grow-diag-final-and"])
@given(ends=DIRECTION, starts=DIRECTION)
def test_growing_is_as_defined(name: str, ends: list[int], starts: list[int]) -> None:
    forward = {(source, target) for target, source in enumerate(ends) if source >= 0}
    backward = {(source, target) for source, target in enumerate(starts) if target >= 0}
    assert HEURISTICS[name](forward, backward) == _by_definition(name, forward, backward)


@given(ends=DIRECTION, starts=DIRECTION)
def test_each_heuristic_contains_the_one_before(ends: list[int], starts: list[int]) -> None:
    forward = {(source, target) for target, source in enumerate(ends) if source >= 0}
    backward = {(source, target) for source, target in enumerate(starts) if target >= 0}
    order = ("intersection", "grow-diag", "grow-diag-final-and", "grow-diag-final", "union")
    found = [HEURISTICS[name](forward, backward) for name in order]
    for smaller, larger in pairwise(found[:3]):
        assert smaller <= larger
    assert all(links <= found[-1] for links in found)


def test_links_are_in_order() -> None:
    alignment = symmetrise("union", [(1, 0), (0, 1)], [(0, 1)])
    assert alignment.links == [(0, 1), (1, 0)]
