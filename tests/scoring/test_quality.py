"""AER and its parts, worked out by hand."""

from __future__ import annotations

import pytest

from proform.scoring.quality import Gold, Quality, measure, total


def test_the_measures() -> None:
    gold = Gold(frozenset({(0, 0), (1, 1)}), frozenset({(0, 0), (1, 1), (1, 2)}))
    quality = measure([(0, 0), (1, 2), (2, 2)], gold)
    assert quality == Quality(links=3, correct=2, found=1, sure=2)
    assert quality.precision == pytest.approx(2 / 3)
    assert quality.recall == pytest.approx(1 / 2)
    assert quality.f == pytest.approx(4 / 7)
    assert quality.aer == pytest.approx(1 - 3 / 5)


def test_only_some_links_count() -> None:
    gold = Gold(frozenset({(0, 0), (1, 1)}), frozenset({(0, 0), (1, 1)}))
    quality = measure([(0, 0), (1, 0)], gold, counts=lambda link: link[0] == 1)
    assert quality == Quality(links=1, correct=0, found=0, sure=1)
    assert quality.f == 0


def test_nothing_has_no_quality() -> None:
    assert Quality().aer is None
    assert Quality().f is None
    assert total([Quality(1, 1, 1, 1), Quality(1, 0, 0, 1)]) == Quality(2, 1, 1, 2)
