from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from tests.support.simulated_judges import (
    EVERY_OTHER,
    draw,
    good_and_poor,
    measure,
    pool,
    verify,
)

from proform.stats.cells import Array
from proform.stats.ppi import powered, worth
from proform.stats.sample import ProxySample

NAN = np.nan


def _plain(size: int = 2000, judged: int = 200, seed: int = 0) -> tuple[Array, Array, ProxySample]:
    """One system, one category; the first examples are judged. With what is true of all."""
    rng = np.random.default_rng(seed)
    truth = np.asarray(rng.random(size) < 0.6, np.float64)
    says = np.clip(0.6 * truth + 0.2 + rng.normal(0, 0.3, size), 0, 1)
    right = np.full((size, 1), NAN)
    right[:judged, 0] = truth[:judged]
    chance = np.full((size, 1), judged / size)
    sample = ProxySample(np.zeros(size, dtype=int), right, chance, says[None, :, None])
    return truth, says, sample


def test_without_holding_out_it_is_ppi_as_published() -> None:
    """Angelopoulos, Duchi and Zrnic (2023), PPI++: its estimate of a mean, its λ, its variance.

    There the examples that are judged and the others are two samples, of n and N. With all of them
    as one, λ is (n + N) / N as large. ppi-python 0.2.3 gives 0.58234009 and λ = 0.95605321 for
    these numbers, with a standard error of 0.02544.
    """
    truth, says, sample = _plain()
    n, others = 200, 1800
    people, machine, rest = truth[:n], says[:n], says[n:]
    covariance = ((people - people.mean()) * (machine - machine.mean())).mean()
    published = covariance / ((1 + n / others) * says.var(ddof=1))
    share = published * rest.mean() + (people - published * machine).mean()
    error = np.sqrt((published * rest).var() / others + (people - published * machine).var() / n)
    estimated = powered(sample, held_out=False)
    assert estimated.follows[0, 0] * others / (n + others) == pytest.approx(published, rel=1e-12)
    assert estimated.shares[0] == pytest.approx(share, rel=1e-12)
    assert (published, share) == pytest.approx((0.95605321, 0.58234009), abs=1e-8)
    assert estimated.estimates[0].error == pytest.approx(error, rel=0.02)
    assert error == pytest.approx(0.02544107, abs=1e-8)


def test_other_published_implementations_on_the_same_numbers() -> None:
    """What ppi-python 0.2.3 and glide-py 0.11.0 print, each in an environment of its own.

    Neither can stand beside the tests: ppi-python needs numba, statsmodels and scikit-learn,
    glide-py Python 3.12. Both follow the examples that are not judged, not all of them, so their
    λ = 1 is 2000 / 1800 here; with inverse probabilities (active inference) all of them count.
    """
    truth, _, sample = _plain()
    plain = powered(sample, 2000 / 1800, held_out=False)
    assert plain.shares[0] == pytest.approx(0.583826666720384, rel=1e-12)
    # (0.63376493 - 0.5338884) / 2 / 1.959964 in ppi-python, 0.02553741 in glide-py.
    assert plain.estimates[0].error == pytest.approx(0.025479, rel=0.02)
    assert powered(sample, 0.0, held_out=False).shares[0] == pytest.approx(0.55, rel=1e-12)
    # Of the first 500 examples 100 are judged, and 100 of the other 1,500.
    judged = np.isin(np.arange(2000), (*range(100), *range(500, 600)))
    chance = np.where(np.arange(2000) < 500, 0.2, 100 / 1500)[:, None]
    right = np.where(judged, truth, NAN)[:, None]
    active = replace(sample, right=right, chance=chance)
    estimated = powered(active, 1.0, held_out=False)
    assert estimated.shares[0] == pytest.approx(0.6201580681313964, rel=1e-12)
    assert estimated.estimates[0].error == pytest.approx(0.030152299354058262, rel=0.02)


def test_several_proxies_are_followed_by_least_squares() -> None:
    """By hand; glide-py's MultiPPI, with another variance of proxies, has 0.58341 and 0.02434."""
    rng = np.random.default_rng(0)
    truth = np.asarray(rng.random(2000) < 0.6, np.float64)
    says = np.clip(0.6 * truth + 0.2 + rng.normal(0, 0.3, 2000), 0, 1)
    other = np.clip(0.3 * truth + 0.3 + rng.normal(0, 0.4, 2000), 0, 1)
    proxies = np.stack([says, other])
    right = np.where(np.arange(2000) < 200, truth, NAN)[:, None]
    sample = ProxySample(
        np.zeros(2000, dtype=int), right, np.full((2000, 1), 0.1), proxies[..., None]
    )
    people, machine = truth[:200], proxies[:, :200]
    covariance = (machine - machine.mean(axis=1, keepdims=True)) @ (people - people.mean()) / 200
    follows = np.linalg.solve(np.cov(proxies), covariance)
    share = people.mean() + follows @ (proxies.mean(axis=1) - machine.mean(axis=1))
    estimated = powered(sample, held_out=False)
    assert estimated.follows[0] == pytest.approx(follows, rel=1e-9)
    assert estimated.shares[0] == pytest.approx(share, rel=1e-12)
    assert share == pytest.approx(0.58341, abs=5e-4)
    assert estimated.estimates[0].error == pytest.approx(0.02434, rel=0.02)


