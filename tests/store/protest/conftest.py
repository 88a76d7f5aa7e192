"""A master file of the original program, and a batch for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.exchanged_suite import annotate
from tests.support.original_master import write_master
from tests.support.small_suite import NOW

from proform.store.database import opened
from proform.store.protest.exports import export_batch, make_batch


@pytest.fixture
def batch(where: str, tmp_path: Path) -> tuple[str, Path]:
    path = tmp_path / "ada.db"
    with opened(where, create=True) as store:
        stored = annotate(store)
        with store.writing() as connection:
            made = make_batch(connection, stored, "Ada", "june", 3, NOW)
            export_batch(connection, stored, made, path)
    return where, path


@pytest.fixture
def original(tmp_path: Path) -> Path:
    return write_master(tmp_path / "original.db")
