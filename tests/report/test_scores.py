"""Single judgements add up to the score of the metric."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.command import Proform, Write
from tests.support.demo_suite import SYSTEMS, score_arguments

from proform.judge import describe
from proform.model import Verdict
from proform.report.collect import plain, plain_statistics
from proform.report.inputs import Kind, read_file
from proform.report.scores import scored
from proform.scoring.judgements import Judgement, Side
from proform.scoring.saved import read_result


def judgement(metric: str, verdict: Verdict, **statistics: float) -> Judgement:
    return Judgement(
        *(metric, "new", None, 0, 0, "It", None, verdict, "why", "", statistics, "It"),
        reference=Side(""),
        candidate=Side(""),
    )


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
    judgements = read_file(detail, Kind.ROWS).judgements
    result = read_result(scores)
    assert len(result.results) == 4 * len(SYSTEMS)
    for score in result.results:
        rows = judgements[score.metric, score.system].values()
        value, size = scored(result.descriptions[score.metric], rows)
        assert value == pytest.approx(score.total.score, abs=1e-9)
        if "PROBABLE" not in settings or "--discard" not in settings:
            assert size == score.total.n


def test_of_an_unknown_metric_what_is_correct_counts() -> None:
    assert describe("own") is None
    rows = [judgement("own", verdict) for verdict in (Verdict.CORRECT, Verdict.UNDECIDED)]
    assert [plain_statistics(row)["correct"] for row in rows] == [1, 0]
    counted = [judgement("own", row.verdict, **plain_statistics(row)) for row in rows]
    assert scored(plain("own"), counted) == (0.5, 2)


def test_a_pronoun_without_words_on_either_side_counts_for_autoprf_as_in_the_run() -> None:
    autoprf = describe("autoprf")
    assert autoprf is not None
    lost = judgement("autoprf", Verdict.UNDECIDED, occurrences=1.0)
    hit = judgement("autoprf", Verdict.CORRECT, matches=1, candidate=1, reference=1, occurrences=1)
    assert scored(autoprf, [lost]) == (None, 1)
    assert scored(autoprf, [lost, hit]) == (1.0, 2)


def test_of_nothing_there_is_no_score() -> None:
    protest, apt = describe("protest"), describe("apt")
    assert protest is not None
    assert apt is not None
    assert scored(protest, []) == (None, 0)
    assert scored(apt, [judgement("apt", Verdict.UNDECIDED, not_source=1.0)]) == (None, 0)
