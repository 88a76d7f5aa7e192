"""`proform demo`, and the browser that it opens."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import pytest
from tests.support.command import Proform


@pytest.mark.parametrize("there", [True, False])
def test_it_opens_the_report(
    proform: Proform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    opened: list[str] = []

    def browser(address: str) -> bool:
        opened.append(address)
        return there

    monkeypatch.setattr(webbrowser, "open", browser)
    monkeypatch.chdir(tmp_path)
    done = proform("demo", "--open")
    assert done.exit_code == 0, done.stderr
    assert len(done.stdout.splitlines()) == 6
    assert opened == [(tmp_path / "demo" / "out" / "en-fr.html").as_uri()]
    assert ("no browser found to open demo/out/en-fr.html" in done.stderr) != there


def test_errors_are_one_line(proform: Proform, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    done = proform("demo", tmp_path)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "'notes.txt'" in done.stderr
