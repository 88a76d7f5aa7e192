"""Tasks, batches and PROTEST files by the commands of `proform suite`."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.support.command import Proform, Suite

INTER, EVENT = "anaphoric_inter_subject_it", "event_it"


def exported(suite: Suite, store: Path, name: str = "protest.db") -> Path:
    path = store.with_name(name)
    suite("export", store, "-o", path)
    return path


def rows(path: Path, table: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(f"select * from {table}").fetchall()  # noqa: S608


def test_from_judging_to_evaluating(
    made: Path, suite: Suite, proform: Proform, tmp_path: Path
) -> None:
    suite("define-tasks", made, "--set", "june", "-n", 2, "--iaa", 30, "-i", "context", "literal")
    (found,) = json.loads(suite("list", made, "-f", "json").stdout)
    sizes = {task["label"]: task["size"] for task in found["tasks"]}
    assert sum(sizes.values()) == 204
    assert abs(sizes["1"] - sizes["2"]) <= 1
    given = suite("assign-task", made, 1, "--set", "june", "-a", "Ada").stderr
    assert f"task 1 of june ({sizes['1']} examples) is for Ada" in given
    taken = suite("unassign-task", made, 1, "--set", "june", "-a", "\uff21da").stderr
    assert "is for nobody" in taken
    suite("assign-task", made, 1, "--set", "june", "-a", "A\u200bda")
    wrong = proform("suite", "export-batch", made, "--set", "jun", "-a", "Ada", "-o", "x.db")
    assert "no set of tasks 'jun' in the suite; there are 'june'" in wrong.stderr
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
    returned = batch.read_bytes()
    with closing(sqlite3.connect(batch)) as connection:  # as the original withdraws a judgement
        (gone,) = connection.execute("select min(candidate) from annotations").fetchone()
        for table in ("annotations", "token_annotations"):
            connection.execute(f"delete from {table} where candidate = ?", (gone,))  # noqa: S608
        connection.commit()
    kept = suite("merge-batch", made, batch, "--withdrawn", "keep").stderr
    assert "1 judgements are gone from the file: they were kept here" in kept
    refused = proform("suite", "merge-batch", made, batch)
    assert refused.exit_code == 2
    assert "--withdrawn withdraw" in refused.stderr
    batch.write_bytes(returned)
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
        *("import", path, "-l", "en-fr", "-o", tmp_path / "b.db"),
        *("--reference", "human", "--name", "b"),
    )
    suite("evaluate", tmp_path / "b.db")
