"""`--fail-under` and `--baseline`: what continuous integration needs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.command import Proform
from tests.support.demo_suite import build, score_arguments


def test_a_score_below_its_limit_is_status_3(proform: Proform, demo: Path, tmp_path: Path) -> None:
    arguments = score_arguments(demo, "en-fr")
    passed = proform(*arguments, "--fail-under", "apt=0.3")
    assert (passed.exit_code, passed.stderr) == (0, "")
    output = tmp_path / "r.json"
    failed = proform(*arguments, "--fail-under", "apt=0.5", "-f", "json", "-o", output)
    assert failed.exit_code == 3
    assert failed.stderr == "proform: apt of literal is 0.3846, below 0.5\n"
    assert len(json.loads(output.read_text())["results"]) == 3


def test_of_two_limits_the_stricter_holds(proform: Proform, demo: Path) -> None:
    limits = ("--fail-under", "apt=0.8", "--fail-under", "apt=0.3")
    done = proform(*score_arguments(demo, "en-fr", ("context",)), *limits)
    assert done.exit_code == 3
    assert done.stderr == "proform: apt of context is 0.7500, below 0.8\n"


def test_an_undefined_score_falls_short(proform: Proform, demo: Path, write: object) -> None:
    assert callable(write)
    nothing = write("none", "yonder\n")
    arguments = score_arguments(demo, "en-fr", ("context",))
    done = proform(*arguments, "--source-pronouns", nothing, "--fail-under", "apt=0")
    assert done.exit_code == 3
    assert "apt of context is undefined, below 0" in done.stderr


@pytest.mark.parametrize(
    ("limit", "message"),
    [
        ("autoprf=0.5", "autoprf=0.5: 'autoprf' is not one of the metrics that are run (apt)"),
        ("0.5", "--fail-under '0.5' is not like apt=0.6"),
        ("apt=high", "--fail-under 'apt=high' is not like apt=0.6"),
        ("apt=nan", "--fail-under 'apt=nan' is not like apt=0.6"),
        ("apt=-inf", "--fail-under 'apt=-inf' is not like apt=0.6"),
    ],
)
def test_limits_are_checked_first(proform: Proform, limit: str, message: str) -> None:
    texts = ("-s", "none", "-r", "none", "-i", "none", "-l", "en-fr")
    done = proform("score", *texts, "--fail-under", limit)
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr


def test_a_baseline_is_compared_with(proform: Proform, demo: Path, tmp_path: Path) -> None:
    arguments, old = score_arguments(demo, "en-fr"), tmp_path / "old.json"
    assert proform(*arguments, "--as-published", "-f", "json", "-o", old).exit_code == 0
    done = proform(*arguments, "--baseline", old, "-f", "json", "-o", old)
    assert done.exit_code == 0
    assert "other settings (settings: published, now none; repair: paper, now informed)" in (
        done.stderr
    )
    changes = json.loads(old.read_text())["changes"]
    assert {change["pronoun"] for change in changes} == {None, "it", "they"}
    missing = proform(*arguments, "--baseline", tmp_path / "none.json")
    assert (missing.exit_code, missing.stdout) == (2, "")


def test_suites_have_them_too(proform: Proform, tmp_path: Path) -> None:
    store, old = tmp_path / "s.db", tmp_path / "old.json"
    build(str(store))
    assert proform("suite", "evaluate", store, "-f", "json", "-o", old).exit_code == 0
    gate = ("--baseline", old, "--fail-under", "protest=0.4")
    done = proform("suite", "evaluate", store, *gate)
    assert done.exit_code == 3
    assert "since the baseline" in done.stdout
    assert "protest of literal is 0.3529, below 0.4" in done.stderr


def test_with_its_rows_a_baseline_is_tested(proform: Proform, demo: Path, tmp_path: Path) -> None:
    old, rows = tmp_path / "old.json", tmp_path / "old.tsv"
    before = score_arguments(demo, "en-fr", ("literal",))
    assert proform(*before, "-f", "json", "-o", old, "--detail", rows).exit_code == 0
    after = score_arguments(demo, "en-fr", ("context",))
    done = proform(*after, "--baseline", old, rows, "-f", "json")
    whole, *_ = json.loads(done.stdout)["changes"]
    assert (whole["both"], whole["better"] > whole["worse"] > 0) == (78, True)
    assert 0 < whole["p"] < 0.05
    shown = proform(*after, "--baseline", old, rows, "-f", "markdown")
    assert "| better | worse |" in shown.stdout


def test_what_is_no_baseline_is_told_first(proform: Proform) -> None:
    texts = ("-s", "none", "-r", "none", "-i", "none", "-l", "en-fr")
    for files in (["a.tsv"], ["a.json", "b.json"], ["a.json", "b.tsv", "c.jsonl"]):
        done = proform("score", *texts, "--baseline", *files)
        assert (done.exit_code, done.stdout) == (2, "")
        assert f"--baseline {' '.join(files)}: expected a result of -f json" in done.stderr
