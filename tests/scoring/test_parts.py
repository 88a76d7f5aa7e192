"""Where the parts of a corpus begin, and the file of one."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.small_texts import demo_job

from proform.errors import InputError, ProformError
from proform.scoring.job import read_job
from proform.scoring.parts import CorpusPart, Shard, plan, read_part, shared
from proform.scoring.run import count


def part(shard: Shard = Shard(1, 1)) -> CorpusPart:  # noqa: B008 (a value)
    job = demo_job()
    sums = count(job.corpus, job.judges, job.choices)
    return CorpusPart(shard, shared(job, plan(job, shard.of), {"lang": "en-fr"}), sums, ["a note"])


@pytest.mark.parametrize("text", ["0/3", "4/3", "3", "a/b", "1/0", "-1/3", "1/3/4", ""])
def test_what_is_no_part_is_refused(text: str) -> None:
    with pytest.raises(ProformError, match="expected K/N with K from 1 to N"):
        Shard.parse(text)


@given(st.integers(1, 40))
def test_parts_are_whole_documents_in_order(parts: int) -> None:
    job = demo_job()
    documents = job.corpus.documents
    assert documents is not None
    cut = plan(job, parts)
    assert len(cut.starts) == parts
    assert cut.starts[0] == 0
    assert list(cut.starts) == sorted(cut.starts)
    assert {*cut.starts} <= {*documents.starts, cut.segments}
    assert cut.range(parts) == (cut.starts[-1], None)


def test_without_documents_a_judge_that_looks_back_cannot_be_cut() -> None:
    assert plan(demo_job(documents=None), 5).starts == (0, 15, 30, 45, 60)
    with pytest.raises(ProformError, match=r"agreement looks at the segments before.*--docs"):
        plan(demo_job(documents=None, metrics=["agreement"]), 5)


def test_a_document_that_comes_back_is_an_error() -> None:
    ids = ["a"] * 30 + ["b"] * 30 + ["a"] * 15
    with pytest.raises(InputError, match="the document 'a' comes back in segment 60"):
        plan(demo_job(documents=ids), 3)


def test_raw_text_needs_a_model_that_all_parts_share() -> None:
    job = read_job(["It rains ."], ["Il pleut ."], {"a": ["Il pleut ."]}, "en-fr")
    with pytest.raises(ProformError, match=r"each would learn its own.*--model"):
        plan(job, 2)


def test_standard_input_cannot_be_cut() -> None:
    job = read_job("-", ["Il pleut ."], {"a": ["Il pleut ."]}, "en-fr")
    with pytest.raises(ProformError, match="standard input cannot be cut"):
        plan(job, 2)


def test_a_part_is_read_as_it_was_written(tmp_path: Path) -> None:
    one, path = part(), tmp_path / "part"
    one.write(path)
    again = read_part(path)
    assert again.to_bytes() == one.to_bytes() == path.read_bytes()
    assert again.notes == ["a note"]


def _changed(content: dict[str, Any], **values: Any) -> bytes:
    return gzip.compress(json.dumps(content | values).encode())


_ODD = {"width": 1, "by_segment": False, "rows": "", "documents": [], "kinds": []}
_ODD["groups"] = [0, 0, 1]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"format": "proform part 9"}, "not a part but 'proform part 9'"),
        ({"tallies": [["apt", "context", {}]]}, "not a part of a run"),
        ({"tallies": [["apt", "context", _ODD]]}, "not a part of a run .*out of range"),
        ({"shard": [1, 2, 3]}, "not a part of a run"),
    ],
)
def test_what_is_no_part_says_so(tmp_path: Path, change: dict[str, Any], complaint: str) -> None:
    path = tmp_path / "part"
    path.write_bytes(_changed(json.loads(gzip.decompress(part().to_bytes())), **change))
    with pytest.raises(InputError, match=complaint):
        read_part(path)


def test_parts_of_another_version_are_refused(tmp_path: Path) -> None:
    content = json.loads(gzip.decompress(part().to_bytes()))
    path = tmp_path / "part"
    path.write_bytes(_changed(content, run=content["run"] | {"version": "0.0.1"}))
    with pytest.raises(InputError, match=r"made by proform 0\.0\.1"):
        read_part(path)


@pytest.mark.parametrize("size", [0, 1, 100, -1])
def test_a_part_that_is_cut_off_is_named(tmp_path: Path, size: int) -> None:
    path = tmp_path / "part.7"
    path.write_bytes(part().to_bytes()[:size])
    with pytest.raises(InputError, match=r"part\.7"):
        read_part(path)
