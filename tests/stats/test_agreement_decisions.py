"""A metric's decisions beside those of people."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proform.model import Verdict
from proform.stats.agreement import Comparative, Decisions, by_category, kappa

_RIGHT, _WRONG, _OPEN = Verdict.CORRECT, Verdict.INCORRECT, Verdict.UNDECIDED
_APT = {"1": _RIGHT, "2": _RIGHT, "3": _WRONG, "4": _OPEN, "5": _OPEN, "6": _OPEN}


def _decision(case: str, human: Verdict, category: str = "event_it") -> Comparative:
    return Comparative(category, _APT[case], case, human)


_DECISIONS = st.lists(
    st.builds(
        _decision,
        st.sampled_from("123456"),
        st.sampled_from(Verdict),
        st.sampled_from(["event_it", "pleonastic_it"]),
    )
)


def _some() -> list[Comparative]:
    return [
        *[_decision("1", _RIGHT)] * 6,
        *[_decision("2", _WRONG)] * 2,
        *[_decision("3", _RIGHT)] * 3,
        *[_decision("3", _WRONG)] * 4,
        *[_decision(case, _RIGHT) for case in "456"],
        _decision("4", _OPEN),
        *[_decision("1", _OPEN)] * 2,
    ]


def test_counts_and_measures() -> None:
    found = by_category(_some())["event_it"]
    assert found == Decisions(6, 2, 3, 4, 4, 2, {"1": 6, "2": 2, "3": 7})
    assert (found.n, found.human_correct, found.human_incorrect) == (15, 9, 6)
    assert found.disagreements == 5
    assert found.disagreement == pytest.approx(1 / 3)
    assert found.precision == pytest.approx(6 / 8)
    assert found.recall == pytest.approx(6 / 9)
    assert found.f == pytest.approx(12 / 17)
    # Agreed 10 of 15; by chance (8 · 9 + 7 · 6) / 225 = 114 / 225.
    assert found.kappa == pytest.approx((150 - 114) / (225 - 114))
    assert found.undefined == {}


def test_kappa_is_that_of_two_annotators() -> None:
    some = [d for d in _some() if _OPEN not in {d.metric, d.human}]
    labels = [d.metric.value for d in some], [d.human.value for d in some]
    expected = kappa(*labels, np.random.default_rng(1), 1).value
    assert by_category(some)["event_it"].kappa == pytest.approx(expected)


@given(_DECISIONS)
def test_categories_add_up(decisions: Sequence[Comparative]) -> None:
    found = by_category(decisions)
    total = sum(found.values(), Decisions())
    one = by_category(d._replace(category="all") for d in decisions).get("all", Decisions())
    assert total == one
    assert total.n + total.undecided + total.unjudged == len(decisions)
    assert sum(total.reasons.values()) == total.n
    for measure in ("disagreement", "precision", "recall", "f", "kappa"):
        assert (getattr(total, measure) is None) == (measure in total.undefined)


@pytest.mark.parametrize(
    ("decisions", "undefined"),
    [
        (
            [_decision("3", _RIGHT)],
            {"precision": "the metric calls no", "f": "the metric calls no"},
        ),
        ([_decision("1", _WRONG)], {"recall": "people call no", "f": "people call no"}),
        ([_decision("1", _RIGHT)], {"kappa": "in one and the same way"}),
        ([_decision("4", _RIGHT)], {"disagreement": "no pronoun that both decide"}),
    ],
)
def test_what_is_undefined_says_why(
    decisions: list[Comparative], undefined: dict[str, str]
) -> None:
    found = by_category(decisions)["event_it"]
    for measure, why in undefined.items():
        assert getattr(found, measure) is None
        assert why in found.undefined[measure]
