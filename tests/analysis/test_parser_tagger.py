"""The tagger: what a noun is in its sentence."""

from __future__ import annotations

import pickle
from importlib.metadata import version

import pytest

from proform.analysis import parser
from proform.analysis.parser import SpacyModel, find_tagger
from proform.parallel import in_order

SENTENCES = [
    ("Tes [prétextes] sont pires .", "m.pl"),
    ("Les [gaufres] sont froides .", "f.pl"),
    ("J' aime votre [vidéo] .", "f.sg"),
    ("C' était la [rencontre] de l' année .", "f.sg"),
    ("Elle [rencontre] des amis .", ""),
    ("Nos [élèves] travaillent .", ".pl"),
]


@pytest.fixture(scope="module")
def french() -> SpacyModel:
    found = find_tagger("fr")
    assert found is not None
    return found


def said(sentence: str) -> str:
    words = sentence.split()
    place = next(k for k, word in enumerate(words) if word.startswith("["))
    found = find_tagger("fr")
    assert found is not None
    readings = found.readings([word.strip("[]") for word in words], place)
    return " ".join(".".join(reading).removesuffix(".") for reading in readings)


@pytest.mark.parametrize(("sentence", "readings"), SENTENCES)
def test_nouns_are_read_in_their_sentence(sentence: str, readings: str) -> None:
    assert said(sentence) == readings


def test_it_is_named_with_its_version(french: SpacyModel) -> None:
    assert french.name == f"spaCy fr_core_news_md {version('fr_core_news_md')}"


def test_words_are_those_that_were_given(french: SpacyModel) -> None:
    words = ("C'est-à-dire", "l'idée", "aujourd'hui.", "Quoi?")
    assert len(parser._nouns(french.package, words)) == len(words)


def test_a_sentence_is_tagged_once(french: SpacyModel) -> None:
    before = parser._nouns.cache_info()
    words = ["Une", "phrase", "que", "personne", "n'", "a", "lue", "."]
    for place in range(len(words)):
        french.readings(words, place)
    after = parser._nouns.cache_info()
    assert after.misses == before.misses + 1
    assert after.hits == before.hits + len(words) - 1


def test_each_process_loads_the_model_for_itself(french: SpacyModel) -> None:
    assert pickle.loads(pickle.dumps(french)) == french  # noqa: S301 (our own)
    parser._loaded.cache_clear()
    parser._nouns.cache_clear()
    sentences = [sentence for sentence, _ in SENTENCES] * 2
    assert list(in_order(said, sentences, 2)) == [readings for _, readings in SENTENCES] * 2


def test_without_spacy_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser, "find_spec", lambda _: None)
    assert find_tagger("fr") is None


def test_a_language_without_model_has_none() -> None:
    assert find_tagger("la") is None
