"""What stands for a pronoun, with and without the paper's repair."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from proform.language.pack import Pack, load_pack
from proform.model import OTHER, Alignment, Rendering, Segment, Step, Translation
from proform.pronoun.occurrences import Pronouns
from proform.pronoun.renderings import PaperRepair, Renderer


def _pack(language: str) -> Pack:
    pack = load_pack(language)
    assert pack is not None
    return pack


FRENCH = _pack("fr")
ENGLISH = _pack("en")
TARGETS = Pronouns(FRENCH.inventory, FRENCH.splitter)
REPAIR = PaperRepair(
    TARGETS,
    Pronouns(["it", "they", "he", "she"], ENGLISH.splitter),
    FRENCH.likely["en"],
    FRENCH.ambiguous,
)


def _segment(source: str, target: str, *links: tuple[int, int]) -> Segment:
    alignment = Alignment([i for i, _ in links], [j for _, j in links])
    translation = Translation(target.split(), alignment)
    return Segment(0, None, source.split(), translation, [])


def _repair(segment: Segment, position: int) -> Rendering:
    form = segment.source[position].lower()
    return REPAIR.render(position, form, segment, segment.reference)


WORKED = _segment(
    "The system is so healthy that it purifies the water .",
    "Le système est si sain qu' il purifie l' eau .",
    *((0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (7, 7), (8, 8), (9, 9), (10, 10)),
)


def test_the_papers_example_is_il_with_repair() -> None:
    assert _repair(WORKED, 6) == Rendering((6,), ("il",), ("il",), Step.SEARCHED, ())


def test_the_papers_example_is_nothing_without() -> None:
    plain = Renderer(TARGETS).render(6, "it", WORKED, WORKED.reference)
    assert plain == Rendering((), (), (), Step.NONE, ())


def test_one_aligned_pronoun_is_taken_as_it_is() -> None:
    segment = _segment("it rains", "il pleut", (0, 0), (1, 1))
    assert _repair(segment, 0) == Rendering((0,), ("il",), ("il",), Step.ALIGNED, (0,))


def test_the_pronoun_among_several_aligned_words() -> None:
    segment = _segment("that it rains", "qu' il pleut", (0, 0), (1, 0), (1, 1), (1, 2))
    assert _repair(segment, 1) == Rendering((1,), ("il",), ("il",), Step.PICKED, (0, 1, 2))


def test_of_several_aligned_pronouns_an_unambiguous_one_is_picked() -> None:
    segment = _segment("it is", "l' est il", (0, 0), (0, 2), (1, 1))
    assert _repair(segment, 0).forms == ("il",)


def test_of_equal_aligned_pronouns_the_leftmost_is_picked() -> None:
    segment = _segment("it is", "elle il est", (0, 0), (0, 1), (1, 2))
    assert _repair(segment, 0).positions == (0,)


def test_a_pronoun_aligned_to_a_noun_is_searched_for() -> None:
    segment = _segment("so it runs fast", "donc il roule vite", (0, 0), (1, 3), (2, 2), (3, 3))
    assert _repair(segment, 1) == Rendering((1,), ("il",), ("il",), Step.SEARCHED, (3,))


def test_without_a_candidate_the_alignment_stays_and_is_other() -> None:
    segment = _segment(
        "so it runs", "donc le vélo roule".replace("le ", ""), (0, 0), (1, 1), (2, 2)
    )
    assert _repair(segment, 1) == Rendering((1,), ("vélo",), (OTHER,), Step.ALIGNED, (1,))


def test_one_aligned_neighbour_is_enough() -> None:
    segment = _segment("it runs", "il roule", (1, 1))
    assert _repair(segment, 0).forms == ("il",)


def test_no_aligned_neighbour_finds_nothing() -> None:
    segment = _segment("so it runs fast", "donc il roule vite", (3, 3))
    assert _repair(segment, 1).step is Step.NONE


def test_a_word_of_another_pronoun_is_not_taken() -> None:
    segment = _segment("he said it fell", "il a dit cela tombé", (0, 0), (1, 1), (3, 4))
    # il is nearer to the centre of a wide range, but it belongs to "he".
    assert _repair(segment, 2).forms == ("cela",)
    owned = _segment("he said it", "il a dit", (0, 0), (1, 1))
    assert _repair(owned, 2).step is Step.NONE


def test_a_conjunction_does_not_own_a_pronoun_that_is_glued_to_its_translation() -> None:
    segment = _segment(
        "so healthy that it purifies water",
        "si sain qu'il purifie l' eau",
        *((0, 0), (1, 1), (2, 2), (4, 3), (5, 5)),
    )
    assert _repair(segment, 3) == Rendering((2,), ("qu'il",), ("il",), Step.SEARCHED, ())


def test_of_two_equally_close_the_leftmost_is_taken() -> None:
    segment = _segment("a it b", "x il w elle z", (0, 1), (2, 3))
    assert _repair(segment, 1).positions == (1,)


def test_pronouns_inside_tokens_are_found() -> None:
    segment = _segment("is it red ?", "est-il rouge ?", (0, 0), (1, 0), (2, 1), (3, 2))
    assert _repair(segment, 1).forms == ("il",)
    glued = _segment("it 's red", "c'est rouge", (1, 0), (2, 1))
    assert _repair(glued, 0).forms == ("c'",)


def test_an_untranslated_segment_has_nothing() -> None:
    segment = _segment("it rains", "")
    assert _repair(segment, 0).step is Step.NONE


WORDS = st.sampled_from(["il", "elle", "ce", "l'", "est-il", "vélo", "rouge", "et"])


@given(st.data())
def test_a_rendering_is_always_in_the_sentence(data: st.DataObject) -> None:
    source = data.draw(st.lists(st.sampled_from(["it", "they", "the", "bike"]), min_size=1))
    target = data.draw(st.lists(WORDS, min_size=1))
    pairs = st.tuples(st.integers(0, len(source) - 1), st.integers(0, len(target) - 1))
    links = data.draw(st.lists(pairs))
    position = data.draw(st.integers(0, len(source) - 1))
    segment = _segment(" ".join(source), " ".join(target), *links)
    found = _repair(segment, position)
    assert found.tokens == tuple(target[place] for place in found.positions)
    assert (found.step is Step.NONE) == (found.forms == ())
    plain = Renderer(TARGETS).render(position, source[position], segment, segment.reference)
    # Repair never loses a translation that the alignment has.
    assert bool(found.forms) >= bool(plain.forms)
