"""Fixtures that several tests use."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, expect
from tests.support.browser import CHROMIUM, chromium
from tests.support.command import Proform, call
from tests.support.paths import DEMO, SHARED
from tests.support.postgres import give_back, new_database, postgres_server, programs

# Commands that tests interrupt can be, also where the tests themselves run in the background.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# No test depends on how fast the machine is.
settings.register_profile("proform", deadline=None)
settings.load_profile("proform")
expect.set_options(timeout=30_000)


@pytest.fixture
def proform() -> Proform:
    """Run the command in this process: proform("score", "-s", …)."""
    return call


@pytest.fixture
def shared_data() -> Callable[[str], Path]:
    """A folder of real data by others, which is not part of the project."""

    def folder(name: str) -> Path:
        path = SHARED / "data" / name
        if not path.is_dir():
            pytest.skip(f"needs {path}, real data that is not shipped; set PROFORM_SHARED")
        return path

    return folder


@pytest.fixture
def demo() -> Path:
    """The demo texts: a folder for each pair."""
    return DEMO


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    """Write a small file and give its path."""

    def put(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return put


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server, with a gap for the database."""
    found = programs()
    if found is None:
        pytest.skip("needs PostgreSQL (Debian's package postgresql); make test installs it")
    with postgres_server(found) as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a store that is not there yet: a SQLite file and a PostgreSQL, alike."""
    if request.param == "sqlite":
        yield str(tmp_path / "suite.db")
    else:
        database = new_database(request.getfixturevalue("postgres"))
        yield database
        give_back(database)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium without a window; one for all tests, since playwright bears no second."""
    if not CHROMIUM.exists():
        pytest.skip(f"needs {CHROMIUM} (Debian's package chromium); make test installs it")
    with chromium() as opened:
        yield opened
