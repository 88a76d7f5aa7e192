"""A link to the report opens the report, as it stands, and nothing else."""

from __future__ import annotations

from tests.support.office import Office, disagree


def test_the_report_is_current_and_names_nobody(quick_office: Office) -> None:
    made = quick_office.her.done("/api/research/links", {"role": "report"})
    assert made["name"] == "readers of the report"
    reader = quick_office.enter(made["url"])
    assert reader.get("/").headers["location"] == "/report"
    assert "0 judgements by 0 annotators" in reader.page("/report")
    disagree(quick_office)
    page = reader.page("/report")
    assert "by 2 annotators" in page
    assert "kappa" in page
    assert "Ada" not in page
    assert 'href="/research' not in page
    for path in ("/research", "/research/export/judgements.jsonl", "/work", "/guidelines"):
        assert reader.get(path).status_code == 403
