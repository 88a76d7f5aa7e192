"""Texts in several files, and what becomes of those that are broken."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from tests.support.small_texts import demo_lines, demo_options

import proform
from proform.errors import InputError, ProformError
from proform.scoring.result import Result
from proform.text.formats import Role
from proform.text.texts import open_text

NAMES = {
    "src": "source.en",
    "ref": "reference.fr",
    "sys": "context.fr",
    "ral": "reference.align",
    "sal": "context.align",
    "ids": "docs.txt",
}


def shards(folder: Path, number: int) -> dict[str, str]:
    """The demo, cut into so many gzip files of whole documents."""
    columns = {key: demo_lines(name) for key, name in NAMES.items()}
    ids = columns["ids"]
    starts = [k for k in range(len(ids)) if k == 0 or ids[k] != ids[k - 1]]
    cuts = [*(starts[len(starts) * k // number] for k in range(number)), len(ids)]
    for key, lines in columns.items():
        (folder / key).mkdir(parents=True, exist_ok=True)
        for k in range(number):
            text = "".join(f"{line}\n" for line in lines[cuts[k] : cuts[k + 1]])
            (folder / key / f"{k}.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
    return {key: str(folder / key / "*.gz") for key in columns}


def scored(at: dict[str, str], **options: Any) -> Result:
    settings = demo_options(metrics=("apt", "agreement"), confidence=True, resamples=50)
    settings |= {"align_ref": at["ral"], "align_sys": [at["sal"]], "documents": at["ids"]}
    given = at["src"], at["ref"], {"context": at["sys"]}, "en-fr"
    return proform.score(*given, judgements=False, **settings | options)


def score(at: dict[str, str], **options: Any) -> str:
    return scored(at, **options).to_text("json")


@pytest.mark.parametrize("number", [2, 3])
def test_files_in_a_row_are_one_text(tmp_path: Path, number: int) -> None:
    settings = demo_options(metrics=("apt", "agreement"), confidence=True, resamples=50)
    lines = {key: demo_lines(name) for key, name in NAMES.items()}
    settings |= {"align_ref": lines["ral"], "align_sys": [lines["sal"]], "documents": lines["ids"]}
    given = lines["src"], lines["ref"], {"context": lines["sys"]}, "en-fr"
    whole = proform.score(*given, judgements=False, **settings).to_text("json")
    at = shards(tmp_path, number)
    assert score(at) == score(at, skip_broken=True) == whole


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-20])


def garbled(path: Path) -> None:
    path.write_bytes(b"\x1f\x8b" + bytes(50))


def shortened(path: Path) -> None:
    path.write_bytes(
        gzip.compress(b"".join(gzip.decompress(path.read_bytes()).splitlines(True)[1:]))
    )


@pytest.mark.parametrize("spoil", [cut_off, garbled, shortened])
@pytest.mark.parametrize("key", ["src", "sys", "sal", "ids"])
def test_a_broken_file_is_named_and_left_out_only_if_told(
    tmp_path: Path, spoil: Any, key: str
) -> None:
    sound = shards(tmp_path / "sound", 3)
    at = shards(tmp_path / "broken", 3)
    for name in NAMES:
        (tmp_path / "sound" / name / "1.gz").unlink()
    spoil(tmp_path / "broken" / key / "1.gz")
    named = r"\d+ document ids for" if (spoil, key) == (shortened, "ids") else r"/1\.gz: "
    with pytest.raises(InputError, match=named):
        score(at)
    kept = scored(at, skip_broken=True)
    assert kept.notes[0] == "1 of 3 files are left out: this is not the whole corpus"
    assert "/1.gz" in kept.notes[1]
    assert [each.score for each in kept.results] == [each.score for each in scored(sound).results]
    result = kept.to_text("json")
    assert "without 1" in result
    parts = [
        proform.score_shard(
            *(f"{k}/2", tmp_path / f"part.{k}", at["src"], at["ref"], {"context": at["sys"]}),
            "en-fr",
            **demo_options(metrics=("apt", "agreement"), confidence=True, resamples=50)
            | {"align_ref": at["ral"], "align_sys": [at["sal"]], "documents": at["ids"]},
            skip_broken=True,
        )
        for k in (1, 2)
    ]
    assert proform.merge(parts).to_text("json") == result


def test_parts_with_other_files_left_out_are_of_another_run(tmp_path: Path) -> None:
    at = shards(tmp_path, 3)
    options = demo_options() | {
        "align_ref": at["ral"],
        "align_sys": [at["sal"]],
        "documents": at["ids"],
    }
    given = at["src"], at["ref"], {"context": at["sys"]}, "en-fr"
    first = proform.score_shard("1/2", tmp_path / "p1", *given, **options, skip_broken=True)
    cut_off(tmp_path / "sal" / "2.gz")
    second = proform.score_shard("2/2", tmp_path / "p2", *given, **options, skip_broken=True)
    with pytest.raises(ProformError, match="part of another run"):
        proform.merge([first, second])


def test_texts_have_to_be_in_as_many_files(tmp_path: Path) -> None:
    at = shards(tmp_path, 3)
    one = tmp_path / "one.fr"
    one.write_text("".join(f"{line}\n" for line in demo_lines("reference.fr")), encoding="utf-8")
    with pytest.raises(ProformError, match=r"one\.fr is not in as many files.*one\.fr 1, .*\.gz 3"):
        score(at | {"ref": str(one)}, skip_broken=True)
    with pytest.raises(ProformError, match="the documents have to be in as many files"):
        score(at | {"ids": str(one)}, skip_broken=True)


def test_nothing_is_left_if_all_are_broken(tmp_path: Path) -> None:
    at = shards(tmp_path, 2)
    for k in range(2):
        cut_off(tmp_path / "src" / f"{k}.gz")
    with pytest.raises(ProformError, match="no file is whole"):
        score(at, skip_broken=True)


def test_a_column_of_another_type_in_one_file(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet  # noqa: PLC0415 (may be missing)

    for k, sources in enumerate((["one"], [2], ["three"])):
        table = pa.table({"source": sources, "reference": ["x"]})
        parquet.write_table(table, tmp_path / f"{k}.parquet")
    text = open_text(str(tmp_path), Role.SOURCE)
    with pytest.raises(InputError, match=r"1\.parquet: the column 'source' holds int64"):
        list(text.blocks())


def test_what_is_known_of_sizes_does_not_change_a_part(tmp_path: Path) -> None:
    for k in range(3):
        (tmp_path / f"{k}.txt").write_text(f"a{k}\nb{k}\n", encoding="utf-8")
    text = open_text(str(tmp_path), Role.SOURCE)
    everything = [line for block in text.decoded() for line in block]
    for start in range(7):
        for _ in range(2):  # the second time, sizes are known
            part = text.part(start, None)
            assert [line for block in part.decoded() for line in block] == everything[start:]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bad_line_is_named_in_its_own_file(tmp_path: Path, jobs: int) -> None:
    at = shards(tmp_path, 3)
    path = tmp_path / "sal" / "1.gz"
    lines = gzip.decompress(path.read_bytes()).splitlines()
    lines[6] = b"0-0 nonsense"
    path.write_bytes(gzip.compress(b"\n".join(lines) + b"\n"))
    with pytest.raises(InputError, match=r"sal/1\.gz:7: .*nonsense"):
        scored(at, jobs=jobs)


def test_a_file_of_another_length_is_named(tmp_path: Path) -> None:
    at = shards(tmp_path, 3)
    shortened(tmp_path / "sys" / "2.gz")
    with pytest.raises(InputError, match=r"sys/2\.gz: 29 lines, but .*src/2\.gz has 30"):
        score(at)


def test_a_file_without_document_ids_is_named(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet  # noqa: PLC0415 (may be missing)

    tables = [{"source": ["a", "b"], "doc": [k, None if k == 2 else k]} for k in range(3)]
    tables.insert(1, {"source": [], "doc": []})  # says nothing of documents, and need not
    for k, table in enumerate(tables):
        parquet.write_table(pa.table(table), tmp_path / f"{k}.parquet")
    with pytest.raises(InputError, match=r"3\.parquet: a document without an id"):
        open_text(str(tmp_path), Role.SOURCE).documents()
    (tmp_path / "3.parquet").unlink()
    documents = open_text(str(tmp_path), Role.SOURCE).documents()
    assert documents is not None
    assert documents.ids == ("0", "1"), "whole numbers are ids too"
    assert documents.starts == (0, 2)
    parquet.write_table(pa.table({"source": ["a"]}), tmp_path / "3.parquet")
    with pytest.raises(InputError, match=r"3\.parquet: no document ids, but .*0\.parquet has"):
        open_text(str(tmp_path), Role.SOURCE).documents()
