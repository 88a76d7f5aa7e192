"""A researcher at work on the small suite, through the pages; and annotators who disagree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from starlette.testclient import TestClient
from tests.support.small_suite import NOW, SUITE, TARGETS, filled
from tests.support.visit import Visit

from proform.store.access import RESEARCHER, invite
from proform.store.database import Store, opened
from proform.web.app import create_app
from proform.web.security import COOKIE

EVIL = "<script>alert('x')</script>"

OK: dict[str, Any] = {"pronoun": "ok"}
BAD: dict[str, Any] = {"pronoun": "bad"}

SHOWN = {
    (example.category, target.lines[example.segment]): (example.number, target.name)
    for example in SUITE.examples
    for target in TARGETS
}
"""Which translation an annotator sees, for they are not told: by category and last line."""


@dataclass
class Office:
    """A researcher at work on the small suite."""

    store: Store
    client: TestClient
    suite: int
    her: Visit
    saves: int = 0

    def enter(self, url: str) -> Visit:
        path = url.removeprefix("http://testserver")
        answer = self.client.get(path, follow_redirects=False)
        assert answer.status_code == 303
        session = answer.cookies[COOKIE]
        self.client.cookies.clear()
        return Visit(self.client, session)

    def invite(self, name: str) -> Visit:
        made = self.her.done("/api/research/links", {"role": "annotator", "name": name})
        return self.enter(made["url"])

    def tasks(self, *people: str, shared: int = 9, tasks: int = 0) -> None:
        drawing = {"name": "june", "tasks": tasks, "shared": shared, "seed": 1}
        self.her.done("/api/research/tasks", drawing)
        for name in people:
            given = {"taskset": "june", "label": "IAA", "annotator": name}
            self.her.done("/api/research/tasks/assign", given)

    def judge(self, who: Visit, answers: Mapping[tuple[int, str], Mapping[str, Any]]) -> None:
        """Give these answers, by example and system."""
        who.page("/work")
        size = len(who.get("/api/work").json()["examples"])
        for position in range(1, size + 1):
            item = who.get(f"/api/work/{position}").json()
            last = " ".join(word["word"] for word in item["target"][-1]["words"])
            answer = answers.get(SHOWN[item["category"], last])
            if answer is not None:
                self.saves += 1
                sent = {"base": item["revision"], "change": f"save {self.saves}", **answer}
                assert who.post(f"/api/work/{position}", sent).status_code == 200


@contextmanager
def open_office(where: str) -> Iterator[Office]:
    with opened(where, create=True) as store:
        stored = filled(store)
        with store.writing() as connection:
            secret = invite(connection, stored.id, RESEARCHER, None, NOW)
        with TestClient(create_app(store)) as client:
            office = Office(store, client, stored.id, Visit(client, ""))
            office.her = office.enter(f"/enter/{secret}")
            yield office


def disagree(office: Office) -> tuple[Visit, Visit]:
    """Two annotators judge four translations and disagree on one.

    Pronouns: Ada ok ok bad bad, Bob ok bad bad bad. They agree on 3 of 4; by chance on
    2/4 · 1/4 + 2/4 · 3/4 = 1/2; kappa is (3/4 - 1/2) / (1 - 1/2) = 0.5.
    """
    ada, bob = office.invite("Ada"), office.invite("Bob")
    office.tasks("Ada", "Bob")
    told = {"tags": ["ant_unsure", EVIL], "remarks": f"why? {EVIL}"}
    office.judge(
        ada,
        {
            (1, "base"): {**OK, "antecedent": "ok", "tokens": [[1, 0], [0, 1]]},
            (2, "base"): {**OK, "tokens": [[1, 4]], **told},
            (2, "reference"): BAD,
            (2, "new"): BAD,
        },
    )
    office.judge(
        bob,
        {
            (1, "base"): {**OK, "antecedent": "ok", "tokens": [[1, 0]]},
            (2, "base"): BAD,
            (2, "reference"): BAD,
            (2, "new"): BAD,
        },
    )
    return ada, bob


def number_of(example: int, system: str) -> int:
    """The number of a candidate."""
    names = [target.name for target in TARGETS]
    return 3 * names.index(system) + example
