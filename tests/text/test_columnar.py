"""Texts in Parquet and Arrow files, in folders, and packed by Zstandard."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
import zstandard
from pyarrow import feather, parquet
from tests.support.small_texts import DEMO_SYSTEMS, demo_lines, demo_options, demo_texts

import proform
from proform.errors import InputError
from proform.text.columnar import cells
from proform.text.formats import Role
from proform.text.texts import open_documents, open_systems, open_text

TABLE: dict[str, list[Any]] = {
    "document": ["a", "a", "b"],
    "source": ["It rains .", "They come .", "It ends ."],
    "reference": ["Il pleut .", "Ils viennent .", "Il finit ."],
    "base": ["Ça pleut .", "Elles viennent .", "Elle finit ."],
    "links.base": ["0-0 1-1", "0-0 1-1", "0-0 1-1"],
    "score": [1.0, 2.0, 3.0],
}


def write(path: Path, columns: dict[str, list[Any]], rows: int = 2) -> Path:
    table = pa.table(columns)
    if path.suffix == ".parquet":
        parquet.write_table(table, path, row_group_size=rows)
    elif path.suffix == ".arrow":
        with pa.ipc.new_stream(str(path), table.schema) as out:
            out.write_table(table, max_chunksize=rows)
    else:
        feather.write_feather(table, str(path), compression="uncompressed")
    return path


def lines(text: Any) -> list[str]:
    return [line for block in text.decoded() for line in block]


@pytest.mark.parametrize("ending", ["parquet", "arrow", "feather"])
def test_columns_have_the_names_that_people_give_them(tmp_path: Path, ending: str) -> None:
    path = write(tmp_path / f"corpus.{ending}", TABLE)
    source = open_text(path, Role.SOURCE)
    assert lines(source) == TABLE["source"]
    documents = source.documents()
    assert documents is not None
    assert (documents.starts, documents.ids) == ((0, 2), ("a", "b"))
    assert lines(open_text(path, Role.REFERENCE)) == TABLE["reference"]
    assert [text.name for text in open_systems(str(path), "fr")] == ["base"]
    assert lines(open_text(f"{path}#links.base", Role.SOURCE)) == TABLE["links.base"]
    assert open_documents(f"{path}#document").ids == ("a", "b")


@pytest.mark.parametrize("ending", ["parquet", "arrow", "feather"])
@pytest.mark.parametrize("start", [0, 1, 2, 3, 4])
def test_a_part_begins_where_it_is_asked_to(tmp_path: Path, ending: str, start: int) -> None:
    path = write(tmp_path / f"corpus.{ending}", TABLE)
    assert [text for (text,) in cells(path, ["source"], start)] == TABLE["source"][start:]


@pytest.mark.parametrize(
    ("name", "complaint"),
    [("nothing", "no column 'nothing', found document, source"), ("score", "holds double")],
)
def test_a_column_that_is_missing_or_no_text(tmp_path: Path, name: str, complaint: str) -> None:
    path = write(tmp_path / "corpus.parquet", TABLE)
    with pytest.raises(InputError, match=rf"corpus\.parquet: .*{complaint}"):
        list(cells(path, [name]))


@pytest.mark.parametrize("ending", ["parquet", "arrow", "feather"])
@pytest.mark.parametrize("size", [0, 100, -40])
def test_a_file_that_is_cut_off_is_named(tmp_path: Path, ending: str, size: int) -> None:
    path = write(tmp_path / f"corpus.{ending}", TABLE)
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(InputError, match=rf"corpus\.{ending}"):
        list(cells(path, ["source"]))


def test_an_empty_cell_is_an_error(tmp_path: Path) -> None:
    path = write(tmp_path / "corpus.parquet", {"source": ["It .", None]})
    with pytest.raises(InputError, match=r"corpus\.parquet:2: nothing in the column 'source'"):
        lines(open_text(path, Role.SOURCE))


def test_a_corpus_in_columns_scores_as_one_in_lines(tmp_path: Path) -> None:
    source, reference, _, languages = demo_texts()
    columns: dict[str, Any] = {
        "document": demo_lines("docs.txt"),
        "source": source,
        "reference": reference,
        **{name: demo_lines(f"{name}.fr") for name in DEMO_SYSTEMS},
        **{f"links.{name}": demo_lines(f"{name}.align") for name in ("reference", *DEMO_SYSTEMS)},
    }
    names = [write(tmp_path / f"{k}.parquet", _rows(columns, k), rows=10) for k in range(3)]
    assert len(names) == 3
    every = str(tmp_path / "*.parquet")
    options: dict[str, Any] = {"metrics": ["apt", "agreement"], "confidence": True}
    in_columns = proform.score(
        *(every, every, [every], languages),
        align_ref=f"{every}#links.reference",
        align_sys=[f"{every}#links.{name}" for name in DEMO_SYSTEMS],
        judgements=False,
        **options,
    )
    in_lines = proform.score(*demo_texts(), judgements=False, **demo_options(**options))
    assert in_columns.to_text("json") == in_lines.to_text("json")


def _rows(columns: dict[str, Any], third: int) -> dict[str, Any]:
    return {name: values[25 * third : 25 * (third + 1)] for name, values in columns.items()}


def test_files_of_a_folder_follow_each_other(tmp_path: Path) -> None:
    (tmp_path / "2.en").write_text("They come .\n", encoding="utf-8")
    (tmp_path / "1.en").write_text("It rains .\nIt ends .\n", encoding="utf-8")
    expected = ["It rains .", "It ends .", "They come ."]
    for argument in (tmp_path, tmp_path / "*.en"):
        text = open_text(argument, Role.SOURCE)
        assert lines(text) == expected
        assert lines(text.part(1, 3)) == expected[1:]
        assert lines(text.part(2, None)) == expected[2:]


def test_a_pattern_or_folder_without_files(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no file has such a name"):
        open_text(tmp_path / "*.en", Role.SOURCE)
    with pytest.raises(InputError, match="a folder without files"):
        open_text(tmp_path, Role.SOURCE)


def test_a_file_without_the_columns_of_the_others(tmp_path: Path) -> None:
    write(tmp_path / "1.parquet", TABLE)
    write(tmp_path / "2.parquet", {name: TABLE[name] for name in ("source", "reference")})
    (system,) = open_systems(str(tmp_path / "*.parquet"), "fr")
    with pytest.raises(InputError, match=r"2\.parquet: no system in it"):
        list(system.blocks())


def test_a_document_may_go_on_in_the_next_file(tmp_path: Path) -> None:
    write(tmp_path / "1.parquet", TABLE)
    write(tmp_path / "2.parquet", TABLE | {"document": ["b", "c", "c"]})
    documents = open_text(tmp_path, Role.SOURCE).documents()
    assert documents is not None
    assert (documents.starts, documents.ids, documents.length) == ((0, 2, 4), ("a", "b", "c"), 6)


def test_columns_of_a_table_without_a_header_are_numbered(tmp_path: Path) -> None:
    path = tmp_path / "corpus.tsv"
    path.write_text("0.9\tIt rains .\tIl pleut .\n0.8\tIt ends .\tIl finit .\n", encoding="utf-8")
    assert lines(open_text(f"{path}#2", Role.SOURCE)) == ["It rains .", "It ends ."]
    assert lines(open_text(f"{path}#3", Role.REFERENCE)) == ["Il pleut .", "Il finit ."]
    with pytest.raises(InputError, match=r"corpus\.tsv:1: no column 9, the line has 3"):
        lines(open_text(f"{path}#9", Role.SOURCE))


def test_zstandard_is_unpacked_whole_or_not_at_all(tmp_path: Path) -> None:
    text = "".join(f"It rains {number} times .\n" for number in range(20_000)).encode()
    half = len(text) // 2
    packer = zstandard.ZstdCompressor(write_checksum=True)
    content = packer.compress(text[:half]) + packer.compress(text[half:])
    path = tmp_path / "corpus.en.zst"
    path.write_bytes(content)
    source = open_text(path, Role.SOURCE)
    assert lines(source) == text.decode().splitlines()
    assert lines(source.part(15_000, 15_002)) == text.decode().splitlines()[15_000:15_002]
    for cut in (len(content) // 3, len(content) - 1):
        path.write_bytes(content[:cut])
        with pytest.raises(InputError, match=r"corpus\.en\.zst: broken Zstandard file"):
            lines(source)
    path.write_bytes(content[:100] + b"nonsense" + content[108:])
    with pytest.raises(InputError, match="broken Zstandard file"):
        lines(source)
