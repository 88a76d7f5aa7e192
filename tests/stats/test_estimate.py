from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.support.simulated_suites import NAN, Outcome, cells, run, simulated, summarise, world

from proform.stats.cells import Array, Cells, fit
from proform.stats.estimate import (
    Spread,
    clustered,
    compare,
    estimates,
    pooled_test,
    precision,
    score_interval,
)
from proform.stats.planning import outlook


def test_one_kind_alone_is_as_without_kinds() -> None:
    given = simulated()
    nothing = np.zeros(given.approved.shape, dtype=bool)
    plain = estimates(fit(replace(given, kind=None)))
    assert estimates(fit(replace(given, kind=nothing))) == plain


def test_with_all_verified_it_is_the_plain_share() -> None:
    full = simulated(1.0)
    for system, one in enumerate(estimates(fit(full))):
        assert one.share == pytest.approx(full.right[:, system].mean())


def test_the_interval_is_that_of_resampled_examples() -> None:
    given = simulated(0.3)
    rng = np.random.default_rng(2)
    strata = [np.flatnonzero(given.category == kind) for kind in range(10)]
    drawn: list[Array] = []
    for _ in range(600):
        rows = np.concatenate([rng.choice(stratum, len(stratum)) for stratum in strata])
        again = replace(
            given,
            category=given.category[rows],
            approved=given.approved[rows],
            right=given.right[rows],
            aside=given.aside[rows],
            drawn=given.drawn[rows],
        )
        drawn.append(fit(again).shares)
    errors = [one.error for one in estimates(fit(given))]
    # Resampling small strata shows too little: of n examples, 1 - 1/n of the variance.
    assert np.mean(errors / np.std(drawn, axis=0)) == pytest.approx(1.035, abs=0.03)


def test_without_a_verified_approval_there_is_no_estimate_and_a_reason() -> None:
    (one,) = estimates(fit(cells([[1], [NAN]], [[0], [1]])))
    assert (one.share, one.correct) == (None, None)
    assert one.why == "nothing that was approved is verified"
    assert compare(fit(cells([[1, 1], [NAN, 0]], [[0, 0], [1, 0]])), 0, 1, _rng()) is None


def test_without_a_judged_referral_there_is_none_either() -> None:
    (one,) = estimates(fit(cells([[1], [NAN]], [[1], [0]])))
    assert (one.share, one.why) == (None, "nothing that was referred is judged yet")


def test_what_cannot_be_judged_is_no_part_of_the_whole() -> None:
    found = fit(cells([[1], [0], [NAN]], [[0], [0], [0]], aside=[[0], [0], [1]]))
    (one,) = estimates(found)
    assert (one.share, one.size) == (0.5, 2)
    (none,) = estimates(fit(cells([[NAN], [NAN]], [[0], [1]], aside=[[1], [1]])))
    assert (none.share, none.size, none.why) == (None, 0, "no example can be judged")


def test_categories_of_one_example_borrow_the_variance_of_others() -> None:
    (one,) = estimates(fit(cells([[1], [0], [1]], [[0], [0], [0]], [0, 0, 1])))
    assert one.interval is not None
    (alone,) = estimates(fit(cells([[1], [0]], [[0], [0]], [0, 1])))
    assert (alone.share, alone.interval, alone.why) == (0.5, None, "no category has two examples")


def test_the_interval_of_a_perfect_system_has_a_width_and_stays_inside() -> None:
    (one,) = estimates(fit(cells([[1.0]] * 20, [[0]] * 20)))
    assert one.interval is not None
    assert one.interval.high == 1
    assert 0.8 < one.interval.low < 0.9
    wilson = score_interval(0.5, 100, Spread(0.25 / 100, np.inf))
    assert wilson == pytest.approx((0.4038, 0.5962), abs=1e-4)


def test_that_all_verified_are_right_does_not_make_it_certain() -> None:
    found = fit(cells([[1], [1], [NAN], [NAN]], [[1]] * 4))
    assert found.approvals.value == pytest.approx([1])
    (one,) = estimates(found)
    assert one.error is not None
    assert one.error > 0.04
    assert outlook(found).widest > 0


def test_a_category_without_a_sample_is_as_all_are_but_less_sure() -> None:
    right: list[list[float]] = [[1], [1], [0], [1], [NAN], [NAN]]
    found = fit(cells(right, [[1]] * 6, [0, 0, 0, 0, 1, 1]))
    known, unknown = precision(found, 0), precision(found, 1)
    assert unknown.share == pytest.approx(3 / 4)
    assert known.interval is not None
    assert unknown.interval is not None
    assert known.interval.low > unknown.interval.low


def test_a_system_against_itself_gives_no_difference() -> None:
    given = simulated()
    twice = replace(
        given,
        approved=given.approved[:, [0, 0]],
        right=given.right[:, [0, 0]],
        aside=given.aside[:, :2],
        drawn=given.drawn[:, :2],
    )
    found = compare(fit(twice), 0, 1, _rng())
    assert found is not None
    assert (found.difference, found.p, found.randomisation) == (0, 1, 1)


def test_comparisons_turn_with_the_systems_and_find_large_differences() -> None:
    found = fit(simulated())
    there, back = compare(found, 15, 0, _rng()), compare(found, 0, 15, _rng())
    assert there is not None
    assert back is not None
    assert there.difference == -back.difference > 0.2
    assert there.interval.low == pytest.approx(-back.interval.high)
    assert there.randomisation is not None
    assert max(there.p, there.randomisation) < 0.001


