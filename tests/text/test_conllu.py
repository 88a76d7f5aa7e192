"""CoNLL-U with coreference as in CorefUD."""

from __future__ import annotations

from pathlib import Path

import pytest

from proform.errors import InputError
from proform.text.conllu import read_conllu

HEADER = "# newdoc id = one\n# global.Entity = eid-etype-head-other\n"


def word(number: int, form: str, tag: str, head: int, relation: str, entity: str = "") -> str:
    misc = f"SpaceAfter=No|Entity={entity}" if entity else "_"
    return f"{number}\t{form}\t_\t{tag}\t_\t_\t{head}\t{relation}\t_\t{misc}\n"


TEXT = (
    HEADER
    + word(1, "The", "DET", 3, "det", "(e1-object-3-")
    + word(2, "red", "ADJ", 3, "amod")
    + word(3, "car", "NOUN", 4, "nsubj", "e1)")
    + word(4, "stops", "VERB", 0, "root")
    + "\n"
    + word(1, "Tom", "PROPN", 2, "nsubj", "(e2-person-1-)")
    + word(2, "sees", "VERB", 0, "root")
    + word(3, "it", "PRON", 2, "obj", "(e1-object-1-)")
    + "\n# newdoc id = two\n"
    + word(1, "Yes", "INTJ", 0, "root")
)


def written(folder: Path, text: str) -> Path:
    path = folder / "text.conllu"
    path.write_text(text, encoding="utf-8")
    return path


def test_words_and_mentions(tmp_path: Path) -> None:
    one, two = read_conllu(written(tmp_path, TEXT))
    assert (one.line, one.lines, two.line, two.lines) == (1, (3, 8), 12, (13,))
    assert (one.name, two.name) == ("one", "two")
    assert [[w.form for w in words] for words in one.sentences] == [
        ["The", "red", "car", "stops"],
        ["Tom", "sees", "it"],
    ]
    assert [(s.entity, s.kind, s.sentence, s.first, s.last, s.head) for s in one.spans] == [
        ("e1", "object", 0, 0, 2, 2),
        ("e2", "person", 1, 0, 0, 0),
        ("e1", "object", 1, 2, 2, 2),
    ]


def test_without_dependencies_the_head_is_as_it_is_said(tmp_path: Path) -> None:
    plain = TEXT.replace("\tdet\t", "\t_\t").replace("\tamod\t", "\t_\t")
    plain = plain.replace("\tnsubj\t", "\t_\t").replace("\troot\t", "\t_\t")
    plain = plain.replace("\tobj\t", "\t_\t")
    (document, _) = read_conllu(written(tmp_path, plain))
    assert document.spans[0].head == 2


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        (TEXT.replace("Entity=e1)", "Entity=e9)"), 5, "Entity 'e9' is closed, but was not opened"),
        (TEXT.replace("|Entity=e1)", ""), 3, "Entity 'e1' is not closed in its sentence"),
        (TEXT.replace("(e2-person-1-)", "e2"), 8, "broken brackets in Entity=e2"),
        (TEXT.replace("(e2-", "((e2-"), 8, "broken brackets in Entity=((e2-person-1-)"),
        (TEXT.replace("(e2-person-1-)", "(e2-person-1-))"), 8, "expected (e1-person, e1) or"),
        (TEXT.replace("(e2-person-1-)", "()"), 8, "broken brackets in Entity=(); expected"),
        (TEXT.replace("(e2-person-1-)", ""), 8, "broken brackets in Entity=; expected"),
        (TEXT.replace("e1)", "e1)("), 5, "broken brackets in Entity=e1)("),
        (TEXT.replace("object-3", "object-4"), 3, "the head of Entity 'e1' is its word 4"),
        (TEXT.replace("person-1", "person-0"), 8, "'e2' is its word 0; expected a number from 1"),
        (TEXT.replace("\t3\tdet", "\t99\tdet"), 3, "the head 99 is not in the sentence"),
        (TEXT.replace("\t2\tobj", "\t4\tobj"), 10, "the head 4 is not in the sentence; expected"),
        ("1\tThe\n", 1, "2 columns where there should be 10"),
        (HEADER + word(2, "The", "DET", 0, "root"), 3, "word '2' after word 0"),
        (HEADER + word(1, "a", "DET", 0, "root").replace("\t0\t", "\tx\t"), 3, "'x' is not the"),
    ],
)
def test_what_is_broken_is_named(tmp_path: Path, text: str, line: int, what: str) -> None:
    with pytest.raises(InputError) as caught:
        read_conllu(written(tmp_path, text))
    assert caught.value.line == line
    assert what in str(caught.value)


