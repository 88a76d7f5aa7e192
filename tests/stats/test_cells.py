"""What a suite's judgements say of those that nobody judged."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.support.simulated_suites import NAN, cells

from proform.stats.cells import PRIOR, fit


def test_an_unverified_approval_counts_with_the_share_of_its_category() -> None:
    # Category 0: of the approvals, 2 were verified and 1 is right. Category 1: 2 of 2 are.
    found = fit(
        cells(
            [[1, 0], [NAN, 0], [1, 1], [NAN, NAN]], [[1, 1], [1, 0], [1, 1], [1, 1]], [0, 0, 1, 1]
        )
    )
    overall = 3 / 4
    first, second = (1 + PRIOR * overall) / (2 + PRIOR), (2 + PRIOR * overall) / (2 + PRIOR)
    assert found.approvals.value == pytest.approx([first, second])
    assert found.expected.sum(axis=0) == pytest.approx([1 + first + 1 + second, 1 + second])


def test_approvals_of_another_kind_count_with_a_share_of_their_own() -> None:
    # As in the reference: 1 of 2 verified is right; by agreement: 2 of 2.
    given = replace(
        cells([[1, 0], [NAN, 1], [1, NAN]], [[1, 1], [1, 1], [1, 1]]),
        kind=np.array([[0, 0], [0, 1], [1, 1]]),
    )
    found = fit(given)
    assert found.approvals.value == pytest.approx([0.5, 1])
    assert found.expected.tolist() == [[1, 0], [0.5, 1], [1, 1]]
    assert found.unverified.tolist() == [[1, 0], [0, 1]]
    nothing = replace(given, right=np.array([[1, 0], [NAN, NAN], [NAN, NAN]]))
    assert fit(nothing).approvals.value == pytest.approx([0.5, 0.5]), "the share of all"


def test_what_was_chosen_and_not_drawn_says_nothing_of_the_other_approvals() -> None:
    given = cells([[1, 1], [0, 1], [NAN, NAN]], [[1, 1], [1, 1], [1, 1]])
    chosen = replace(given, drawn=np.array([[1, 1], [0, 1], [1, 1]], dtype=bool))
    assert fit(chosen).approvals.value == pytest.approx([1])
    assert fit(given).approvals.value == pytest.approx([3 / 4])
    assert fit(chosen).expected[1, 0] == 0


def test_an_open_referral_counts_with_those_of_its_system_and_category() -> None:
    found = fit(cells([[1, 0], [1, 0], [NAN, NAN]], [[0, 0], [0, 0], [0, 0]]))
    common = 2 / 4
    assert found.expected[2] == pytest.approx(
        [(2 + PRIOR * common) / (2 + PRIOR), PRIOR * common / (2 + PRIOR)]
    )
