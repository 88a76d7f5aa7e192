"""How probable antecedents are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import pytest

from proform.analysis.ranker import (
    BACK,
    NULLS,
    NounTypes,
    PronounCase,
    Ranker,
    candidates,
    nouns,
    nulls,
    of_kind,
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


def test_weights_of_a_kind_are_added() -> None:
    case = case_of(TEXT, 2)
    both = Ranker({"word=cat": 1.0, "it:word=cat": 1.0, "they:word=cat": 9.0}).rank(case)
    assert both == Ranker({"word=cat": 2.0}).rank(case)


def test_features_name_what_they_are_of() -> None:
    case = case_of(TEXT, 2)
    (dog, names), *_ = nouns(case, NounTypes({"dog": "animal"}))
    assert dog.word == "dog"
    assert {"away=1", "word=dog", "name=Falsepl", "type=animal", "type=animal,subject ran"} <= {
        *names
    }
    assert list(of_kind("it", ["away=1"])) == ["away=1", "it:away=1"]
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


def test_what_is_said_of_a_pronoun_suits_some_nouns() -> None:
    types = NounTypes({"dog": "animal"}, {"subject ran": {"animal": 2, "food": -3}})
    (_, names), *_ = nouns(case_of(TEXT, 2), types)
    assert {"prefers=2", "prefers=2,subject"} <= {*names}
    assert types.preferred("food", "subject ran") == -3
    assert types.preferred("", "subject ran") is types.preferred("animal", "object sing") is None


def test_the_shipped_types_tell_people_from_things_and_what_suits_them() -> None:
    table = load_weights("en")
    assert table is not None
    types = NounTypes.from_table(table.arrays)
    people = ("minister", "baker", "novelist", "mechanic", "aunt", "everybody")
    assert {types.of_key(word) for word in people} == {"person"}
    assert {types.of_key(word) for word in ("basket", "lamp", "door")} == {"artifact"}
    assert types.of_key("winter") == "time"
    eaten = types.preferred("food", "object eat")
    assert eaten is not None
    assert eaten > (types.preferred("person", "object eat") or 0)
