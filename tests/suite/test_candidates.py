"""Texts are written with their mentions: {np 1 the old cat} sleeps and {it 1} dreams."""

from __future__ import annotations

import re

import pytest

from proform.analysis.tagger import tagger_of
from proform.language.pack import load_pack
from proform.model import Antecedent, Example
from proform.suite.candidates import Unused, find_candidates
from proform.text.mmax import Markable, Project

SUBJECT = {"position": "subject", "agreement": "singular"}
KINDS: dict[str, dict[str, str]] = {
    "np": {"mention": "np", "nptype": "antecedent"},
    "again": {"mention": "np", "nptype": "np"},
    "clause": {"mention": "clause"},
    "someone": {"mention": "pronoun", "type": "antecedent"},
    "it": {"type": "anaphoric", "antetype": "entity", **SUBJECT},
    "object": {"type": "anaphoric", "antetype": "entity", "position": "non-subject"},
    "nowhere": {"type": "anaphoric", "antetype": "entity", "position": "none"},
    "old": {"type": "anaphoric", "antetype": "entity", "position": "it (subject)"},
    "event": {"type": "anaphoric", "antetype": "event", **SUBJECT},
    "implicit": {"type": "anaphoric", "split": "no explicit antecedent", **SUBJECT},
    "they": {"type": "anaphoric", "antetype": "entity", "agreement": "plural"},
    "one": {"type": "anaphoric", "antetype": "entity", "agreement": "they (sg.)"},
    "split": {"type": "anaphoric", "split": "split reference", "agreement": "plural"},
    "pleonastic": {"type": "pleonastic"},
    "cataphoric": {"type": "cataphoric"},
    "outside": {"type": "extratextual reference"},
    "unsure": {"type": "not sure. help!"},
    "generic": {"type": "addressee reference", "audience": "generic you"},
    "you": {"type": "addressee reference", "audience": "deictic you", "agreement": "you (sg.)"},
    "all": {"type": "addressee reference", "audience": "deictic you", "agreement": "you (pl.)"},
    "vague": {"type": "addressee reference", "audience": "none", "agreement": "none"},
}


def project(*sentences: str) -> Project:
    words: list[str] = []
    starts: list[int] = []
    mentions: list[Markable] = []
    open_marks: list[tuple[int, dict[str, str]]] = []
    for sentence in sentences:
        starts.append(len(words))
        for piece in re.findall(r"\{\w+ \w+ |\}|[^\s{}]+", sentence):
            if piece.startswith("{"):
                kind, chain = piece[1:].split()
                marks = {"mention": "pronoun", **KINDS[kind], "coref_class": f"set_{chain}"}
                open_marks.append((len(words), marks))
            elif piece == "}":
                first, marks = open_marks.pop()
                mentions.append(Markable(tuple(range(first, len(words))), marks))
            else:
                words.append(piece)
    mentions.sort(key=lambda mention: mention.words)
    return Project(tuple(words), tuple(starts), tuple(mentions))


def find(*sentences: str, start: int = 0) -> list[Example | Unused]:
    return found(project(*sentences), start)


def found(text: Project, start: int = 0) -> list[Example | Unused]:
    pack = load_pack("en")
    assert pack is not None
    tagger = tagger_of("en")
    assert tagger is not None
    return list(find_candidates(text, pack, tagger, start))


def one(*sentences: str) -> Example:
    (example,) = find(*sentences)
    assert isinstance(example, Example)
    return example


