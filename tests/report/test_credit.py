"""Single decisions add up to the score of the metric."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.command import Proform, Write
from tests.support.demo_suite import SYSTEMS, score_arguments

from proform.errors import ProformError
from proform.report.credit import credit_of, score
from proform.report.model import Decision, Words
from proform.report.results import read_result
from proform.report.rows import read_rows

NOTHING = Words("", "", ())


@pytest.mark.parametrize("repair", ["paper", "none"])
@pytest.mark.parametrize(
    "settings",
    [
        (),
        ("--weights", "1,0.75,0.25,0,0,0.125"),
        ("--discard", "3,4"),
        ("--weights", "apt-a", "--other-equal"),
        ("--equivalent", "PROBABLE", "--discard", "3"),
        ("--equivalent", "PROBABLE"),
    ],
)
def test_rows_give_the_score_of_the_run(
    proform: Proform,
    demo: Path,
    write: Write,
    tmp_path: Path,
    settings: tuple[str, ...],
    repair: str,
) -> None:
    probable = write("probable", "it,il,elle,0.3\nit,ce,cela,0.9\nthey,ils,elles,0.25\n")
    given = [probable if one == "PROBABLE" else one for one in settings]
    detail, scores = tmp_path / "detail.tsv", tmp_path / "scores.json"
    metrics = ("-m", "apt", "autoprf", "autoprf-strict", "agreement", "--repair", repair)
    arguments = score_arguments(demo, "en-fr")
    run = proform(*arguments, *metrics, *given, "--detail", detail, "-f", "json", "-o", scores)
    assert run.exit_code == 0, run.stderr
    decisions = read_rows(detail).decisions
    results = read_result(scores).results
    assert len(results) == 4 * len(SYSTEMS)
    for result in results:
        rows = decisions[result.metric, result.system].values()
        value, size = score(credit_of(result.metric, result.signature), rows)
        assert value == pytest.approx(result.total.score, abs=1e-9)
        if "PROBABLE" not in settings or "--discard" not in settings:
            assert size == result.total.size


def test_an_unknown_metric_counts_what_is_correct() -> None:
    decisions = [Decision("why", v, "", NOTHING, NOTHING) for v in ("correct", "undecided")]
    assert score(credit_of("agreement"), decisions) == (0.5, 2)


def test_of_nothing_there_is_no_score() -> None:
    assert score(credit_of("protest"), []) == (None, 0)
    assert score(credit_of("apt"), [Decision("not_source", "undecided", "", NOTHING, NOTHING)]) == (
        None,
        0,
    )


def test_weights_that_are_none_are_refused() -> None:
    with pytest.raises(ProformError, match="the weights of its signature are '1,2'"):
        credit_of("apt", "metric:apt|weights:1,2|v:1")
