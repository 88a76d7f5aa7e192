"""What every aligner is shown, and the settings of those that are built in."""

from __future__ import annotations

import pytest

from proform.alignment.base import LONGEST, AlignerSettings, Pair, hash_pairs, linkable


@pytest.mark.parametrize(
    ("source", "target", "shown"),
    [(1, 1, True), (0, 1, False), (1, 0, False), (LONGEST, 1, True), (1, LONGEST + 1, False)],
)
def test_empty_and_very_long_pairs_are_not_shown(source: int, target: int, *, shown: bool) -> None:
    assert linkable(Pair(["a"] * source, ["b"] * target)) == shown


def test_the_hash_knows_the_sides_and_the_order_of_pairs() -> None:
    pairs = [Pair(["a", "b"], ["c"]), Pair(["d"], [])]
    assert hash_pairs(pairs) == hash_pairs([Pair(("a", "b"), ("c",)), Pair(("d",), ())])
    moved = [Pair(["a"], ["b", "c"]), Pair(["d"], [])]
    assert len({hash_pairs(texts) for texts in (pairs, moved, pairs[::-1], pairs[:1])}) == 4


def test_signatures_name_what_changes_the_links() -> None:
    changed = (AlignerSettings(), AlignerSettings(seed=2), AlignerSettings(heuristic="union"))
    assert len({settings.signature for settings in changed}) == 3
