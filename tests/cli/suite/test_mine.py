"""The commands that mine suites."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.command import call, run
from tests.support.mined_text import corpus, write

import proform


@pytest.fixture
def given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, corpus(40))
    (tmp_path / "want.toml").write_text("anaphoric_inter_subject_it = 5\n", encoding="utf-8")
    options = ["-r", "mined.fr", "-l", "en-fr", "--docs", "mined.docs", "--tokenized", "-j", "1"]
    return ["suite", "mine", "mined.en", *options, "--want", "want.toml", "--sure", "0.5"]


def test_in_one_go_and_in_parts(given: list[str], tmp_path: Path) -> None:
    whole = run(*given, "-o", "whole.db")
    assert "anaphoric_inter_subject_it" in whole
    for part in "12":
        run(*given, "--shard", f"{part}/2", "-o", f"part.{part}")
    merged = run("suite", "merge-mined", "part.2", "part.1", "-o", "merged.db")
    assert merged == whole
    first, second = (proform.open_suite(tmp_path / f"{name}.db") for name in ("whole", "merged"))
    assert first.value == second.value
    assert len(first.value.examples) == 5


def test_what_is_wrong_is_said_in_a_line(given: list[str], tmp_path: Path) -> None:
    (tmp_path / "want.toml").write_text("event = 5\n", encoding="utf-8")
    answer = call(*given, "-o", "s.db")
    assert answer.exit_code == 2
    assert "want.toml: no category 'event'" in answer.stderr
    assert not (tmp_path / "s.db").exists()


def test_a_part_has_no_name(given: list[str]) -> None:
    answer = call(*given, "--shard", "1/2", "--name", "x", "-o", "part.1")
    assert answer.exit_code == 2
    assert "--name is for proform suite merge-mined" in answer.stderr


@pytest.mark.parametrize("option", ["--cluster=local:2", "--shards=3", "--parts=folder"])
def test_a_part_is_not_for_a_cluster(given: list[str], option: str) -> None:
    answer = call(*given, "--shard", "1/2", option, "-o", "part.1")
    assert answer.exit_code == 2
    name = option.partition("=")[0]
    assert f"--shard is one part, and {name} is for all of them" in answer.stderr


def test_workers_mine_the_same_suite(given: list[str]) -> None:
    whole = run(*given, "-o", "whole.db")
    assert run(*given, "--cluster", "local:1", "--shards", "2", "-o", "spread.db") == whole
