"""Semi-automatic evaluation from Python: what the command says, and what the docs show."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support import demo_suite
from tests.support.command import run
from tests.support.library import documented, same

import proform
from proform.errors import ProformError


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    path = tmp_path / "suite.db"
    demo_suite.build(str(path))
    return path


def test_as_the_commands(suite: Path) -> None:
    plan = proform.semi.plan(suite, verify=[0.5, "event_it=2"], annotators=2, agreement="refer")
    args = ("--verify", 0.5, "event_it=2", "-n", 2, "--agreement", "refer")
    same(plan, "semi", "plan", suite, *args)
    started = proform.semi.start(suite, ["Ada"], verify=[0.5], invite="http://localhost/")
    assert started.taskset == "semi-1"
    assert started.to_records()[0]["annotators"] == "Ada"
    assert started.links["Ada"].startswith("http://localhost/enter/")
    demo_suite.judge(str(suite), "Ada")
    same(proform.semi.status(suite), "semi", "status", suite)
    results = proform.semi.results(suite, baseline="context", resamples=200)
    same(results, "semi", "results", suite, "--baseline", "context", "--resamples", 200)
    same(proform.semi.next_(suite, hours=0.5, width=5), "semi", "next", suite, "--hours", 0.5,
         "--width", 5)  # fmt: skip
    assert results.to_text("latex") == run(
        *("semi", "results", suite, "--baseline", "context", "--resamples", 200, "-f", "latex")
    )


def test_what_is_refused(suite: Path) -> None:
    with pytest.raises(ProformError, match="agreement: unknown 'maybe'; there are off, refer"):
        proform.semi.plan(suite, agreement="maybe")
    with pytest.raises(ProformError, match="no system 'best' in the suite"):
        proform.semi.results(suite, baseline="best")
    with pytest.raises(ProformError, match="argument: unknown 'polcy'; there are accept_annot"):
        proform.semi.status(suite, polcy="unanimous")  # type: ignore[call-arg]
    with pytest.raises(ProformError, match="annotators: expected a whole number from 1 on"):
        proform.semi.plan(suite, annotators=0)
    with pytest.raises(ProformError, match="annotators: expected a list of names, found 'Ada'"):
        proform.semi.start(suite, "Ada")
    with pytest.raises(ProformError, match="seed: expected a whole number from 0 on"):
        proform.semi.results(suite, seed=-1)


def test_the_python_of_the_docs(suite: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(suite.parent)
    exec(documented("semi.md"), {})  # noqa: S102 (our own)
    assert Path("results.csv").read_text(encoding="utf-8").startswith("table,category,")
    assert Path("systems.svg").is_file()
