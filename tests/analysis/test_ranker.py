"""How probable antecedents are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
import pytest

from proform.analysis.meanings import Meanings
from proform.analysis.ranker import (
    BACK,
    NULLS,
    SHORT,
    NounTypes,
    PronounCase,
    Ranker,
    candidates,
    labelled,
    nouns,
    nulls,
)
from proform.analysis.source import Mention, SourceSentence, analyse
from proform.language.pack import NounKinds
from proform.language.weights import load_weights

TEXT = {
    0: analyse(0, ["The", "cat", "slept"], ["DET", "NOUN.sg", "VERB.Fin"]),
    1: analyse(1, ["It", "saw", "dogs"], ["PRON", "VERB.Fin", "NOUN.pl"]),
    2: analyse(2, ["Then", "it", "ran"], ["ADV", "PRON", "VERB.Fin"]),
}


def case_of(text: dict[int, SourceSentence], last: int) -> PronounCase:
    pronoun = next(mention for mention in text[last].mentions if mention.pronoun)
    return PronounCase(pronoun, tuple(candidates(pronoun, text)), text[last], NounKinds())


def test_candidates_are_nouns_and_like_pronouns_before_it_the_nearest_first() -> None:
    assert [mention.word for mention in case_of(TEXT, 2).candidates] == ["dog", "it", "cat"]
    far = {number + 10 * (number == 2): sentence for number, sentence in TEXT.items()}
    far[12] = analyse(12, ["Then", "it", "ran"], ["ADV", "PRON", "VERB.Fin"])
    assert not case_of(far, 12).candidates
    assert BACK < 10


class Looked(tuple[Mention, ...]):
    """Mentions that count how often one was looked at."""

    __slots__ = ()
    times: ClassVar[int] = 0

    def __getitem__(self, key: Any) -> Any:
        Looked.times += 1
        return super().__getitem__(key)


def test_what_a_long_line_says_behind_a_pronoun_costs_nothing() -> None:
    sentence = analyse(
        0, ["The", "cat", "saw", "it", *["dog", ","] * 2000], _LONG + ["NOUN.sg", "PUNCT"] * 2000
    )
    pronoun = next(mention for mention in sentence.mentions if mention.pronoun)
    counted = replace(sentence, mentions=Looked(sentence.mentions))
    assert [mention.word for mention in candidates(pronoun, {0: counted})] == ["cat"]
    assert Looked.times < 40


_LONG = ["DET", "NOUN.sg", "VERB.Fin", "PRON"]


def test_without_weights_all_are_alike() -> None:
    shares, nothing = Ranker({}).rank(case_of(TEXT, 2))
    assert shares == pytest.approx([1 / 6] * 3)
    assert nothing == pytest.approx(dict.fromkeys(NULLS, 1 / 6))


def test_weights_count() -> None:
    case = case_of(TEXT, 2)
    shares, nothing = Ranker({"word=cat": 3.0, "it:far:null": -9.0}).rank(case)
    assert max(shares) == shares[2] > 0.7
    assert nothing["far"] < 0.001
    assert sum(shares) + sum(nothing.values()) == pytest.approx(1)


def test_an_earlier_pronoun_is_a_candidate_as_far_as_it_refers_to_anything() -> None:
    shares, nothing = Ranker({}).rank(case_of(TEXT, 2), [1.0, 0.5, 1.0])
    assert shares == pytest.approx([1 / 5.5, 0.5 / 5.5, 1 / 5.5])
    assert sum(shares) + sum(nothing.values()) == pytest.approx(1)


def test_the_type_of_a_verb_is_told_of_what_it_says_something_of() -> None:
    case, types = case_of(TEXT, 2), NounTypes({"dog": "animal", "+ran": "motion"})
    (_, names), *_ = nouns(case, types, Meanings())
    assert "says=animal,subjectmotion" in names
    assert all(f"{kind}:says=subjectmotion" in said for kind, said in nulls(case, types))
    assert NounTypes({"~an": "person"}).of_verb("subject ran") == "", "endings are of nouns"


def test_weights_of_a_kind_are_added() -> None:
    case = case_of(TEXT, 2)
    both = Ranker({"word=cat": 1.0, "it:word=cat": 1.0, "they:word=cat": 9.0}).rank(case)
    assert both == Ranker({"word=cat": 2.0}).rank(case)


def test_features_name_what_they_are_of() -> None:
    case = case_of(TEXT, 2)
    (dog, names), *_ = nouns(case, NounTypes({"dog": "animal"}), Meanings())
    assert dog.word == "dog"
    assert {"away=1", "word=dog", "name=Falsepl", "type=animal", "type=animal,subject ran"} <= {
        *names
    }
    assert list(labelled(("it", SHORT), ["away=1"])) == ["away=1", "it:away=1", "short:away=1"]
    assert {kind for kind, _ in nulls(case, NounTypes({}))} == set(NULLS)


@pytest.mark.parametrize(
    ("key", "is_name", "wanted"),
    [("city", False, "place"), ("tram", False, "object"), ("velocity", False, "abstract"),
     ("york", True, "place"), ("york", False, ""), ("ox", False, "")],
)  # fmt: skip
def test_the_type_of_a_noun_is_that_of_its_word_or_its_ending(
    key: str, is_name: bool, wanted: str
) -> None:
    table = {"city": "place", "~city": "abstract", "~am": "object", "=~rk": "place"}
    (noun,) = analyse(0, [key], ["PROPN.sg" if is_name else "NOUN.sg"]).mentions
    assert NounTypes(table).of(noun) == wanted


TEXT_3 = analyse(3, ["Then", "it", "ran"], ["ADV", "PRON", "VERB.Fin"])


def test_texts_of_a_few_lines_have_weights_of_their_own() -> None:
    few, more = case_of(TEXT, 2), case_of({**TEXT, 3: TEXT_3}, 3)
    assert few.labels == ("it", SHORT)
    assert more.labels == ("it",)
    ranker = Ranker({"word=cat": 1.0, "short:word=cat": 1.0, "short:it:word=cat": 9.0})
    assert ranker.rank(few) == Ranker({"word=cat": 2.0}).rank(few)
    assert ranker.rank(more) == Ranker({"word=cat": 1.0}).rank(more)


def test_a_noun_goes_with_the_words_around_a_pronoun() -> None:
    # Two numbers a word: dog and ran are alike, cat is not.
    meanings = Meanings(
        {"dog": 0, "cat": 1, "ran": 2},
        np.array([[0xF0], [0x0F], [0xF0]], np.uint8),
        np.diag([1 / 225, 1 / 225, 0]).astype(np.float32),
    )
    case = case_of(TEXT, 2)
    features = {mention.word: names for mention, names in nouns(case, NounTypes({}), meanings)}
    assert {"means=2", "means=2,1"} <= {*features["dog"]}
    assert {"means=0", "means=0,2"} <= {*features["cat"]}
    (_, unknown), *_ = nouns(case, NounTypes({}), Meanings())
    assert {"means=None", "means=None,1"} <= {*unknown}


def test_the_shipped_types_tell_people_from_things() -> None:
    table = load_weights("en")
    assert table is not None
    types = NounTypes.from_table(table.arrays)
    people = ("minister", "baker", "novelist", "mechanic", "aunt", "everybody")
    assert {types.of_key(word) for word in people} == {"person"}
    assert {types.of_key(word) for word in ("basket", "lamp", "door")} == {"artifact"}
    assert types.of_key("winter") == "time"