def test_words_that_are_written_as_one(tmp_path: Path) -> None:
    text = (
        "1-2\tdel\t_\t_\t_\t_\t_\t_\t_\t_\n"
        + word(1, "de", "ADP", 3, "case")
        + word(2, "el", "DET", 3, "det")
        + word(3, "gato", "NOUN", 0, "root")
        + "4-5\tDon't\t_\t_\t_\t_\t_\t_\t_\t_\n"
        + word(4, "Do", "AUX", 3, "aux")
        + word(5, "n't", "PART", 3, "advmod")
    )
    (document,) = read_conllu(written(tmp_path, text))
    assert [w.written for w in document.sentences[0]] == ["del", "", None, None, None]
    for numbers, line, what in (
        ("2-1", 1, "'2-1' are no numbers of words"),
        ("0-1", 1, "'0-1' are no numbers of words"),
        ("5-6", 1, "word 6 of 5-6 is not in the sentence; its last word is 5"),
    ):
        with pytest.raises(InputError, match=what) as caught:
            read_conllu(written(tmp_path, text.replace("1-2\t", f"{numbers}\t")))
        assert caught.value.line == line


def test_mentions_of_words_that_are_not_written(tmp_path: Path) -> None:
    """A subject that is left out is a node of its own in CorefUD."""
    empty = "{}\t_\t_\tPRON\t_\t_\t_\t_\t_\tEntity={}\n"
    text = (
        HEADER
        + empty.format("0.1", "(e1-person-1-)(e2-person-1-")
        + word(1, "Vino", "VERB", 0, "root")
        + word(2, "ayer", "ADV", 1, "advmod", "(e3-time-1-")
        + empty.format("2.1", "e2)e3)")
    )
    (document,) = read_conllu(written(tmp_path, text))
    assert [(s.entity, s.first, s.last) for s in document.spans] == [("e2", 0, 1), ("e3", 1, 1)]


def test_brackets_of_several_mentions_at_one_word(tmp_path: Path) -> None:
    text = (
        HEADER
        + word(1, "Tom", "PROPN", 2, "nsubj", "(e1-person-1-(e2-person-1-)(e3[1/2]-group-4-")
        + word(2, "sees", "VERB", 0, "root", "e3[1/2])")
        + word(3, "Ann", "PROPN", 2, "obj", "(e4-person-1-)e1)(e3[2/2]-group-4-")
        + word(4, "now", "ADV", 2, "advmod", "(e5-time-1-)e3[2/2])")
    )
    (document,) = read_conllu(written(tmp_path, text))
    assert [(s.entity, s.first, s.last) for s in document.spans] == [
        *(("e1", 0, 2), ("e3", 0, 1), ("e2", 0, 0)),
        *(("e3", 2, 3), ("e4", 2, 2), ("e5", 3, 3)),
    ]


def test_heads_count_words_that_are_not_written(tmp_path: Path) -> None:
    empty = "1.1\t_\t_\tPRON\t_\t_\t_\t_\t_\t_\n"
    text = HEADER + (
        word(1, "Los", "DET", 0, "root", "(e1-person-3-")
        + empty
        + word(2, "míos", "X", 1, "x", "e1)")
    )
    (document,) = read_conllu(written(tmp_path, text))
    assert [(s.entity, s.first, s.last) for s in document.spans] == [("e1", 0, 1)]
    with pytest.raises(InputError, match="is its word 4; expected a number from 1 to 3"):
        read_conllu(written(tmp_path, text.replace("person-3", "person-4")))