def test_plain_ppi_is_the_mean_prediction_and_the_mean_correction() -> None:
    truth, says, sample = _plain()
    expected = says.mean() + (truth[:200] - says[:200]).mean()
    assert powered(sample, 1.0).shares[0] == pytest.approx(expected, rel=1e-9)


def test_without_a_proxy_it_is_the_share_of_the_judged() -> None:
    truth, _, sample = _plain()
    estimated = powered(sample.only())
    assert estimated.shares[0] == pytest.approx(truth[:200].mean(), abs=1e-4)
    error = estimated.estimates[0].error
    assert error == pytest.approx(np.sqrt(truth[:200].var() / 200), rel=0.02)


def test_inverse_probabilities_undo_a_choice() -> None:
    """By hand: two judged examples stand for themselves, one for four."""
    right = np.array([[1.0], [0.0], [1.0], [NAN], [NAN], [NAN]])
    chance = np.array([[1.0], [1.0], [0.25], [0.25], [0.25], [0.25]])
    sample = ProxySample(np.zeros(6, dtype=int), right, chance, np.zeros((0, 6, 1)))
    assert powered(sample, held_out=False).shares[0] == pytest.approx(5 / 6, abs=1e-9)


def test_over_all_samples_that_could_be_drawn_it_is_right_on_average() -> None:
    """All that is rejected is judged, and two of five approvals, whichever they are.

    What is predicted for a judged approval comes from fewer approvals than what is predicted for
    another: with inverse probabilities alone the mean is 4.9 points too high.
    """
    truth = np.array([0, 0, 1, 1, 1, 1, 0, 1.0])
    chance = np.array([[1.0]] * 3 + [[0.4]] * 5)
    shares = []
    for some in combinations(range(3, 8), 2):
        right = np.where(np.isin(np.arange(8), (0, 1, 2, *some)), truth, NAN)[:, None]
        sample = ProxySample(np.zeros(8, dtype=int), right, chance, np.zeros((0, 8, 1)))
        shares.append(powered(sample).shares[0])
    assert np.mean(shares) == pytest.approx(truth.mean(), abs=0.001)


def test_what_other_systems_show_of_the_variance_counts() -> None:
    """In one system people say what the proxy says, by chance; in the others they often do not."""
    rng = np.random.default_rng(6)
    says = np.asarray(rng.random((200, 8)) < 0.6, np.float64)
    truth = np.where(rng.random((200, 8)) < 0.2, 1 - says, says)
    truth[:20, 0] = says[:20, 0]
    right = np.where(np.arange(200)[:, None] < 20, truth, NAN)
    sample = ProxySample(np.zeros(200, dtype=int), right, np.full((200, 8), 0.1), says[None])
    errors = [estimate.error or 0.0 for estimate in powered(sample).estimates]
    alone = ProxySample(sample.category, right[:, :1], sample.chance[:, :1], says[None, :, :1])
    assert errors[0] > 0.5 * np.mean(errors[1:])
    assert (powered(alone).estimates[0].error or 0.0) < 0.7 * errors[0]


def test_what_cannot_be_judged_leaves_its_weight_to_others() -> None:
    right = np.array([[1.0], [0.0], [NAN], [NAN], [NAN], [NAN]])
    aside = np.array([[False], [False], [True], [False], [False], [False]])
    chance = np.full((6, 1), 0.5)
    sample = ProxySample(np.zeros(6, dtype=int), right, chance, np.zeros((0, 6, 1)), aside)
    assert sample.sizes.tolist() == [5]
    assert sample.weights.sum() == pytest.approx(5)


def test_a_proxy_that_says_nothing_changes_nothing() -> None:
    _, _, sample = _plain()
    silent = replace(sample, proxies=np.full(sample.proxies.shape, NAN))
    same = replace(sample, proxies=np.full(sample.proxies.shape, 0.7))
    expected = powered(sample.only()).estimates
    assert powered(silent).estimates == expected
    assert powered(same).shares == pytest.approx(powered(sample.only()).shares, rel=1e-12)
    assert worth(same, 0).correlation is None


def test_the_same_proxy_twice_is_that_proxy() -> None:
    _, _, sample = _plain(size=400, judged=80)
    twice = replace(sample, proxies=np.concatenate([sample.proxies, sample.proxies]))
    assert powered(twice).shares == pytest.approx(powered(sample).shares)


