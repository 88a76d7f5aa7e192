"""What pronouns refer to by chains of coreference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from proform.analysis.antecedents import Place, SourceText
from proform.analysis.source import Tags
from proform.errors import InputError, ProformError
from proform.judge.choices import Choices
from proform.language.pack import load_packs
from proform.scoring.chains import resolve_chains
from proform.text.chains import chains_in_memory
from proform.text.conllu import CorefDocument, read_conllu

HEADER = "# newdoc id = {}\n# global.Entity = eid-etype-head-other\n"
ROWS = (
    ("The", "DET", 2, "det", "(e1-animal-2-"),
    ("cat", "NOUN", 5, "nsubj", ""),
    ("and", "CCONJ", 4, "cc", ""),
    ("dog", "NOUN", 2, "conj", "e1)"),
    ("sleep", "VERB", 0, "root", "(e2-event-1-)"),
)
NEXT = (
    ("They", "PRON", 2, "nsubj", "(e1-animal-1-)"),
    ("love", "VERB", 0, "root", ""),
    ("it", "PRON", 2, "obj", "(e2-event-1-)"),
    (",", "PUNCT", 2, "punct", ""),
    ("it", "PRON", 6, "expl", ""),
    ("rains", "VERB", 2, "parataxis", ""),
    ("on", "ADP", 8, "case", ""),
    ("them", "PRON", 6, "obl", "(e3-person-1-)"),
)
TEXT = ("The cat and dog sleep", "They love it , it rains on them")


def conllu(folder: Path, *sentences: Sequence[tuple[Any, ...]], name: str = "a") -> Path:
    lines = [HEADER.format(name)]
    for rows in sentences:
        for number, (form, tag, head, relation, entity) in enumerate(rows, 1):
            misc = f"Entity={entity}" if entity else "_"
            lines.append(f"{number}\t{form}\t_\t{tag}\t_\t_\t{head}\t{relation}\t_\t{misc}\n")
        lines.append("\n")
    path = folder / f"{name}.conllu"
    path.write_text("".join(lines), encoding="utf-8")
    return path


def texts(*lines: str, document: str | None = None) -> dict[int, SourceText]:
    return {number: SourceText(document, line.split()) for number, line in enumerate(lines)}


def tagger() -> Tags:
    tags = Choices(*load_packs("en-fr")).resolver.tags
    assert tags is not None
    return tags


def told(
    documents: Sequence[CorefDocument], text: dict[int, SourceText], tags: Tags | None = None
) -> dict[Place, tuple[list[str], list[str]]]:
    """The heads and the kinds of nothing of each pronoun, in words."""
    known = resolve_chains("f", documents, text, tags).antecedents
    return {
        place: (
            [text[n].words[k] for option in each.options for n, k in option.heads],
            [*each.nothing],
        )
        for place, each in known.items()
    }


def test_nouns_events_and_what_stands_for_nothing(tmp_path: Path) -> None:
    documents = read_conllu(conllu(tmp_path, ROWS, NEXT))
    assert told(documents, texts(*TEXT)) == {
        (1, 0): (["cat", "dog"], []),
        (1, 2): ([], ["event_it"]),
        (1, 4): ([], ["pleonastic_it"]),
        (1, 7): ([], ["far"]),
    }
    notes = resolve_chains("f", documents, texts(*TEXT), None).notes
    assert notes == (
        "f: 1 pronoun without a noun before in the chain, taken to stand for nothing in reach",
        "f: antecedents of 4 pronouns; those of others are unknown",
    )


def test_other_segments_and_words_are_the_same_text(tmp_path: Path) -> None:
    documents = read_conllu(conllu(tmp_path, ROWS, NEXT))
    joined = texts("THE cat-and-dog sleep They love", "it, it rains", "on them")
    found = told(documents, joined)
    assert found[0, 3] == (["cat-and-dog", "cat-and-dog"], [])
    assert found[1, 0] == ([], ["event_it"])


def test_documents_of_the_same_id_are_compared(tmp_path: Path) -> None:
    first = read_conllu(conllu(tmp_path, ROWS, NEXT, name="a"))
    second = read_conllu(conllu(tmp_path, NEXT, name="b"))
    text = texts(*TEXT, document="a") | {2: SourceText("c", ["Yes"])}
    chained = resolve_chains("f", [*second, *first], text, None)
    assert {*chained.antecedents} == {(1, 0), (1, 2), (1, 4), (1, 7)}
    assert chained.notes[:2] == (
        "f: left out 1 document that the text does not have, 'b' in line 1",
        "f: lacks 1 document of the text, 'c'",
    )
    text |= {3: SourceText("d", ["No"])}
    third = read_conllu(conllu(tmp_path, ROWS, name="e"))
    chained = resolve_chains("f", [*second, *first, *third], text, None)
    assert chained.notes[:2] == (
        "f: left out 2 documents that the text does not have, the first 'b' in line 1",
        "f: lacks 2 documents of the text, the first 'c'",
    )


def test_a_noun_too_far_away_is_out_of_reach(tmp_path: Path) -> None:
    documents = read_conllu(conllu(tmp_path, ROWS, NEXT))
    apart = {k: SourceText(None, ()) for k in range(1, 7)}
    text = {0: texts(*TEXT)[0], **apart, 7: texts(*TEXT)[1]}
    assert told(documents, text)[7, 0] == ([], ["far"])


def test_another_text_is_an_error_that_says_where(tmp_path: Path) -> None:
    documents = read_conllu(conllu(tmp_path, ROWS, NEXT))
    other = texts(TEXT[0], "Nobody would have expected such a sentence in this place at all")
    with pytest.raises(InputError, match="it has 'They love it , it' where segment 1 has 'Nobody"):
        resolve_chains("f", documents, other, None)
    with pytest.raises(InputError, match="no document in it"):
        resolve_chains("f", [], other, None)
    again = [replace(document, line=30) for document in documents]
    with pytest.raises(InputError, match="f:30: document 'a' is there twice, first in line 1"):
        resolve_chains("f", [*documents, *again], other, None)


BICYCLE = "The bicycle stood in the garden ."
LINES = (
    BICYCLE,
    "It was red .",
    "The president came in from the cold .",
    "He said that it was raining .",
    "The house is old , but it is beautiful .",
)


def plain_conllu(folder: Path, *lines: str) -> Sequence[CorefDocument]:
    rows = [[(word, "NOUN", 0, "root", "") for word in line.split()] for line in lines]
    return read_conllu(conllu(folder, *rows))


@pytest.mark.parametrize(
    ("lines", "line", "what"),
    [
        (
            [*LINES[:4], "The house is quite different from that of the others"],
            33,
            "it has 'quite different from that of' where segment 4 has 'old , but it is'",
        ),
        (LINES[:3], 16, "it ends where segment 3 has 'He said that it was'"),
        (LINES[1:], 3, "it has 'It was red . The' where segment 0 has 'The bicycle stood in the'"),
        ([*LINES, *LINES[:2]], 44, "it has 'The bicycle stood in the' where the text ends"),
        (
            [*LINES[2:], *LINES[:2]],
            3,
            "it has 'president came in from the' where segment 0 has 'bicycle stood in the garden'",
        ),
    ],
    ids=["the end differs", "the end is missing", "the start is missing", "too much", "order"],
)
def test_the_first_difference_is_named_with_the_line_of_its_sentence(
    tmp_path: Path, lines: Sequence[str], line: int, what: str
) -> None:
    with pytest.raises(InputError) as caught:
        resolve_chains("f", plain_conllu(tmp_path, *lines), texts(*LINES), None)
    assert caught.value.what == f"f:{line}: another text: {what}"


def test_small_differences_are_counted_on_both_sides(tmp_path: Path) -> None:
    lines = [LINES[0].replace("garden", "gardens"), *LINES[1:]]
    documents = plain_conllu(tmp_path, *lines)
    assert resolve_chains("f", documents, texts(*LINES), None).notes[0] == (
        "f: small differences are passed over, in 1 word of the file and 0 words of the text"
    )
    more = [*LINES, "Not so ."]
    assert resolve_chains("f", documents, texts(*more), None).notes[0] == (
        "f: small differences are passed over, in 1 word of the file and 3 words of the text"
    )


TWO = ("France 's president met the man of the city .", "He saw him")
CHAINS = [
    {
        "sentences": [line.split() for line in TWO],
        "clusters": [[[0, 2], [10, 10, 0.8]], [[4, 8], [12, 12]], [[0, 1]]],
    }
]


def test_heads_are_told_by_tags_where_the_file_has_none() -> None:
    text = texts(*TWO)
    documents = chains_in_memory("x", CHAINS)
    found = resolve_chains("x", documents, text, tagger()).antecedents
    assert found[1, 0].options[0].heads == ((0, 2),)
    assert found[1, 0].options[0].probability == pytest.approx(0.8)
    assert found[1, 2].options[0].heads == ((0, 5),)
    with pytest.raises(ProformError, match="no weights, so chains need heads and parts of speech"):
        resolve_chains("x", documents, text, None)
