"""Files to take away."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZipFile

from tests.support.office import Office, disagree
from tests.support.small_suite import NOW, SUITE

from proform.store.suites import find_suite, retire


def test_removed_systems_leave_the_pages_but_not_the_export(office: Office) -> None:
    disagree(office)
    with office.store.writing() as connection:
        retire(connection, find_suite(connection, None), "base", NOW)
    assert "No open disagreement" in office.her.page("/research/adjudication")
    assert "bicyclette" not in office.her.page("/research/examples/1")
    records = office.her.page("/research/export/judgements.jsonl").splitlines()
    assert len(records) == 8


def test_files_are_named_after_the_suite(quick_office: Office) -> None:
    disagree(quick_office)
    names = ("judgements.jsonl", "judgements.csv", "counts.tex", "agreement.tex", "gaps.tsv")
    for name in names:
        answer = quick_office.her.get(f"/research/export/{name}")
        assert answer.headers["content-disposition"] == f'attachment; filename="small-{name}"'
    texts = quick_office.her.get("/research/export/texts.zip").content
    with ZipFile(BytesIO(texts)) as archive:
        assert archive.read("source.en").decode().splitlines() == list(SUITE.source)
    evaluated = quick_office.her.page("/research/export/evaluation.csv").splitlines()
    assert [line.split(",")[:2] for line in evaluated[1:]] == [
        ["base", "protest"],
        ["new", "protest"],
    ]
    assert "Ada" in quick_office.her.page("/research/export/quality.csv")
    lines = quick_office.her.page("/research/export/judgements.jsonl").splitlines()
    assert len(lines) == 8
    assert "Ada, Bob: all" in quick_office.her.page("/research/export/agreement.tex")
    assert quick_office.her.get("/research/export/all.zip").status_code == 404
