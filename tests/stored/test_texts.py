"""The texts of a suite as files for translating."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.command import Proform
from tests.support.demo_suite import build
from tests.support.small_texts import demo_lines

from proform import ProformError, StoredSuite, open_suite


@pytest.fixture
def suite(tmp_path: Path) -> StoredSuite:
    build(str(tmp_path / "suite.db"))
    return open_suite(tmp_path / "suite.db")


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def test_what_is_to_be_translated_is_written(suite: StoredSuite, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "texts"
    files = suite.write_texts(folder)
    assert [path.name for path in files] == [
        *("source.en", "reference.fr", "docs.txt", "suite.json")
    ]
    assert _lines(folder / "source.en") == demo_lines("source.en")
    assert _lines(folder / "reference.fr") == demo_lines("reference.fr")
    assert _lines(folder / "docs.txt") == demo_lines("docs.txt")
    assert json.loads(files[-1].read_text(encoding="utf-8"))["segments"] == 75
    assert suite.write_texts(folder) == files, "they are the same"


def test_translations_beside_them_are_added(suite: StoredSuite, tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    suite.write_texts(folder)
    for kind in ("fr", "align"):
        lines = "".join(f"{line}\n" for line in demo_lines(f"context.{kind}"))
        (folder / f"new.{kind}").write_text(lines, encoding="utf-8")
    assert suite.add_system(folder).systems == ("new",)
    suite.write_texts(tmp_path / "alone")
    with pytest.raises(ProformError, match="no file in it"):
        suite.add_system(tmp_path / "alone")
    (folder / "short.fr").write_text("Un .\n", encoding="utf-8")
    with pytest.raises(ProformError, match="1 lines, but the source has 75"):
        suite.add_system("short", folder / "short.fr", tokenized=True)


def test_texts_of_another_suite_are_refused(suite: StoredSuite, tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    manifest = suite.write_texts(folder)[-1]
    other = json.loads(manifest.read_text(encoding="utf-8")) | {"suite": "ted", "source": "00"}
    manifest.write_text(json.dumps(other), encoding="utf-8")
    (folder / "new.fr").write_text("Un .\n", encoding="utf-8")
    message = r"suite.json: these are the texts of the suite 'ted'; write those of 'en-fr' with"
    with pytest.raises(ProformError, match=message):
        suite.add_system(folder)
    with pytest.raises(ProformError, match=message):
        suite.add_system("new", folder / "new.fr")
    with pytest.raises(ProformError, match=message):
        suite.write_texts(folder)
    manifest.write_text("[]", encoding="utf-8")
    with pytest.raises(ProformError, match="not a manifest of texts; write it again"):
        suite.add_system(folder)
    manifest.unlink()
    with pytest.raises(ProformError, match=r"has a file 'source.en' already; give an empty folder"):
        suite.write_texts(folder)


def test_the_command_names_the_files(proform: Proform, suite: StoredSuite, tmp_path: Path) -> None:
    done = proform("suite", "texts", suite.where, "-o", tmp_path / "t")
    assert (done.exit_code, done.stdout) == (0, "")
    assert f"proform: wrote {tmp_path / 't' / 'source.en'}\n" in done.stderr
    assert len(done.stderr.splitlines()) == 4
