"""What more judgements would bring."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from tests.support.simulated_suites import NAN, draw, simulated, world

from proform.stats.cells import fit
from proform.stats.estimate import estimates
from proform.stats.planning import ASSUMED, outlook, steps


def test_predicted_variances_are_those_that_are_found() -> None:
    more = draw(world(agreeing=0.6), 0.3, np.random.default_rng(1))
    for given in (*map(simulated, (0.1, 0.3, 1.0)), more):
        found = fit(given)
        predicted = replace(outlook(found), offset=np.zeros(16)).variances
        errors = np.array([one.error for one in estimates(found)])
        assert np.mean(np.sqrt(predicted) / errors) == pytest.approx(1, abs=0.1)
        assert outlook(found).variances == pytest.approx(errors**2)


def test_steps_are_the_best_first_and_reach_the_width_or_say_that_they_do_not() -> None:
    given = simulated(0.05)
    begun = outlook(fit(given))
    after, made = steps(begun, most=50)
    assert len(made) == 50
    assert all(one.gain >= other.gain - 1e-12 for one, other in pairwise(made))
    assert after.widths.mean() < begun.widths.mean()
    assert (after.verified <= begun.verifiable).all()
    assert after.left == begun.left - 50
    reached, until = steps(begun, width=begun.widest - 0.001)
    assert reached.widest <= begun.widest - 0.001
    assert 0 < len(until) < 200
    floor, _ = steps(begun, width=0.01)
    assert 0.01 < floor.widest < begun.widest


def test_before_anything_is_judged_the_assumed_shares_are_taken() -> None:
    given = simulated()
    nothing = fit(replace(given, right=np.full(given.right.shape, NAN)))
    begun = outlook(nothing)
    assert begun.precise == pytest.approx([ASSUMED.approved] * 10)
    assert begun.left == given.right.size
    _, made = steps(begun, most=300)
    assert {one.system is None for one in made} == {True, False}
    differences = outlook(nothing, differences=True)
    assert len(differences.widths) == 16 * 15 / 2
