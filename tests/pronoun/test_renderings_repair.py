"""Pronoun links from the language pack and the neighbours: one example per rule, and its laws."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from proform.language.pack import Pack, load_pack
from proform.model import OTHER, Alignment, Rendering, Segment, Step, Translation
from proform.pronoun.occurrences import Pronouns
from proform.pronoun.renderings import InformedRepair, expected


def _pack(language: str) -> Pack:
    pack = load_pack(language)
    assert pack is not None
    return pack


ENGLISH, FRENCH, GERMAN = _pack("en"), _pack("fr"), _pack("de")
OWNERS = Pronouns(ENGLISH.inventory, ENGLISH.splitter)


def _repair(target: Pack) -> InformedRepair:
    targets = Pronouns(target.inventory, target.splitter)
    return InformedRepair(targets, OWNERS, expected(ENGLISH, target), target.ambiguous)


REPAIRS = {"fr": _repair(FRENCH), "de": _repair(GERMAN)}


def _alignment(links: str) -> Alignment:
    pairs = [tuple(map(int, link.split("-"))) for link in links.split()]
    return Alignment([pair[0] for pair in pairs], [pair[1] for pair in pairs])


def _words(source: str, target: str, links: str, position: int, language: str = "fr") -> list[str]:
    tokens = target.split()
    into = Translation(tokens, _alignment(links))
    found = REPAIRS[language].relink(source.split(), into).targets(position)
    return [tokens[place] for place in found]


def test_a_link_to_punctuation_is_dropped() -> None:
    assert _words("I hope that Ann wins", "J' espère : Anne gagne", "0-0 1-1 2-2 3-3 4-4", 2) == []


def test_a_link_to_another_words_translation_is_dropped() -> None:
    assert _words("the cat that sleeps", "le chat dormant", "0-0 1-1 2-2 3-2", 2) == []


def test_of_several_linked_words_the_likely_pronoun_is_taken() -> None:
    assert _words("She has left", "Elle est partie", "0-0 0-1 1-1 2-2", 0) == ["Elle"]


def test_a_word_that_two_pronouns_are_linked_to_goes_to_the_nearer() -> None:
    source, target = "It fell and then it broke", "Il tomba puis cassa"
    links = "0-0 4-0 1-1 3-2 5-3"
    assert _words(source, target, links, 0) == ["Il"]
    assert _words(source, target, links, 4) == []


def test_a_pronoun_without_likely_translations_takes_the_pronoun_linked_to_it() -> None:
    source, target = "I saw this when it rained", "J' ai vu cela quand pleuvait"
    links = "0-0 1-2 2-3 3-4 5-5"
    assert _words(source, target, links, 2) == ["cela"]
    assert _words(source, target, links, 4) == []


def test_a_pronoun_without_a_link_takes_the_nearest_free_likely_one() -> None:
    assert _words("Ann bought it there", "Anne l' a acheté là", "0-0 1-3 3-4", 2) == ["l'"]


def test_a_link_to_an_unlikely_pronoun_gives_way() -> None:
    source, target = "How can I help you ?", "Comment puis-je vous aider ?"
    links = "0-0 1-1 2-2 3-3 5-4"
    assert _words(source, target, links, 2) == ["puis-je"]
    assert _words(source, target, links, 4) == ["vous"]


def test_a_pronoun_far_from_the_neighbours_is_left_alone() -> None:
    source, target = "Ann left it", "Anne partit avec Paul et Luc avant que lui vienne"
    assert _words(source, target, "0-0 1-1", 2) == []


def test_an_article_is_none_if_the_next_word_translates_no_neighbour() -> None:
    source, target = "It will soon open the doors", "Ouvrir les portes va suivre"
    assert _words(source, target, "1-3 3-0 5-2", 0) == []
    source, target = "They will open many new doors", "Vont ouvrir les portes"
    assert _words(source, target, "1-0 2-1 5-3", 0) == []


def test_an_article_of_a_distant_word_is_no_pronoun() -> None:
    source, target = "The dog of Ann ate it", "Ann mangea le chien"
    assert _words(source, target, "0-2 3-0 4-1", 5) == []


def test_the_same_word_before_the_verb_is_one() -> None:
    assert _words("Ann must close it", "Anne doit la fermer", "0-0 1-1 2-3", 3) == ["la"]


def test_a_word_that_holds_the_pronoun_may_be_the_verbs_too() -> None:
    assert _words("Please take it home", "Ramenez-le chez vous", "1-0 3-1 3-2", 2) == ["Ramenez-le"]


def test_a_word_that_holds_the_pronoun_may_stand_before_any_other() -> None:
    assert _words("take it home at ten", "ramenez-le dix heures", "0-0 4-1", 1) == ["ramenez-le"]


def test_a_linked_pronoun_may_stand_before_any_word() -> None:
    source, target = "We will now try to rise", "Nous essaierons de nous lever"
    into = Translation(target.split(), _alignment("0-0 1-1 3-1 4-2"))
    assert REPAIRS["fr"].relink(source.split(), into).targets(0) == (0,)


def test_a_pronoun_that_finds_none_has_no_link_to_other_words() -> None:
    assert _words("Ann said she swam", "Anne dit avoir nagé", "0-0 1-1 2-2 3-3", 2) == []


def test_a_pronoun_without_likely_translations_keeps_other_words() -> None:
    assert _words("I hope that Ann wins", "J' espère que A gagne", "0-0 1-1 2-2 4-4", 2) == ["que"]


def test_german_sie_for_they_and_polite_sie_for_you() -> None:
    source, target = "Do you know if they came", "Wissen Sie , ob sie kamen"
    links = "2-0 3-3 5-5"
    repaired = REPAIRS["de"].relink(source.split(), Translation(target.split(), _alignment(links)))
    assert repaired.targets(1) == (1,)
    assert repaired.targets(4) == (4,)


def test_forms_without_a_list_are_expected_by_their_features() -> None:
    found = expected(ENGLISH, FRENCH)
    assert {"je", "j'", "me", "moi"} <= set(found["i"])
    assert {"nos", "notre"} <= set(found["our"])
    assert not {"nous", "mon"} & set(found["our"])
    assert {"la", "sa"} <= set(found["her"])
    assert found["it"] == FRENCH.likely["en"]["it"]


def test_nothing_is_expected_of_forms_without_case_nor_of_relatives() -> None:
    found = expected(ENGLISH, FRENCH)
    assert not any(found.get(form) for form in ("that", "this", "one", "who", "whose"))


def _render(source: str, target: str, links: str, position: int) -> Rendering:
    into = Translation(target.split(), _alignment(links))
    words = source.split()
    segment = Segment(0, None, words, into, [])
    return REPAIRS["fr"].render(position, words[position].lower(), segment, into)


def test_a_rendering_says_how_it_was_found() -> None:
    kept = _render("It rains", "Il pleut", "0-0 1-1", 0)
    assert kept == Rendering((0,), ("Il",), ("il",), Step.ALIGNED, (0,))
    picked = _render("She has left", "Elle est partie", "0-0 0-1 1-1 2-2", 0)
    assert picked == Rendering((0,), ("Elle",), ("elle",), Step.PICKED, (0, 1))
    searched = _render("Ann must close it", "Anne doit la fermer", "0-0 1-1 2-3 3-3", 3)
    assert searched == Rendering((2,), ("la",), ("la",), Step.SEARCHED, (3,))
    dropped = _render("Ann said she swam", "Anne dit avoir nagé", "0-0 1-1 2-2 3-3", 2)
    assert dropped == Rendering((), (), (), Step.NONE, (2,))
    other = _render("I hope that Ann wins", "J' espère que A gagne", "0-0 1-1 2-2 4-4", 2)
    assert other == Rendering((2,), ("que",), (OTHER,), Step.ALIGNED, (2,))


def test_a_word_that_is_no_pronoun_is_rendered_as_aligned() -> None:
    assert _render("It rains", "Il pleut", "0-0 1-1", 1).positions == (1,)


SOURCE = st.lists(
    st.sampled_from(
        ["it", "they", "he", "her", "that", "you", "we", "saw", "the", "dog", ",", "who"]
    ),
    min_size=1,
)
TARGET = st.lists(
    st.sampled_from(
        ["il", "la", "le", "ils", "vous", "que", "dis-le", "voit", "chien", ",", "l'", "on"]
    ),
    min_size=1,
)


@st.composite
def _pairs(draw: st.DrawFn) -> tuple[list[str], Translation]:
    source, target = draw(SOURCE), draw(TARGET)
    link = st.tuples(st.integers(0, len(source) - 1), st.integers(0, len(target) - 1))
    links = draw(st.lists(link, unique=True))
    return source, Translation(target, Alignment([i for i, _ in links], [j for _, j in links]))


@given(_pairs())
def test_links_stay_in_range_and_those_of_other_words_as_they_are(
    pair: tuple[list[str], Translation],
) -> None:
    source, into = pair
    links = REPAIRS["fr"].relink(source, into).links
    assert len(set(links)) == len(links)
    assert all(0 <= i < len(source) and 0 <= j < len(into.tokens) for i, j in links)
    others = {link for link in into.alignment.links if not OWNERS[source[link[0]]]}
    assert {link for link in links if not OWNERS[source[link[0]]]} == others


@given(_pairs())
def test_relinking_twice_is_relinking_once(pair: tuple[list[str], Translation]) -> None:
    source, into = pair
    once = REPAIRS["fr"].relink(source, into)
    again = REPAIRS["fr"].relink(source, Translation(into.tokens, once))
    assert sorted(again.links) == sorted(once.links)


@given(_pairs(), st.randoms())
def test_the_order_of_the_links_does_not_matter(
    pair: tuple[list[str], Translation], random: Random
) -> None:
    source, into = pair
    links = list(into.alignment.links)
    random.shuffle(links)
    shuffled = Alignment([i for i, _ in links], [j for _, j in links])
    found = REPAIRS["fr"].relink(source, Translation(into.tokens, shuffled))
    assert sorted(found.links) == sorted(REPAIRS["fr"].relink(source, into).links)


@given(_pairs())
def test_one_pronoun_asked_alone_gets_what_it_gets_among_all(
    pair: tuple[list[str], Translation],
) -> None:
    source, into = pair
    segment = Segment(0, None, source, into, ())
    relinked = REPAIRS["fr"].relink(source, into)
    for position, word in enumerate(source):
        alone = REPAIRS["fr"].render(position, word, segment, replace(into))
        assert alone.positions == relinked.targets(position)
        assert alone.links == into.alignment.targets(position)


class _Column(list[int]):
    """Counts how often all of it is looked through."""

    passes = 0

    def __iter__(self) -> Iterator[int]:
        self.passes += 1
        return super().__iter__()

    def count(self, value: int) -> int:
        self.passes += 1
        return super().count(value)


def test_a_long_line_is_looked_through_once_and_not_for_each_pronoun() -> None:
    times = 200
    source, target = ["but", "it", "fell"] * times, ["mais", "elle", "tomba"] * times
    columns = _Column(range(3 * times)), _Column(range(3 * times))
    into = Translation(target, Alignment(*columns))
    segment, repair = Segment(0, None, source, into, []), _repair(FRENCH)
    places = range(1, 3 * times, 3)
    found = [repair.render(place, "it", segment, into).positions for place in places]
    assert found == [(place,) for place in places]
    assert max(column.passes for column in columns) < 5
