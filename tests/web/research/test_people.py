"""Tasks and links: who works on what, and who may enter."""

from __future__ import annotations

import pytest
from tests.support.office import Office

from proform.store.work import people


@pytest.mark.parametrize(
    ("sent", "complaint"),
    [
        ({"name": "june", "tasks": 1, "shared": 0, "seed": 1}, "a set of tasks 'june' already"),
        ({"name": " ", "tasks": 1, "shared": 0, "seed": 1}, "cannot be the name"),
        ({"name": "x", "tasks": 100, "shared": 0, "seed": 1}, "100 tasks, but only 9"),
        ({"name": "x", "tasks": 1, "shared": 0, "seed": 2**40}, "less than or equal to 2147483647"),
        ({"name": "x", "tasks": 1, "shared": 0, "seed": 1, "systems": ["old"]}, "no system 'old'"),
        ({"name": "x", "tasks": "many", "shared": 0, "seed": 1}, "valid integer"),
        ({}, "required"),
        ([], "valid dictionary"),
    ],
)
def test_tasks_that_cannot_be_drawn(quick_office: Office, sent: object, complaint: str) -> None:
    quick_office.tasks()
    answer = quick_office.her.post("/api/research/tasks", sent)
    assert answer.status_code == 422
    assert complaint in answer.text


def test_tasks_are_given_moved_and_taken_away(office: Office) -> None:
    her = office.her
    office.tasks(shared=0, tasks=2)
    one = {"taskset": "june", "label": "1"}
    assert (
        "Ada has task 1"
        in her.done("/api/research/tasks/assign", {**one, "annotator": "Ada"})["message"]
    )
    ada = office.invite("Ada")
    ada.page("/work")
    assert len(ada.get("/api/work").json()["examples"]) > 0
    her.done("/api/research/tasks/reassign", {**one, "old": "Ada", "new": "Bob"})
    assert ada.get("/api/work").json()["examples"] == []
    page = her.page("/research/tasks")
    assert "withdraw<span" in page
    assert '"old": "Bob"' in page
    her.done("/api/research/tasks/unassign", {**one, "annotator": "Bob"})
    assert '"old": "Bob"' not in her.page("/research/tasks")
    for path, sent in (
        ("unassign", {**one, "annotator": "Bob"}),
        ("reassign", {**one, "old": "Bob", "new": "Ada"}),
        ("assign", {"taskset": "july", "label": "1", "annotator": "Ada"}),
        ("assign", {**one, "annotator": "adjudicator"}),
        ("assign", {**one, "annotator": "PROTEST\u200b researcher"}),
    ):
        assert her.post(f"/api/research/tasks/{path}", sent).status_code == 422


def test_a_name_with_odd_characters_is_no_other_person(office: Office) -> None:
    office.tasks(shared=0, tasks=2)
    one = {"taskset": "june", "label": "1"}
    for name in ("Ada", "\uff21da", "A\u200bda", " Ada\ufeff ", "Ada\u00a0"):
        said = office.her.done("/api/research/tasks/assign", {**one, "annotator": name})
        assert said["message"].startswith("Ada has task 1")
        assert office.her.done("/api/research/links", {"role": "annotator", "name": name})
    with office.store.reading() as connection:
        assert people(connection, office.suite) == ["Ada"]
    said = office.her.done("/api/research/tasks/unassign", {**one, "annotator": "\uff21da"})
    assert "no longer has task 1" in said["message"]


def test_many_are_invited_at_once(quick_office: Office) -> None:
    her = quick_office.her
    sent = {"names": "Ada\n\n Bob \n\uff21da\nEve, Dr", "training": False}
    made = her.done("/api/research/links/many", sent)
    assert [link["name"] for link in made["links"]] == ["Ada", "Bob", "Eve, Dr"]
    assert made["csv"].splitlines()[0] == "name,link"
    assert '"Eve, Dr",http' in made["csv"]
    assert quick_office.enter(made["links"][1]["url"]).get("/work").status_code == 200
    sent = {"names": "Cyd\nDan", "last": "2999-12-31", "hours": 12}
    her.done("/api/research/links/many", sent)
    page = her.page("/research/people")
    assert page.count("sessions of 12 h") == page.count("until <time") == 2
    assert her.post("/api/research/links/many", {**sent, "last": "1999-12-31"}).status_code == 422
    her.done("/api/research/links", {"role": "report"})
    assert "for readers of the report" in her.page("/research/people")
    for names in ("", "\n", "Ada\nadjudicator"):
        answer = her.post("/api/research/links/many", {"names": names, "training": False})
        assert answer.status_code == 422
    assert "deleted" in her.done("/api/research/people/remove", {"name": "Bob"})["message"]
    assert "Bob" not in her.page("/research/people").split("Links</h2>")[1]
    assert her.post("/api/research/people/remove", {"name": "Bob"}).status_code == 422


def test_links_are_made_and_revoked(office: Office) -> None:
    her = office.her
    ada = office.invite("Ada")
    assert ada.get("/work").status_code == 200
    page = her.page("/research/people")
    assert "Ada" in page
    assert "(yours)" in page
    her.done("/api/research/links/revoke", {"link": 2})
    assert ada.get("/work").status_code == 401
    assert her.post("/api/research/links/revoke", {"link": 2}).status_code == 422
    assert her.post("/api/research/links/revoke", {"link": 999}).status_code == 422
    assert "no link" in her.page("/research/people")
    made = her.done("/api/research/links", {"role": "researcher"})
    colleague = office.enter(made["url"])
    assert colleague.get("/research").status_code == 200
    for sent in (
        {"role": "annotator"},
        {"role": "annotator", "name": "Adjudicator"},
        {"role": "annotator", "name": "a\nb"},
        {"role": "king", "name": "Ada"},
    ):
        assert her.post("/api/research/links", sent).status_code == 422
    her.done("/api/research/links/revoke", {"link": 1})
    assert her.get("/research").status_code == 401


def test_training_is_asked_for_with_the_link(office: Office) -> None:
    sent = {"role": "annotator", "name": "Ada", "training": True}
    office.her.done("/api/research/links", sent)
    assert "answered</td>" in office.her.page("/research/people")
