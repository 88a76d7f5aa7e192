"""What a page is made of: which systems a part speaks of, and where links lead."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proform.human.opinion import Opinion
from proform.report.model import UNSEEN, Part, Passage, PronounPlace, annotated, query

PLACE = PronounPlace(0, 1, "Is it ?")


def test_a_part_names_every_system_once_in_its_own_order() -> None:
    part = Part(
        *("human.tsv", "scores of systems"),
        said={("b", 0, 1): ()},
        human={"adequacy": {"a": 1.0, "b": None}},
        beside={"bleu": {"c": 30.0}},
    )
    assert part.systems == ["b", "a", "c"]
    assert not part.evaluates, "figures alone make no system"
    assert replace(part, texts={("d", PLACE): Passage(("Oui",))}).evaluates


def test_the_same_words_at_another_place_are_another_pronoun() -> None:
    assert PLACE._replace(source="It is .") != PLACE
    assert PLACE._replace(anchored=True) != PLACE


@pytest.mark.parametrize(
    ("said", "kind"), [((), UNSEEN), (("right",), "right"), (("right", "wrong"), "disputed")]
)
def test_what_annotators_say_comes_to_one_verdict(said: tuple[str, ...], kind: str) -> None:
    assert annotated([Opinion(str(n), pronoun) for n, pronoun in enumerate(said)]) == kind


def test_links_hold_the_filters_that_are_set() -> None:
    go = query(metric="apt", system="a&b c", category=None)
    assert go == "#examples?metric=apt&system=a%26b%20c"
