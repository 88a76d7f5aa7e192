"""What automatic evaluation says is worked out once, and again when the suite changes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.support.small_suite import NOW, TARGETS, filled

from proform.store.database import opened
from proform.store.suites import SYSTEM, add_target, find_suite
from proform.web.cases import Shelf
from proform.web.research.snapshot import matches


def test_a_suite_is_evaluated_once_until_it_changes(tmp_path: Path) -> None:
    shelf = Shelf()
    with opened(str(tmp_path / "suite.db"), create=True) as store:
        stored = filled(store)
        with store.reading() as connection:
            first = matches(shelf.get(connection, stored.id))
            again = matches(shelf.get(connection, stored.id))
        assert again is first
        assert {system for system, _ in first} == {"base", "new"}
        assert first["base", 1].explanation.startswith(
            "'It': the reference has 'Il', base has 'Elle'"
        )
        with store.writing() as connection:
            third = replace(TARGETS[1], name="third")
            add_target(connection, find_suite(connection, None), third, SYSTEM, NOW)
        with store.reading() as connection:
            changed = matches(shelf.get(connection, stored.id))
    assert {system for system, _ in changed} == {"base", "new", "third"}
