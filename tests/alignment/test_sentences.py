"""Which part of an output translates which sentence."""

from __future__ import annotations

import pytest

from proform.alignment.lexicon import Lexicon, learn
from proform.alignment.models import load_starter
from proform.alignment.sentences import DROPPED, FOUND, MOVED, divide

SOURCE = (
    "Have you seen my new bicycle?",
    "I bought it from a neighbour.",
    "It is red, but the saddle squeaks.",
    "The rain stops at seven.",
)
TARGET = (
    "As-tu vu mon nouveau vélo ?",
    "Je l'ai acheté à un voisin.",
    "Il est rouge, mais la selle grince.",
    "La pluie cesse à sept heures.",
)
LEXICON = learn(
    [*zip(SOURCE, TARGET, strict=True), *[("I have seen the rain", "J'ai vu la pluie")] * 2]
)


STARTER = Lexicon.of(starter.model if (starter := load_starter("en-fr", [])) else None)


def _texts(output: str) -> list[str | None]:
    return [placement.text for placement in divide(SOURCE, output, LEXICON).sentences]


@pytest.mark.parametrize("joint", [" ", "\n", "<eos> ", " _eos ", " [SEP] "])
def test_sentences_are_found_whatever_joins_them(joint: str) -> None:
    assert _texts(joint.join(TARGET)) == list(TARGET)


def test_a_sentence_that_is_split_is_put_together() -> None:
    output = " ".join(TARGET).replace("rouge, mais", "rouge. Mais")
    assert _texts(output)[2] == "Il est rouge. Mais la selle grince."


def test_a_sentence_said_twice_is_not_taken_for_a_part_of_the_next_one() -> None:
    again = TARGET[0].rstrip(" ?")
    assert _texts(f"{TARGET[0]} {again} {' '.join(TARGET[1:])}") == list(TARGET)


def test_sentences_that_are_merged_are_taken_apart() -> None:
    output = " ".join(TARGET).replace("voisin. Il", "voisin, il")
    assert _texts(output)[1:3] == [
        "Je l'ai acheté à un voisin,",
        "il est rouge, mais la selle grince.",
    ]
    output = " ".join(TARGET).replace("grince. La", "grince la")
    assert _texts(output)[3] == "la pluie cesse à sept heures."


@pytest.mark.parametrize("gone", range(4))
def test_a_sentence_that_is_missing_is_said_to_be(gone: int) -> None:
    output = " ".join(text for n, text in enumerate(TARGET) if n != gone)
    found = divide(SOURCE, output, LEXICON).sentences
    assert found[gone].text is None
    assert found[gone].how == DROPPED
    assert [each.text for n, each in enumerate(found) if n != gone] == [
        text for n, text in enumerate(TARGET) if n != gone
    ]


@pytest.mark.parametrize("twice", range(4))
def test_what_is_said_twice_is_found_once(twice: int) -> None:
    output = " ".join(text for n, text in enumerate(TARGET) for _ in range(1 + (n == twice)))
    found = divide(SOURCE, output, LEXICON)
    assert [each.text for each in found.sentences] == list(TARGET)
    assert found.added == (TARGET[twice],)


def test_a_source_that_says_it_twice_keeps_both() -> None:
    source = ("Go home now.", "Go home now.")
    output = "Rentre chez toi. Rentre chez toi."
    found = divide(source, output, learn([(source[0], "Rentre chez toi.")]))
    assert [each.text for each in found.sentences] == ["Rentre chez toi.", "Rentre chez toi."]


def test_what_moved_is_found() -> None:
    output = " ".join((TARGET[0], TARGET[1], TARGET[3], TARGET[2]))
    found = divide(SOURCE, output, LEXICON).sentences
    assert [each.text for each in found] == list(TARGET)
    assert sorted(each.how for each in found) == [FOUND, FOUND, FOUND, MOVED]


def test_what_moved_far_is_not_taken_for_the_sentence_whose_place_it_took() -> None:
    output = " ".join((TARGET[1], TARGET[2], TARGET[0]))
    found = divide(SOURCE, output, STARTER).sentences
    assert [each.text for each in found] == [TARGET[0], TARGET[1], TARGET[2], None]
    assert found[0].how == MOVED


def test_a_sentence_said_twice_does_not_stand_for_one_that_is_missing() -> None:
    output = " ".join((TARGET[0], TARGET[0], TARGET[1], TARGET[2]))
    assert _texts(output) == [*TARGET[:3], None]


def test_what_translates_nothing_is_listed() -> None:
    output = " ".join(
        (
            *TARGET[:2],
            "Voilà bien autre chose, dont personne parmi nous ne voulait jamais plus parler.",
            *TARGET[2:],
        )
    )
    found = divide(SOURCE, output, LEXICON)
    assert [each.text for each in found.sentences] == list(TARGET)
    assert found.added == (
        "Voilà bien autre chose, dont personne parmi nous ne voulait jamais plus parler.",
    )


@pytest.mark.parametrize("output", ["", "  \n "])
def test_an_empty_output_has_no_sentence(output: str) -> None:
    assert all(each.how == DROPPED for each in divide(SOURCE, output, LEXICON).sentences)


def test_a_long_text_is_divided_as_well() -> None:
    source = [f"Number {n} is a house of {n} stones." for n in range(200)]
    target = [f"Numéro {n} est une maison de {n} pierres." for n in range(200)]
    lexicon = learn(zip(source[:50], target[:50], strict=True))
    dropped = [text for n, text in enumerate(target) if n != 100]
    found = divide(source, " ".join(dropped), lexicon).sentences
    assert [n for n, each in enumerate(found) if each.text != target[n]] == [100]


def test_a_large_part_that_is_missing_or_added_does_not_lose_the_rest() -> None:
    source = [f"Number {n} is a house of {n} stones." for n in range(300)]
    target = [f"Numéro {n} est une maison de {n} pierres." for n in range(300)]
    lexicon = learn(zip(source[:50], target[:50], strict=True))
    gap = range(100, 130)
    found = divide(source, " ".join(t for n, t in enumerate(target) if n not in gap), lexicon)
    lost = [n for n, each in enumerate(found.sentences) if each.text != target[n]]
    assert set(lost) - set(gap) <= {99, 130}
    assert sum(found.sentences[n].text is not None for n in gap) <= 1
    extra = ["Voici bien autre chose que personne ne demande."] * 2
    found = divide(source, " ".join([*target[:150], *extra, *target[150:]]), lexicon)
    assert [each.text for each in found.sentences] == target
