"""Suites of CorefUD: without a reference, all that needs none works; with one, all does."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.support.command import call, run
from tests.support.corefud_text import CATEGORIES, REFERENCE, SYSTEM, write_corefud
from tests.support.small_suite import NOW
from tests.support.visit import Visit

import proform
from proform.errors import ProformError
from proform.report import show_example
from proform.store.access import RESEARCHER, invite
from proform.store.database import opened
from proform.store.suites import find_suite
from proform.stored.suites import StoredSuite
from proform.web.app import create_app
from proform.web.security import COOKIE

OTHER = [line.replace("La vieille bicyclette", "Le vieux vélo") for line in SYSTEM]


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> StoredSuite:
    """With two systems and no reference."""
    folder = tmp_path_factory.mktemp("corefud")
    files = write_corefud(folder / "gum")
    built = proform.build_suite([], "en-fr", folder / "suite.db", corefud=[files])
    assert built.built.reference is None
    assert "by the source's pronoun: it 1" in str(built)
    built.suite.add_system("new", SYSTEM, tokenized=True)
    built.suite.add_system("old", OTHER, tokenized=True)
    return built.suite


def test_examples_are_those_of_the_annotation(suite: StoredSuite) -> None:
    examples = suite.value.examples
    assert {(each.segment, each.position): each.category for each in examples} == CATEGORIES
    assert [document.name for document in suite.value.documents] == ["bike", "team"]


def test_agreement_needs_no_reference(suite: StoredSuite) -> None:
    result = suite.evaluate(["agreement"], confidence=True, paired=True, resamples=100)
    by = result["agreement", "new"].by("category")
    assert [*by] == [c.name for c in suite.value.categories if c.name in {*CATEGORIES.values()}]
    old, new = (result["agreement", name].score for name in ("old", "new"))
    assert old is not None
    assert new is not None
    assert old < new, "an old vélo is elle in the next sentence"
    row = next(row for row in result.judgements if row.place == ("old", 1, 0))
    assert (row.reason, row.antecedent and row.antecedent.noun) == ("disagrees", "vélo")
    assert "the reference" not in row.explanation
    with pytest.raises(ProformError, match="has no reference to compare with: protest and apt"):
        suite.evaluate(["protest", "agreement", "apt"])


def test_texts_examples_and_lists(suite: StoredSuite, tmp_path: Path) -> None:
    files = {path.name for path in suite.write_texts(tmp_path / "texts")}
    assert files == {"source.en", "docs.txt", "suite.json"}
    assert "Le vieux {vélo} est rouge" in str(show_example(suite, 1))
    assert "reference" not in run("suite", "list", suite.where)
    again = tmp_path / "again.db"
    run("suite", "export", suite.where, "-o", tmp_path / "master.db")
    run("suite", "import", tmp_path / "master.db", "-l", "en-fr", "-o", again)
    back = proform.open_suite(again)
    assert back.value.examples == suite.value.examples
    assert back.systems == ["new", "old"]


def test_a_report_has_what_needs_no_reference(suite: StoredSuite, tmp_path: Path) -> None:
    notes = proform.write_report([suite.where], tmp_path / "report.html")
    assert "no reference, so only agreement is evaluated automatically" in " ".join(notes)
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "agreement" in text


def test_people_can_judge_it(suite: StoredSuite) -> None:
    started = proform.semi.start(suite.where, ["Ada"], invite="http://testserver")
    assert len(started.drawn.referred) == 2 * len(CATEGORIES)
    with opened(suite.where) as store:
        with store.writing() as connection:
            stored = find_suite(connection, None)
            secret = invite(connection, stored.id, RESEARCHER, None, NOW)
        with TestClient(create_app(store)) as client:
            researcher = _enter(client, f"/enter/{secret}")
            for path in ("", "/examples/1", "/semi", "/semi/plan", "/tasks", "/gaps", "/export"):
                assert researcher.page(f"/research{path}")
            annotator = _enter(client, started.links["Ada"].removeprefix("http://testserver"))
            assert annotator.page("/work")
            shown = annotator.get("/api/work/1").json()
    assert " ".join(word["word"] for word in shown["target"][-1]["words"]) in {*SYSTEM, *OTHER}


def _enter(client: TestClient, path: str) -> Visit:
    answer = client.get(path, follow_redirects=False)
    assert answer.status_code == 303, path
    session = answer.cookies[COOKIE]
    client.cookies.clear()
    return Visit(client, session)


def test_a_translation_makes_it_whole(tmp_path: Path) -> None:
    files = write_corefud(tmp_path / "gum")
    built = proform.build_suite(
        *([], "en-fr", tmp_path / "suite.db"),
        corefud=[files],
        reference=REFERENCE,
        tokenized=True,
    )
    assert "by the reference's pronoun: il 1" in str(built)
    built.suite.add_system("new", SYSTEM, tokenized=True)
    result = built.suite.evaluate(["protest", "apt", "agreement"])
    assert result["protest", "new"].n == len(CATEGORIES)


def test_what_does_not_go_together(tmp_path: Path) -> None:
    files, store = write_corefud(tmp_path / "gum"), tmp_path / "suite.db"
    with pytest.raises(ProformError, match="parcor and corefud: expected one of them"):
        proform.build_suite([], "en-fr", store)
    with pytest.raises(ProformError, match="reference: the corpus has the translation itself"):
        proform.build_suite(["TED"], "en-fr", store, reference=REFERENCE)
    with pytest.raises(ProformError, match="align_ref: there is no reference"):
        proform.build_suite([], "en-fr", store, corefud=[files], align_ref=tmp_path / "links")
    short = tmp_path / "short.fr"
    short.write_text("Une phrase .\n", encoding="utf-8")
    refused = call(
        *("suite", "build", "--corefud", files, "-l", "en-fr", "-o", store, "-r", short),
    )
    assert refused.exit_code == 2
    assert "1 lines, but the source has 7" in refused.stderr
    assert not store.exists()
    run("suite", "build", "--corefud", files, "-l", "en-fr", "-o", store)
    refused = call("suite", "export", store, "-o", tmp_path / "master.db")
    assert "has no translation, and PROTEST files have examples with one only" in refused.stderr