CATEGORIES = {
    "{np 1 the old cat } sleeps and {it 1 it } dreams": "anaphoric_intra_subject_it",
    "{np 1 the cat } that we fed likes {object 1 it }": "anaphoric_intra_non-subject_it",
    "{np 1 the cat } sleeps . | {old 1 It } dreams": "anaphoric_inter_subject_it",
    "{np 1 the cat } sleeps . | I like {object 1 it }": "anaphoric_inter_non-subject_it",
    "{np 1 the cats } sleep and {they 1 they } dream": "anaphoric_intra_they",
    "{np 1 the cats } sleep . | {they 1 They } dream": "anaphoric_inter_they",
    "{np 1 those } who sleep . | {they 1 They } dream": "anaphoric_inter_they",
    "{np 1 the fish } sleep . | {they 1 They } dream": "anaphoric_inter_they",
    "{np 1 a doctor } called and {one 1 they } said": "anaphoric_singular_they",
    "{someone 1 somebody } called and {they 1 they } said": "anaphoric_singular_they",
    "{np 1 the doctors } called and {one 1 they } said": "anaphoric_intra_they",
    "{np 1 our new team } won and {it 1 it } sang": "anaphoric_group_it-they",
    "{np 1 our new team } won and {they 1 they } sang": "anaphoric_group_it-they",
    "{np 1 our teams } won and {they 1 they } sang": "anaphoric_intra_they",
    "we asked {np 1 Kiwi } and {one 1 they } said": "anaphoric_group_it-they",
    "{np 1 this sort of family } is new and {it 1 it } grows": "anaphoric_intra_subject_it",
    "{np 1 Wolves } is a film and {it 1 it } is long": "anaphoric_intra_subject_it",
    "we won and {event 1 it } was fun": "event_it",
    "{pleonastic 1 it } rains": "pleonastic_it",
    "{generic 1 you } never know": "addressee_generic_you",
    "can {you 1 you } see me": "addressee_deictic_singular_you",
    "can {all 1 you } see me": "addressee_deictic_plural_you",
}


@pytest.mark.parametrize(("text", "category"), CATEGORIES.items())
def test_category(text: str, category: str) -> None:
    example = one(*text.split(" | "))
    assert example.category == category
    assert bool(example.antecedents) == category.startswith("anaphoric")


UNUSED = {
    "it rains": Unused.UNMARKED,
    "{unsure 1 it } rains": Unused.UNSURE,
    "{pleonastic 1 they } rain": Unused.UNSURE,
    "we won and {event 1 they } were fun": Unused.UNSURE,
    "can {vague 1 you } see me": Unused.UNSURE,
    "if {cataphoric 1 it } sleeps , {np 1 the cat } dreams": Unused.CATAPHORIC,
    "{outside 1 it } is here": Unused.EXTRATEXTUAL,
    "{implicit 1 it } is here": Unused.IMPLICIT,
    "{it 1 it } is here": Unused.NOT_BEFORE,
    "{it 1 it } is here , {np 1 the cat }": Unused.NOT_BEFORE,
    "{np 1 {it 1 it } in the hat } , {np 1 the cat }": Unused.NOT_BEFORE,
    "{clause 1 we have won } and {it 1 it } was fun": Unused.NO_PHRASE,
    "{np 1 what you said } was new , and {it 1 it } was fun": Unused.NO_PHRASE,
    "{someone 1 a fine mess } is here and {it 1 it } stays": Unused.NO_PHRASE,
    "{np 1 the cats } sleep and {it 1 it } dreams": Unused.NUMBER,
    "{np 1 the cat } sleeps and {they 1 they } dream": Unused.NUMBER,
    "{np 1 the cat } sleeps and {nowhere 1 it } dreams": Unused.POSITION,
    "{np 1 the cat } has a dog with {it 1 it } now": Unused.POSITION,
    "{np 1 the cat } is lost , we pick {it 1 it } up": Unused.POSITION,
    "{np 1 the cat } is lost , we miss {it 1 it } .": Unused.POSITION,
    "{np 1 the cat } sleeps and {object 1 it } is dreaming": Unused.POSITION,
}


@pytest.mark.parametrize(("text", "reason"), UNUSED.items())
def test_unused(text: str, reason: Unused) -> None:
    assert find(*text.split(" | ")) == [reason]


@pytest.mark.parametrize(
    "text",
    [
        "{np 1 the cat } is new ; is {it 1 it } in there",
        "{np 1 the cat } is new , is n't {it 1 it } ?",
    ],
)
def test_a_subject_may_stand_after_the_verb(text: str) -> None:
    assert one(text).category == "anaphoric_intra_subject_it"


