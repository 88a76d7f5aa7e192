"""From texts to tasks and links in one call."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.paths import DEMO

import proform
from proform import stored
from proform.errors import ProformError
from proform.store.database import opened
from proform.store.suites import find_suite
from proform.store.work import assigned_to_each
from proform.stored.start import StartedAnnotation

FOLDER = DEMO / "en-fr"
OUTPUTS = [FOLDER / "context.fr", FOLDER / "literal.fr"]


def start(tmp_path: Path, **options: object) -> StartedAnnotation:
    where = options.pop("output", tmp_path / "talk.db")
    outputs = options.pop("outputs", OUTPUTS)
    return stored.start_annotation(
        options.pop("source", FOLDER / "source.en"),  # type: ignore[arg-type]
        outputs,  # type: ignore[arg-type]
        output=where,  # type: ignore[arg-type]
        examples=options.pop("examples", 20),  # type: ignore[arg-type]
        **options,  # type: ignore[arg-type]
    )


def test_texts_become_tasks_with_an_agreement_set(tmp_path: Path) -> None:
    started = start(tmp_path, people=["Ada", "Ben", "\uff21da"], reference=FOLDER / "reference.fr")
    suite = started.suite.value
    assert (suite.name, suite.languages, len(suite.examples)) == ("talk", "en-fr", 20)
    assert started.suite.systems == ["context", "literal"]
    assert list(started.links) == ["", "Ada", "Ben"]
    assert all("/enter/" in link for link in started.links.values())
    sizes = {task.label: task.size for task in started.tasks}
    assert sum(sizes.values()) == 40, "the reference is not judged"
    cells = 2 * len({example.category for example in suite.examples})
    assert cells <= sizes["IAA"] <= 8 + cells, "a fifth, and one of each category and system"
    assert "proposed" in started.notes[0]
    with opened(started.suite.where) as store, store.reading() as connection:
        stored_id = find_suite(connection, None).id
        given = assigned_to_each(connection, stored_id)
    assert len(given["Ada"] & given["Ben"]) == sizes["IAA"]
    # The same store goes on, with another system and another person.
    more = stored.start_annotation(
        started.suite.where, [FOLDER / "sentence.fr", *OUTPUTS], people=["Eve"]
    )
    assert more.suite.systems == ["context", "literal", "sentence"]
    assert [(task.taskset, task.size) for task in more.tasks] == [("round 2", 20)]
    again = stored.start_annotation(started.suite.where, [], people=["Ada"])
    assert (again.tasks, list(again.links)) == ((), ["", "Ada"])


def test_the_reference_is_optional_and_judged_only_if_asked(tmp_path: Path) -> None:
    started = start(tmp_path, examples=5, outputs=OUTPUTS[:1])
    assert sum(task.size for task in started.tasks) == 5
    other = start(
        tmp_path,
        output=tmp_path / "other.db",
        examples=5,
        outputs=OUTPUTS[:1],
        reference=FOLDER / "reference.fr",
        judge_reference=True,
    )
    assert sum(task.size for task in other.tasks) == 10


def test_what_cannot_be_started(tmp_path: Path) -> None:
    (tmp_path / "short.fr").write_text("Bonjour .\n")
    plain = tmp_path / "talk.txt"
    plain.write_text("It is red .\n")
    none = tmp_path / "none.en"
    none.write_text("Red .\n")
    refused: tuple[tuple[dict[str, object], str], ...] = (
        ({"outputs": []}, "no translation to judge"),
        ({"source": plain}, "the languages cannot be told"),
        ({"source": none, "outputs": [tmp_path / "short.fr"]}, "no pronoun in it"),
        ({"outputs": [tmp_path / "short.fr"]}, "lines"),
    )
    for options, complaint in refused:
        with pytest.raises(ProformError, match=complaint):
            start(tmp_path, **options)
        assert not (tmp_path / "talk.db").exists()
    start(tmp_path, examples=2, outputs=OUTPUTS[:1])
    with pytest.raises(ProformError, match="there is a store already; to go on with it, give it"):
        start(tmp_path)
    with pytest.raises(ProformError, match=r"reference: .* is a suite, which has its own"):
        stored.start_annotation(tmp_path / "talk.db", [], reference=plain)
    assert proform.open_suite(tmp_path / "talk.db").systems == ["context"]
