"""Coefficients, and where things are in a drawing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.support.command import Write
from tests.support.report_content import by_head, content

from proform.meta.correlation import Correlated
from proform.report.plots import (
    BOTTOM,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    Scale,
    correlated,
    correlations,
    plots,
    round_scale,
    scatter,
    ticks,
)
from proform.scoring.summary import Resampling
from proform.stats.correlate import Correlation, Scores

FIGURES = st.lists(st.floats(-1e4, 1e4, allow_subnormal=False), min_size=3, max_size=12)


@given(FIGURES)
def test_values_lie_inside_a_scale_with_round_ends(values: list[float]) -> None:
    assume(max(values) - min(values) > 1e-3 or max(values) == min(values))
    scale = round_scale(values, 10, 110)
    assert scale.low < min(values) <= max(values) < scale.high
    assert all(10 <= scale.at(value) <= 110 for value in values)


def test_a_scale_of_one_value_has_some_width() -> None:
    assert round_scale([0.0], 0, 1).low < 0 < round_scale([0.0], 0, 1).high


def drawn(metric: list[float], human: list[float]) -> Correlated:
    names = tuple(f"system {number}" for number in range(len(metric)))
    scores = Scores(names, np.array(metric), np.array(human), ())
    return Correlated("apt", scores, Correlation("pearson", len(metric)), None)


def test_points_and_names_are_inside_the_frame() -> None:
    rng = np.random.default_rng(1)
    plot = scatter("adequacy", drawn(list(rng.random(30)), list(rng.random(30))))
    assert len(plot.points) == 30
    for point in plot.points:
        assert LEFT <= point.x <= WIDTH - RIGHT
        assert TOP <= point.y <= HEIGHT - BOTTOM
        assert LEFT <= point.label_x < WIDTH - RIGHT
        assert TOP <= point.label_y <= HEIGHT - BOTTOM
    assert plot.line
    assert plot.band


def test_higher_is_further_up_and_to_the_right() -> None:
    low, _, high = scatter("adequacy", drawn([0.1, 0.2, 0.3], [1, 3, 4])).points
    assert low.x < high.x
    assert low.y > high.y


def test_ticks_are_round_and_increase() -> None:
    plot = scatter("adequacy", drawn([0.37, 0.57, 0.75], [10, 30, 47]))
    across = [float(tick.label) for tick in plot.across]
    assert across == pytest.approx(list(np.arange(across[0], across[-1] + 0.01, 0.1)))
    assert [tick.at for tick in plot.across] == sorted(tick.at for tick in plot.across)


@pytest.mark.parametrize(
    ("low", "high", "labels"),
    [
        (0.45, 1.05, "0.5 0.6 0.7 0.8 0.9 1.0"),
        (0.2, 0.8, "0.2 0.3 0.4 0.5 0.6 0.7 0.8"),
        (-0.1, 0.1, "-0.10 -0.05 0.00 0.05 0.10"),
    ],
)
def test_ticks_are_multiples_of_their_distance(low: float, high: float, labels: str) -> None:
    assert " ".join(tick.label for tick in ticks(Scale(low, high, 0, 100))) == labels


def test_two_systems_have_points_and_no_line() -> None:
    plot = scatter("adequacy", drawn([0.1, 0.2], [1, 2]))
    assert len(plot.points) == 2
    assert not plot.line
    assert not plot.band


def test_correlations_name_what_is_left_out_and_why_there_is_none(made: Path, write: Write) -> None:
    human = write("human.tsv", "system\tadequacy\ncontext\t4.5\nliteral\t2\n")
    found = correlated(content(made / "scores.json", human), Resampling(times=100))
    rows = by_head(correlations(found))
    assert rows["apt", "adequacy", "pearson"]["value"] is None
    assert "needs at least 3 systems" in str(rows["apt", "adequacy", "pearson"]["remark"])
    plot = plots(found)[0]
    assert plot.sentences[0].startswith("No correlation: a correlation needs at least 3 systems")
    assert plot.sentences[-1].endswith("not known: sentence.")


def test_one_system_that_carries_the_correlation_is_pointed_out(made: Path, write: Write) -> None:
    results = (made / "scores.json").read_text(encoding="utf-8")
    more = write(
        "more.json", results.replace('"context"', '"other"').replace('"literal"', '"third"')
    )
    more.write_text(more.read_text().replace('"sentence"', '"second"'), encoding="utf-8")
    lines = ("sentence\t3", "context\t9", "literal\t3.1", "other\t2.9", "third\t3.1", "second\t3")
    human = write("human.tsv", "system\tadequacy\n" + "\n".join(lines) + "\n")
    found = correlated(content(made / "scores.json", more, human), Resampling(times=100))
    (plot,) = [one for one in plots(found) if one.metric == "apt"]
    assert plot.sentences[0].startswith("Pearson’s r is")
    assert plot.sentences[1].endswith("this one system carries the correlation.")
    assert plot.carrier == "context"
    assert plot.other