def test_a_proxy_the_wrong_way_round_is_as_good() -> None:
    _, _, sample = _plain()
    turned = replace(sample, proxies=1 - sample.proxies)
    assert powered(turned).shares == pytest.approx(powered(sample).shares)
    assert powered(turned).follows == pytest.approx(-powered(sample).follows)


def test_examples_of_one_document_are_not_independent() -> None:
    rng = np.random.default_rng(1)
    cluster = np.repeat(np.arange(20), 10)
    right = np.asarray(np.repeat(rng.random(20) < 0.5, 10)[:, None], np.float64)
    alone = ProxySample(np.zeros(200, dtype=int), right, np.ones((200, 1)), np.zeros((0, 200, 1)))
    together = replace(alone, cluster=cluster)
    errors = [powered(each).estimates[0].error for each in (alone, together)]
    assert errors[1] == pytest.approx(errors[0] * np.sqrt(10), rel=0.05)


def test_the_order_of_examples_does_not_matter() -> None:
    rng = np.random.default_rng(2)
    sample = verify(draw(good_and_poor(), rng), 0.3, rng)
    order = rng.permutation(len(sample.category))
    mixed = ProxySample(
        sample.category[order],
        sample.right[order],
        sample.chance[order],
        sample.proxies[:, order],
    )
    assert powered(mixed).shares == pytest.approx(powered(sample).shares)


def test_a_system_against_itself_gives_no_difference() -> None:
    rng = np.random.default_rng(3)
    estimated = powered(verify(draw(good_and_poor(), rng), 0.3, rng))
    same, there, back = (estimated.compare(*pair) for pair in ((0, 0), (15, 0), (0, 15)))
    assert same is not None
    assert (same.difference, same.p) == (0, 1)
    assert there is not None
    assert back is not None
    assert there.difference == -back.difference > 0.1
    assert there.p == back.p < 0.05


def test_with_one_judgement_or_none_there_is_no_estimate() -> None:
    right = np.array([[1.0, NAN, 1.0], [NAN, NAN, 0.0]])
    sample = ProxySample(
        np.zeros(2, dtype=int), right, np.array([[0.5, 0.5, 1]] * 2), np.zeros((0, 2, 3))
    )
    estimated = powered(sample)
    one, none, two = estimated.estimates
    assert (one.share, one.why) == (None, "only one example is judged")
    assert (none.share, none.why) == (None, "nothing is judged")
    assert two.share == pytest.approx(0.5)
    assert estimated.compare(0, 2) is None


def test_a_sample_of_one_class_has_an_interval_with_a_width() -> None:
    right = np.array([[1.0]] * 30 + [[NAN]] * 70)
    sample = ProxySample(
        np.zeros(100, dtype=int), right, np.full((100, 1), 0.3), np.zeros((0, 100, 1))
    )
    (estimate,) = powered(sample).estimates
    assert estimate.share == 1
    assert estimate.interval is not None
    assert 0.8 < estimate.interval.low < 0.95


def test_what_a_proxy_is_worth() -> None:
    truth, says, sample = _plain()
    value = worth(sample, 0)
    people, machine = truth[:200], says[:200]
    assert value.correlation == pytest.approx(np.corrcoef(people, machine)[0, 1])
    # PPI with λ = 1 is better than none if the covariance is more than half of the variance.
    assert value.plain == pytest.approx(machine.std() / people.std() / 2)
    assert value.tuned == pytest.approx(1 / np.sqrt(198))
    without, with_ = powered(sample.only()).estimates[0], powered(sample).estimates[0]
    assert without.error is not None
    assert with_.error is not None
    assert value.effective == pytest.approx(200 * (without.error / with_.error) ** 2)
    assert value.saved == pytest.approx((value.effective or 0) - 200)


def test_estimates_are_unbiased_and_cover() -> None:
    """A short form of bench/estimate.py, which has the figures."""
    for unequal in (False, True):
        measured = measure(0.3, 40, 11, unequal=unequal)
        for name, figures in measured.items():
            assert abs(figures.bias) < 1, name
            assert 0.91 < figures.coverage < 0.99, name
        assert measured["PPI++"].width < 0.75 * measured["people only"].width


def test_each_system_covers_where_pooling_fails() -> None:
    kind = pool(0.1, 0.3, 25, 5)
    assert kind.own.coverage > 0.9
    assert kind.pooled.coverage < 0.6
    assert kind.warned > 0.9
    assert pool(0.0, 0.3, 25, 5).warned < 0.2
    # With a tenth verified, whether or not the judge is kind where it approves more.
    assert pool(0.1, 0.1, 60, 9).warned > 0.93
    assert pool(0.1, 0.1, 60, 9, EVERY_OTHER).warned > 0.83
