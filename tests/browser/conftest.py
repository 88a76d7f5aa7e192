"""A browser and a server, for tests of pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support.web_server import Running, prepare, serving


@pytest.fixture(autouse=True)
def _closed(browser: Any) -> Iterator[None]:
    """Nothing that a test opens outlives it, nor asks for a server that is gone."""
    there = list(browser.contexts)
    yield
    for context in browser.contexts:
        if context not in there:
            context.close()


@pytest.fixture
def context(browser: Any) -> Iterator[Any]:
    """A browser without memory; a script that fails in it fails the test."""
    failed: list[str] = []
    fresh = browser.new_context(viewport={"width": 1280, "height": 800})
    fresh.on("weberror", lambda error: failed.append(str(error.error)))
    yield fresh
    fresh.close()
    assert failed == []


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """A server with the small suite, on which Ada and Bob work."""
    where = str(tmp_path / "suite.db")
    prepare(where)
    with serving(where) as running:
        yield running
