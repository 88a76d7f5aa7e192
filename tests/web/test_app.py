"""The doors of the application: where a link leads, and what the server says of itself."""

from __future__ import annotations

from pathlib import Path

from tests.support.office import open_office
from tests.support.visit import Visit

from proform.version import __version__


def test_everyone_is_led_to_their_own_pages(tmp_path: Path) -> None:
    with open_office(str(tmp_path / "suite.db")) as office:
        ada = office.invite("Ada")
        assert office.her.get("/").headers["location"] == "/research"
        assert ada.get("/").headers["location"] == "/work"
        stranger = Visit(office.client, "")
        assert "link" in stranger.page("/")
        assert stranger.get("/work").json() == {"detail": "open the link that was sent to you"}
        assert ada.get("/research").json() == {"detail": "this page is not for you"}
        assert stranger.get("/healthz").json() == {"status": "ok", "version": __version__}


def test_a_wrong_link_opens_nothing(tmp_path: Path) -> None:
    with open_office(str(tmp_path / "suite.db")) as office:
        answer = office.client.get("/enter/wrong", follow_redirects=False)
        assert answer.status_code == 401
        assert "set-cookie" not in answer.headers


def test_what_is_wrong_in_an_address_is_said_in_one_line(tmp_path: Path) -> None:
    with open_office(str(tmp_path / "suite.db")) as office:
        answer = office.her.get("/research/examples/first")
        assert answer.status_code == 422
        assert answer.json()["detail"].startswith("number: ")
