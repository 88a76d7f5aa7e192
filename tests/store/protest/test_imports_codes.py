"""Every conflict code there and back: the rows are those that the original program writes.

They are stated here, as the rules of the original have them, and always compared. Where the folder
of the original's Java sources is known (`PROFORM_PROTEST`), its own classes check and save the same
answers, and their rows must be those that are stated, and come through as well.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Sequence
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.support.exchanged_suite import annotate
from tests.support.small_suite import INTER, NOW, TARGETS

from proform.human.conflict import SPECIAL, Given, conflicts
from proform.human.opinion import CONFLICT, opinion_of
from proform.store.answers import Answer, Selected, latest, record
from proform.store.database import opened
from proform.store.protest.exports import export_batch, export_master, make_batch
from proform.store.protest.file import ANSWER_TABLES, read_file
from proform.store.protest.imports import check_batch
from proform.store.suites import find_suite

SESSION = Path(__file__).parents[2] / "support/protest/Session.java"
ORIGINAL = ("AnnotationRecord", "ConflictStatus", "Position")
"""The classes of the original that check and save what is entered."""

CANDIDATE, ADA = 4, 1  # the bicycle in the first system, and her number
PRONOUN, NOUN = Selected(1, 0), Selected(0, 1)


Statement = tuple[object, ...]
"""A statement in SQL, and its parameters."""


class Case(NamedTuple):
    """What is entered, and the codes that the original gives it."""

    status: str
    pronoun: str = "unset"
    antecedent: str = "unset"
    tags: Sequence[str] = ()
    tokens: Sequence[Selected] = ()

    @property
    def answer(self) -> Answer:
        """As it is in the store."""
        said = self.pronoun, self.antecedent, "", self.status
        return Answer(*said, frozenset(self.tags), frozenset(self.tokens))

    @property
    def given(self) -> Given:
        """As it is checked: a word each is highlighted."""
        counts = 1, PRONOUN in self.tokens, 1, NOUN in self.tokens
        return Given(self.pronoun, self.antecedent, self.tags, *map(int, counts))

    @property
    def rows(self) -> dict[str, list[tuple[object, ...]]]:
        """As the original writes it, without the ids of rows."""
        said = (CANDIDATE, ADA, self.antecedent, self.pronoun, "", self.status)
        return {
            "annotations": [said],
            "tag_annotations": [(CANDIDATE, ADA, tag) for tag in sorted(self.tags)],
            "token_annotations": [
                (CANDIDATE, token.segment, token.position, "ok", ADA)
                for token in sorted(self.tokens)
            ],
        }


CASES = (
    Case("ana_ok ant_ok", "ok", "ok", (), (PRONOUN, NOUN)),
    Case("ana_ok ant_ok", "bad", "bad", ("mine",)),
    Case("ana_ok ant_ok", tags=("bad_translation",)),
    Case("ana_notokens ant_ok", "ok", "ok", (), (NOUN,)),
    Case("ana_ok ant_notokens", "ok", "ok", (), (PRONOUN,)),
    Case("ana_unset ant_ok", "bad", "bad", (), (PRONOUN,)),
    Case("ana_unset ant_unset", tokens=(PRONOUN, NOUN)),
    Case("ana_tagsonly ant_ok", tags=("ant_unsure",)),
    Case("ana_tagsonly ant_unset", tags=("mine",), tokens=(PRONOUN, NOUN)),
    Case("ana_tagsonly ant_ok", tags=("noncompositional_translation",)),
    Case("ana_bad_translation_annot ant_ok", "ok", tags=("bad_translation",)),
    Case("ana_bad_translation_annot ant_ok", tags=("bad_translation",), tokens=(NOUN,)),
    Case("ana_incorrect_alignment_annot ant_ok", "unset", "bad", ("incorrect_word_alignment",)),
    Case(
        "ana_noncompositional_highlight ant_ok",
        *("ok", "ok", ("noncompositional_translation",), (NOUN,)),
    ),
    Case("ana_conflicting_tags ant_ok", "ok", tags=("bad_translation", "incorrect_word_alignment")),
)


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """What a file says of the candidate, without our own reader."""
    with closing(sqlite3.connect(path)) as connection:
        return {
            name: sorted(
                row[1:]
                for row in connection.execute(
                    f"select * from {name} where candidate = ? and annotator_id = ?",  # noqa: S608
                    (CANDIDATE, ADA),
                )
            )
            for name in ANSWER_TABLES
        }


def test_every_code_is_here() -> None:
    codes = {code for case in CASES for code in case.status.split()}
    assert codes == {
        *("ana_ok", "ana_notokens", "ana_unset", "ana_tagsonly", "ana_bad_translation_annot"),
        *("ana_incorrect_alignment_annot", "ana_noncompositional_highlight"),
        *("ana_conflicting_tags", "ant_ok", "ant_notokens", "ant_unset"),
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.status} {case.pronoun}")
def test_the_codes_are_ours_too(case: Case) -> None:
    placed = TARGETS[1].placed[1]
    assert (placed.pronoun, placed.antecedents) == (((1, 0),), (((0, 1),),))
    assert " ".join(conflicts(case.given, agrees=True)) == case.status


def test_annotated_there_merged_here_and_back(tmp_path: Path) -> None:
    _there_and_back(tmp_path, [_saved_by_the_rules(case) for case in CASES])


def test_annotated_by_the_classes_of_the_original(tmp_path: Path) -> None:
    _there_and_back(tmp_path, _saved_by_the_original(tmp_path, CASES))


def test_every_answer_has_the_code_that_the_original_gives_it(tmp_path: Path) -> None:
    choices = ("unset", "ok", "bad")
    tags = [(), ("mine",), *((tag,) for tag in SPECIAL), SPECIAL[:2], SPECIAL[1:], SPECIAL]
    selected = [(), (PRONOUN,), (NOUN,), (PRONOUN, NOUN)]
    every = [Case("", *said) for said in product(choices, choices, tags, selected)]
    told = [one for one in every if not one.answer.empty]
    assert len(told) == 3 * 3 * 8 * 4 - 1
    for case, statements in zip(told, _saved_by_the_original(tmp_path, told), strict=True):
        assert statements[-1][-1] == " ".join(conflicts(case.given, agrees=True)), case


def _saved_by_the_original(folder: Path, cases: Sequence[Case]) -> list[list[Statement]]:
    sources = os.environ.get("PROFORM_PROTEST")
    if sources is None:
        pytest.skip("the sources of the original are not here (PROFORM_PROTEST names their folder)")
    if shutil.which("javac") is None:
        pytest.skip("there is no Java compiler")
    needed = [Path(sources) / f"{name}.java" for name in ORIGINAL]
    _java("javac", "-d", str(folder / "classes"), str(SESSION), *map(str, needed))
    told = "".join(map(_entered, cases))
    printed = _java("java", "-cp", str(folder / "classes"), "protest.db.Session", told=told)
    saves = printed.removesuffix("saved\n").split("saved\n")
    return [[tuple(line.split("\t")) for line in save.splitlines()] for save in saves]


def _there_and_back(folder: Path, saves: Sequence[Sequence[Statement]]) -> None:
    where, path, master = (folder / name for name in ("suite.db", "ada.db", "master.db"))
    with opened(str(where), create=True) as store:
        stored = annotate(store)
        with store.writing() as connection:
            made = make_batch(connection, stored, "Ada", "june", 3, NOW)
            export_batch(connection, stored, made, path)
        for case, statements in zip(CASES, saves, strict=True):
            with closing(sqlite3.connect(path)) as batch:
                for sql, *values in statements:
                    batch.execute(str(sql), values)
                batch.commit()
            with store.writing() as connection:
                checked = check_batch(connection, find_suite(connection, None), read_file(path))
                record(connection, checked.answers, NOW, path.name)
                (said,) = (
                    one.answer
                    for one in latest(connection, stored.id)
                    if (one.candidate, one.annotator) == (CANDIDATE, "Ada")
                )
                master.unlink(missing_ok=True)
                export_master(connection, stored, master)
            assert rows(path) == case.rows, "what was saved there"
            assert said == case.answer
            agrees = INTER in stored.suite.agreeing
            state = opinion_of("Ada", said, agrees=agrees).state
            assert (state == CONFLICT) == (case.status != "ana_ok ant_ok"), case
            assert rows(master) == case.rows


def _saved_by_the_rules(case: Case) -> list[Statement]:
    """What the original does when an example is left: it deletes what was there, and inserts."""
    statements: list[Statement] = []
    for table, said in case.rows.items():
        of_hers = f"delete from {table} where candidate = ? and annotator_id = ?"  # noqa: S608
        statements.append((of_hers, CANDIDATE, ADA))
        for row in said:
            marks = ", ".join("?" * len(row))
            statements.append((f"insert into {table} values (null, {marks})", *row))  # noqa: S608
    return statements


def _entered(case: Case) -> str:
    """The same for the classes of the original."""
    lines = [
        ("example", CANDIDATE, ADA, 0),
        ("word", "pronoun", *PRONOUN[:2]),
        ("word", "antecedent", *NOUN[:2]),
        ("pronoun", case.pronoun),
        ("antecedent", case.antecedent),
        *(("tag", tag) for tag in case.tags),
        *(("select", *token[:2]) for token in case.tokens),
        ("save",),
    ]
    return "".join("\t".join(map(str, line)) + "\n" for line in lines)


def _java(*command: str, told: str = "") -> str:
    done = subprocess.run(command, input=told, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
