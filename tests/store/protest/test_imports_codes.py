"""Every conflict code there and back: the rows are those that the original program writes.

They were worked out from the rules of the original (its specification, and what it deletes and
inserts when an example is saved), since the program itself is not at hand here.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.support.exchanged_suite import annotate
from tests.support.small_suite import INTER, NOW, TARGETS

from proform.human.conflict import Given, conflicts
from proform.human.opinion import CONFLICT, opinion_of
from proform.store.answers import Answer, Selected, latest, record
from proform.store.database import opened
from proform.store.protest.exports import export_batch, export_master, make_batch
from proform.store.protest.file import ANSWER_TABLES, read_file
from proform.store.protest.imports import check_batch
from proform.store.suites import find_suite

CANDIDATE, ADA = 4, 1  # the bicycle in the first system, and her number
PRONOUN, NOUN = Selected(1, 0), Selected(0, 1)


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
    counts = 1, PRONOUN in case.tokens, 1, NOUN in case.tokens
    given = Given(case.pronoun, case.antecedent, case.tags, *map(int, counts))
    assert " ".join(conflicts(given, agrees=True)) == case.status


def test_annotated_there_merged_here_and_back(tmp_path: Path) -> None:
    where, path, master = (tmp_path / name for name in ("suite.db", "ada.db", "master.db"))
    with opened(str(where), create=True) as store:
        stored = annotate(store)
        with store.writing() as connection:
            made = make_batch(connection, stored, "Ada", "june", 3, NOW)
            export_batch(connection, stored, made, path)
        for case in CASES:
            _judge_in_the_original(path, case)
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
            assert said == case.answer
            agrees = INTER in stored.suite.agreeing
            state = opinion_of("Ada", said, agrees=agrees).state
            assert (state == CONFLICT) == (case.status != "ana_ok ant_ok"), case
            assert rows(master) == rows(path) == case.rows


def _judge_in_the_original(path: Path, case: Case) -> None:
    """What the original does when an example is left: it deletes what was there, and inserts."""
    with closing(sqlite3.connect(path)) as connection:
        for table, said in case.rows.items():
            of_hers = f"delete from {table} where candidate = ? and annotator_id = ?"  # noqa: S608
            connection.execute(of_hers, (CANDIDATE, ADA))
            for row in said:
                marks = ", ".join("?" * len(row))
                connection.execute(f"insert into {table} values (null, {marks})", row)  # noqa: S608
        connection.commit()
