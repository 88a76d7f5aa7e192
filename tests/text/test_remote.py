"""Files at URLs read as files do."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
from fsspec import filesystem
from tests.support.small_texts import DEMO_SYSTEMS, demo_lines, demo_options, demo_texts

import proform
from proform.errors import InputError, ProformError
from proform.text.formats import Role
from proform.text.remote import remote_files, remote_size, url_of
from proform.text.texts import open_links, open_text


@pytest.fixture(autouse=True)
def store() -> Iterator[None]:
    yield
    memory = filesystem("memory")
    for name in list(memory.store):
        memory.rm(name)


def put(name: str, content: bytes) -> None:
    filesystem("memory").pipe(f"/{name}", content)


def lines(given: str) -> list[str]:
    return [line for block in open_text(given, Role.SOURCE).decoded() for line in block]


def test_a_path_stands_for_the_url_it_was_made_of(tmp_path: Path) -> None:
    assert url_of(Path("memory://a/b.txt")) == "memory://a/b.txt"
    assert url_of(Path("file:///a/b.txt")) == "file:///a/b.txt"
    assert url_of(Path("simplecache::s3://a/b.txt")) == "simplecache::s3://a/b.txt"
    assert url_of(Path("a/b.txt")) is None
    assert url_of(tmp_path / "c:" / "x") is None


@pytest.mark.parametrize("scheme", ["memory", "file"])
def test_text_gzip_folder_and_pattern(tmp_path: Path, scheme: str) -> None:
    where = "memory://texts" if scheme == "memory" else f"file://{tmp_path}/texts"
    for name, content in (("1.gz", gzip.compress(b"one\ntwo\n")), ("2.txt", b"three\n")):
        if scheme == "memory":
            put(f"texts/{name}", content)
        else:
            (tmp_path / "texts").mkdir(exist_ok=True)
            (tmp_path / "texts" / name).write_bytes(content)
    assert lines(f"{where}/1.gz") == ["one", "two"]
    assert lines(where) == lines(f"{where}/*") == ["one", "two", "three"]
    part = open_text(f"{where}/1.gz", Role.SOURCE).part(1, None)
    assert list(part.decoded()) == [["two"]]
    assert remote_size(f"{where}/2.txt") == 6
    assert remote_files(f"{where}/2.txt") == []


def test_columns_of_parquet_and_arrow() -> None:
    pa = pytest.importorskip("pyarrow")
    from pyarrow import feather, parquet  # noqa: PLC0415 (may be missing)

    table = pa.table({"document": ["a", "b"], "source": ["one", "two"], "links": ["0-0", ""]})
    for write, name in ((parquet.write_table, "x.parquet"), (feather.write_feather, "x.arrow")):
        sink = pa.BufferOutputStream()
        write(table, sink)
        put(name, sink.getvalue().to_pybytes())
        text = open_text(f"memory://{name}", Role.SOURCE)
        assert list(text.decoded()) == [["one", "two"]]
        documents = text.documents()
        assert documents is not None
        assert documents.ids == ("a", "b")
        assert list(open_links(f"memory://{name}#links").decoded()) == [["0-0", ""]]


def test_a_corpus_elsewhere_scores_as_one_that_is_here() -> None:
    source, reference, systems, languages = demo_texts()
    options = demo_options(metrics=("apt", "agreement"))
    whole = proform.score(source, reference, systems, languages, judgements=False, **options)

    def moved(name: str) -> str:
        put(name, "".join(f"{line}\n" for line in demo_lines(name)).encode())
        return f"memory://{name}"

    there = options | {
        "align_ref": moved("reference.align"),
        "align_sys": [moved(f"{name}.align") for name in DEMO_SYSTEMS],
    }
    outputs = [moved(f"{name}.fr") for name in DEMO_SYSTEMS]
    given = moved("source.en"), moved("reference.fr"), outputs, languages
    result = proform.score(*given, judgements=False, **there)
    assert result.to_text("json") == whole.to_text("json")


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("memory://none.txt", r"memory://none\.txt: cannot be read \(there is no such file\)"),
        ("memory://none/*.txt", r"memory://none/\*\.txt: no file has such a name"),
        ("nosuch://a/b", r"nosuch://a/b: cannot be read .*nosuch"),
    ],
)
def test_what_is_not_there_is_said(url: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        lines(url)


def test_without_fsspec_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "fsspec.core", None)
    with pytest.raises(ProformError, match=r"fsspec is not installed.*proform\[remote\]"):
        lines("memory://a.txt")
