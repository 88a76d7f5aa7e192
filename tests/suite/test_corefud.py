"""Candidates of suites from text with coreference as in CorefUD."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.support.corefud_text import CATEGORIES, write_corefud

from proform.errors import InputError
from proform.language.pack import Pack, load_pack
from proform.scoring.chains import kind_of
from proform.suite import corefud
from proform.suite.candidates import Unused
from proform.suite.corefud import read_corefud
from proform.text.conllu import Span, Word


def english() -> Pack:
    pack = load_pack("en")
    assert pack is not None
    return pack


def test_every_category_but_those_of_you(tmp_path: Path) -> None:
    corpus = read_corefud([write_corefud(tmp_path / "gum")], english())
    found = {(each.segment, each.position): each.category for each in corpus.candidates}
    assert found == CATEGORIES
    assert corpus.unused == {Unused.NOT_BEFORE: 1}, "of which nothing was said before"
    assert corpus.target == ()
    assert [tuple(document) for document in corpus.documents] == [("bike", 0, 2), ("team", 3, 6)]


def test_antecedents_are_nouns_with_their_phrases(tmp_path: Path) -> None:
    corpus = read_corefud([write_corefud(tmp_path / "gum")], english())
    nouns = {
        (each.segment, each.position): [
            corpus.source[noun.segment].split(" ")[noun.head] for noun in each.antecedents
        ]
        for each in corpus.candidates
        if each.antecedents
    }
    assert nouns == {
        (1, 0): ["bicycle"],
        (2, 3): ["bicycle"],
        (3, 6): ["cups"],
        (4, 0): ["team"],
        (5, 2): ["Someone"],
        (6, 0): ["Tom", "Ann"],
    }
    first = next(each for each in corpus.candidates if (each.segment, each.position) == (1, 0))
    (noun,) = first.antecedents
    assert (noun.first, noun.last) == (0, 2)


LONG = (
    "# newdoc id = long\n# global.Entity = eid-etype-head\n",
    "1\tThe\t_\tDET\t_\t_\t2\tdet\t_\tEntity=(e1-object-2\n",
    "2\tbicycle\t_\tNOUN\t_\t_\t3\tnsubj\t_\tEntity=e1)\n",
    "3\tstood\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n",
    "1\tIt\t_\tPRON\t_\t_\t2\tnsubj\t_\tEntity=(e1-object-1)\n",
    "2\tsqueaks\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n",
)


@pytest.mark.parametrize("length", [10, 100])
def test_mentions_of_a_chain_are_looked_at_once(
    length: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not again for each of its pronouns, of which there may be thousands."""
    looks = list[Span]()

    def counted(words: Sequence[Word], span: Span) -> str:
        looks.append(span)
        return kind_of(words, span)

    monkeypatch.setattr(corefud, "kind_of", counted)
    path = tmp_path / "long.conllu"
    path.write_text(LONG[0] + "".join(LONG[1:]) * length, encoding="utf-8")
    corpus = read_corefud([path], english())
    assert [each.antecedents[0].segment for each in corpus.candidates] == [*range(0, 2 * length, 2)]
    mentions, pronouns = 2 * length, length
    assert len(looks) == mentions + pronouns, "each mention, and the nearest noun of each pronoun"


def test_of_mentions_with_one_head_the_widest_is_the_antecedent(tmp_path: Path) -> None:
    path = tmp_path / "nested.conllu"
    text = "".join(LONG).replace("e1)\n", "(e1-object-1)e1)\n")
    path.write_text(text, encoding="utf-8")
    ((noun,),) = (each.antecedents for each in read_corefud([path], english()).candidates)
    assert (noun.first, noun.last, noun.head) == (0, 1, 1)


def test_words_that_are_written_as_one_are_one(tmp_path: Path) -> None:
    path = tmp_path / "text.conllu"
    rows = (
        "1-2\tgonna\t_\t_\t_\t_\t_\t_\t_\t_",
        "1\tgoing\t_\tVERB\t_\t_\t0\troot\t_\t_",
        "2\tto\t_\tPART\t_\t_\t3\tmark\t_\t_",
        "3\train\t_\tVERB\t_\t_\t1\txcomp\t_\t_",
        "4\tit\t_\tPRON\t_\t_\t3\texpl\t_\t_",
    )
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    corpus = read_corefud([path], english())
    assert corpus.source == ("gonna rain it",)
    assert [(each.position, each.token) for each in corpus.candidates] == [(2, "it")]
    assert corpus.documents[0].name == "text"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "no document in it"),
        ("1\tYes\t_\tINTJ\t_\t_\t0\troot\t_\t_\n", "no it or they in it"),
        ("1\tYes\t_\tINTJ\n", "4 columns where there should be 10"),
        ("1\tYes\t_\tINTJ\t_\t_\t0\troot\t_\tEntity=(e1-x\n", "is not closed in its sentence"),
        ("1\tYes\t_\tINTJ\t_\t_\t0\troot\t_\tEntity=e1)\n", "was not opened"),
        ("1\tYes\t_\tINTJ\t_\t_\t0\troot\t_\tEntity=e1\n", "broken brackets"),
    ],
)
def test_files_that_cannot_be_used(text: str, what: str, tmp_path: Path) -> None:
    path = tmp_path / "text.conllu"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=what):
        read_corefud([path], english())


def test_folders_and_documents_that_cannot_be_used(tmp_path: Path) -> None:
    folder = write_corefud(tmp_path / "gum")
    with pytest.raises(InputError, match="document 'bike' is there twice"):
        read_corefud([folder, folder / "bike.conllu"], english())
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=r"no \.conllu file in it"):
        read_corefud([tmp_path / "empty"], english())