def test_the_order_of_examples_does_not_matter() -> None:
    given = simulated()
    order = np.random.default_rng(3).permutation(len(given.category))
    mixed = Cells(
        given.category[order],
        given.approved[order],
        given.right[order],
        given.aside[order],
        given.drawn[order],
    )
    for one, other in zip(estimates(fit(given)), estimates(fit(mixed)), strict=True):
        assert one.share == pytest.approx(other.share)
        assert one.error == pytest.approx(other.error)


def test_on_simulated_suites_it_keeps_what_it_promises() -> None:
    """A smaller version of `bench/semi.py`."""
    known, rng = world(), np.random.default_rng(5)
    found = summarise([run(known, 0.3, rng, swaps=200) for _ in range(60)])
    assert found.paper > 3
    assert abs(found.corrected) < 0.6
    assert 0.92 < found.coverage < 0.98
    assert 0.02 < found.level < 0.08
    assert 0.02 < found.level_swaps < 0.08


def test_a_share_of_its_own_keeps_estimates_unbiased() -> None:
    """Where agreement approves more of some systems than of others, and is more often right."""
    known = world(agreeing=0.6)

    def outcomes(*, apart: bool) -> list[Outcome]:
        rngs = map(np.random.default_rng, range(60))
        return [run(known, 0.3, rng, swaps=1, apart=apart) for rng in rngs]

    own, pooled = outcomes(apart=True), outcomes(apart=False)
    found = summarise(own)
    assert abs(found.corrected) < 0.5
    assert 0.92 < found.coverage < 0.98
    # The same suites: what is left is the bias of one share for all.
    gap = np.mean([a.corrected - b.corrected for a, b in zip(own, pooled, strict=True)], axis=0)
    assert np.ptp(gap) > 0.5


def test_the_interval_of_a_share_of_clusters() -> None:
    assert clustered(np.array([]), np.array([])) is None
    alone = clustered(np.array([1.0] * 8 + [0.0] * 2), np.ones(10))
    alike = clustered(np.array([4.0, 4.0, 0.0]), np.array([4.0, 4.0, 2.0]))
    assert alone is not None
    assert alike is not None
    assert alone == pytest.approx((0.490, 0.943), abs=0.02)  # Wilson's: 0.490 to 0.943
    assert alike.low < alone.low


def _rng() -> np.random.Generator:
    return np.random.default_rng(4)


def test_the_pooled_test_by_hand() -> None:
    """Two systems, one category, examples that are not alike: a 2 × 2 table, as Fisher tests it."""
    right = [[1.0, NAN]] * 8 + [[0.0, NAN]] * 2 + [[NAN, 1.0]] * 4 + [[NAN, 0.0]] * 6
    tested = pooled_test(fit(cells(right, [[1, 1]] * 20)), _rng(), 9999)
    assert tested is not None
    # 20 × (8 × 6 - 2 × 4)² / (10 × 10 × 12 × 8), with 19 / 20 for the estimated share.
    assert tested.statistic == pytest.approx(20 * 40**2 / 9600 * 19 / 20)
    assert tested.freedom == 1
    # Of 184,756 ways to give ten of the twenty to one system, 31,372 are at least as uneven.
    assert tested.p == pytest.approx(31372 / 184756, abs=0.012)


def test_chance_that_other_judgements_explain_is_no_difference() -> None:
    """By chance, people verify hard examples in one system and easy ones in two others."""
    easy = np.array([1, 0, 0, 0, 0, 0, 0, 0, 0, 0] + [1] * 9 + [0] + [1] * 8 + [0] + [1] * 11)
    approved = np.ones((40, 4), dtype=bool)
    approved[:, 3] = False
    right = np.full((40, 4), NAN)
    for system in range(3):
        own = slice(10 * system, 10 * system + 10)
        right[own, system] = easy[own]
        right[own, system][5] = 1 - easy[own][5]
    unknown = pooled_test(fit(cells(right.tolist(), approved.tolist())), _rng())
    right[:, 3] = easy  # referred, and judged
    explained = pooled_test(fit(cells(right.tolist(), approved.tolist())), _rng())
    assert unknown is not None
    assert explained is not None
    assert unknown.p < 0.05
    assert explained.p > 0.3


def test_a_judge_that_is_kinder_where_it_approves_more_is_noticed_sooner() -> None:
    """The same differences between systems, in the order of approvals or in another."""
    ps = []
    for order in ([0, 1, 2, 3], [1, 3, 0, 2]):
        approved, right = np.zeros((120, 4), dtype=bool), np.full((120, 4), NAN)
        for system, share in enumerate([0.95, 0.85, 0.75, 0.6]):
            own = np.arange(20) + 20 * system
            approved[own, system] = True
            approved[80 : 80 + 13 * order[system], system] = True
            right[own, system] = np.arange(20) < share * 20
        tested = pooled_test(fit(cells(right.tolist(), approved.tolist())), _rng(), 4999)
        assert tested is not None
        ps.append(tested.p)
    assert ps[0] < 0.5 * ps[1]
    assert ps[0] < 0.05 < ps[1]


def test_without_two_systems_or_a_wrong_approval_there_is_nothing_to_test() -> None:
    assert pooled_test(fit(cells([[1], [0]], [[1], [1]])), _rng()) is None
    assert pooled_test(fit(cells([[1, 1], [1, 1]], [[1, 1], [1, 1]])), _rng()) is None
    assert pooled_test(fit(cells([[NAN, NAN]], [[1, 1]])), _rng()) is None
