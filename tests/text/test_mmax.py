from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.support.mmax_project import COMMON, markables, words, write_project

from proform.errors import InputError
from proform.text.mmax import find_projects, read_project


@pytest.fixture
def project(tmp_path: Path) -> Path:
    mentions = [
        {"span": "word_4", "mention": "pronoun", "type": "anaphoric"},
        {"span": "word_1..word_2,word_5", "mention": "np", "coref_class": "set_1"},
    ]
    return write_project(tmp_path, "a", ["the cat", "and it purrs ."], mentions)


def rewrite(project: Path, file: str, text: str | bytes) -> Path:
    path = project.parent / file
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_words_sentences_and_mentions(project: Path) -> None:
    found = read_project(project)
    assert found.sentences == (("the", "cat"), ("and", "it", "purrs", "."))
    assert [mention.words for mention in found.mentions] == [(0, 1, 4), (3,)]
    assert found.mentions[0].attributes["coref_class"] == "set_1"
    assert found.mentions[1].attributes["type"] == "anaphoric"


def test_place_of_a_word(project: Path) -> None:
    found = read_project(project)
    assert [found.place(word) for word in (0, 1, 2, 5)] == [(0, 0), (0, 1), (1, 0), (1, 3)]


def test_ids_need_not_be_contiguous_nor_start_at_one(project: Path) -> None:
    rewrite(project, "Basedata/a_words.xml", words({"word_7": "so", "word_9": "it", "x": "is"}))
    spans = [{"span": "x"}, {"span": "word_7..word_9"}]
    rewrite(project, "Markables/a_sentence_level.xml", markables("sentence", spans))
    rewrite(project, "Markables/a_coref_level.xml", markables("coref", [{"span": "word_9..x"}]))
    found = read_project(project)
    assert found.sentences == (("so", "it"), ("is",))
    assert found.mentions[0].words == (1, 2)


def test_without_mentions_their_file_is_not_read(project: Path) -> None:
    rewrite(project, "Markables/a_coref_level.xml", "<<<<<<< HEAD")
    assert read_project(project, mentions=False).mentions == ()
    with pytest.raises(InputError):
        read_project(project)


def test_other_encodings_that_are_declared(project: Path) -> None:
    text = '<?xml version="1.0" encoding="ISO-8859-1"?>\n<words>{}</words>'
    rows = "".join(f'<word id="word_{n}">\xe9t\xe9{n}</word>' for n in range(1, 7))
    rewrite(project, "Basedata/a_words.xml", text.format(rows).encode("latin-1"))
    assert read_project(project).words[0] == "été1"


WORDS = "Basedata/a_words.xml"
SENTENCES = "Markables/a_sentence_level.xml"
COREF = "Markables/a_coref_level.xml"
BROKEN = {
    "no XML": (WORDS, "", 1, "broken XML (no element found)"),
    "bare ampersand": (WORDS, "<words>\n<word id='a'>&</word></words>", 2, "broken XML (not well"),
    "cut off": (COREF, "<markables>\n<markable span='word_1'/>\n", 3, "broken XML (no element"),
    "not UTF-8": (WORDS, b"<words>\n\n<word id='a'>\xe9</word></words>", 3, "found the byte 0xe9"),
    "unknown encoding": (WORDS, '<?xml version="1.0" encoding="utf-9"?><a/>', 1, "unknown enc"),
    "entity of a DTD": (
        WORDS,
        "<!DOCTYPE words SYSTEM 'words.dtd'>\n<words><word id='a'>&eacute;</word></words>",
        2,
        "the entity &eacute; is defined elsewhere",
    ),
    "external entity": (
        WORDS,
        "<!DOCTYPE w [<!ENTITY x SYSTEM '/etc/passwd'>]>\n<w><word id='a'>&x;</word></w>",
        2,
        "the entity &x; is defined elsewhere",
    ),
    "empty word": (WORDS, words({"a": "b", "c": " "}), 5, "expected a word, found ''"),
    "blank in a word": (WORDS, words({"a": "b c"}), 4, "expected a word, found 'b c'"),
    "word without id": (WORDS, "<words><word>a</word></words>", 1, "a word has no id"),
    "id twice": (
        WORDS,
        "<words><word id='a'>x</word>\n<word id='a'>y</word></words>",
        2,
        "two words have the id 'a'",
    ),
    "missing word": (
        COREF,
        markables("coref", [{"span": "word_2..word_99"}]),
        4,
        "the span 'word_2..word_99' points to the word 'word_99'",
    ),
    "no span": (COREF, markables("coref", [{"id": "m"}]), 4, "points to the word ''"),
    "span that runs backwards": (
        COREF,
        markables("coref", [{"span": "word_3..word_2"}]),
        4,
        "the span 'word_3..word_2' runs backwards",
    ),
    "word in no sentence": (
        SENTENCES,
        markables("sentence", [{"span": "word_1..word_2"}, {"span": "word_4..word_6"}]),
        None,
        "'word_3' is in no sentence",
    ),
    "word in two sentences": (
        SENTENCES,
        markables("sentence", [{"span": "word_1..word_3"}, {"span": "word_3..word_6"}]),
        None,
        "'word_3' is in more than one sentence",
    ),
    "sentence in a sentence": (
        SENTENCES,
        markables(
            "sentence", [{"span": "word_1..word_2,word_5..word_6"}, {"span": "word_3..word_4"}]
        ),
        None,
        "another sentence is inside the sentence 'word_1..word_2,word_5..word_6'",
    ),
    "no name of the words": ("a.mmax", "<mmax_project/>", None, "no <words> in it"),
    "no paths": ("common_paths.xml", "<common_paths/>", None, "no <basedata_path> in it"),
    "no level": (
        "common_paths.xml",
        COMMON.replace('name="coref"', 'name="other"'),
        None,
        'no <level name="coref"> in it',
    ),
}


@pytest.mark.parametrize(("file", "text", "line", "what"), BROKEN.values(), ids=BROKEN)
def test_broken_file_is_named_with_its_line(
    project: Path, file: str, text: str | bytes, line: int | None, what: str
) -> None:
    path = rewrite(project, file, text)
    with pytest.raises(InputError, match=re.escape(what)) as caught:
        read_project(project)
    assert caught.value.file == str(path)
    assert caught.value.line == line


@pytest.mark.parametrize("file", ["common_paths.xml", WORDS, SENTENCES, COREF])
def test_missing_file(project: Path, file: str) -> None:
    (project.parent / file).unlink()
    with pytest.raises(InputError, match=re.escape(file) + ": cannot be read"):
        read_project(project)


def test_projects_of_a_part_and_of_several(tmp_path: Path) -> None:
    for folder in ("TED/EN", "TED/DE", "news/en"):
        write_project(tmp_path / folder, "01", ["a ."])
    write_project(tmp_path / "TED/EN", "02", ["a ."])
    (tmp_path / "README.txt").write_text("about the corpus")
    part = find_projects(tmp_path / "TED", "en")
    assert part == {f"TED/{n}": tmp_path / "TED/EN" / f"{n}.mmax" for n in ("01", "02")}
    assert list(find_projects(tmp_path, "en")) == ["TED/01", "TED/02", "news/01"]
    assert list(find_projects(tmp_path, "de")) == ["TED/01"]
    assert find_projects(tmp_path, "fr") == {}


def test_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nowhere: cannot be read"):
        find_projects(tmp_path / "nowhere", "en")
