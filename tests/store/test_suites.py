from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import Connection, select
from tests.support.small_suite import EVENT, NOW, SUITE, TARGETS, filled

from proform.errors import ProformError
from proform.model import Example
from proform.store import schema
from proform.store.answers import Answer, annotator_id, latest, record
from proform.store.database import Store, opened
from proform.store.ledger import Addressed
from proform.store.suites import (
    REFERENCE,
    SYSTEM,
    Stored,
    add_target,
    candidates,
    check_new,
    find_suite,
    find_target,
    load_target,
    reference_of,
    retire,
    save_suite,
    suite_names,
    targets,
)
from proform.stored.stores import contents
from proform.suite.suite import Document, Placed, Suite, Target

LATER = NOW + timedelta(days=1)

NAMES = (
    *('it\'s "quoted"', "'; drop table suites; --", "%s %(x)s :name ?", "naïve – 系统 🚲"),
    *("\u202eright to left", "a/b\\c", "NULL", " edge "),
)


def loaded(connection: Connection, stored: Stored) -> list[Target]:
    return [load_target(connection, stored, one) for one in targets(connection, stored)]


def test_a_suite_comes_back_as_it_was(where: str) -> None:
    with opened(where, create=True) as store:
        stored = filled(store)
    with opened(where) as store, store.reading() as connection:
        again = find_suite(connection, None)
        assert (again.suite, again.key, again.example_ids) == (
            *(SUITE, "a-key"),
            stored.example_ids,
        )
        assert loaded(connection, again) == [
            replace(one, lines=list(one.lines), links=list(one.links or ())) for one in TARGETS
        ]
        reference = reference_of(connection, again)
        assert reference is not None
        assert reference.name == REFERENCE
        assert candidates(connection, again) == {
            number: ((number - 1) % 3 + 1, TARGETS[(number - 1) // 3].name)
            for number in range(1, 10)
        }


def test_a_suite_without_documents_examples_or_segments(where: str) -> None:
    bare = Suite("bare", "en", "fr", (), (), (), ())
    with opened(where, create=True) as store:
        with store.writing() as connection:
            stored = save_suite(connection, bare, "k", NOW)
            add_target(connection, stored, Target("reference", [], []), REFERENCE, NOW)
        with store.reading() as connection:
            again = find_suite(connection, "bare")
            assert again.suite == bare
            assert loaded(connection, again) == [Target("reference", [], [])]


def test_texts_of_any_kind_come_back(where: str) -> None:
    long = "mot " * 200_000 + "fin"
    lines = ("", "é\u0301\u00a0🚲 \x01 \x7f \ufeff \u2028", "'\"\\%s:x?", long)
    source = ("", "It \u00a0 works", "'", long)
    example = Example(1, 1, 0, "It", EVENT, note="tab\there\nand 'there'")
    suite = replace(
        SUITE, source=source, documents=(Document("d'\"\n", 0, 3),), examples=(example,)
    )
    with opened(where, create=True) as store:
        with store.writing() as connection:
            stored = save_suite(connection, suite, "k", NOW)
            one = Target("x", lines, [""] * 4, placed={1: Placed()})
            add_target(connection, stored, one, REFERENCE, NOW)
        with store.reading() as connection:
            again = find_suite(connection, None)
            assert again.suite == suite
            assert loaded(connection, again)[0].lines == list(lines)


@pytest.mark.parametrize("name", NAMES)
def test_names_of_any_kind(where: str, name: str) -> None:
    suite = replace(SUITE, name=name)
    with opened(where, create=True) as store:
        with store.writing() as connection:
            stored = save_suite(connection, suite, name, NOW)
            add_target(connection, stored, replace(TARGETS[0], name=name), REFERENCE, NOW)
            annotator_id(connection, name, NOW)
        with store.reading() as connection:
            again = find_suite(connection, name)
            assert suite_names(connection) == [name]
            assert find_target(connection, again, name).name == name
            assert contents(connection)[0].systems[0].name == name


def test_a_suite_that_does_not_hang_together_is_not_saved(where: str) -> None:
    wrong = replace(SUITE, examples=(replace(SUITE.examples[0], token="he"),))
    with opened(where, create=True) as store:
        with pytest.raises(ProformError, match="'It', not 'he'"), store.writing() as connection:
            save_suite(connection, wrong, "k", NOW)
        with store.reading() as connection:
            assert suite_names(connection) == []


def test_several_suites_in_one_store(where: str) -> None:
    with opened(where, create=True) as store:
        with (
            store.reading() as connection,
            pytest.raises(ProformError, match="there is no suite in this store"),
        ):
            find_suite(connection, None)
        filled(store)
        with store.writing() as connection:
            other = save_suite(connection, replace(SUITE, name="other"), "k2", NOW)
            add_target(connection, other, TARGETS[1], SYSTEM, NOW)
        with (
            store.writing() as connection,
            pytest.raises(ProformError, match="the suite 'other' is in this store already"),
        ):
            save_suite(connection, replace(SUITE, name="other"), "k3", NOW)
        with store.reading() as connection:
            with pytest.raises(ProformError, match="several suites: 'small', 'other'; give --suit"):
                find_suite(connection, None)
            with pytest.raises(ProformError, match="no suite 'Other' in this store; it has 'small"):
                find_suite(connection, "Other")
            found = find_suite(connection, "other")
            assert [one.name for one in targets(connection, found)] == ["base"]
            assert reference_of(connection, found) is None
            assert sorted(candidates(connection, found)) == [1, 2, 3]
            assert [one.name for one in contents(connection)] == ["small", "other"]


def test_systems_have_names_of_their_own(where: str) -> None:
    with opened(where, create=True) as store:
        stored = filled(store)
        with store.reading() as connection:
            with pytest.raises(ProformError, match="the system 'base' is in the suite already"):
                check_new(connection, stored, ["other", "base"])
            with pytest.raises(ProformError, match="two systems are called 'x'"):
                check_new(connection, stored, ["x", "y", "x"])
            check_new(connection, stored, ["Base", "BASE"])
            with pytest.raises(ProformError, match="no system 'Base' in the suite; there are 'ref"):
                find_target(connection, stored, "Base")


def test_a_failed_system_leaves_nothing(where: str) -> None:
    with opened(where, create=True) as store:
        stored = filled(store)
        with pytest.raises(ProformError, match="'base' is in"):
            _add(store, stored, "good", "base")
        with store.reading() as connection:
            assert [one.name for one in targets(connection, stored)] == ["reference", "base", "new"]


def _add(store: Store, stored: Stored, *names: str) -> None:
    with store.writing() as connection:
        for name in names:
            add_target(connection, stored, replace(TARGETS[1], name=name), SYSTEM, NOW)


def test_a_removed_system_stays_with_its_judgements_and_its_name_is_free(where: str) -> None:
    with opened(where, create=True) as store:
        stored = filled(store)
        with store.writing() as connection:
            table = schema.candidates
            fourth = connection.scalar(select(table.c.id).where(table.c.number == 4))
            assert fourth is not None
            ada = annotator_id(connection, "Ada", NOW)
            record(connection, [Addressed(fourth, ada, Answer("ok"))], NOW, "test")
            retire(connection, stored, "base", LATER)
        with store.reading() as connection:
            assert [one.name for one in targets(connection, stored)] == ["reference", "new"]
            assert sorted(candidates(connection, stored)) == [1, 2, 3, 7, 8, 9]
            assert [one.judgements for one in contents(connection)[0].systems] == [0, 0]
            assert [one.candidate for one in latest(connection, stored.id)] == [4]
            with pytest.raises(ProformError, match="no system 'base'"):
                find_target(connection, stored, "base")
        with store.writing() as connection:
            add_target(connection, stored, TARGETS[1], SYSTEM, LATER)
        with store.reading() as connection:
            assert [one.name for one in targets(connection, stored)] == ["reference", "new", "base"]
            assert {n: owner for n, owner in candidates(connection, stored).items() if n > 9} == {
                10: (1, "base"),
                11: (2, "base"),
                12: (3, "base"),
            }
            assert [one.judgements for one in contents(connection)[0].systems] == [0, 0, 0]
        with store.writing() as connection:
            retire(connection, stored, "base", LATER)
            with pytest.raises(ProformError, match="no system 'base'"):
                retire(connection, stored, "base", LATER)
            with pytest.raises(ProformError, match="'reference' is the reference, not a system"):
                retire(connection, stored, "reference", LATER)


def test_a_word_that_is_placed_twice_counts_once(where: str) -> None:
    with opened(where, create=True) as store:
        stored = filled(store)
        with store.writing() as connection:
            connection.execute(
                schema.translations.insert().from_select(
                    ["candidate", "antecedent", "line", "position"],
                    select(
                        schema.translations.c.candidate,
                        schema.translations.c.antecedent,
                        schema.translations.c.line,
                        schema.translations.c.position,
                    ),
                )
            )
        with store.reading() as connection:
            assert [one.placed for one in loaded(connection, stored)] == [
                one.placed for one in TARGETS
            ]
