"""The demo: its texts copied, scored, evaluated as a suite and put on a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from proform import ProformError, load, open_suite, run_demo
from proform.demo import PAIRS
from proform.stored import define_tasks


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the demo was run."""
    folder = tmp_path_factory.mktemp("first") / "look here"
    run_demo(folder)
    return folder


def test_everything_is_there(folder: Path, demo: Path) -> None:
    for pair in PAIRS:
        copied = {path.name: path.read_bytes() for path in (folder / pair).iterdir()}
        assert copied == {path.name: path.read_bytes() for path in (demo / pair).iterdir()}
    out = folder / "out"
    assert {path.name for path in out.iterdir()} == {
        f"en-fr.{kind}" for kind in ("db", "html", "json", "tsv")
    }
    result = load(out / "en-fr.json", out / "en-fr.tsv")
    assert result["apt", "context"].n == 78
    assert len(result.judgements) == 3 * 3 * 78
    assert open_suite(out / "en-fr.db").systems == ["sentence", "context", "literal"]
    page = (out / "en-fr.html").read_text(encoding="utf-8")
    assert all(name in page for name in ("sentence", "context", "literal", "agreement", "Demo"))


def test_a_second_run_takes_the_texts_as_they_are_now(folder: Path) -> None:
    before = load(folder / "out" / "en-fr.json")["apt", "literal"].score or 0
    (folder / "en-fr" / "docs.txt").unlink()
    for kind in ("fr", "align"):  # a literal system that has improved
        better = (folder / "en-fr" / f"reference.{kind}").read_bytes()
        (folder / "en-fr" / f"literal.{kind}").write_bytes(better)
    again = run_demo(folder)
    assert (again.scores["apt", "literal"].score or 0) > before + 0.5
    assert (again.suite["protest", "literal"].score or 0) > 0.98
    assert (folder / "en-fr" / "docs.txt").is_file()


def test_a_suite_in_use_stays(tmp_path: Path) -> None:
    run_demo(tmp_path)
    store = tmp_path / "out" / "en-fr.db"
    define_tasks(open_suite(store), "june", 2)
    before = store.read_bytes()
    again = run_demo(tmp_path)
    assert again.notes == (f"{store}: this suite was given to people, so it stays as it is",)
    assert store.read_bytes() == before


def test_it_says_what_to_look_at_in_six_lines(tmp_path: Path) -> None:
    folder = tmp_path / "a b"
    made = run_demo(folder, languages="en-de")
    lines = str(made).splitlines()
    assert len(lines) == 6
    assert lines[0].startswith("As in the reference (apt, 71 pronouns): context 0.")
    assert str(folder / "out" / "en-de.html") in lines[3]
    assert lines[5].endswith(f"proform demo '{folder}' -l en-de")
    assert made.notes == ()


def test_nothing_of_others_is_touched(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine", encoding="utf-8")
    with pytest.raises(
        ProformError, match=r"has 'thesis.tex' in it, so it is not a demo folder; give an"
    ):
        run_demo(tmp_path)
    with pytest.raises(ProformError, match=r"thesis.tex: not a folder; give another one"):
        run_demo(tmp_path / "thesis.tex")
    with pytest.raises(ProformError, match="languages: unknown 'en-it'; there are en-fr, en-de"):
        run_demo(tmp_path / "new", languages="en-it")
    with pytest.raises(ProformError, match="cannot be written"):
        run_demo("/proc/demo")
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]