def test_an_object_may_stand_before_a_verb() -> None:
    text = "{np 1 the cat } is new ; what we know of {object 1 it } is little"
    assert one(text).category == "anaphoric_intra_non-subject_it"


def test_place_and_antecedent() -> None:
    (example,) = find(
        "so :", "{np 1 the old cat in town } sleeps", "but {it 1 it } dreams", start=7
    )
    assert example == Example(
        0, 9, 1, "it", "anaphoric_inter_subject_it", (Antecedent(8, 0, 4, 2),)
    )


def test_the_nearest_noun_phrase_of_the_class_counts() -> None:
    text = (
        "{np 1 the cat } and {np 2 the dog } : {again 1 this animal } sleeps and {it 1 it } dreams"
    )
    assert one(text).antecedents == (Antecedent(0, 6, 7, 7),)


def test_pronouns_lead_back_to_the_noun_phrase() -> None:
    first, second = find("{np 1 the cat } sleeps , {it 1 it } dreams", "{it 1 it } wakes")
    assert isinstance(first, Example)
    assert isinstance(second, Example)
    assert first.antecedents == second.antecedents == (Antecedent(0, 0, 1, 1),)


def test_a_noun_phrase_may_contain_the_pronoun() -> None:
    example = one("{np 1 every cat that knows {it 1 it } dreams } sleeps")
    assert example.antecedents == (Antecedent(0, 0, 5, 1),)


def test_conjuncts_are_antecedents_of_one_span() -> None:
    example = one("{np 1 the cat and the dog } sleep , {they 1 they } dream")
    assert example.antecedents == (Antecedent(0, 0, 4, 1), Antecedent(0, 0, 4, 4))


def test_split_reference_takes_all_that_was_listed() -> None:
    text = "{np 1 the cat } saw {np 1 the dog } and {split 1 they } ran", "{they 1 They } hid"
    for example in find(*text):
        assert isinstance(example, Example)
        assert [antecedent.head for antecedent in example.antecedents] == [1, 4]


def test_split_reference_to_what_sums_up() -> None:
    text = "{np 1 the cat } saw {np 1 the dog } . {again 1 these animals } know {split 1 they } ran"
    assert one(text).antecedents == (Antecedent(0, 6, 7, 7),)


def test_an_interrupted_phrase_has_an_antecedent_for_each_part() -> None:
    text = project("the cat and then", "the dog slept ; {they 1 they } dreamt")
    parts = Markable((0, 1, 4, 5), {**KINDS["np"], "coref_class": "set_1"})
    text = Project(text.words, text.starts, (parts, *text.mentions))
    (example,) = found(text)
    assert isinstance(example, Example)
    assert example.antecedents == (Antecedent(0, 0, 1, 1), Antecedent(1, 0, 1, 1))


def test_a_phrase_over_two_sentences_is_cut_off_at_that_of_the_head() -> None:
    text = project("so the cat", "in the hat sleeps ; {it 1 it } dreams")
    whole = Markable((1, 2, 3, 4, 5), {**KINDS["np"], "coref_class": "set_1"})
    (example,) = found(Project(text.words, text.starts, (whole, *text.mentions)))
    assert isinstance(example, Example)
    assert example.antecedents == (Antecedent(0, 1, 2, 2),)


def test_mentions_without_a_class_do_not_refer_to_each_other() -> None:
    text = project("{np 1 the cat } sleeps and {it 1 it } dreams")
    loose = tuple(
        Markable(mention.words, {**mention.attributes, "coref_class": "empty"})
        for mention in text.mentions
    )
    assert found(Project(text.words, text.starts, loose)) == [Unused.NOT_BEFORE]


def test_a_pronoun_that_is_marked_twice_is_one() -> None:
    text = project("{pleonastic 1 it } rains")
    twice = Project(text.words, text.starts, text.mentions * 2)
    assert len(found(twice)) == 1
