"""`proform apt` against the files that the authors' script wrote."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.command import Proform


@pytest.fixture
def folder(
    shared_data: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A working directory as the configurations expect it."""
    for file in shared_data("apt-es-en").iterdir():
        target = tmp_path / "data_es-en" / file.name
        target.parent.mkdir(exist_ok=True)
        shutil.copyfile(file, target)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data_es-en"


def _matrix(text: str) -> dict[tuple[str, str], int]:
    header, *rows = (line.split("\t") for line in text.splitlines()[5:])
    return {
        (row[0], label): int(cell)
        for row in rows
        for label, cell in zip(header[1:], row[1:], strict=True)
    }


@pytest.mark.parametrize(("number", "score"), [(1, "0.4000"), (2, "0.6316"), (3, "0.2105")])
def test_same_detail_and_score(folder: Path, proform: Proform, number: int, score: str) -> None:
    expected_detail = (folder / f"output{number}.detail").read_bytes()
    expected_score = (folder / f"output{number}.score").read_text(encoding="utf-8")
    run = proform("apt", folder / f"config_{number}")
    assert run.exit_code == 0, run.stderr
    assert run.stdout == f"Score: {score}\n"
    assert (folder / f"output{number}.detail").read_bytes() == expected_detail
    ours = (folder / f"output{number}.score").read_text(encoding="utf-8")
    assert ours.splitlines()[:5] == expected_score.splitlines()[:5]
    if number > 1:  # without a list the script's matrix has the order of a hash
        assert _matrix(ours) == _matrix(expected_score)


def test_rows_of_the_matrix_are_by_diagonal_then_by_list(folder: Path, proform: Proform) -> None:
    proform("apt", folder / "config_2")
    lines = (folder / "output2.score").read_text(encoding="utf-8").splitlines()
    labels = lines[5].split("\t")[1:]
    assert labels == [
        *("OTHER", "his", "they", "i", "that", "NONE", "we", "her", "she", "who"),
        *("you", "it", "he", "their", "its", "...", "-sum-"),
    ]
