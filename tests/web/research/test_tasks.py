"""Sets of tasks that go, and control examples in them."""

from __future__ import annotations

from tests.support.office import Office


def test_a_set_is_deleted_or_retired(quick_office: Office) -> None:
    office, her = quick_office, quick_office.her
    office.tasks("Ada")
    ada = office.invite("Ada")
    office.judge(ada, {(1, "base"): {"pronoun": "bad"}})
    her.done("/api/research/tasks", {"name": "july", "tasks": 1, "shared": 0, "seed": 1})
    assert "deleted" in her.done("/api/research/tasks/remove", {"name": "july"})["message"]
    assert "retired" in her.done("/api/research/tasks/remove", {"name": "june"})["message"]
    assert "Retired: june." in her.page("/research/tasks")
    assert ada.get("/api/work").json()["examples"] == []
    assert her.post("/api/research/tasks/remove", {"name": "june"}).status_code == 422
