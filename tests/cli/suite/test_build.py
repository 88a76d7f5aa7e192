"""The commands of `proform suite`, on the demo data and on small files."""

from __future__ import annotations

import csv
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from tests.support.command import Proform, Write
from tests.support.demo_suite import SYSTEMS, build
from typer.testing import Result

INTER, EVENT = "anaphoric_inter_subject_it", "event_it"

Suite = Callable[..., Result]


@pytest.fixture
def suite(proform: Proform) -> Suite:
    """Run `proform suite`, which should succeed."""

    def run(*args: object) -> Result:
        result = proform("suite", *args)
        assert result.exit_code == 0, result.output
        return result

    return run


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A store with the English-French demo data and its three systems."""
    store = tmp_path / "demo.db"
    build(str(store))
    return store


def exported(suite: Suite, store: Path, name: str = "protest.db") -> Path:
    path = store.with_name(name)
    suite("export", store, "-o", path)
    return path


def rows(path: Path, table: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(f"select * from {table}").fetchall()  # noqa: S608


def table_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text), delimiter="\t"))


def test_list(made: Path, suite: Suite) -> None:
    text = suite("list", made).stdout
    assert "en-fr (en-fr): 102 examples in 75 segments" in text
    assert all(name in text for name in ("reference", *SYSTEMS, EVENT))
    (found,) = json.loads(suite("list", made, "-f", "json").stdout)
    assert found["categories"][EVENT] == 6
    assert [one["name"] for one in found["translations"]] == ["reference", *SYSTEMS]
    assert found["tasks"] == []


def test_show(made: Path, suite: Suite) -> None:
    text = suite("show", made, 4).stdout
    assert "[It] is red" in text
    assert "{bicycle}" in text
    assert "antecedents differ: 'vélo' and 'bicyclette'" in text
    found = json.loads(suite("show", made, 4, "-f", "json").stdout)
    assert found["antecedents"][0]["text"] == "bicycle"
    assert found["document"] == "bicycle"
    by_name = {one["system"]: one for one in found["translations"]}
    assert by_name["context"]["pronoun"] == ["Il"]
    assert by_name["reference"]["automatic"] is None


def test_evaluate_in_all_formats(made: Path, suite: Suite) -> None:
    assert "6 / 1" in suite("evaluate", made).stdout
    found = json.loads(suite("evaluate", made, "-f", "json").stdout)
    protest = {one["system"]: one for one in found["results"]}
    assert protest["context"]["counts"] == {
        "approved": 69,
        "pronoun_differs": 23,
        "antecedent_differs": 5,
        "not_aligned": 5,
        "exception": 0,
    }
    assert protest["context"]["by"]["category"][EVENT]["counts"]["approved"] == 4
    found_rows = table_of(suite("evaluate", made, "-f", "tsv").stdout)
    assert {row["by"] for row in found_rows} == {"", "category"}
    assert sum(int(row["approved"]) for row in found_rows if row["system"] == "context") == 138
    latex = suite("evaluate", made, "-f", "latex").stdout
    assert r"event\_it & 6 & 4 / 2 & 4 / 2 & 1 / 5 \\" in latex
    markdown = suite("evaluate", made, "-f", "markdown").stdout
    assert r"| event\_it | 6 | 4 / 2 | 4 / 2 | 1 / 5 |" in markdown
    assert "<html>" in suite("evaluate", made, "-f", "html").stdout
    assert "<svg" in suite("evaluate", made, "-f", "svg").stdout


def test_evaluate_with_all_judges_by_everything(made: Path, suite: Suite, tmp_path: Path) -> None:
    metrics = ("protest", "apt", "autoprf", "autoprf-strict")
    found = json.loads(
        suite(
            *("evaluate", made, "-m", *metrics, "--by", "category", "pronoun", "document"),
            *("--confidence", "--paired", "--resamples", 100, "-f", "json"),
            *("--detail", tmp_path / "all.tsv", "-o", tmp_path / "out.json", "--matrix"),
        ).stdout
        or (tmp_path / "out.json").read_text()
    )
    assert len(found["results"]) == 4 * 3
    assert len(found["comparisons"]) == 4 * 2
    assert all(one["interval"] for one in found["results"])
    assert set(found["results"][3]["by"]) == {"category", "pronoun", "document"}
    detail = table_of((tmp_path / "all.tsv").read_text())
    protest = [row for row in detail if row["metric"] == "protest"]
    assert len(protest) == 102 * 3
    assert {row["verdict"] for row in protest} == {"correct", "undecided"}
    assert all(row["explanation"] and row["category"] for row in protest)


def test_some_systems_and_each_once(made: Path, suite: Suite) -> None:
    found = json.loads(
        suite("evaluate", made, "-i", "literal", "reference", "literal", "-f", "json").stdout
    )
    assert [(one["system"], one["n"]) for one in found["results"]] == [
        ("literal", 102),
        ("reference", 102),
    ]


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


def test_a_folder_of_systems(made: Path, suite: Suite, demo: Path, tmp_path: Path) -> None:
    for name in SYSTEMS:
        suite("remove-system", made, name)
    folder = tmp_path / "out"
    folder.mkdir()
    for name in SYSTEMS:
        for ending in ("fr", "align"):
            text = (demo / "en-fr" / f"{name}.{ending}").read_text()
            (folder / f"{name}.{ending}").write_text(text)
    (folder / ".DS_Store").write_bytes(b"\x00\xff")
    (folder / "inner").mkdir()
    suite("add-system", made, folder)
    (found,) = json.loads(suite("list", made, "-f", "json").stdout)
    assert [one["name"] for one in found["translations"]] == ["reference", *sorted(SYSTEMS)]
    assert "6 / 1" in suite("evaluate", made).stdout


def test_alignments_of_a_folder_stand_elsewhere(
    made: Path, suite: Suite, proform: Proform, demo: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "same=x#1.fr").write_text((demo / "en-fr" / "context.fr").read_text())
    links = tmp_path / "links"
    links.mkdir()
    missing = proform("suite", "add-system", made, folder, "--align", links)
    assert missing.exit_code == 2
    assert "same=x#1.align: cannot be read (No such file" in missing.stderr
    (links / "same=x#1.align").write_text((demo / "en-fr" / "context.align").read_text())
    suite("add-system", made, folder, "--align", links)
    found = json.loads(suite("evaluate", made, "-f", "json").stdout)["results"]
    assert found[1]["counts"] == found[3]["counts"]
    assert found[3]["system"] == "same=x#1"


def test_a_file_of_several_systems_has_alignments_for_each(
    made: Path, suite: Suite, demo: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    texts = {
        f"{name}2": (demo / "en-fr" / f"{name}.fr").read_text().splitlines() for name in SYSTEMS
    }
    lines = zip(*texts.values(), strict=True)
    table = "\n".join("\t".join(row) for row in [tuple(texts), *lines])
    (folder / "all.tsv").write_text(table)
    for name in SYSTEMS:
        align = (demo / "en-fr" / f"{name}.align").read_text()
        (folder / f"{name}2.align").write_text(align)
    suite("add-system", made, folder)
    found = json.loads(suite("evaluate", made, "-f", "json").stdout)["results"]
    assert [one["system"] for one in found] == [*SYSTEMS, *texts]
    assert [one["counts"] for one in found[:3]] == [one["counts"] for one in found[3:]]


def test_systems_without_alignment_are_aligned(
    made: Path, suite: Suite, demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    result = suite("add-system", made, "raw", demo / "en-fr" / "context.fr", "--tokenized")
    assert "only 75 pairs to learn alignment from" in result.stderr
    assert "added raw" in result.stderr
    found = json.loads(suite("evaluate", made, "-i", "raw", "-f", "json").stdout)["results"]
    assert found[0]["counts"]["approved"] > 30


@pytest.mark.parametrize("name", ["a=b", "it's", 'a "b"', "系统 🚲", "-x", "a#b", "x.fr", "%s"])
def test_names_of_systems(made: Path, suite: Suite, demo: Path, name: str) -> None:
    folder = demo / "en-fr"
    align = folder / "context.align"
    suite("add-system", made, "--align", align, "--", name, folder / "context.fr")
    found = json.loads(suite("list", made, "-f", "json").stdout)[0]
    assert found["translations"][-1]["name"] == name
    for style in ("text", "tsv", "latex", "html"):
        suite("evaluate", made, "-f", style)
    suite("show", made, 1)
    suite("remove-system", made, "--", name)


def test_removed_systems_are_gone_and_can_come_again(made: Path, suite: Suite, demo: Path) -> None:
    suite("remove-system", made, "context")
    assert "context" not in suite("evaluate", made).stdout
    align = demo / "en-fr" / "context.align"
    suite(
        "add-system",
        made,
        "context",
        demo / "en-fr" / "literal.fr",
        "--align",
        align.with_name("literal.align"),
    )
    found = json.loads(suite("evaluate", made, "-f", "json").stdout)["results"]
    assert [one["system"] for one in found] == ["sentence", "literal", "context"]
    assert found[1]["counts"] == found[2]["counts"]


def test_from_judging_to_evaluating(made: Path, suite: Suite, tmp_path: Path) -> None:
    suite("define-tasks", made, "--set", "june", "-n", 2, "--iaa", 30, "-i", "context", "literal")
    (found,) = json.loads(suite("list", made, "-f", "json").stdout)
    sizes = {task["label"]: task["size"] for task in found["tasks"]}
    assert sum(sizes.values()) == 204
    assert abs(sizes["1"] - sizes["2"]) <= 1
    suite("assign-task", made, 1, "--set", "june", "-a", "Ada")
    batch = tmp_path / "ada.db"
    result = suite("export-batch", made, "--set", "june", "-a", "Ada", "-o", batch)
    assert f"{sizes['1'] + sizes['IAA']} examples for Ada" in result.stderr
    assert b"literal" not in batch.read_bytes()
    with closing(sqlite3.connect(batch)) as connection:
        connection.execute(
            "insert into annotations (candidate, annotator_id, ant_annotation, anaph_annotation)"
            " select id, 1, 'ok', 'ok' from pro_candidates"
        )
        connection.execute(
            "insert into token_annotations (candidate, line, token, annotation, annotator_id)"
            " select c.id, t.line, t.tgtpos, 'ok', 1 from pro_candidates c join translations t"
            " on t.tgtcorpus = c.tgtcorpus and t.example_no = c.example_no"
        )
        connection.commit()
    size = sizes["1"] + sizes["IAA"]
    tried = suite("merge-batch", made, batch, "--dry-run").stderr
    assert f"batch of {size} would bring {size} new, 0 replaced, 0 unchanged" in tried
    assert "brought" in suite("merge-batch", made, batch).stderr
    again = suite("merge-batch", made, batch).stderr
    assert f"brought 0 new, 0 replaced, {size} unchanged" in again
    (found,) = json.loads(suite("list", made, "-f", "json").stdout)
    assert sum(one["judgements"] for one in found["translations"]) == size
    plain = json.loads(suite("evaluate", made, "-f", "json").stdout)["results"]
    more = json.loads(suite("evaluate", made, "--accept-annotations", "-f", "json").stdout)
    for before, after in zip(plain, more["results"], strict=True):
        assert after["counts"]["approved"] >= before["counts"]["approved"]
    assert sum(one["counts"]["approved"] for one in more["results"]) > sum(
        one["counts"]["approved"] for one in plain
    )
    number = rows(batch, "pro_candidates")[0][3]
    assert "Ada: pronoun ok, antecedent ok" in suite("show", made, number).stdout


def test_export_import_export(made: Path, suite: Suite, tmp_path: Path) -> None:
    suite("define-tasks", made, "--set", "june", "-n", 2, "--iaa", 30)
    first = exported(suite, made)
    result = suite("import", first, "-l", "en-fr", "-o", tmp_path / "again.db")
    assert "imported 102 examples, 3 systems, 0 judgements" in result.stderr
    assert "the reference is 'reference'" in result.stderr
    second = exported(suite, tmp_path / "again.db", "second.db")
    with closing(sqlite3.connect(first)) as one, closing(sqlite3.connect(second)) as other:
        assert list(one.iterdump()) == list(other.iterdump())
    counts = [
        [
            one["counts"]
            for one in json.loads(suite("evaluate", path, "-f", "json").stdout)["results"]
        ]
        for path in (made, tmp_path / "again.db")
    ]
    assert counts[0] == counts[1]


def test_an_import_without_a_reference_says_what_to_do(
    made: Path, suite: Suite, proform: Proform, tmp_path: Path
) -> None:
    path = exported(suite, made)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("update corpora set name = 'human' where name = 'reference'")
        connection.commit()
    result = suite("import", path, "-l", "en-fr", "-o", tmp_path / "a.db")
    assert "say which one with --reference NAME" in result.stderr
    for command in ("show", "list", "table"):
        suite(command, tmp_path / "a.db", *([1] if command == "show" else []))
    refused = proform("suite", "evaluate", tmp_path / "a.db")
    assert refused.exit_code == 2
    assert "no reference to compare with" in refused.stderr
    suite(
        *("import", path, "-l", "en-fr", "-o", tmp_path / "a.db"),
        *("--reference", "human", "--name", "b"),
    )
    suite("evaluate", tmp_path / "a.db", "--suite", "b")


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
        *("b#?.db", "p#1?.db", "r#?.txt", "s#?.db"),
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


def test_german_sie_is_never_approved(suite: Suite, demo: Path, tmp_path: Path) -> None:
    folder, store = demo / "en-de", tmp_path / "de.db"
    suite(
        *("from-table", folder / "pronouns.tsv", "-l", "EN-DE", "-o", store),
        *("-s", folder / "source.en", "-r", folder / "reference.de"),
        *("--align-ref", folder / "reference.align"),
    )
    align = folder / "context.align"
    suite("add-system", store, "context", folder / "context.de", "--align", align)
    detail = tmp_path / "detail.tsv"
    found = json.loads(suite("evaluate", store, "-f", "json", "--detail", detail).stdout)
    exceptions = [row for row in table_of(detail.read_text()) if row["reason"] == "exception"]
    assert len(exceptions) == found["results"][0]["counts"]["exception"] > 5
    assert {row["candidate_forms"] for row in exceptions} == {"sie"}
    assert {row["candidate_words"] for row in exceptions} >= {"sie", "Sie"}
    approved = [row for row in table_of(detail.read_text()) if row["reason"] == "approved"]
    assert not [row for row in approved if row["candidate_forms"] == "sie"]
