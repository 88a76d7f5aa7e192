"""Whole documents are mined, wherever blocks and parts of a corpus end."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.mined_text import corpus, write

from proform.scoring.inputs import read_mined
from proform.suite.mining import chunks as mined_chunks
from proform.suite.mining.chunks import RUN, Run, chunks
from proform.text import lines as text_lines


def runs(folder: Path, *, documents: bool, start: int = 0, stop: int | None = None) -> list[Run]:
    source, reference, ids = write(folder, corpus(60))
    read, _ = read_mined(str(source), str(reference), None, str(ids) if documents else None)
    found: list[Run] = []
    for chunk in chunks(read.part(start, stop)):
        assert len(chunk.source) == len(chunk.reference) == chunk.runs[-1].end - chunk.start
        assert chunk.runs[0].first == chunk.start
        found += chunk.runs
    return found


@pytest.mark.parametrize(("block", "chunk"), [(4096, 2048), (7, 10), (1, 1), (50, 3)])
def test_chunks_are_whole_documents_whatever_their_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, block: int, chunk: int
) -> None:
    monkeypatch.setattr(text_lines, "BLOCK", block)
    monkeypatch.setattr(mined_chunks, "_CHUNK", chunk)
    found = runs(tmp_path, documents=True)
    assert [run.document for run in found] == [f"d{n}" for n in range(60)]
    assert [run.end for run in found[:-1]] == [run.first for run in found[1:]]
    assert (found[0].first, found[-1].end) == (0, len(corpus(60)))


def test_without_ids_runs_of_a_hundred_are_documents(tmp_path: Path) -> None:
    found = runs(tmp_path, documents=False)
    assert found == [Run("0", 0, RUN), Run("100", RUN, 200), Run("200", 200, 240)]
    assert runs(tmp_path, documents=False, start=100, stop=200) == found[1:2]


def test_a_very_long_document_is_read_in_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mined_chunks, "LONGEST", 2)
    assert runs(tmp_path, documents=True)[:3] == [Run("d0", 0, 2), Run("d0", 2, 3), Run("d1", 3, 5)]
