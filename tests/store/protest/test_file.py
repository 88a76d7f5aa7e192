"""PROTEST files, read and written."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.original_master import bring, export, rows, write_master

from proform.errors import InputError, ProformError
from proform.store.database import opened
from proform.store.protest.file import read_file
from proform.store.suites import suite_names


@pytest.mark.parametrize("how", ["older", "as_text"])
def test_older_names_and_numbers_as_text(
    where: str, original: Path, tmp_path: Path, how: str
) -> None:
    bring(
        where, write_master(tmp_path / "other.db", older=how == "older", as_text=how == "as_text")
    )
    assert rows(export(where, tmp_path / "out.db")) == rows(original)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [(b"", "it has no meta_data"), (b"PROTEST 1.1\n" * 99, "not a PROTEST file")],
)
def test_other_files(tmp_path: Path, content: bytes, complaint: str) -> None:
    path = tmp_path / "a b#c?d%20.db"
    path.write_bytes(content)
    with pytest.raises(InputError, match=complaint):
        read_file(path)
    assert path.read_bytes() == content
    with pytest.raises(InputError, match="there is no such file"):
        read_file(tmp_path)


def test_no_store_is_overwritten_by_an_export(where: str, original: Path, tmp_path: Path) -> None:
    bring(where, original)
    other = tmp_path / "other store.db"
    bring(str(other), original)
    with pytest.raises(ProformError, match=r"other store\.db: there is a database"):
        export(where, other)
    with opened(str(other)) as store, store.reading() as connection:
        assert suite_names(connection) == ["suite"]
    link, behind = tmp_path / "link.db", tmp_path / "behind.db"
    behind.touch()
    link.symlink_to(behind)
    export(where, link)
    assert link.is_symlink()
    assert rows(original) == rows(behind)
    with pytest.raises(ProformError, match=r"link\.db: there is a database"):
        export(where, link)
