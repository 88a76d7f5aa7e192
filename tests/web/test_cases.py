"""Suites in memory: what is shown of an example, and when a suite is loaded again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.small_suite import NOW, SUITE, TARGETS, filled

from proform.store.database import Store, opened
from proform.store.suites import SYSTEM, add_target, find_suite, save_suite
from proform.suite.suite import Target, place
from proform.web.cases import Loaded, Shelf


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with opened(str(tmp_path / "suite.db"), create=True) as store:
        filled(store)
        yield store


def load(shelf: Shelf, store: Store) -> Loaded:
    with store.reading() as connection:
        return shelf.get(connection, find_suite(connection, None).id)


def marked(lines: list[dict[str, list[dict[str, str]]]]) -> dict[str, str]:
    words = [word for line in lines for word in line["words"]]
    return {word["word"]: word["mark"] for word in words if word["mark"]}


def test_a_view_marks_pronoun_and_antecedent_and_names_no_system(store: Store) -> None:
    loaded = load(Shelf(), store)
    base = next(id_ for id_, corpus in loaded.corpora.items() if corpus.name == "base")
    (candidate,) = (c for c, (e, at) in loaded.candidates.items() if (e.number, at) == (1, base))
    view = loaded.view(candidate)
    assert (view["pronoun"], view["heads"], view["agrees"]) == ("It", ["bicycle"], True)
    assert marked(view["source"]) == {"It": "pronoun", "bicycle": "antecedent"}
    assert marked(view["target"]) == {"Elle": "pronoun", "bicyclette": "antecedent"}
    assert "base" not in str(view)
    case = loaded.case(candidate)
    assert sorted(case.highlighted) == [(0, 1), (1, 0)]


def test_a_suite_is_loaded_again_when_a_translation_is_added(store: Store) -> None:
    shelf = Shelf()
    first = load(shelf, store)
    assert load(shelf, store) is first
    with store.writing() as connection:
        third = replace(TARGETS[1], name="third")
        add_target(connection, find_suite(connection, None), third, SYSTEM, NOW)
    again = load(shelf, store)
    assert [corpus.name for corpus in again.corpora.values()][-1] == "third"
    assert len(again.candidates) == len(first.candidates) + 3


def test_a_view_names_the_verb_of_a_subject_that_has_no_word(tmp_path: Path) -> None:
    spanish = replace(SUITE, target_language="es")
    lines = ("La bicicleta es roja .", "Chirría , y eso me preocupa .", "Vinieron .", "Duermen .")
    links = ("0-0 1-1 2-2", "1-0 4-3 5-5 6-4", "5-0", "1-0")
    base = place(spanish, Target("base", lines, links, how="by hand"))
    with opened(str(tmp_path / "es.db"), create=True) as store:
        with store.writing() as connection:
            stored = save_suite(connection, spanish, "a-key", NOW)
            add_target(connection, stored, base, SYSTEM, NOW)
        loaded = load(Shelf(), store)
    views = {loaded.candidates[c][0].number: loaded.view(c) for c in loaded.candidates}
    told = {number: (view["translated"], view["verb"]) for number, view in views.items()}
    assert told == {1: (False, "Chirría"), 2: (True, ""), 3: (False, "Duermen")}
