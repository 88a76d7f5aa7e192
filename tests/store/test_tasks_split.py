from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proform.errors import ProformError
from proform.store.tasks import TaskItem, split

cells = st.dictionaries(
    st.tuples(st.sampled_from("abcdef"), st.sampled_from("uvwxyz")),
    st.integers(1, 30),
    min_size=1,
    max_size=20,
)


def seeded(seed: int) -> Random:
    return Random(seed)  # noqa: S311 (not for secrets)


def items_of(sizes: dict[tuple[str, str], int]) -> list[TaskItem]:
    found = [cell for cell, size in sizes.items() for _ in range(size)]
    return [TaskItem(number, *cell) for number, cell in enumerate(found, 100)]


@given(cells, st.integers(0, 5), st.integers(0, 200), st.integers(0, 9))
def test_nothing_twice_nothing_lost(
    sizes: dict[tuple[str, str], int], tasks: int, shared: int, seed: int
) -> None:
    items = items_of(sizes)
    if not tasks + shared or tasks > len(items):
        return
    drawn = split(items, tasks, shared, seeded(seed))
    dealt = [candidate for task in (drawn.shared, *drawn.tasks) for candidate in task]
    assert len(dealt) == len(set(dealt))
    assert set(dealt) <= {item.candidate for item in items}
    assert len(drawn.tasks) == tasks
    if tasks:
        assert len(dealt) == len(items)
    if not shared:
        assert drawn.shared == ()


@given(cells, st.integers(1, 6), st.integers(0, 60), st.integers(0, 9))
def test_tasks_are_even_in_all_and_in_each_cell(
    sizes: dict[tuple[str, str], int], tasks: int, shared: int, seed: int
) -> None:
    items = items_of(sizes)
    if tasks > len(items):
        return
    drawn = split(items, tasks, shared, seeded(seed))
    assert max(map(len, drawn.tasks)) - min(map(len, drawn.tasks)) <= 1
    kind = {item.candidate: (item.corpus, item.category) for item in items}
    for cell in sizes:
        of_cell = [sum(kind[candidate] == cell for candidate in task) for task in drawn.tasks]
        assert max(of_cell) - min(of_cell) <= 1


@given(cells, st.integers(1, 200), st.integers(0, 9))
def test_the_shared_ones_are_in_proportion_and_as_many_as_asked(
    sizes: dict[tuple[str, str], int], shared: int, seed: int
) -> None:
    items = items_of(sizes)
    kind = {item.candidate: (item.corpus, item.category) for item in items}
    drawn = split(items, 1, shared, seeded(seed))
    of_cell = Counter(kind[candidate] for candidate in drawn.shared)
    wanted = min(shared, len(items))
    for cell, size in sizes.items():
        share = min(shared / len(items), 1) * size
        assert of_cell[cell] >= 1
        assert of_cell[cell] == 1 or abs(of_cell[cell] - share) < 1
    # Only cells that get their one at any rate make it more.
    alone = sum(count == 1 for count in of_cell.values())
    assert wanted <= len(drawn.shared) <= wanted + alone


def test_rounding_does_not_add_up() -> None:
    items = items_of({(corpus, "x"): 15 for corpus in "abcdefghij"})
    assert len(split(items, 2, 25, seeded(0)).shared) == 25
    assert len(split(items, 2, 36, seeded(0)).shared) == 36


@given(cells, st.randoms(use_true_random=False))
def test_the_same_seed_gives_the_same_split_in_whatever_order(
    sizes: dict[tuple[str, str], int], random: Random
) -> None:
    items = items_of(sizes)
    first = split(items, 1, 5, seeded(3))
    random.shuffle(items)
    assert split(items, 1, 5, seeded(3)) == first


def test_another_seed_gives_another_split() -> None:
    items = items_of({("a", "x"): 40})
    assert split(items, 2, 10, seeded(1)) != split(items, 2, 10, seeded(2))


@pytest.mark.parametrize(("tasks", "shared"), [(0, 0), (-1, 3), (1, -1)])
def test_nothing_to_split(tasks: int, shared: int) -> None:
    with pytest.raises(ProformError, match="nothing to split"):
        split(items_of({("a", "x"): 4}), tasks, shared, seeded(0))


def test_more_tasks_than_examples() -> None:
    with pytest.raises(ProformError, match="5 tasks, but only 4 examples"):
        split(items_of({("a", "x"): 4}), 5, 0, seeded(0))


def test_everything_shared_leaves_empty_tasks() -> None:
    drawn = split(items_of({("a", "x"): 4}), 2, 100, seeded(0))
    assert (len(drawn.shared), drawn.tasks) == (4, ((), ()))
