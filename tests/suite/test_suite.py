from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.small_suite import EVENT, INTER, SUITE, TARGETS

from proform.errors import ProformError
from proform.model import Alignment, Antecedent, Example, Step
from proform.scoring.judgements import Judgement
from proform.suite.evaluate import choices_of, evaluate
from proform.suite.suite import Document, Placed, Spot, Suite, Target, parse, place, words

REFERENCE, BASE, NEW = TARGETS


def test_an_empty_line_has_no_words() -> None:
    assert words("") == []
    assert words("a b") == ["a", "b"]


def test_only_a_blank_separates_words() -> None:
    assert words("a\u00a0b c\u2028d") == ["a\u00a0b", "c\u2028d"]


def test_links_are_parsed() -> None:
    assert parse("") == Alignment([], [])
    assert parse("0-0 12-3").links == [(0, 0), (12, 3)]


@pytest.mark.parametrize(
    ("segment", "name"),
    [(0, None), (2, None), (3, "a"), (4, "a"), (5, None), (7, "b"), (9, "b"), (10, None)],
)
def test_documents_need_not_start_at_0_nor_follow_each_other(
    segment: int, name: str | None
) -> None:
    suite = replace(SUITE, documents=(Document("a", 3, 4), Document("b", 7, 9)))
    assert suite.document(segment) == name


def test_without_documents_a_segment_is_of_none() -> None:
    assert replace(SUITE, documents=()).document(0) is None


def test_what_a_suite_knows_of_itself() -> None:
    assert SUITE.languages == "en-fr"
    assert SUITE.agreeing == {INTER, "anaphoric_inter_they"}
    assert SUITE.head(SUITE.examples[0].antecedents[0]) == "bicycle"
    assert SUITE.checked() is SUITE


def _with(change: Callable[[Example], Example]) -> Suite:
    first, *others = SUITE.examples
    return replace(SUITE, examples=(change(first), *others))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda one: replace(one, category="other"), "category 'other' is not defined"),
        (lambda one: replace(one, segment=4), "there is no segment 4, the source has 4"),
        (lambda one: replace(one, segment=-1), "there is no segment -1"),
        (lambda one: replace(one, position=8), "segment 1 has no word 8, it has 8"),
        (lambda one: replace(one, position=-1), "segment 1 has no word -1"),
        (lambda one: replace(one, token="it"), "word 0 of 1 is 'It', not 'it'"),
        (
            lambda one: replace(one, antecedents=(Antecedent(9, 0, 0, 0),)),
            "its antecedent is in segment 9, which does not exist",
        ),
        (
            lambda one: replace(one, antecedents=(Antecedent(0, 0, 1, 2),)),
            r"its antecedent \(0 to 1, head 2\) is not inside segment 0",
        ),
        (
            lambda one: replace(one, antecedents=(Antecedent(0, 0, 5, 1),)),
            r"its antecedent \(0 to 5, head 1\) is not inside segment 0",
        ),
    ],
)
def test_what_does_not_fit_together_is_told(
    change: Callable[[Example], Example], complaint: str
) -> None:
    with pytest.raises(ProformError, match=f"example 1: {complaint}"):
        _with(change).checked()


def test_a_target_is_placed_by_its_links() -> None:
    assert REFERENCE.placed == {
        1: Placed((Spot(1, 0),), ((Spot(0, 1),),)),
        2: Placed((Spot(1, 4),), ()),
        3: Placed((Spot(3, 0),), ((Spot(2, 1),), (Spot(2, 4),))),
    }
    assert NEW.placed[2] == Placed()
    assert NEW.placed[3] == Placed((), ((Spot(2, 1),), (Spot(2, 4),)))


def test_without_links_nothing_can_be_placed() -> None:
    with pytest.raises(ProformError, match="base: no alignment"):
        place(SUITE, replace(BASE, links=None))


def test_the_words_of_an_example() -> None:
    example = SUITE.examples[2]
    assert BASE.words(BASE.placed[3].pronoun) == ("Ils",)
    assert BASE.antecedents(example) == (("chat",), ("chien",))
    assert BASE.words(()) == ()


def test_several_words_come_in_their_order() -> None:
    target = place(SUITE, replace(BASE, links=("", "0-4 0-1 0-0 4-2", "", "")))
    assert target.words(target.placed[1].pronoun) == ("Elle", "grince", "ça")
    assert target.antecedents(SUITE.examples[0]) == ((),)


def test_empty_translations_have_nothing_in_them() -> None:
    target = place(SUITE, Target("silent", [""] * 4, [""] * 4))
    for example in SUITE.examples:
        assert target.placed[example.number].pronoun == ()
        assert target.alignment(example) == Alignment([], [])


def test_judges_see_the_links_as_they_are_and_what_is_marked_beside_them() -> None:
    example = SUITE.examples[1]
    corrected = replace(BASE, placed={**BASE.placed, 2: Placed((Spot(1, 5), Spot(0, 0)))})
    assert corrected.positions(example) == (5,)
    assert corrected.alignment(example).links == [(0, 0), (1, 1), (4, 4), (6, 5), (5, 6)]
    assert replace(corrected, links=None).alignment(example).links == [(4, 5)]


REPAIR = choices_of(SUITE).renderer()


def test_a_pronoun_without_a_link_is_placed_where_the_repair_finds_it() -> None:
    links = ("", "1-1 2-2 3-3 5-6 6-5", "", "")
    assert place(SUITE, replace(BASE, links=links)).placed[1].pronoun == ()
    target = place(SUITE, replace(BASE, links=links), REPAIR)
    assert target.words(target.placed[1].pronoun) == ("Elle",)
    assert target.words(target.placed[2].pronoun) == ("ça",)
    assert target.links == links


def test_where_the_repair_finds_nothing_the_linked_words_are_placed() -> None:
    lines = ("", "Quoi grince , et quoi m' inquiète .", "", "")
    target = place(SUITE, replace(BASE, lines=lines, links=("", "0-0 1-1 4-4", "", "")), REPAIR)
    assert target.words(target.placed[1].pronoun) == ("Quoi",)


def test_what_is_placed_with_the_repair_is_what_apt_judges() -> None:
    links = ("", "1-1 2-2 3-3 5-6 6-5", "", "0-0")
    system = place(SUITE, replace(BASE, links=links), REPAIR)
    kept: list[Judgement] = []
    evaluate(SUITE, REFERENCE, [system], ["apt", "protest"], sink=kept.append)
    places = {
        metric: {row.example: row.candidate.positions for row in kept if row.metric == metric}
        for metric in ("apt", "protest")
    }
    assert places["apt"] == places["protest"] == {1: (0,), 2: (4,), 3: (0,)}
    (found,) = {row.candidate.step for row in kept if row.example == 1}
    assert found is Step.SEARCHED


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=12))
def test_links_come_back_as_they_were_placed(pairs: list[tuple[int, int]]) -> None:
    line = " ".join(f"{i}-{j}" for i, j in pairs)
    target = place(SUITE, replace(BASE, links=("", line, "", "")))
    example = next(one for one in SUITE.examples if one.category == EVENT)
    wanted = {j for i, j in pairs if i == example.position}
    assert set(target.alignment(example).targets(example.position)) == wanted
    assert set(target.alignment(example).links) == set(pairs)
