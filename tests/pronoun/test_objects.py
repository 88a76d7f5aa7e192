"""Objects by their verbs."""

from __future__ import annotations

import pytest

from proform.judge.choices import Choices
from proform.language.pack import load_packs
from proform.model import Alignment, Segment, Step, Translation


def _segment(source: str, target: str, links: str) -> Segment:
    pairs = [tuple(map(int, link.split("-"))) for link in links.split()]
    alignment = Alignment([i for i, _ in pairs], [j for _, j in pairs])
    return Segment(0, None, source.split(), Translation(target.split(), alignment), [])


@pytest.mark.parametrize(
    ("language", "source", "target", "links", "form"),
    [
        # The next word translates one that is far from the pronoun.
        ("pt", "Why do you have to clean it ?", "Porque a deve limpar ?", "0-0 3-2 5-3 7-4", "a"),
        ("es", "I would have seen it before .", "No la habría visto .", "1-2 3-3 6-4", "la"),
        # Another number, if no object has the pronoun's.
        ("es", "Marta never opened it .", "Marta nunca las abrió .", "0-0 1-1 2-3 4-4", "las"),
        ("es", "I never paid it .", "Nunca se las pagué .", "1-0 2-3 3-1 4-4", "las"),
        # The adverb of a verb, and what only looks like the pronoun.
        ("es", "They took it down .", "Las quitaron .", "2-0 3-1 4-2", "las"),
        ("pt", "I sold it to a man .", "Eu o vendi a um homem .", "1-2 3-3 4-4 5-5 6-6", "o"),
        # Subjects that are objects in the translation.
        ("pt", "Here it is .", "Aqui a tem .", "0-0 1-1 2-2 3-3", "a"),
        ("pt", "When was it painted ?", "Quando a pintaram ?", "0-0 3-2 4-3", "a"),
        ("pl", "It is not at home .", "Nie ma jej w domu .", "0-2 1-1 2-0 3-3 4-4 5-5", "jej"),
        ("pl", "It has been forbidden .", "Szkoła jej zabroniła .", "3-2 4-3", "jej"),
        # The object of the verb before, and not the subject of that behind.
        (
            "pt",
            "The girl who drew it was tall .",
            "Quem a desenhou era alta .",
            "2-0 3-2 5-3 6-4",
            "a",
        ),
    ],
)
def test_an_object_by_its_verb(
    language: str, source: str, target: str, links: str, form: str
) -> None:
    renderer = Choices(*load_packs(f"en-{language}")).renderer(dropped=True)
    segment = _segment(source, target, links)
    place = [word.lower() for word in segment.source].index("it")
    assert renderer.render(place, "it", segment, segment.reference).forms == (form,)


@pytest.mark.parametrize(
    ("language", "source", "position", "target", "links"),
    [
        # The object is another pronoun's, whether that is linked to it or not.
        ("es", "It saw her .", 0, "La vio .", "0-0 1-1 2-0 3-2"),
        ("es", "It saw her .", 0, "La vio .", "1-1 3-2"),
        # It repeats a noun; a preposition before an infinitive.
        ("es", "They told Mary it works .", 3, "Le dijeron que funciona .", "1-1 4-3 5-4"),
        ("pt", "It becomes clear .", 0, "Passa a ser claro .", "1-0 1-2 2-3 3-4"),
        # What is said of the subject, and the object of the same verb.
        ("es", "It is important , but it is .", 5, "Importa , pero lo es .", "2-0 3-1 4-2 6-4 7-5"),
        ("es", "Will it accept the plan ?", 1, "¿ Lo va a aceptar ?", "0-2 1-1 2-4 5-5"),
        # What shows no number, by a verb in another.
        ("es", "It opens at nine .", 0, "Se abren a las nueve .", "0-0 1-1 2-2 3-4 4-5"),
        # A verb that may be a noun, where nouns have no articles.
        ("pl", "When they find it .", 1, "Kiedy je znajdą .", "0-0 2-2 3-1 4-3"),
        # No pronoun of the third person.
        ("es", "You saw .", 0, "La vio .", "1-1 2-2"),
    ],
)
def test_what_is_no_object_of_the_verb(
    language: str, source: str, position: int, target: str, links: str
) -> None:
    renderer = Choices(*load_packs(f"en-{language}")).renderer(dropped=True)
    segment = _segment(source, target, links)
    form = segment.source[position].lower()
    found = renderer.render(position, form, segment, segment.reference)
    assert found.step is Step.DROPPED


def test_a_possessive_is_no_object() -> None:
    segment = _segment("She left her car .", "La dejó ayer .", "1-1 3-2 4-3")
    renderer = Choices(*load_packs("en-es")).renderer(dropped=True)
    assert renderer.render(2, "her", segment, segment.reference).forms == ()
