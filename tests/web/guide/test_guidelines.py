from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient
from tests.support.small_suite import NOW
from tests.support.web_server import prepare

from proform.human.conflict import EXPLANATIONS, OK, STANDARD_TAGS, Given, conflicts, in_words
from proform.model import Category
from proform.store import schema
from proform.store.access import ANNOTATOR, RESEARCHER, enter, invite
from proform.store.answers import annotator_id
from proform.store.database import opened
from proform.store.suites import find_suite
from proform.suite.categories import load_categories
from proform.web.app import create_app
from proform.web.guide.guidelines import JudgedExample, Worked, load_guides, title
from proform.web.guide.training import Piece, pairs, pieces
from proform.web.security import COOKIE

CATEGORIES = load_categories().categories
WORKED = [
    pytest.param(category, worked, id=f"{category.name} {pair}")
    for category in CATEGORIES
    for pair, found in load_guides()[category.name].examples.items()
    for worked in found
]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    where = str(tmp_path / "suite.db")
    prepare(where)
    with opened(where) as store, TestClient(create_app(store)) as client:
        yield client


def as_visitor(client: TestClient, role: str = ANNOTATOR) -> TestClient:
    store = client.app.state.site.store  # type: ignore[attr-defined]
    with store.writing() as connection:
        suite = find_suite(connection, None).id
        person = annotator_id(connection, "Ada", NOW) if role == ANNOTATOR else None
        session = enter(connection, invite(connection, suite, role, person, NOW), NOW)
    client.cookies.set(COOKIE, session or "")
    return client


def _count(text: tuple[Piece, ...], mark: str, *, chosen: bool = False) -> int:
    return sum(piece.mark == mark and (piece.chosen or not chosen) for piece in text)


def test_pieces() -> None:
    assert pieces("A <+dog>, {it}!") == (
        Piece("A "),
        Piece("dog", "antecedent", chosen=True),
        Piece(", "),
        Piece("it", "pronoun"),
        Piece("!"),
    )
    assert pieces("") == ()
    assert pieces("{+y}") == (Piece("y", "pronoun", chosen=True),)


@pytest.mark.parametrize("category", CATEGORIES, ids=lambda category: str(category.name))
def test_every_category_has_right_and_wrong_translations_for_each_pair(category: Category) -> None:
    guide = load_guides()[category.name]
    assert [*guide.examples] == pairs()
    for worked in guide.examples.values():
        said = {one.pronoun for example in worked for one in example.translations}
        assert {"ok", "bad"} <= said


@pytest.mark.parametrize(("category", "worked"), WORKED)
def test_worked_examples_follow_the_rules_themselves(category: Category, worked: Worked) -> None:
    agrees = category.agrees
    assert _count(worked.source, "pronoun") == 1
    assert (_count(worked.source, "antecedent") > 0) is agrees
    for one in worked.translations:
        assert conflicts(_given(one), agrees=agrees) == OK
        assert set(one.tags) <= set(STANDARD_TAGS)
        if agrees and one.pronoun != "unset":
            assert one.antecedent != "unset"
        if not agrees:
            assert one.antecedent == "unset"
        assert one.why.endswith(".")
    if category.name == "addressee_deictic_singular_you":
        for one in worked.translations:
            assert sum(tag.startswith("politeness_") for tag in one.tags) == 1


def _given(one: JudgedExample) -> Given:
    return Given(
        one.pronoun,
        one.antecedent,
        one.tags,
        _count(one.text, "pronoun"),
        _count(one.text, "pronoun", chosen=True),
        _count(one.text, "antecedent"),
        _count(one.text, "antecedent", chosen=True),
    )


@pytest.mark.parametrize("role", [ANNOTATOR, RESEARCHER])
def test_every_category_has_a_page(client: TestClient, role: str) -> None:
    as_visitor(client, role)
    for category in CATEGORIES:
        reply = client.get(f"/guidelines/{category.name}")
        assert reply.status_code == 200
        assert load_guides()[category.name].title in reply.text
        assert category.name in reply.text
        for pair in load_guides()[category.name].examples:
            assert title(pair) in reply.text


def test_the_general_page_names_all_pages_tags_and_conflicts(client: TestClient) -> None:
    text = as_visitor(client).get("/guidelines").text
    for category in CATEGORIES:
        assert f'href="/guidelines/{category.name}"' in text
    for word in (*map(in_words, STANDARD_TAGS), *EXPLANATIONS.values()):
        assert word in text


def test_a_category_of_the_suites_own_gets_the_general_page_with_a_note(client: TestClient) -> None:
    reply = as_visitor(client).get("/guidelines/%3Cscript%3Ealert(1)")
    assert reply.status_code == 200
    assert "&lt;script&gt;alert(1)" in reply.text
    assert "<script>alert" not in reply.text
    assert "One pronoun at a time" in reply.text
    assert "no page for the category" not in client.get("/guidelines").text


def test_the_own_language_comes_first(client: TestClient) -> None:
    text = as_visitor(client).get("/guidelines/event_it").text
    assert text.index("English to French") < text.index("English to German")
    with client.app.state.site.store.writing() as connection:  # type: ignore[attr-defined]
        connection.execute(update(schema.suites).values(target_language="de"))
    text = client.get("/guidelines/event_it").text
    assert text.index("English to German") < text.index("English to French")
    assert "Robbe" in client.get("/guidelines").text
    assert "There are no examples for" not in text


def test_a_language_without_examples_says_so(client: TestClient) -> None:
    with client.app.state.site.store.writing() as connection:  # type: ignore[attr-defined]
        connection.execute(update(schema.suites).values(target_language="nl"))
    text = as_visitor(client).get("/guidelines/event_it").text
    assert "There are no examples for English to nl yet, and no training" in text
    assert "English to French" in text
    assert "phoque" in client.get("/guidelines").text
    assert client.get("/training").status_code == 404


@pytest.mark.parametrize("pair", pairs())
def test_the_combinations_are_those_of_the_language(client: TestClient, pair: str) -> None:
    with client.app.state.site.store.writing() as connection:  # type: ignore[attr-defined]
        connection.execute(update(schema.suites).values(target_language=pair[3:]))
    text = as_visitor(client).get("/guidelines").text
    assert text.count(f'lang="{pair[3:]}"') >= 4


def test_pages_load_nothing_from_elsewhere(client: TestClient) -> None:
    as_visitor(client)
    for path in ("/guidelines", "/guidelines/event_it", "/training"):
        text = client.get(path).text
        assert "http://" not in text
        assert "https://" not in text
        assert "style=" not in text


def test_only_annotators_are_pointed_to_the_training(client: TestClient) -> None:
    assert 'href="/training"' in as_visitor(client, ANNOTATOR).get("/guidelines").text
    assert 'href="/training"' not in as_visitor(client, RESEARCHER).get("/guidelines").text
