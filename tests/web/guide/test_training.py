from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy import func, select, update
from starlette.testclient import TestClient
from tests.support.command import Proform
from tests.support.small_suite import NOW
from tests.support.web_server import prepare

from proform.store import schema
from proform.store.access import ANNOTATOR, enter, invite
from proform.store.answers import JUDGEMENTS, annotator_id, history
from proform.store.database import Store, opened
from proform.store.suites import find_suite
from proform.store.training import current, training_results
from proform.stored.stores import contents
from proform.web.app import create_app
from proform.web.guide.training import Item, ask_training, load_lesson
from proform.web.security import COOKIE, CSRF_HEADER, csrf

LESSON = load_lesson("en-fr")


@dataclass(frozen=True)
class Trainee:
    """Ada, in a browser."""

    client: TestClient
    store: Store
    suite: int
    ada: int
    session: str

    def get(self, path: str, **headers: str) -> Any:
        cookie = f"{COOKIE}={self.session}"
        return self.client.get(path, headers={"cookie": cookie, **headers}, follow_redirects=False)

    def post(self, path: str, sent: object) -> Any:
        headers = {"cookie": f"{COOKIE}={self.session}", CSRF_HEADER: csrf(self.session)}
        return self.client.post(path, headers=headers, json=sent)

    def ask(self) -> None:
        with self.store.writing() as connection:
            ask_training(connection, self.suite, self.ada, NOW)

    def train(self, but: int = 0) -> None:
        """Answer everything, a few of it wrongly."""
        for position, item in enumerate(LESSON.items, 1):
            sent = known(item)
            if position <= but:
                asked = {"antecedent": "bad"} if item.case.agrees else {}
                sent = {"pronoun": "bad", **asked, "tags": ["ant_unsure"]}
            assert self.post(f"/api/training/{position}", sent).status_code == 200


def known(item: Item) -> dict[str, Any]:
    answer = item.known
    return {
        "pronoun": answer.pronoun,
        "antecedent": answer.antecedent,
        "tags": sorted(answer.tags),
        "tokens": sorted([token.segment, token.position] for token in answer.tokens),
    }


@pytest.fixture
def ada(where: str) -> Iterator[Trainee]:
    prepare(where)
    with opened(where) as store:
        with store.writing() as connection:
            suite = find_suite(connection, None).id
            person = annotator_id(connection, "Ada", NOW)
            secret = invite(connection, suite, ANNOTATOR, person, NOW)
            session = enter(connection, secret, NOW) or ""
        with TestClient(create_app(store)) as client:
            yield Trainee(client, store, suite, person, session)


def test_who_is_to_be_trained_sees_the_training_first_and_then_the_batch(ada: Trainee) -> None:
    assert ada.get("/work").status_code == 200
    ada.ask()
    for path in ("/work", "/work/1"):
        reply = ada.get(path)
        assert (reply.status_code, reply.headers["location"]) == (303, "/training")
    assert "before your own batch" in ada.get("/training").text
    ada.train()
    assert f"You agree on {len(LESSON.items)} of {len(LESSON.items)}" in ada.get("/training").text
    assert ada.get("/work").status_code == 200


def test_a_script_that_is_at_work_is_not_sent_away(ada: Trainee) -> None:
    ada.ask()
    assert ada.get("/work", **{"sec-fetch-dest": "empty"}).status_code == 200
    assert ada.get("/work", **{"sec-fetch-dest": "document"}).status_code == 303


def test_feedback_to_an_answer_that_agrees(ada: Trainee) -> None:
    ada.ask()
    text = ada.post("/api/training/1", known(LESSON.items[0])).text
    assert "You agree with the known answer" in text
    assert LESSON.items[0].why.split("“")[0] in text
    assert 'href="/training/2"' in text


def test_feedback_to_an_answer_that_differs(ada: Trainee) -> None:
    ada.ask()
    text = ada.post("/api/training/1", {"pronoun": "bad", "antecedent": "ok"}).text
    assert "The known answer differs" in text
    assert "Pronoun: your answer is no, the known one yes." in text
    assert "Words: you selected none, the known answer has “bicyclette”, “Elle”." in text
    assert "Your answer contradicts itself. The antecedent is right" in text


def test_what_was_answered_is_there_after_a_reload_and_stays(ada: Trainee) -> None:
    ada.ask()
    assert "known answer differs" not in ada.get("/training/1").text
    ada.post("/api/training/1", {"pronoun": "bad", "antecedent": "ok"})
    assert "The known answer differs" in ada.get("/training/1").text
    assert "known answer differs" in ada.post("/api/training/1", known(LESSON.items[0])).text
    assert "Continue with example 2" in ada.get("/training").text


def test_known_answers_are_not_told_before(ada: Trainee) -> None:
    ada.ask()
    for position, item in enumerate(LESSON.items, 1):
        text = ada.get(f"/training/{position}").text
        assert item.why[:30] not in text
        assert "chosen" not in text


