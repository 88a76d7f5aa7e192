"""Gap filling in a store, on every database: settings, tasks, answers with their history."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection, func, select
from sqlalchemy.exc import DBAPIError
from tests.support.command import Write
from tests.support.small_suite import NOW, filled

from proform.errors import InputError, ProformError
from proform.gap.answers import FILLS, Fill, define_gap_tasks, load_gaps
from proform.gap.evaluation import evaluate
from proform.gap.sheets import answer_table, fill_table, read_answers
from proform.human.records import records
from proform.store import schema
from proform.store.answers import annotator_id, history, latest
from proform.store.database import opened
from proform.store.ledger import Addressed, Outdated, Recorded, Saved
from proform.store.load import Stored, find_suite, retire
from proform.store.protest.exports import export_master, make_batch
from proform.store.tasks import assign, define_tasks, list_tasks
from proform.store.work import CORRECTNESS, GAP, assigned_to_each, listed, people, worklist
from proform.table.writers import as_tsv, tsv_line

IL, BAD = Fill(frozenset({"il"})), Fill(bad=True)


def _asked(connection: Connection, *names: str) -> Stored:
    """Gaps that these people have, all of them."""
    stored = find_suite(connection, None)
    define_gap_tasks(connection, stored, "july", 0, 99, 1, NOW)
    for name in names:
        assign(connection, stored, "july", "IAA", name, NOW)
    return stored


def _mine(connection: Connection, stored: Stored, name: str = "Ada") -> tuple[int, list[int]]:
    person = annotator_id(connection, name, NOW)
    return person, worklist(connection, stored.id, person, GAP, 1, NOW)


def test_only_what_can_be_hidden_is_given_out(where: str) -> None:
    with opened(where, create=True) as store:
        filled(store)
        with store.writing() as connection:
            drawn = define_gap_tasks(connection, find_suite(connection, None), "a", 2, 0, 1, NOW)
    assert sum(task.size for task in drawn.tasks) == 7
    assert drawn.left_out == 2  # `new` has no word for the second and the third
    assert {task.protocol for task in drawn.tasks} == {GAP}


def test_protocols_do_not_share_work(where: str) -> None:
    with opened(where, create=True) as store:
        filled(store)
        with store.writing() as connection:
            stored = _asked(connection, "Ada")
            define_tasks(connection, stored, "june", 0, 99, 1, NOW)
            person, gaps = _mine(connection, stored)
            assert worklist(connection, stored.id, person, CORRECTNESS, 1, NOW) == []
            assert listed(connection, stored.id, person, CORRECTNESS) == []
            assert len(gaps) == 7
            assert listed(connection, stored.id, person, GAP) == gaps
            assign(connection, stored, "june", "IAA", "Ada", NOW)
            assert len(worklist(connection, stored.id, person, CORRECTNESS, 1, NOW)) == 9
            assert worklist(connection, stored.id, person, GAP, 1, NOW) == gaps
            assert len(assigned_to_each(connection, stored.id)["Ada"]) == 9
            assert len(assigned_to_each(connection, stored.id, GAP)["Ada"]) == 7
            protocols = {task.taskset: task.protocol for task in list_tasks(connection, stored)}
    assert protocols == {"july": GAP, "june": CORRECTNESS}


def test_answers_are_kept_with_their_history(where: str) -> None:
    with opened(where, create=True) as store:
        filled(store)
        with store.writing() as connection:
            stored = _asked(connection, "Ada")
            ada, (first, *_) = _mine(connection, stored)

            def save(answer: Fill, base: int, change: str) -> object:
                now = NOW + timedelta(minutes=base)
                return FILLS.save(connection, first, ada, answer, base, change, now)

            assert save(IL, 0, "a") == Saved(1)
            assert save(IL, 0, "a") == Saved(1)  # sent twice
            assert save(BAD, 1, "b") == Saved(2)
            outdated = save(IL, 1, "c")
            assert isinstance(outdated, Outdated)
            assert outdated.now.answer == BAD
            assert save(IL, 2, "d") == Saved(3)  # undone: an older answer is the newest
            assert [one.answer for one in FILLS.history_of(connection, [first])] == [IL, BAD, IL]
            assert FILLS.latest_by(connection, ada)[first].answer == IL
            assert [one.revision for one in FILLS.latest(connection, stored.id)] == [3]
            assert people(connection, stored.id) == ["Ada"]


def test_the_database_itself_refuses_to_change_or_delete_an_answer(where: str) -> None:
    with opened(where, create=True) as store:
        filled(store)
        with store.writing() as connection:
            stored = _asked(connection, "Ada")
            ada, (first, *_) = _mine(connection, stored)
            FILLS.record(connection, [Addressed(first, ada, IL)], NOW, "test")
        for change in (
            *(table.delete() for table in (schema.gap_answers, schema.gap_ticks)),
            schema.gap_answers.update().values(bad=1),
            schema.gap_ticks.update().values(form="elle"),
        ):
            with (
                pytest.raises((DBAPIError, ProformError), match="never changed"),
                store.writing() as connection,
            ):
                connection.execute(change)


def test_gap_answers_are_no_judgements(where: str, tmp_path: Path) -> None:
    with opened(where, create=True) as store:
        filled(store)
        with store.writing() as connection:
            stored = _asked(connection, "Ada")
            ada, order = _mine(connection, stored)
            FILLS.record(connection, [Addressed(one, ada, IL) for one in order], NOW, "test")
            assert len(FILLS.latest(connection, stored.id)) == 7
            assert latest(connection, stored.id) == []
            assert history(connection, stored.id) == []
            assert list(records(connection, stored)) == []
            assert connection.scalar(select(func.count()).select_from(schema.judgements)) == 0
            with pytest.raises(ProformError, match=r"PROTEST files lack; proform gaps export"):
                make_batch(connection, stored, "Ada", "july", 1, NOW)
            export_master(connection, stored, tmp_path / "master.db")
    with closing(sqlite3.connect(tmp_path / "master.db")) as master:
        for table in ("annotations", "tag_annotations", "token_annotations", "task_definition"):
            assert master.execute(f"select count(*) from {table}").fetchone() == (0,)  # noqa: S608


def test_a_suite_has_one_list(where: str, write: Write) -> None:
    pack = 'forms = [{ form = "il" }, { form = "elle" }]\n[gap]\nforms = ["elle", "il"]\n'
    packs = write("packs/fr.toml", pack).parent
    with opened(where, create=True) as store:
        filled(store)
        with store.writing() as connection:
            stored = find_suite(connection, None)
            define_gap_tasks(connection, stored, "a", 1, 0, 1, NOW, packs=packs)
            define_gap_tasks(connection, stored, "b", 1, 0, 1, NOW)
            gaps = load_gaps(connection, stored.id)
            assert gaps is not None
            assert gaps.choices == ("elle", "il", "other")
            write("packs/fr.toml", pack.replace('["elle", "il"]', '["il"]'))
            with pytest.raises(ProformError, match="began with another pack; it began with elle"):
                define_gap_tasks(connection, stored, "c", 1, 0, 1, NOW, packs=packs)
            write("packs/fr.toml", pack.partition("[gap]")[0])
            with pytest.raises(ProformError, match="no list of forms for gap filling in 'fr'"):
                define_gap_tasks(connection, stored, "d", 1, 0, 1, NOW, packs=packs)


def test_what_a_removed_system_was_told_is_kept_and_does_not_count(where: str) -> None:
    with opened(where, create=True) as store:
        filled(store)
        with store.writing() as connection:
            stored = _asked(connection, "Ada")
            ada, order = _mine(connection, stored)
            FILLS.record(connection, [Addressed(one, ada, IL) for one in order], NOW, "test")
            retire(connection, stored, "new", NOW)
            found = evaluate(connection, find_suite(connection, None), 1, 100)
            assert [one.system for one in found.systems] == ["reference", "base"]
            assert len(FILLS.latest(connection, stored.id)) == 7


def test_a_table_out_and_in(where: str, write: Write) -> None:
    with opened(where, create=True) as store:
        filled(store)
        with store.writing() as connection:
            stored = _asked(connection, "Ada", "Bob")
            rows = fill_table(connection, stored, "july", "Ada", 1, NOW)
            assert len(rows.records) == 7
            text = as_tsv([rows])
            assert "base" not in text
            assert "new" not in text
            assert all(str(row["translation"]).count("____") == 1 for row in rows.records)
            ticked = ["il", "ce, c'", "bad translation", "Il, other", "bad_translation", "", ""]
            full = tuple(
                {**row, "forms": forms, "remarks": "hm" if forms == "il" else ""}
                for row, forms in zip(rows.records, ticked, strict=True)
            )
            path = write("ada.tsv", as_tsv([replace(rows, records=full)]))
            read = read_answers(connection, stored, path, NOW)
            assert (read.recorded, read.empty, read.unasked) == (Recorded(5, 0, 0), 2, 0)
            assert read.notes == (
                "ada.tsv brought 5 new, 0 replaced, 0 unchanged; 2 rows are not filled",
            )
            assert read_answers(connection, stored, path, NOW).recorded == Recorded(0, 0, 5)
            ada, order = _mine(connection, stored)
            said = [FILLS.latest_by(connection, ada)[one].answer for one in order[:5]]
            assert said == [
                Fill(frozenset({"il"}), remarks="hm"),
                Fill(frozenset({"ce"})),
                BAD,
                Fill(frozenset({"il", "other"})),
                BAD,
            ]
            sent = fill_table(connection, stored, "july", "Ada", 1, NOW)
            forms = [row["forms"] for row in sent.records]
            assert forms[:4] == ["il", "ce", "bad translation", "il, other"]
            every = as_tsv([answer_table(connection, stored)]).replace("Ada", "Cyd")
            read = read_answers(connection, stored, write("all.tsv", every), NOW)
            assert (read.recorded.added, read.unasked) == (5, 5)
            assert read.notes[1].endswith("that their annotator was not given: 5; they count")
            cyd = annotator_id(connection, "Cyd", NOW)
            copied = {one: said.answer for one, said in FILLS.latest_by(connection, cyd).items()}
            assert copied == {
                one: said.answer for one, said in FILLS.latest_by(connection, ada).items()
            }


@pytest.mark.parametrize(
    ("header", "rows", "complaint"),
    [
        ("candidate annotator", ["1|Ada"], "no column 'forms'"),
        ("candidate annotator forms", ["1|Ada|lui"], ":2: 'lui' cannot be ticked; .* il, elle"),
        ("candidate annotator forms", ["99|Ada|il"], "no candidate '99'"),
        ("candidate annotator forms", ["x|Ada|il"], "no candidate 'x'"),
        ("example annotator forms", ["1|Ada|il"], "no column 'system'"),
        ("example system annotator forms", ["1|old|Ada|il"], "no example '1' of 'old'"),
        ("example system annotator forms", ["2|new|Ada|il"], "nothing was hidden"),
        ("candidate annotator forms", ["1|Ada|il, bad translation"], "yet it is a bad translation"),
        ("candidate annotator forms", ["1|Ada|il", "1|Ada|ce"], "as in line 2"),
        ("candidate annotator forms", ["1| |il"], "rows.tsv:2: '' cannot be the name"),
        ("candidate annotator forms", ["1|adjudicator|il"], "rows.tsv:2: .* cannot be the name"),
    ],
)
def test_tables_that_do_not_fit(
    tmp_path: Path, write: Write, header: str, rows: list[str], complaint: str
) -> None:
    table = "".join(map(tsv_line, (header.split(), *(row.split("|") for row in rows))))
    with opened(str(tmp_path / "suite.db"), create=True) as store:
        filled(store)
        with store.writing() as connection:
            stored = _asked(connection)
            with pytest.raises((InputError, ProformError), match=complaint):
                read_answers(connection, stored, write("rows.tsv", table), NOW)


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("c\N{RIGHT SINGLE QUOTATION MARK}", {"ce"}),
        ("c\N{COMBINING CEDILLA}a", {"ça/cela"}),
        ('"il, elle"', {"il", "elle"}),
        ("IL;Ils", {"il", "ils"}),
    ],
)
def test_forms_as_spreadsheets_write_them(
    tmp_path: Path, write: Write, text: str, forms: set[str]
) -> None:
    with opened(str(tmp_path / "suite.db"), create=True) as store:
        filled(store)
        with store.writing() as connection:
            stored = _asked(connection, "Ada")
            path = write("rows.tsv", f"candidate\tannotator\tforms\n1\tAda\t{text}\n")
            read_answers(connection, stored, path, NOW)
            (found,) = FILLS.latest(connection, stored.id)
    assert found.answer == Fill(frozenset(forms))


def test_a_remark_takes_no_answer_back(tmp_path: Path, write: Write) -> None:
    header = "candidate\tannotator\tforms\tremarks\n"
    with opened(str(tmp_path / "suite.db"), create=True) as store:
        filled(store)
        with store.writing() as connection:
            stored = _asked(connection, "Ada")
            for row in ("1\tAda\til\t", "1\tAda\t\thm", "2\tAda\t\twell"):
                read_answers(connection, stored, write("rows.tsv", f"{header}{row}\n"), NOW)
            found = {one.candidate: one.answer for one in FILLS.latest(connection, stored.id)}
    assert found == {1: Fill(frozenset({"il"}), remarks="hm"), 2: Fill(remarks="well")}


def test_tasks_of_another_suite_are_not_ours(tmp_path: Path) -> None:
    with opened(str(tmp_path / "suite.db"), create=True) as store:
        filled(store)
        filled(store, "other")
        with store.writing() as connection:
            ours, other = (find_suite(connection, name) for name in ("small", "other"))
            for stored in (ours, other):
                define_gap_tasks(connection, stored, "july", 1, 0, 1, NOW)
            assign(connection, other, "july", "1", "Ada", NOW)
            assert len(fill_table(connection, other, "july", "Ada", 1, NOW).records) == 7
            with pytest.raises(ProformError, match="'Ada' has no task in 'july'"):
                fill_table(connection, ours, "july", "Ada", 1, NOW)


def test_outcomes_and_agreement(where: str) -> None:
    with opened(where, create=True) as store:
        filled(store)
        with store.writing() as connection:
            stored = _asked(connection, "Ada", "Bob")
            table = schema.candidates
            ids = {
                row.number: row.id
                for row in connection.execute(select(table).where(table.c.suite == stored.id))
            }
            # Candidates 1 to 3 are the reference: il, cela, ils; 4 to 6 base: elle, ça, ils.
            said = {
                1: (IL, IL),
                2: (Fill(frozenset({"ça/cela", "ce"})), Fill(frozenset({"ça/cela"}))),
                3: (IL, BAD),
                4: (BAD, BAD),
                5: (IL, Fill(frozenset({"ce"}))),
                6: (Fill(frozenset({"ils"})), None),
            }
            ada, bob = (annotator_id(connection, name, NOW) for name in ("Ada", "Bob"))
            every = [
                Addressed(ids[number], person, answer)
                for number, both in said.items()
                for person, answer in zip((ada, bob), both, strict=True)
                if answer is not None
            ]
            Random(1).shuffle(every)  # noqa: S311 (not for secrets)
            FILLS.record(connection, every, NOW, "test")
            found = evaluate(connection, stored, 1, 100)
    outcomes = {one.system: dict(one.outcomes) for one in found.systems}
    assert outcomes == {
        "reference": {"filled": 2, "undecided": 1},
        "base": {"bad_translation": 1, "undecided": 1, "filled": 1},
        "new": {"open": 1, "no_word": 2},
    }
    accuracy = {one.system: one.scores.with_other for one in found.systems}
    assert {name: (one.right, one.size) for name, one in accuracy.items()} == {
        "reference": (2, 2),
        "base": (1, 1),
        "new": (0, 0),
    }
    (pair,) = found.pairs
    assert (pair.first, pair.second, pair.n, pair.same) == ("Ada", "Bob", 5, 2)
    assert pair.overlap == pytest.approx((1 + 1 / 2 + 0 + 1 + 0) / 5)
    # il: both in 1; only Ada in 3 and 5. Agreed 3 of 5; by chance (3·1 + 2·4) / 25.
    assert pair.kappas["il"].value == pytest.approx((3 / 5 - 11 / 25) / (1 - 11 / 25))
