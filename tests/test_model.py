"""Links of a segment, asked for from both sides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proform.model import Alignment, Antecedents, Option

LINKS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12)


@given(LINKS, st.sets(st.integers(0, 6), max_size=3), st.sampled_from([1, 100]))
def test_both_sides_of_links(links: list[tuple[int, int]], words: set[int], times: int) -> None:
    """Few links are looked through; many (here copies) are looked up in an index."""
    links = links * times
    alignment = Alignment([i for i, _ in links], [j for _, j in links])
    assert alignment.links == links
    assert alignment.targets(*words) == tuple(sorted({j for i, j in links if i in words}))
    assert alignment.sources(*words) == tuple(sorted({i for i, j in links if j in words}))


@pytest.mark.parametrize(("word", "targets"), [(0, (1, 3)), (1, ()), (2, (2,))])
def test_a_word_with_several_links_one_or_none(word: int, targets: tuple[int, ...]) -> None:
    assert Alignment([0, 2, 0], [3, 2, 1]).targets(word) == targets


def test_what_is_not_known_of_antecedents_comes_from_others() -> None:
    cat, dog = Option(((0, 1),), 0.5), Option(((0, 3),), 0.75)
    known = Antecedents((cat,), {"far": 0.1}, annotated=True)
    mixed = known.or_else(Antecedents((dog, Option(((0, 1),), 0.25))))
    assert mixed.share == pytest.approx(1)
    assert dict(mixed.options) == pytest.approx({((0, 1),): 0.6, ((0, 3),): 0.3})
    assert mixed.annotated
    assert mixed.nothing == {"far": 0.1}
