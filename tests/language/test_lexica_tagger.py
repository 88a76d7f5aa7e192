"""The tagger: what a noun is in its sentence."""

from __future__ import annotations

import pickle

import pytest

from proform.language import lexica
from proform.language.lexica import Tagger, find_tagger
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
def french() -> Tagger:
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


def test_it_is_named_with_its_version(french: Tagger) -> None:
    assert french.name == f"spaCy fr_core_news_md {french.version}"


def test_words_are_those_that_were_given(french: Tagger) -> None:
    words = ("C'est-à-dire", "l'idée", "aujourd'hui.", "Quoi?")
    assert len(lexica._tags(french.package, words)) == len(words)


def test_a_sentence_is_tagged_once(french: Tagger) -> None:
    before = lexica._tags.cache_info()
    words = ["Une", "phrase", "que", "personne", "n'", "a", "lue", "."]
    for place in range(len(words)):
        french.readings(words, place)
    after = lexica._tags.cache_info()
    assert after.misses == before.misses + 1
    assert after.hits == before.hits + len(words) - 1


def test_each_process_loads_the_model_for_itself(french: Tagger) -> None:
    assert pickle.loads(pickle.dumps(french)) == french  # noqa: S301 (our own)
    lexica.spacy_model.cache_clear()
    lexica._tags.cache_clear()
    sentences = [sentence for sentence, _ in SENTENCES] * 2
    assert list(in_order(said, sentences, 2)) == [readings for _, readings in SENTENCES] * 2


def test_without_spacy_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexica, "find_spec", lambda _: None)
    assert find_tagger("fr") is None


def test_a_language_without_model_has_none() -> None:
    assert find_tagger("la") is None
