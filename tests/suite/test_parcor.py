from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.support.mmax_project import write_project

from proform.errors import InputError, ProformError
from proform.language.pack import load_packs
from proform.suite.candidates import Unused
from proform.suite.parcor import AnnotatedCorpus, read_parcor

NP = {"span": "word_1..word_2", "mention": "np", "coref_class": "set_1"}
IT = {
    "span": "word_5",
    "mention": "pronoun",
    "coref_class": "set_1",
    "type": "anaphoric",
    "antetype": "entity",
    "position": "subject",
}
ENGLISH = ["the cat sleeps .", "it dreams ."]
GERMAN = ["die Katze schläft .", "sie träumt ."]


def read(*directories: Path) -> AnnotatedCorpus:
    return read_parcor(directories, load_packs("en-de"))


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Two parts with three parallel documents."""
    for name in ("TED/01", "TED/02", "news/01"):
        part, number = name.split("/")
        write_project(tmp_path / part / "EN", number, ENGLISH, [IT, NP])
        write_project(tmp_path / part / "DE", number, GERMAN)
    return tmp_path


def test_documents_and_their_pronouns(corpus: Path) -> None:
    found = read(corpus)
    assert [document.name for document in found.documents] == ["TED/01", "TED/02", "news/01"]
    assert [(part.first, part.last) for part in found.documents] == [(0, 1), (2, 3), (4, 5)]
    assert found.source == ("the cat sleeps .", "it dreams .") * 3
    assert found.target[1] == "sie träumt ."
    assert [example.segment for example in found.candidates] == [1, 3, 5]
    assert [example.antecedents[0].segment for example in found.candidates] == [0, 2, 4]
    assert found.left_out == {}
    assert not found.unused


def test_parts_by_name_in_the_order_given(corpus: Path) -> None:
    found = read(corpus / "news", corpus / "TED")
    assert [document.name for document in found.documents] == ["news/01", "TED/01", "TED/02"]


def test_what_is_left_out_does_not_count_as_segments(corpus: Path) -> None:
    (corpus / "TED/DE/01.mmax").unlink()
    write_project(corpus / "TED/DE", "02", [*GERMAN, "und so ."])
    write_project(corpus / "news/DE", "03", GERMAN)
    words = corpus / "news/EN/Basedata/04_words.xml"
    write_project(corpus / "news/EN", "04", ENGLISH)
    write_project(corpus / "news/DE", "04", GERMAN)
    words.write_text("<words>\n<word id='word_1'>&</word></words>")
    found = read(corpus)
    assert found.left_out == {
        "TED/01": "missing in de",
        "TED/02": "2 sentences in en, 3 in de",
        "news/03": "missing in en",
        "news/04": f"{words}:2: broken XML (not well-formed (invalid token))",
    }
    assert [document.name for document in found.documents] == ["news/01"]
    assert [example.segment for example in found.candidates] == [1]


def test_annotation_of_the_target_is_not_looked_at(corpus: Path) -> None:
    (corpus / "TED/DE/Markables/01_coref_level.xml").write_text("<<<<<<< HEAD")
    assert read(corpus).left_out == {}


def test_pronouns_that_are_not_used_are_counted(corpus: Path) -> None:
    write_project(corpus / "news/EN", "01", ENGLISH)
    assert read(corpus).unused == {Unused.UNMARKED: 1}


def test_no_document_is_left(corpus: Path) -> None:
    what = "no document in both en and fr (TED/01: missing in fr)"
    with pytest.raises(ProformError, match=re.escape(what)):
        read_parcor([corpus], load_packs("en-fr"))


def test_folder_without_projects(corpus: Path) -> None:
    (corpus / "empty").mkdir()
    with pytest.raises(InputError, match=r"empty: no .mmax file in en or de"):
        read(corpus, corpus / "empty")


def test_the_same_part_twice(corpus: Path) -> None:
    with pytest.raises(InputError, match="TED/01 is in another of the folders as well"):
        read(corpus, corpus / "TED")


def test_language_without_weights(corpus: Path) -> None:
    with pytest.raises(ProformError, match="no weights for the parts of speech of German"):
        read_parcor([corpus], load_packs("de-en"))