def test_an_answer_must_say_something(ada: Trainee) -> None:
    ada.ask()
    for nothing in ({}, {"pronoun": "unset", "antecedent": "ok"}, {"pronoun": "ok"}):
        reply = ada.post("/api/training/1", nothing)
        assert reply.status_code == 422
        asked = "antecedent" if nothing == {"pronoun": "ok"} else "pronoun"
        assert f"judge the {asked}" in reply.json()["detail"]
    unfit = ({"pronoun": "perhaps"}, {"pronoun": "ok", "tokens": [[0, 0]]}, {"tags": [3]}, [1])
    for sent in unfit:
        assert ada.post("/api/training/1", sent).status_code == 422
    with ada.store.reading() as connection:
        at = current(connection, ada.suite, ada.ada)
    assert at is not None
    assert at.answers == {}


def test_the_result_says_how_many_agree_and_it_can_be_repeated(ada: Trainee) -> None:
    ada.ask()
    ada.train(but=2)
    size = len(LESSON.items)
    text = ada.get("/training").text
    assert f"You agree on {size - 2} of {size}" in text
    assert text.count(">differs<") == 2
    with ada.store.reading() as connection:
        (result,) = training_results(connection, ada.suite)
    assert (result.name, result.waiting, result.done) == ("Ada", False, True)
    assert (result.agreed, result.size) == (size - 2, size)
    assert ada.post("/api/training", {}).json() == {"next": "/training/1"}
    assert "known answer differs" not in ada.get("/training/1").text
    assert ada.get("/work").status_code == 200
    ada.train()
    assert f"You agree on {size} of {size}" in ada.get("/training").text


def test_anyone_may_train_who_was_not_asked_to(ada: Trainee) -> None:
    assert ada.get("/training/1").status_code == 404
    assert ada.post("/api/training/1", known(LESSON.items[0])).status_code == 404
    assert 'id="begin"' in ada.get("/training").text
    ada.post("/api/training", {})
    assert ada.get("/training/1").status_code == 200
    assert ada.get("/work").status_code == 200


def test_there_are_no_other_items(ada: Trainee) -> None:
    ada.ask()
    for position in (0, -1, len(LESSON.items) + 1):
        assert ada.get(f"/training/{position}").status_code == 404
        assert ada.post(f"/api/training/{position}", {"pronoun": "ok"}).status_code == 404


def test_training_of_another_size_begins_anew_so_that_nobody_is_stuck(ada: Trainee) -> None:
    ada.ask()
    ada.post("/api/training/1", known(LESSON.items[0]))
    with ada.store.writing() as connection:
        connection.execute(update(schema.trainings).values(size=40))
    assert "before your own batch" in ada.get("/training").text
    ada.train()
    assert ada.get("/work").status_code == 200


def test_a_pair_without_a_lesson(ada: Trainee) -> None:
    with ada.store.writing() as connection:
        connection.execute(update(schema.suites).values(target_language="ga"))
    reply = ada.get("/training")
    assert reply.status_code == 404
    assert "no training for en-ga" in reply.text
    assert 'href="/training"' not in ada.get("/guidelines").text


def test_answers_in_training_are_no_judgements(ada: Trainee) -> None:
    def seen() -> tuple[object, ...]:
        with ada.store.reading() as connection:
            return (
                contents(connection),
                history(connection, ada.suite),
                JUDGEMENTS.latest_by(connection, ada.ada),
                connection.scalar(select(func.count()).select_from(schema.judgements)),
                connection.scalar(select(func.count()).select_from(schema.tags)),
                ada.get("/api/work").json(),
            )

    ada.get("/work")
    before = seen()
    ada.ask()
    ada.train(but=3)
    assert seen() == before
    suggestions = ada.get("/api/work/1").json()["suggestions"]
    assert len(suggestions) == len(set(suggestions)) == 8


def test_invited_with_training(where: str, proform: Proform) -> None:
    prepare(where)
    result = proform("annotate", "invite", where, "Bob", "--training")
    assert result.exit_code == 0, result.output
    assert result.output.startswith("http://127.0.0.1:8000/enter/")
    with opened(where) as store, store.reading() as connection:
        suite = find_suite(connection, None).id
        (result_of_bob,) = training_results(connection, suite)
    assert (result_of_bob.name, result_of_bob.waiting) == ("Bob", True)
    assert result_of_bob.size == len(LESSON.items)


def test_invitations_without_training_ask_for_none(where: str, proform: Proform) -> None:
    prepare(where)
    assert proform("annotate", "invite", where, "Bob").exit_code == 0
    refused = proform("annotate", "invite", where, "--researcher", "--training")
    assert refused.exit_code == 2
    with opened(where) as store, store.reading() as connection:
        assert training_results(connection, find_suite(connection, None).id) == []
