"""Suites from tables and texts by the commands of `proform suite`."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path

import pytest
from tests.support.command import Suite, Write

INTER, EVENT = "anaphoric_inter_subject_it", "event_it"


def table_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text), delimiter="\t"))


def test_the_table_comes_back(made: Path, suite: Suite, demo: Path, tmp_path: Path) -> None:
    assert suite("table", made).stdout == (demo / "en-fr" / "pronouns.tsv").read_text()
    for name in ("again.tsv", "again.jsonl"):
        suite("table", made, "-o", tmp_path / name)
        suite(
            *("from-table", tmp_path / name, "-l", "en-fr", "-o", tmp_path / "again.db"),
            *("-s", demo / "en-fr" / "source.en", "-r", demo / "en-fr" / "reference.fr"),
            *("--align-ref", demo / "en-fr" / "reference.align", "--name", name),
        )
        again = suite("table", tmp_path / "again.db", "--suite", name).stdout
        assert again == suite("table", made).stdout


def test_find_proposes_what_from_table_reads(demo: Path, suite: Suite, tmp_path: Path) -> None:
    folder = demo / "en-fr"
    found = suite("find", "-s", folder / "source.en", "-l", "en-fr", "--tokenized").stdout
    listed = table_of((folder / "pronouns.tsv").read_text())
    places = {(row["segment"], row["token"]) for row in table_of(found)}
    assert places >= {
        (row["segment"], row["token"]) for row in listed if row["form"].lower() != "you"
    }
    assert {row["category"] for row in table_of(found)} == {""}
    pronouns = tmp_path / "pronouns.txt"
    pronouns.write_text("they\n")
    for name in ("found.tsv", "found.jsonl"):
        suite(
            *("find", "-s", folder / "source.en", "-l", "en-fr", "-o", tmp_path / name),
            *("--source-pronouns", pronouns, "--tokenized", "--docs", folder / "docs.txt"),
        )
        suite(
            *("from-table", tmp_path / name, "-l", "en-fr", "-o", tmp_path / f"{name}.db"),
            *("-s", folder / "source.en", "-r", folder / "reference.fr"),
            *("--align-ref", folder / "reference.align"),
        )
        assert "uncategorised" in suite("list", tmp_path / f"{name}.db").stdout


def test_places_with_strange_names(made: Path, suite: Suite, tmp_path: Path) -> None:
    folder = tmp_path / "a b#c?d%20é'"
    folder.mkdir()
    path = folder / "p#1?.db"
    suite("export", made, "-o", path)
    suite("import", path, "-l", "en-fr", "-o", folder / "s#?.db", "--name", "x")
    assert "102 examples" in suite("list", folder / "s#?.db").stdout
    suite("evaluate", folder / "s#?.db", "-o", folder / "r#?.txt")
    suite("define-tasks", folder / "s#?.db", "--set", "a", "-n", 1)
    suite("assign-task", folder / "s#?.db", 1, "--set", "a", "-a", "Ada")
    batch = folder / "b#?.db"
    suite("export-batch", folder / "s#?.db", "--set", "a", "-a", "Ada", "-o", batch)
    suite("merge-batch", folder / "s#?.db", batch)
    assert sorted(one.name for one in folder.iterdir()) == [
        *("b#?.db", "p#1?.db", "r#?.txt", "s#?.db")
    ]


def test_categories_of_your_own(write: Write, suite: Suite, tmp_path: Path) -> None:
    store = tmp_path / "own.db"
    suite(
        *("from-table", write("a.tsv", "segment\ttoken\tform\tcategory\n0\t0\tit\tmine\n")),
        *("-s", write("a.en", "it\n"), "-r", write("a.fr", "il\n"), "-l", "en-fr", "-o", store),
        *("--align-ref", write("a.align", "0-0\n")),
        *("--categories", write("mine.toml", "[agrees]\nmine = false\n")),
    )
    assert "mine" in suite("list", store).stdout


def test_raw_text_is_tokenised_and_empty_lines_are_lines(
    write: Write, suite: Suite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    store, long = tmp_path / "raw.db", "word " * 3000
    table = "segment\ttoken\tform\tcategory\n2\t0\tIt\tevent_it\n"
    suite(
        *("from-table", write("a.tsv", table), "-l", "en-fr", "-o", store),
        *("-s", write("a.en", f"Red.\n\nIt's red.\n{long}\n")),
        *("-r", write("a.fr", f"Rouge.\n\nC'est rouge.\n{long}\n")),
    )
    suite("add-system", store, "empty", write("b.fr", "\n\n\n\n"))
    suite("add-system", store, "blank", write("c.fr", " \n\t\n\u00a0\n \n\n"))
    found = json.loads(suite("evaluate", store, "-m", "protest", "apt", "-f", "json").stdout)
    assert [one["counts"].get("not_aligned") for one in found["results"][:2]] == [1, 1]
    assert "[It] 's red ." in suite("show", store, 1).stdout


def test_notes_of_several_lines_stay_one_row(write: Write, suite: Suite, tmp_path: Path) -> None:
    row = {"segment": 0, "token": 0, "form": "it", "category": EVENT, "note": "one\ttwo\nthree"}
    store = tmp_path / "a.db"
    suite(
        *("from-table", write("a.jsonl", json.dumps(row)), "-l", "en-fr", "-o", store),
        *("-s", write("a.en", "it\n"), "-r", write("a.fr", "il\n")),
        *("--align-ref", write("a.align", "0-0\n")),
    )
    assert table_of(suite("table", store).stdout)[0]["note"] == "one two three"
    suite("table", store, "-o", tmp_path / "b.jsonl")
    assert json.loads((tmp_path / "b.jsonl").read_text())["note"] == row["note"]
