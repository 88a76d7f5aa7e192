"""Which rule an answer breaks."""

from __future__ import annotations

import pytest

from proform.human.conflict import (
    BAD_TRANSLATION,
    EXPLANATIONS,
    INCORRECT_ALIGNMENT,
    NONCOMPOSITIONAL,
    OK,
    Given,
    conflicts,
    worded,
)

FINE = "ana_ok"


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (Given("ok", "unset", (), 1, 1), FINE),
        (Given("ok", "unset", (), 0, 0), FINE),
        (Given("ok", "unset", (), 1, 0), "ana_notokens"),
        (Given("bad", "unset", (), 1, 0), FINE),
        (Given("bad", "unset", (), 1, 1), "ana_unset"),
        (Given("unset", "unset", (), 1, 0), FINE),
        (Given("unset", "unset", (), 1, 1), "ana_unset"),
        (Given("unset", "unset", ("ant_unsure",), 1, 0), "ana_tagsonly"),
        (Given("ok", "unset", ("ant_unsure",), 1, 1), FINE),
        (Given("unset", "unset", (BAD_TRANSLATION,), 1, 0), FINE),
        (Given("ok", "unset", (BAD_TRANSLATION,), 1, 1), "ana_bad_translation_annot"),
        (Given("unset", "bad", (BAD_TRANSLATION,), 1, 0, 1), "ana_bad_translation_annot"),
        (Given("unset", "unset", (BAD_TRANSLATION,), 1, 0, 1, 1), "ana_bad_translation_annot"),
        (Given("unset", "unset", (INCORRECT_ALIGNMENT,), 1, 0), FINE),
        (Given("bad", "unset", (INCORRECT_ALIGNMENT,), 1, 0), "ana_incorrect_alignment_annot"),
        (Given("unset", "unset", (NONCOMPOSITIONAL,), 1, 0), "ana_tagsonly"),
        (Given("ok", "unset", (NONCOMPOSITIONAL,), 1, 0), FINE),
        (Given("ok", "unset", (NONCOMPOSITIONAL,), 1, 1), "ana_noncompositional_highlight"),
        (Given("ok", "unset", (NONCOMPOSITIONAL,), 1, 0, 1, 1), "ana_noncompositional_highlight"),
        (
            Given("unset", "unset", (BAD_TRANSLATION, NONCOMPOSITIONAL), 1, 0),
            "ana_conflicting_tags",
        ),
    ],
)
def test_the_pronoun(given: Given, code: str) -> None:
    assert conflicts(given, agrees=False) == (code, OK[1])
    assert code == FINE or EXPLANATIONS[code]


@pytest.mark.parametrize(
    ("antecedent", "selected", "code"),
    [
        ("ok", 1, "ant_ok"),
        ("ok", 0, "ant_notokens"),
        ("bad", 0, "ant_ok"),
        ("bad", 1, "ant_unset"),
        ("unset", 1, "ant_unset"),
    ],
)
def test_the_antecedent_where_it_is_asked_for(antecedent: str, selected: int, code: str) -> None:
    given = Given("ok", antecedent, (), 1, 1, 1, selected)
    assert conflicts(given, agrees=True) == (FINE, code)
    assert conflicts(given, agrees=False) == OK
    assert code == "ant_ok" or EXPLANATIONS[code]


def test_categories_and_tags_of_a_sentence_are_in_words() -> None:
    assert worded("nothing is approved in event_it: see bad_translation, well-known 8_9") == (
        "nothing is approved in it for an event: see bad translation, well-known 8_9"
    )
