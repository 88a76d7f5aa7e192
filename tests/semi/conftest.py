"""A suite for semi-automatic evaluation in a store."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.support.judged_suite import fill
from tests.support.semi_suite import APPROVED, SHAPE, SYSTEMS

from proform.store.database import Store, opened


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    """A suite with two systems, and nothing judged, on each database."""
    with opened(where, create=True) as store:
        fill(store, SHAPE, SYSTEMS, APPROVED)
        yield store
