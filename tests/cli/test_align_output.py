"""`proform read-output`: its errors; what it does is tested with the library's function."""

from __future__ import annotations

from pathlib import Path

from tests.support.command import Proform


def test_a_file_that_is_not_there(proform: Proform, tmp_path: Path) -> None:
    source = tmp_path / "a.en"
    source.write_text("It rains.\n", encoding="utf-8")
    run = proform("read-output", tmp_path / "none", "-s", source)
    assert run.exit_code == 2
    assert run.stderr.count("\n") == 1
    assert "none: cannot be read" in run.stderr
