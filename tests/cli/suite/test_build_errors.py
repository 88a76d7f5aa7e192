"""Bad input to `proform suite`: one line, status 2, and nothing is changed by it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.support.command import Proform, Write
from tests.support.small_suite import SUITE, TARGETS

from proform.store.database import opened
from proform.store.upgrades import UPGRADES
from proform.suite.table import COLUMNS, table_rows

REFERENCE, BASE, NEW = TARGETS
SEVERAL = "proform: the store has several suites: 'small', 'more'; give --suite NAME\n"


class Files:
    """A table, its texts and a store, to be spoiled one at a time."""

    def __init__(self, write: Write, proform: Proform) -> None:
        self.write = write
        self.proform = proform
        rows = (COLUMNS, *(row.values() for row in table_rows(SUITE, SUITE.examples)))
        self.table = write("small.tsv", "".join("\t".join(row) + "\n" for row in rows))
        self.source = self._lines("source.en", SUITE.source)
        self.reference = self._lines("reference.fr", REFERENCE.lines)
        self.links = self._lines("reference.align", REFERENCE.links or ())
        self.base = self._lines("base.fr", BASE.lines)
        self.base_links = self._lines("base.align", BASE.links or ())
        self.docs = write("docs.txt", "bicycle\nbicycle\nanimals\nanimals\n")
        self.store = self.table.with_name("suite.db")

    def _lines(self, name: str, lines: object) -> Path:
        return self.write(name, "".join(f"{line}\n" for line in lines))  # type: ignore[attr-defined]

    def make(self, *more: object) -> list[object]:
        return [
            *("suite", "from-table", self.table, "-l", "en-fr", "-o", self.store),
            *("-s", self.source, "-r", self.reference, "--align-ref", self.links),
            *("--docs", self.docs, "--name", "small", *more),
        ]

    def add(self, name: object = "base", *more: object) -> list[object]:
        return [
            *("suite", "add-system", self.store, name, self.base),
            *("--align", self.base_links, *more),
        ]

    def run(self, *arguments: object) -> None:
        result = self.proform(*arguments)
        assert result.exit_code == 0, result.output

    def complaint(self, *arguments: object) -> str:
        """The one line on stderr; nothing in the folder is changed by it."""
        before = self.files()
        result = self.proform(*arguments)
        assert result.exit_code == 2, result.output
        assert result.stdout == ""
        assert result.stderr.startswith("proform: ")
        assert result.stderr.count("\n") == 1, result.stderr
        assert self.files() == before
        return result.stderr

    def files(self) -> dict[str, bytes]:
        return {
            path.name: path.read_bytes() for path in self.table.parent.iterdir() if path.is_file()
        }

    def sql(self, path: Path, *statements: str) -> None:
        with closing(sqlite3.connect(path)) as connection:
            for statement in statements:
                connection.execute(statement)
            connection.commit()


@pytest.fixture
def files(write: Write, proform: Proform) -> Files:
    return Files(write, proform)


@pytest.fixture
def store(files: Files) -> Files:
    """With a suite and a system."""
    files.run(*files.make())
    files.run(*files.add())
    return files


TABLE = "\t".join(COLUMNS) + "\n1\t0\tIt\tanaphoric_inter_subject_it\t0\t0\t1\t1\tbicycle\t\n"


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("reference.fr", "a\nb\nc\n", "reference.fr:4: 3 lines, but the source has 4; one line"),
        ("reference.fr", "a\n" * 6, "reference.fr:5: 6 lines, but the source has 4"),
        ("reference.fr", "", "reference.fr:1: 0 lines, but the source has 4"),
        ("reference.fr", "a\nb\0\nc\nd\n", "reference.fr: a NUL character in segment 1"),
        ("reference.align", "\n\n\n", "reference.align:4: 3 lines, but the text has 4"),
        ("reference.align", "", "reference.align:1: 0 lines, but the text has 4"),
        (
            "reference.align",
            "\n0-7\n9-0\n\n",
            "reference.align:3: the link 9-0 is outside the segment (7 sou",
        ),
        ("reference.align", "\n\n\n0-x\n", "reference.align:4: expected `i-j`, found '0-x'"),
        ("source.en", "It\nIt\n", "docs.txt:3: 4 document ids for 2 segments"),
        ("source.en", "", "docs.txt:1: 4 document ids for 0 segments"),
        ("source.en", "\nIt\n\n\n", "small.tsv:2: segment 0 has no word 1, it has 0"),
        ("source.en", "a\n\0\nc\nd\n", "source.en: a NUL character in segment 1"),
        ("docs.txt", "a\na\n", "docs.txt:3: 2 document ids for 4 segments"),
        ("docs.txt", "a\nb\0\nb\nb\n", "a NUL character in name 'b"),
        (
            "small.tsv",
            TABLE.replace("It", "He"),
            "small.tsv:2: word 0 of segment 1 is 'It', not 'H",
        ),
        ("small.tsv", TABLE.replace("subject", "sub"), "small.tsv:2: unknown category 'anaphoric_"),
        ("small.tsv", TABLE.replace("bicycle\t", "bicycle\ta\0"), "a NUL character in note"),
        ("small.tsv", "", "small.tsv: no example in it"),
        ("small.tsv", "a\ta\n", "small.tsv:1: two columns of one name"),
    ],
)
def test_texts_and_tables_that_do_not_fit(
    files: Files, name: str, content: str, complaint: str
) -> None:
    files.write(name, content)
    if "NUL character in n" in complaint:  # found when it is written
        files.store = files.table.with_name("empty.db")
        with opened(str(files.store), create=True):
            pass
    assert complaint in files.complaint(*files.make())


@pytest.mark.parametrize("name", ["source.en", "reference.fr", "docs.txt", "small.tsv"])
def test_another_encoding(files: Files, name: str) -> None:
    path = files.table.with_name(name)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\n\xe9", 1))
    assert f"{name}:2: expected UTF-8, found the byte 0xe9" in files.complaint(*files.make())


@pytest.mark.parametrize("name", ["source.en", "reference.fr", "reference.align", "docs.txt"])
def test_files_that_are_not_there(files: Files, name: str) -> None:
    files.table.with_name(name).unlink()
    assert f"{name}: cannot be read (No such file or directory)" in files.complaint(*files.make())


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        (["-l", "english"], "not a pair of languages"),
        (["--name", ""], None),
        (["--name", " "], "' ' cannot be the name of a suite"),
        (["--name", "a\nb"], r"'a\nb' cannot be the name of a suite"),
        (["--categories", "none.toml"], "none.toml: "),
        (["-o", "/nowhere/at/all/suite.db"], "suite.db: unable to open database file"),
        (["-o", ""], "'': not a file"),
        (["-o", ":memory:"], "':memory:': not a file"),
        (["-o", "mysql://here/it"], "mysql: not a database that proform knows"),
        (["-o", "postgresql://me:secret@host:port/it"], "host:port/it: not a database address"),
        (["--packs", "nowhere"], "nowhere: is not a directory of language packs"),
    ],
)
def test_wrong_options(files: Files, more: list[str], complaint: str | None) -> None:
    if complaint is None:  # an empty name is none
        files.run(*files.make(*more))
        return
    if "--name" in more:
        with opened(str(files.store), create=True):
            pass
    said = files.complaint(*files.make(*more))
    assert complaint in said
    assert "secret" not in said


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("base.fr", "a\n", "base.fr:2: 1 lines, but the source has 4"),
        ("base.fr", "a\n" * 5, "base.fr:5: 5 lines, but the source has 4"),
        (
            "base.fr",
            "a\u00a0b c\nb\nc\nd\n",
            "base.align:1: the link 2-2 is outside the segment (5 source words,",
        ),
        ("base.align", "0-0\n" * 3, "base.align:4: 3 lines, but the text has 4"),
        ("base.align", "0-5\n\n\n\n", "base.align:1: the link 0-5 is outside"),
        ("base.align", "0\n\n\n\n", "base.align:1: expected `i-j`, found '0'"),
        ("base.fr", "a\nb\nc\n\0\n", "base.fr: a NUL character in segment 3"),
    ],
)
def test_systems_that_do_not_fit(files: Files, name: str, content: str, complaint: str) -> None:
    files.run(*files.make())
    files.write(name, content)
    assert complaint in files.complaint(*files.add())


def test_one_blank_line_too_many_is_no_difference(files: Files) -> None:
    files.run(*files.make())
    for path in (files.base, files.base_links):
        path.write_text(path.read_text() + "\n")
    files.run(*files.add())


def test_an_odd_line_end_in_links_is_a_blank(files: Files) -> None:
    files.run(*files.make())
    text = files.base_links.read_text().replace(" ", "\r").replace("\n", " \r\n")
    files.base_links.write_text(text, newline="")
    files.run(*files.add())
    files.run("suite", "evaluate", files.store)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (
            ["evaluate", "STORE", "-i", "old"],
            "no system 'old' in the suite; there are 'reference',",
        ),
        (["evaluate", "STORE", "-i", "Base"], "no system 'Base' in the suite"),
        (["evaluate", "STORE", "--suite", "x"], "no suite 'x' in this store; it has 'small'"),
        (
            ["evaluate", "STORE", "-o", "STORE"],
            "suite.db: there is a database, which is not replaced",
        ),
        (["evaluate", "STORE", "--detail", "STORE"], "suite.db: is an input"),
        (["evaluate", "STORE", "-o", "/nowhere/at/all"], "all: cannot be written (No such file"),
        (["evaluate", "none.db"], "none.db: there is no store; make one with proform suite build"),
        (["table", "STORE", "-o", "STORE"], "suite.db: is an input"),
        (["table", "STORE", "-o", "/nowhere/at/all"], "all: cannot be written (No such file"),
        (["show", "STORE", "9"], "no example 9 in the suite; they are numbered from 1 to 3"),
        (["show", "STORE", "0"], "no example 0 in the suite"),
        (["show", "STORE", "99999999999999999999"], "no example 99999999999999999999"),
        (["remove-system", "STORE", "old"], "no system 'old'"),
        (["remove-system", "STORE", "reference"], "'reference' is the reference, not a system"),
        (["remove-system", "STORE", "\udcff"], r"no system '\udcff'"),
        (["add-system", "STORE", "none"], "none: not a folder, and no FILE is given; give NAME"),
        (["add-system", "STORE", "base", "BASE"], "the system 'base' is in the suite already; r"),
        (["add-system", "STORE", "reference", "BASE"], "the system 'reference' is in the suite al"),
        (["add-system", "STORE", "", "BASE"], "'' cannot be the name of a system"),
        (["add-system", "STORE", "a\nb", "BASE"], r"'a\nb' cannot be the name of a system"),
        (["add-system", "STORE", "\udcff", "BASE"], r"'\udcff' cannot be the name of a system"),
        (["add-system", "STORE", "x", "none.fr"], "none.fr: cannot be read (No such file"),
        (["add-system", "STORE", "x", "a=none.fr"], "a=none.fr: cannot be read (No such file"),
        (["export", "STORE", "-o", "STORE"], "suite.db: is an input"),
        (["export", "STORE", "-o", "/nowhere/at/all"], "all: cannot be written (No such file"),
        (["export", "STORE", "-o", "/"], "/: is a directory"),
        (["import", "STORE", "-l", "en-fr", "-o", "new.db"], "it has no meta_data"),
        (["import", "TABLE", "-l", "en-fr", "-o", "new.db"], "small.tsv: not a PROTEST file"),
        (["import", "none.db", "-l", "en-fr", "-o", "new.db"], "none.db: there is no such file"),
        (["merge-batch", "STORE", "STORE"], "it has no meta_data"),
        (["merge-batch", "STORE", "none.db"], "none.db: there is no such file"),
        (["define-tasks", "STORE", "--set", "x", "-n", "0"], "nothing to split"),
        (["define-tasks", "STORE", "--set", "x", "-n", "999999999"], "999999999 tasks, but only 6"),
        (["define-tasks", "STORE", "--set", "", "-n", "1"], "'' cannot be the name of a set of"),
        (["define-tasks", "STORE", "--set", "x", "-n", "1", "-i", "old"], "no system 'old'"),
        (["define-tasks", "STORE", "--set", "x", "-n", "1", "-c", "old"], "no category 'old'"),
        (["assign-task", "STORE", "1", "--set", "x", "-a", "Ada"], "no set of tasks 'x'"),
        (["assign-task", "STORE", "1", "--set", "x", "-a", "\udcff"], "cannot be the name of an a"),
        (
            ["export-batch", "STORE", "--set", "x", "-a", "Ada", "-o", "a.db"],
            "no set of tasks 'x' in the suite; there are none",
        ),
        (
            ["export-batch", "STORE", "--set", "x", "-a", "\udcff", "-o", "a.db"],
            "no set of tasks 'x'",
        ),
        (
            ["export-batch", "STORE", "--set", "x", "-a", "Ada", "-o", "STORE"],
            "suite.db: is an input",
        ),
        (["find", "-s", "TABLE", "-l", "en-fr", "-o", "TABLE"], "small.tsv: is an input"),
        (["find", "-s", "none.en", "-l", "en-fr"], "none.en: cannot be read"),
        (["list", "none.db"], "none.db: there is no store"),
        (["list", "TABLE"], "small.tsv: not a database"),
    ],
)
def test_what_cannot_be_done(store: Files, arguments: list[str], complaint: str) -> None:
    names = {"STORE": str(store.store), "TABLE": str(store.table), "BASE": str(store.base)}
    said = store.complaint("suite", *(names.get(argument, argument) for argument in arguments))
    assert complaint in said


@pytest.mark.parametrize("seed", ["-1", "2147483648", "99999999999999999999"])
def test_seeds_have_a_range(store: Files, seed: str) -> None:
    result = store.proform("suite", "define-tasks", store.store, "--set", "x", "--seed", seed)
    assert result.exit_code == 2
    assert "--seed" in result.stderr


def test_two_suites_in_a_store(store: Files) -> None:
    store.run(*store.make("--name", "more"))
    assert store.complaint("suite", "evaluate", store.store) == SEVERAL
    assert store.complaint(*store.add("x")) == SEVERAL
    assert "'more' has no system yet" in store.complaint(
        "suite", "evaluate", store.store, "--suite", "more"
    )
    store.run(*store.add("base", "--suite", "more"))
    store.run("suite", "list", store.store)
    said = store.complaint(*store.make())
    assert "the suite 'small' is in this store already; give this one another --name" in said


def test_folders_of_systems_that_do_not_work(store: Files, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    adding = ("suite", "add-system", store.store, folder)
    assert "out: no file in it; expected a file for each system" in store.complaint(*adding)
    for name in ("one.fr", "one.txt", "two.fr"):
        (folder / name).write_text(store.base.read_text())
    (folder / "one.align").write_text(store.base_links.read_text())
    assert "two systems are called 'one'; rename one" in store.complaint(*adding)
    (folder / "one.txt").unlink()
    (folder / "two.align").write_text("0-9\n\n\n\n")
    assert "two.align:1: the link 0-9 is outside" in store.complaint(*adding)
    assert "one.align: cannot be read (Not a directory)" in store.complaint(
        *adding, "--align", store.base_links
    )
    (folder / "two.align").write_text(store.base_links.read_text())
    store.run(*adding)


def test_a_newer_store(store: Files) -> None:
    newer = str(len(UPGRADES) + 2)
    store.sql(store.store, f"update store set value = '{newer}'")  # noqa: S608
    for arguments in (store.add("x"), store.make(), ["suite", "list", store.store]):
        said = store.complaint(*arguments)
        assert "suite.db: made by a newer proform" in said
        assert said.endswith("; upgrade proform\n")


def test_batches_that_do_not_fit(store: Files, tmp_path: Path) -> None:
    store.run("suite", "define-tasks", store.store, "--set", "june", "-n", 1)
    store.run("suite", "assign-task", store.store, 1, "--set", "june", "-a", "Ada")
    batch, master = tmp_path / "ada.db", tmp_path / "master.db"
    store.run("suite", "export-batch", store.store, "--set", "june", "-a", "Ada", "-o", batch)
    store.run("suite", "export", store.store, "-o", master)
    merging = ("suite", "merge-batch", store.store)
    said = store.complaint(*merging, master)
    assert "master.db: a master file, not an annotation batch; proform suite import" in said
    said = store.complaint("suite", "import", batch, "-l", "en-fr", "-o", tmp_path / "new.db")
    assert "ada.db: an annotation batch, not a master file; merge it into its master with" in said
    changes = {
        "update meta_data set tag_value = 'x' where tag = 'master_id'": "of another master ('x')",
        "update meta_data set tag_value = 'PROTEST 1.0' where tag = 'file_version'": "PROTEST 1.0",
        "update meta_data set tag_value = 'Eve' where tag = 'annotator_name'": "'Eve' (1) is not",
        "insert into annotations values (1, 4, 1, 'ok', 'good', '', '')": "'good', expected ok, b",
        "insert into token_annotations values (1, 4, 0, 99, 'ok', 1)": "no word 99 in line 0",
        "insert into tag_annotations values (1, 99, 1, 'x')": "there is no candidate 99",
    }
    good = batch.read_bytes()
    for change, complaint in changes.items():
        batch.write_bytes(good)
        store.sql(batch, change)
        for options in ((), ("--dry-run",)):
            assert complaint in store.complaint(*merging, batch, *options)
    batch.write_bytes(good[: len(good) // 2])
    assert "ada.db: not a PROTEST file" in store.complaint(*merging, batch)


def test_a_batch_of_a_suite_with_the_same_numbers_is_refused(store: Files, tmp_path: Path) -> None:
    store.run(*store.make("--name", "more"))
    store.run("suite", "define-tasks", store.store, "--set", "x", "-n", 1, "--suite", "more")
    store.run("suite", "assign-task", store.store, 1, "--set", "x", "-a", "Ada", "--suite", "more")
    batch = tmp_path / "ada.db"
    making = ("suite", "export-batch", store.store, "--set", "x", "-a", "Ada", "-o", batch)
    store.run(*making, "--suite", "more")
    said = store.complaint("suite", "merge-batch", store.store, batch, "--suite", "small")
    assert "a batch of another master" in said
    store.run("suite", "merge-batch", store.store, batch)  # finds its own
    said = store.complaint(*making, "--suite", "more")
    assert "ada.db: there is a database, which is not replaced" in said


def test_no_store_is_made_for_a_file_that_cannot_be_imported(store: Files, tmp_path: Path) -> None:
    master = tmp_path / "master.db"
    store.run("suite", "export", store.store, "-o", master)
    new = tmp_path / "new.db"
    importing = ("suite", "import", master, "-l", "en-fr", "-o")
    assert "no translation 'x'" in store.complaint(*importing, new, "--reference", "x")
    store.sql(master, "update pro_candidates set srcpos = 99")
    assert "has no word 99" in store.complaint(*importing, new)
    assert not new.exists()
    assert "has no word 99" in store.complaint(*importing, store.store, "--name", "other")
