"""A researcher at work on the small suite."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.office import Office, open_office


@pytest.fixture
def office(where: str) -> Iterator[Office]:
    with open_office(where) as opened:
        yield opened


@pytest.fixture
def quick_office(tmp_path: Path) -> Iterator[Office]:
    """The same for tests to which it makes no difference in which database things are kept."""
    with open_office(str(tmp_path / "suite.db")) as opened:
        yield opened
