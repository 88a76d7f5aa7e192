"""Systems come by a file and go."""

from __future__ import annotations

import pytest
from tests.support.office import Office
from tests.support.small_suite import TARGETS

from proform.web.security import CSRF_HEADER, MOST_UPLOADED, csrf

LINES = "\n".join(TARGETS[1].lines)


def upload(office: Office, name: str, content: bytes, **headers: str) -> tuple[int, str]:
    her = office.her
    sent = {"cookie": f"proform_session={her.session}", CSRF_HEADER: csrf(her.session), **headers}
    path = f"/api/research/systems?name={name}"
    reply = office.client.post(path, content=content, headers=sent)
    said = reply.json()
    return reply.status_code, str(said.get("message") or said.get("detail") or said.get("error"))


def test_a_system_is_uploaded_and_removed(quick_office: Office) -> None:
    status, said = upload(quick_office, "late", b"\xef\xbb\xbf" + LINES.encode() + b"\r\n")
    assert (status, said[:15]) == (200, "late was added.")
    page = quick_office.her.page("/research/systems")
    assert "late</th>" in page
    assert "late</th>" in quick_office.her.page("/research")
    removed = quick_office.her.done("/api/research/systems/remove", {"name": "late"})
    assert "judgements are kept" in removed["message"]
    assert "late</th>" not in quick_office.her.page("/research/systems")
    for name in ("late", "reference"):
        assert (
            quick_office.her.post("/api/research/systems/remove", {"name": name}).status_code == 422
        )


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("late", LINES.encode() + b"\nmore", "5"),
        ("late", b"one line", "1"),
        ("base", LINES.encode(), "'base' is in the suite already"),
        ("", LINES.encode(), "cannot be the name of a system"),
        ("late", b"\xff\xfe", "not UTF-8"),
    ],
)
def test_what_cannot_be_added(
    quick_office: Office, name: str, content: bytes, complaint: str
) -> None:
    before = quick_office.her.page("/research/systems").count("<tr>")
    status, said = upload(quick_office, name, content)
    assert status == 422
    assert complaint in said
    assert quick_office.her.page("/research/systems").count("<tr>") == before


def test_two_hundred_megabytes_are_refused_before_they_are_read(quick_office: Office) -> None:
    status, said = upload(quick_office, "late", b"x", **{"content-length": str(200_000_000)})
    assert status == 413
    assert "too large" in said
    assert MOST_UPLOADED < 200_000_000
