"""Parts of speech from words alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proform.analysis.tagger import WordTagger, label, shape
from proform.language.weights import load_weights


def tagger() -> WordTagger:
    table = load_weights("en")
    assert table is not None
    return WordTagger.from_table(table.arrays)


def test_english() -> None:
    text = "The old dogs sat in a red car because it was late ."
    tags = "DET ADJ NOUN.pl VERB.Fin ADP DET ADJ NOUN.sg SCONJ PRON AUX ADJ PUNCT"
    assert tagger().tag([text.split()]) == [tags.split()]


def test_of_rare_words_the_dictionary_tells_what_they_may_be() -> None:
    lines = [
        ("My mother planted parsley beside the fence .", "parsley"),
        ("It was a very pretty candle , with roses on it .", "candle"),
        ("The popcorn went faster than the fondue .", "fondue"),
        ("The chandelier hangs over the table .", "chandelier"),
        ("The robots deliver parcels to the dormitories .", "parcels"),
    ]
    ours = tagger()

    def nouns(by: WordTagger) -> list[str]:
        tagged = by.tag([line.split() for line, _ in lines])
        pairs = zip(lines, tagged, strict=True)
        return [
            word for (line, word), tags in pairs if tags[line.split().index(word)][:4] == "NOUN"
        ]

    assert nouns(ours) == [word for _, word in lines]
    assert len(nouns(replace(ours, classes={}))) < len(lines)


@pytest.mark.parametrize(
    "text",
    ["The fence runs along the street .", "The old engine splutters .", "The trail climbs !"],
)
def test_a_sentence_has_a_verb(text: str) -> None:
    (tags,) = tagger().tag([text.split()])
    assert [word for word, tag in zip(text.split(), tags, strict=True) if tag == "VERB.Fin"] == [
        next(word for word in text.split() if word.endswith("s"))
    ]


def test_a_heading_needs_no_verb() -> None:
    (tags,) = tagger().tag([["The", "history", "of", "the", "river"]])
    assert tags == ["DET", "NOUN.sg", "ADP", "DET", "NOUN.sg"]


def test_sentences_do_not_depend_on_each_other() -> None:
    first, second = ["The", "dogs", "bark", "."], ["They", "run", "home", "."]
    ours = tagger()
    assert ours.tag([first, [], second]) == [*ours.tag([first]), [], *ours.tag([second])]
    assert ours.tag([]) == []
    assert ours.tag([[]]) == [[]]


@pytest.mark.parametrize("cut", ["do n't", "don 't"])
def test_tokenisers_differ(cut: str) -> None:
    (tags,) = tagger().tag([f"They {cut} work .".split()])
    assert tags == ["PRON", "AUX", "PART", "VERB.Inf", "PUNCT"]


@pytest.mark.parametrize(
    ("tag", "features", "wanted"),
    [
        ("NOUN", "Number=Plur", "NOUN.pl"),
        ("NOUN", "", "NOUN.sg"),
        ("VERB", "Tense=Past|VerbForm=Part", "VERB.Part"),
        ("VERB", "_", "VERB.Fin"),
        ("ADV", "Degree=Pos", "ADV"),
    ],
)
def test_labels(tag: str, features: str, wanted: str) -> None:
    assert label(tag, features) == wanted


@pytest.mark.parametrize(
    ("word", "wanted"),
    [("dog", ""), ("Dog", "Aa"), ("NATO", "AA"), ("iPod", "aA"), ("12", "0"), ("...", "."),
     ("well-known", "-"), ("'s", "")],
)  # fmt: skip
def test_shapes(word: str, wanted: str) -> None:
    assert shape(word) == wanted
