"""What goes wrong around a server under load: it is said, and nothing that was saved is lost."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from tests.support.postgres import give_back, new_database, restart
from tests.support.small_suite import NOW
from tests.support.web_server import Running, prepare, serving

from proform.store.answers import history
from proform.store.database import copy_store, opened
from proform.store.roster import remove_annotator
from proform.store.suites import find_suite
from proform.store.tasks import unassign

SAVES = 40


@dataclass
class Annotator:
    """Someone whose browser sends again what was not taken."""

    server: Running
    name: str
    statuses: list[int] = field(default_factory=list)
    acknowledged: list[str] = field(default_factory=list)

    def work(self, half_way: Callable[[], None]) -> None:
        with httpx.Client(base_url=self.server.url, timeout=60, follow_redirects=True) as client:
            page = client.get(self.server.link(self.name)).text
            token = page.split('name="csrf" content="')[1].split('"')[0]
            for number in range(SAVES):
                if number == SAVES // 2:
                    half_way()
                remark = f"{self.name} {number}"
                self._save(client, token, remark, number)

    def _save(self, client: httpx.Client, token: str, remark: str, base: int) -> None:
        body = {"pronoun": "bad", "remarks": remark, "base": base, "change": remark}
        for _ in range(200):
            headers = {"x-proform-csrf": token}
            reply = client.post("/api/work/1", json=body, headers=headers)
            self.statuses.append(reply.status_code)
            if reply.status_code != 503:
                break
        if reply.status_code == 200:
            self.acknowledged.append(remark)


def _at_work(server: Running, fault: Callable[[], None]) -> list[Annotator]:
    """Ada and Bob save; when both are half through, it happens."""
    happening = threading.Barrier(2, action=fault)
    people = [Annotator(server, name) for name in ("Ada", "Bob")]
    threads = [
        threading.Thread(target=person.work, args=[lambda: happening.wait(60) and None])
        for person in people
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return people


def _remarks(where: str) -> list[str | None]:
    with opened(where) as store, store.reading() as connection:
        return [
            said.answer.remarks for said in history(connection, find_suite(connection, None).id)
        ]


def test_postgresql_that_is_restarted_loses_nothing(postgres: str) -> None:
    where = new_database(postgres)
    prepare(where)
    with serving(where) as server:
        people = _at_work(server, lambda: restart(postgres))
        assert httpx.get(f"{server.url}/healthz").status_code == 200
    statuses = {status for person in people for status in person.statuses}
    assert statuses == {200, 503}, "it is said that the store is away, and nothing else"
    acknowledged = [remark for person in people for remark in person.acknowledged]
    assert len(acknowledged) == 2 * SAVES
    assert sorted(acknowledged) == sorted(remark or "" for remark in _remarks(where))
    give_back(where)


def test_a_store_that_is_copied_while_it_is_served_is_whole(tmp_path: Path) -> None:
    where, copy = str(tmp_path / "suite.db"), tmp_path / "copy.db"
    prepare(where)

    def copying() -> None:
        with opened(where) as store:
            copy_store(store, copy)

    with serving(where) as server:
        people = _at_work(server, copying)
    assert {status for person in people for status in person.statuses} == {200}
    assert len(_remarks(where)) == 2 * SAVES
    copied = _remarks(str(copy))
    assert len(copied) >= SAVES
    for name in ("Ada", "Bob"):
        own = [remark for remark in copied if remark and remark.startswith(name)]
        assert own == [f"{name} {number}" for number in range(len(own))], (
            "none in between is missing"
        )


def test_who_loses_their_tasks_in_the_middle_is_told(where: str) -> None:
    prepare(where)

    def dismiss() -> None:
        with opened(where) as store, store.writing() as connection:
            unassign(connection, find_suite(connection, None), "june", "2", "Bob")

    with serving(where) as server:
        ada, bob = _at_work(server, dismiss)
    assert set(ada.statuses) == {200}
    assert bob.statuses == [200] * (SAVES // 2) + [404] * (SAVES // 2)
    assert len(_remarks(where)) == SAVES + SAVES // 2


def test_who_is_retired_in_the_middle_of_a_save_keeps_what_was_taken(where: str) -> None:
    prepare(where)

    def retire() -> None:
        with opened(where) as store, store.writing() as connection:
            suite = find_suite(connection, None).id
            assert not remove_annotator(connection, suite, "Bob", NOW), "who answered is kept"

    with serving(where) as server:
        ada, bob = _at_work(server, retire)
    assert set(ada.statuses) == {200}
    # The link has ended: the browser is told, and keeps what was not taken.
    assert bob.statuses == [200] * (SAVES // 2) + [401] * (SAVES // 2)
    remarks = _remarks(where)
    assert len(remarks) == SAVES + SAVES // 2
    assert {f"Bob {number}" for number in range(SAVES // 2)} < set(remarks)
