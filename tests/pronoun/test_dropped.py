"""Subjects that have no word: the verb that stands for them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proform.judge.choices import Choices
from proform.language.pack import load_packs
from proform.model import DROPPED, Alignment, Rendering, Segment, Step, Translation
from proform.pronoun.clauses import finite_forms, leaning
from proform.pronoun.dropped import DroppedRenderer

CHOICES = Choices(*load_packs("en-es"))
PLAIN, WITH_VERBS = CHOICES.renderer(), CHOICES.renderer(dropped=True)


def _segment(source: str, target: str, links: str) -> Segment:
    pairs = [tuple(map(int, link.split("-"))) for link in links.split()]
    alignment = Alignment([i for i, _ in pairs], [j for _, j in pairs])
    return Segment(0, None, source.split(), Translation(target.split(), alignment), [])


def _found(source: str, target: str, links: str) -> Rendering:
    segment = _segment(source, target, links)
    place = next(n for n, word in enumerate(segment.source) if word.lower() in {"it", "they"})
    form = segment.source[place].lower()
    return WITH_VERBS.render(place, form, segment, segment.reference)


@pytest.mark.parametrize(
    ("source", "target", "links", "verb"),
    [
        ("It works .", "Funciona .", "1-0 2-1", "Funciona"),
        ("It works .", "Funciona .", "0-0 1-0 2-1", "Funciona"),
        ("They are closed .", "Están cerradas .", "1-0 2-1 3-2", "Están"),
        # The finite verb is linked to nothing, but stands by the participle.
        ("They are closed .", "Están cerradas .", "2-1 3-2", "Están"),
        ("Does it work ?", "¿ Funciona ?", "2-1 3-2", "Funciona"),
        ("I think it has been opened .", "Creo que ha sido abierta .", "1-0 3-2 4-3 5-4", "ha"),
        # What looks like a verb is joined to the subject by another.
        ("It is clear .", "Está clara .", "0-1 2-1 3-2", "Está"),
        # A clitic is no subject.
        ("It broke .", "Se rompió .", "0-0 1-1 2-2", "rompió"),
        ("They know it .", "Lo saben .", "0-0 1-1 2-0 3-2", "saben"),
    ],
)
def test_the_verb_of_a_dropped_subject(source: str, target: str, links: str, verb: str) -> None:
    rendering = _found(source, target, links)
    assert (rendering.tokens, rendering.forms) == ((verb,), (DROPPED,))
    assert rendering.step is Step.DROPPED


@pytest.mark.parametrize(
    ("source", "target", "links", "verb"),
    [
        # Nothing is linked to the verb, and it stands elsewhere.
        ("They sold it on Sunday .", "W niedzielę je sprzedali .", "2-2 3-0 4-1 5-4", "sprzedali"),
        # A word other than a verb is linked to it.
        ("They sold the boat .", "Tanio sprzedali .", "3-1 4-2", "sprzedali"),
        # In the singular, it shows a gender and stands between the words linked to those around it.
        ("I know , it rarely sank here .", "Wiem , rzadko tonęła .", "1-0 7-4", "tonęła"),
        ("I know , it rarely sinks here .", "Wiem , rzadko tonie .", "1-0 7-4", None),
        ("I know , it rarely sank here .", "Tonęła , wiem .", "1-2 7-3", None),
        # Another verb's translation is not taken.
        ("They sank , and others won .", "Inni wygrali .", "4-0 5-1 6-2", None),
        # The verb of an infinitive: going to sell.
        ("They are going to sell it .", "Sprzedadzą go .", "4-0 5-1 6-2", "Sprzedadzą"),
    ],
)
def test_a_verb_whose_link_is_missing(
    source: str, target: str, links: str, verb: str | None
) -> None:
    segment = _segment(source, target, links)
    place = next(n for n, word in enumerate(segment.source) if word.lower() in {"it", "they"})
    polish = Choices(*load_packs("en-pl")).renderer(dropped=True)
    found = polish.render(place, source.split()[place].lower(), segment, segment.reference)
    assert found.tokens == ((verb,) if verb else ())


@pytest.mark.parametrize(
    ("source", "target", "links", "form"),
    [
        ("It works .", "Ella funciona .", "0-0 1-1 2-2", "ella"),
        ("It works .", "Eso funciona .", "0-0 1-1 2-2", "eso"),
        # Another's verb, and an object.
        ("He made it .", "Él lo hizo .", "0-0 1-2 2-1 3-3", "lo"),
        ("I know it works .", "Sé que la máquina funciona .", "1-0 2-3 3-4 4-5", "la"),
        # A passive whose subject is an object in Spanish.
        ("They were seen .", "Los vio .", "0-0 2-1 3-2", "los"),
    ],
)
def test_what_has_a_word_is_not_dropped(source: str, target: str, links: str, form: str) -> None:
    rendering = _found(source, target, links)
    assert rendering.step is not Step.DROPPED
    assert rendering.forms in ((form,), ())


@pytest.mark.parametrize("target", ["Ella funciona .", "Funciona ella ."])
def test_a_subject_by_its_verb_is_found_though_nothing_is_linked_to_it(target: str) -> None:
    verb = target.lower().split().index("funciona")
    rendering = _found("It works .", target, f"1-{verb} 2-2")
    assert (rendering.step, rendering.forms) == (Step.SEARCHED, ("ella",))


def test_without_a_verb_nothing_is_found() -> None:
    assert _found("It works .", "¡ Sin problemas !", "1-2 2-3").step is not Step.DROPPED


def test_languages_that_drop_nothing_have_the_renderer_they_had() -> None:
    for languages in ("en-fr", "en-de", "fr-de"):
        choices = Choices(*load_packs(languages))
        assert not isinstance(choices.renderer(dropped=True), DroppedRenderer)


WORDS = st.lists(
    st.sampled_from(
        [
            "está",
            "rota",
            "la",
            "casa",
            "funciona",
            "lo",
            "él",
            "ella",
            "que",
            "se",
            "no",
            ",",
            "han",
            "sido",
        ]
    ),
    max_size=9,
)


@given(WORDS, st.lists(st.tuples(st.integers(0, 4), st.integers(0, 8)), max_size=9))
def test_what_is_found_without_verbs_stays_or_is_a_finite_verb_its_subject_or_object(
    words: list[str], links: list[tuple[int, int]]
) -> None:
    source = ["I", "think", "it", "works", "well"]
    inside = sorted({(i, j) for i, j in links if j < len(words)})
    alignment = Alignment([i for i, _ in inside], [j for _, j in inside])
    segment = Segment(0, None, source, Translation(words, alignment), [])
    plain = PLAIN.render(2, "it", segment, segment.reference)
    found = WITH_VERBS.render(2, "it", segment, segment.reference)
    if found.step is Step.SEARCHED and found != plain:
        (place,) = found.positions
        if words[place] in {"él", "ella"}:
            assert not alignment.sources(place)
        else:
            verbs = alignment.targets(1, 3)  # think, works
            assert any(place in leaning(CHOICES.target, words, verb) for verb in verbs)
    elif found.step is not Step.DROPPED:
        assert found == plain
    else:
        assert finite_forms(CHOICES.target, words, found.positions[0])
        assert not {"él", "ella"} & {*plain.forms}


FROM_SPANISH = Choices(*load_packs("es-en"), dropped=True)


def _dropped_in(line: str) -> list[str]:
    return [hit.token for hit in FROM_SPANISH.source_finder.find(0, line) if hit.form == DROPPED]


@pytest.mark.parametrize(
    ("line", "verbs"),
    [
        ("No funciona .", ["funciona"]),
        ("Creo que está rota .", ["está"]),
        ("Lo compró ayer y lo vendió .", ["compró", "vendió"]),
        # A pronoun, a noun, a relative, a verb that has no subject at all.
        ("Ella funciona .", []),
        ("La máquina funciona .", []),
        ("El coche que funciona .", []),
        ("Hay problemas .", []),
    ],
)
def test_verbs_of_a_source_whose_subject_has_no_word(line: str, verbs: list[str]) -> None:
    assert _dropped_in(line) == verbs


@pytest.mark.parametrize(
    ("source", "target", "links", "expected"),
    [
        ("No funciona .", "It does not work .", "0-2 1-0 1-3 2-4", (("It",), ("it",), Step.PICKED)),
        ("No funciona .", "It does not work .", "0-2 1-3 2-4", (("It",), ("it",), Step.SEARCHED)),
        ("Funcionan .", "They work .", "0-0 0-1 1-2", (("They",), ("they",), Step.PICKED)),
        # Another person, and no pronoun at all.
        ("Funciona .", "We work .", "0-1 1-2", ((), (), Step.NONE)),
        ("Funciona .", "The engine works .", "0-2 1-3", ((), (), Step.NONE)),
    ],
)
def test_what_stands_for_the_subject_of_a_source_verb(
    source: str, target: str, links: str, expected: tuple[object, ...]
) -> None:
    segment = _segment(source, target, links)
    place = next(n for n, word in enumerate(segment.source) if word.lower().startswith("funciona"))
    renderer = FROM_SPANISH.renderer(dropped=True)
    found = renderer.render(place, DROPPED, segment, segment.reference)
    assert (found.tokens, found.forms, found.step) == expected


def test_without_the_option_verbs_of_the_source_are_no_pronouns() -> None:
    plain = Choices(*load_packs("es-en")).source_finder
    assert [hit.form for hit in plain.find(0, "No la quiero .")] == [
        hit.form for hit in FROM_SPANISH.source_finder.find(0, "No la quiero .")
    ]
    assert not plain.find(0, "No funciona .")
