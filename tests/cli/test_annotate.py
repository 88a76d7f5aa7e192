"""`proform annotate`: links for people, and copies of a store; serving has tests of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.command import Proform
from tests.support.demo_suite import build
from tests.support.paths import DEMO


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


def test_many_links_are_made_listed_and_revoked(
    proform: Proform, store: Path, tmp_path: Path
) -> None:
    names = tmp_path / "people.txt"
    names.write_text("Ada\n\nBen\nAda\n")
    made = proform("annotate", "invite", store, "Eve", "--names", names).stdout.splitlines()
    assert [line.split("\t")[0] for line in made] == ["Eve", "Ada", "Ben"]
    assert "/enter/" in proform("annotate", "invite", store, "--report").stdout
    listed = proform("annotate", "links", store, "-f", "tsv").stdout.splitlines()[1:]
    assert [line.split("\t")[1] for line in listed] == ["report", "Ben", "Ada", "Eve"]
    assert "link 2 no longer opens" in proform("annotate", "revoke", store, 2).stderr
    assert proform("annotate", "revoke", store, 2).exit_code == 2
    names.write_text("\n")
    refused = proform("annotate", "invite", store, "--names", names)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "nobody is named in it" in refused.stderr


def test_from_texts_to_links(proform: Proform, tmp_path: Path) -> None:
    folder = DEMO / "en-fr"
    run = proform(
        *("annotate", "start", folder / "source.en", folder / "context.fr", "--examples", 6),
        *("--people", "Ada, Ben", "-o", tmp_path / "talk.db", "--port", 8123, "--no-serve"),
    )
    assert run.exit_code == 0, run.stderr
    names = [line.split("\t")[0] for line in run.stdout.splitlines()]
    assert names == ["researcher", "Ada", "Ben"]
    assert all("http://127.0.0.1:8123/enter/" in line for line in run.stdout.splitlines())
    assert "6 pronouns; categories and antecedents are proposed" in run.stderr
    removed = proform("annotate", "remove", tmp_path / "talk.db", "Ben")
    assert "Ben is deleted" in removed.stderr
    removed = proform("annotate", "remove", tmp_path / "talk.db", "round 1", "--tasks")
    assert "round 1 is deleted" in removed.stderr


def test_controls_and_quality(proform: Proform, store: Path, tmp_path: Path) -> None:
    known = tmp_path / "known.tsv"
    known.write_text("example\tsystem\tpronoun\n1\tcontext\tright\n")
    run = proform("annotate", "controls", store, "--known", known, "--pass-mark", 80)
    assert "1 known answers were read" in run.stderr
    assert "the pass mark is 80%" in run.stderr
    assert "context" in run.stdout
    proform("suite", "define-tasks", store, "--set", "june", "-n", 2, "--controls", 1)
    assert proform("annotate", "quality", store, "-f", "json").exit_code == 0


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
