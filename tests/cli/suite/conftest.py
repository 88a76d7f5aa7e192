"""A suite of the demo data, and `proform suite`."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.command import Proform, Suite
from tests.support.demo_suite import build
from typer.testing import Result


@pytest.fixture
def suite(proform: Proform) -> Suite:
    """Run `proform suite`, which should succeed."""

    def run(*args: object) -> Result:
        result = proform("suite", *args)
        assert result.exit_code == 0, result.output
        return result

    return run


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A store with the English-French demo data and its three systems."""
    store = tmp_path / "demo.db"
    build(str(store))
    return store
