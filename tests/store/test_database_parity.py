"""The same commands on SQLite and on PostgreSQL say and write the same."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from importlib import import_module
from pathlib import Path
from shutil import copy
from typing import Any
from uuid import UUID

import pytest
from tests.support.command import Proform
from tests.support.postgres import new_database

from proform.store.protest.file import TABLES

Said = list[tuple[object, ...]]

ANSWERS = """
insert into annotations (candidate, annotator_id, ant_annotation, anaph_annotation, remarks)
select id, {annotator}, 'ok', case when id % {every} = 0 then 'bad' else 'ok' end, 'Ärger' || id
from pro_candidates;
insert into token_annotations (candidate, line, token, annotation, annotator_id)
select c.id, t.line, t.tgtpos, 'ok', {annotator} from pro_candidates c join translations t
on t.tgtcorpus = c.tgtcorpus and t.example_no = c.example_no where c.id % {every} > 0;
insert into tag_annotations (candidate, annotator_id, tag)
select id, {annotator}, 'zéro' from pro_candidates where id % {every} = 1;
insert into tag_annotations (candidate, annotator_id, tag)
select id, {annotator}, 'Zebra' from pro_candidates where id % {every} < 3;
"""


@pytest.fixture(autouse=True)
def _same_key(monkeypatch: pytest.MonkeyPatch) -> None:
    building = import_module("proform.stored.build")
    monkeypatch.setattr(building, "uuid4", lambda: UUID(int=7))


class Session:
    """Commands on one store, and all that they said and wrote."""

    def __init__(self, proform: Proform, where: str, folder: Path) -> None:
        self.proform = proform
        self.where = where
        self.folder = folder
        self.said: Said = []
        folder.mkdir()

    def __call__(self, command: str, *args: object, into: bool = False) -> None:
        place = (*args, "-o", self.where) if into else (self.where, *args)
        result = self.proform("suite", command, *place)
        outputs = (result.exit_code, result.stdout, result.stderr)
        self.said.append((command, *(self._plain(part) for part in (*args, *outputs))))

    def _plain(self, part: object) -> str:
        """Without the names of places."""
        return str(part).replace(self.where, "STORE").replace(str(self.folder), "FOLDER")

    def judge(self, batch: Path, annotator: int, every: int) -> None:
        with closing(sqlite3.connect(batch)) as connection:
            connection.executescript(ANSWERS.format(annotator=annotator, every=every))

    def keep(self, path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection:
            rows: dict[str, list[Any]] = {
                table: connection.execute(f"select * from {table} order by rowid").fetchall()  # noqa: S608
                for table in TABLES
            }
        rows["meta_data"] = [row for row in rows["meta_data"] if row[0] != "time_created"]
        self.said.append((path.name, rows))


def everything(session: Session, demo: Path) -> None:
    """Every command, and some that fail."""
    folder = demo / "en-fr"
    session(
        *("from-table", folder / "pronouns.tsv", "-l", "en-fr", "--docs", folder / "docs.txt"),
        *("-s", folder / "source.en", "-r", folder / "reference.fr"),
        *("--align-ref", folder / "reference.align"),
        into=True,
    )
    for name in ("sentence", "context", "literal", "Zebra", "ähnlich"):
        text = name if name in ("sentence", "context", "literal") else "context"
        align = folder / f"{text}.align"
        session("add-system", name, folder / f"{text}.fr", "--align", align)
    session("add-system", "Zebra", folder / "literal.fr", "--align", folder / "literal.align")
    look(session, "text", "tsv", "latex")
    session("define-tasks", "--set", "june", "-n", 2, "--iaa", 50, "--seed", 3)
    session("define-tasks", "--set", "june", "-n", 2)
    session("define-tasks", "--set", "Über", "-n", 1, "-i", "context", "-c", "event_it")
    for person, label, every in (("Ada", 1, 5), ("Érik", 2, 7)):
        batch = session.folder / f"{person}.db"
        session("assign-task", label, "--set", "june", "-a", person)
        session("export-batch", "--set", "june", "-a", person, "-o", batch)
        session.keep(batch)
        session.judge(batch, label, every)
        session("merge-batch", batch, "--dry-run")
        session("merge-batch", batch)
        session("merge-batch", batch)
    look(session)
    session("remove-system", "sentence")
    session("remove-system", "sentence")
    session("merge-batch", session.folder / "Ada.db")
    session("add-system", "sentence", folder / "literal.fr", "--align", folder / "literal.align")
    look(session)
    session("export", "-o", session.folder / "master.db")
    session.keep(session.folder / "master.db")
    copy(session.folder / "master.db", session.folder / "another.db")
    with closing(sqlite3.connect(session.folder / "another.db")) as connection, connection:
        connection.execute("update meta_data set tag_value = 'another' where tag = 'master_id'")
    session("import", session.folder / "another.db", "-l", "en-fr", "--name", "again", into=True)
    session("list")
    session("evaluate")
    for command in (["evaluate", "--accept-annotations"], ["show", 7], ["table"]):
        session(*command, "--suite", "again")
    session("export", "-o", session.folder / "second.db", "--suite", "again")
    session.keep(session.folder / "second.db")


def look(session: Session, *styles: str) -> None:
    """Everything there is to read, as JSON; in other styles, which say less, only if asked for."""
    metrics = ("protest", "apt", "autoprf", "autoprf-strict")
    for style in ("json", *styles):
        session("evaluate", "-m", *metrics, "--by", "category", "document", "-f", style)
    session("evaluate", "--accept-annotations", "--confidence", "--paired", "--resamples", 100)
    session("list", "-f", "json")
    for number in (1, 4, 50, 102, 103):
        session("show", number, "-f", "json")
    session("evaluate", "-i", "nobody")
    if styles:
        session("list")
        session("show", 1)
        session("show", 103)
        session("table")


def test_both_databases_say_and_write_the_same(
    proform: Proform, demo: Path, tmp_path: Path, postgres: str
) -> None:
    stores = {"sqlite": str(tmp_path / "suite.db"), "postgresql": new_database(postgres)}
    sessions = {}
    for name, where in stores.items():
        sessions[name] = Session(proform, where, tmp_path / name)
        everything(sessions[name], demo)
    for one, other in zip(sessions["sqlite"].said, sessions["postgresql"].said, strict=True):
        assert one == other
    statuses = [said[-3] for said in sessions["sqlite"].said if len(said) > 2]
    assert statuses.count("0") + statuses.count("2") == len(statuses)
    assert statuses.count("2") == 3 * 2 + 5, "what should fail, and nothing else"

    # What SQLite exported goes through PostgreSQL and comes back the same.
    third = Session(proform, new_database(postgres), tmp_path / "third")
    third("import", sessions["sqlite"].folder / "master.db", "-l", "en-fr", into=True)
    third("export", "-o", third.folder / "master.db")
    third.keep(third.folder / "master.db")
    assert third.said[-1] in sessions["sqlite"].said
