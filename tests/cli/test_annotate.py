"""`proform annotate`: links for people, and copies of a store; serving has tests of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.command import Proform
from tests.support.demo_suite import build


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "suite.db"
    build(str(path))
    return path


def test_every_link_is_new_and_its_own(proform: Proform, store: Path) -> None:
    links = [
        proform("annotate", "invite", store, *who, "--url", "http://localhost:9").stdout
        for who in (["Ada"], ["Bob", "--training"], ["--researcher"], ["Ada"])
    ]
    assert len(set(links)) == 4
    assert all(link.startswith("http://localhost:9/") for link in links)
    assert all(link.count("\n") == 1 for link in links)


def test_a_link_is_for_an_annotator_or_a_researcher(proform: Proform, store: Path) -> None:
    for arguments in ((), ("Ada", "--researcher"), ("--researcher", "--training")):
        run = proform("annotate", "invite", store, *arguments)
        assert run.exit_code == 2, arguments
        assert run.stdout == ""


def test_a_copy_has_everything(proform: Proform, store: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert proform("annotate", "backup", store, "-o", copy).exit_code == 0
    listed = [proform("suite", "list", path, "-f", "json").stdout for path in (store, copy)]
    assert listed[0] == listed[1] != ""


def test_a_copy_takes_the_place_of_nothing(proform: Proform, store: Path, tmp_path: Path) -> None:
    run = proform("annotate", "backup", store, "-o", store)
    assert run.exit_code == 2
    assert "is an input" in run.stderr
    run = proform("annotate", "backup", tmp_path / "nowhere.db", "-o", tmp_path / "copy.db")
    assert run.exit_code == 2
    assert not (tmp_path / "copy.db").exists()
