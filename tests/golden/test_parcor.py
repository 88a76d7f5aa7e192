"""ParCorFull as it was released: which documents are parallel, what is in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from proform.language.pack import load_packs
from proform.suite.build import select
from proform.suite.candidates import Unused
from proform.suite.categories import load_categories
from proform.suite.parcor import AnnotatedCorpus, read_parcor

SharedData = Callable[[str], Path]


def read(shared_data: SharedData, target: str, *parts: str) -> AnnotatedCorpus:
    corpus = shared_data("parcorfull")
    return read_parcor([corpus / part for part in parts], load_packs(f"en-{target}"))


def counts(corpus: AnnotatedCorpus) -> dict[str, int]:
    return dict(Counter(example.category for example in corpus.candidates))


def size(corpus: AnnotatedCorpus) -> tuple[int, int]:
    return len(corpus.documents), len(corpus.source)


FRENCH = {
    "anaphoric_intra_subject_it": 61,
    "anaphoric_intra_non-subject_it": 57,
    "anaphoric_inter_subject_it": 129,
    "anaphoric_inter_non-subject_it": 61,
    "anaphoric_intra_they": 62,
    "anaphoric_inter_they": 110,
    "anaphoric_singular_they": 11,
    "anaphoric_group_it-they": 12,
    "event_it": 65,
    "pleonastic_it": 71,
}


GERMAN = {
    "anaphoric_intra_subject_it": 112,
    "anaphoric_intra_non-subject_it": 85,
    "anaphoric_inter_subject_it": 157,
    "anaphoric_inter_non-subject_it": 53,
    "anaphoric_intra_they": 101,
    "anaphoric_inter_they": 117,
    "anaphoric_singular_they": 5,
    "anaphoric_group_it-they": 45,
    "event_it": 106,
    "pleonastic_it": 138,
}


def test_english_french_ted(shared_data: SharedData) -> None:
    corpus = read(shared_data, "fr", "TED")
    assert size(corpus) == (10, 1624)
    assert corpus.left_out == {}
    assert counts(corpus) == FRENCH
    assert corpus.unused == {
        Unused.UNSURE: 3,
        Unused.CATAPHORIC: 8,
        Unused.EXTRATEXTUAL: 6,
        Unused.IMPLICIT: 37,
        Unused.NOT_BEFORE: 6,
        Unused.NO_PHRASE: 27,
        Unused.NUMBER: 21,
        Unused.POSITION: 2,
    }


def test_english_german_discomt(shared_data: SharedData) -> None:
    corpus = read(shared_data, "de", "DiscoMT")
    assert size(corpus) == (10, 1755)
    assert corpus.left_out == {}


def test_english_german_news(shared_data: SharedData) -> None:
    """One file of the German annotation is broken, but it is not needed."""
    corpus = read(shared_data, "de", "news")
    assert size(corpus) == (19, 543)
    assert corpus.left_out == {}
    assert corpus.unused[Unused.UNMARKED] == 36


def test_english_german_discomt_and_news(shared_data: SharedData) -> None:
    corpus = read(shared_data, "de", "DiscoMT", "news")
    assert size(corpus) == (29, 2298)
    assert counts(corpus) == GERMAN


def test_german_ted_is_cut_into_other_sentences(shared_data: SharedData) -> None:
    corpus = read(shared_data, "de", "")
    assert size(corpus) == (29, 2298)
    assert len(corpus.left_out) == 10
    assert corpus.left_out["TED/000_779"] == "183 sentences in en, 185 in de"


def test_portuguese_has_every_kind_of_fault(shared_data: SharedData) -> None:
    corpus = read(shared_data, "pt", "")
    assert size(corpus)[0] == 11
    faults = {
        "DiscoMT/000_1756": "missing in pt",
        "TED/000_779": "'word_363' is in more than one sentence",
        "TED/001_769": "'word_461' is in no sentence",
        "TED/009_805": "missing in en",
        "TED/010_837": "010_837_words.xml: cannot be read (No such file or directory)",
        "news/08": "08_words.xml:226: broken XML (not well-formed (invalid token))",
    }
    for name, fault in faults.items():
        assert corpus.left_out[name].endswith(fault)


@pytest.mark.parametrize(
    ("target", "parts", "picked", "missing"),
    [
        (
            "fr",
            ("TED",),
            201,
            {
                "anaphoric_singular_they": 4,
                "addressee_generic_you": 20,
                "addressee_deictic_singular_you": 15,
                "addressee_deictic_plural_you": 10,
            },
        ),
        ("de", ("DiscoMT", "news"), 200, {}),
    ],
)
def test_sizes_are_reached_where_the_corpus_has_enough(
    shared_data: SharedData,
    target: str,
    parts: tuple[str, ...],
    picked: int,
    missing: dict[str, int],
) -> None:
    corpus = read(shared_data, target, *parts)
    sizes = load_categories().wanted(f"en-{target}")
    chosen = select(
        corpus.candidates, lambda example: example.token, sizes, np.random.default_rng(1)
    )
    assert len(chosen.examples) == picked
    assert {share.category: share.missing for share in chosen.shares if share.missing} == missing


def test_heads_are_inside_of_antecedents_and_before_the_pronoun(shared_data: SharedData) -> None:
    for target, parts in (("fr", ("TED",)), ("de", ("DiscoMT", "news"))):
        corpus = read(shared_data, target, *parts)
        lines = [line.split() for line in corpus.source]
        for example in corpus.candidates:
            assert lines[example.segment][example.position] == example.token
            for antecedent in example.antecedents:
                assert 0 <= antecedent.first <= antecedent.head <= antecedent.last
                assert antecedent.last < len(lines[antecedent.segment])
                head = antecedent.segment, antecedent.head
                assert head < (example.segment, example.position)
