"""Challenge sets as suites."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.challenge_files import (
    CONSISTENCY,
    CTXPRO,
    CTXPRO_INPUTS,
    DISCEVALMT,
    PAIRS,
    contrapro,
    documents,
    extracted,
    put,
)
from tests.support.small_suite import SUITE

from proform.errors import ProformError
from proform.language.pack import load_packs
from proform.model import Challenge
from proform.suite.challenge import SetSuite, check_challenge, suite_of, traits_of
from proform.text.challenge.reader import read_set


def _built(path: Path, *context: Path) -> SetSuite:
    known = read_set(path, context)
    return suite_of(known, load_packs(known.languages or ""), "set")


def test_pronoun_antecedent_and_form_are_found_in_source_and_reference(tmp_path: Path) -> None:
    examples = contrapro(20)
    documents(tmp_path / "films", examples, 1)
    built = _built(put(tmp_path / "set.json", examples), tmp_path / "films")
    suite, reference = built.suite, built.reference
    assert [example.number for example in suite.examples] == list(range(1, 21))
    assert [document.name for document in suite.documents] == [f"film{n}" for n in range(5)]
    for example, entry in zip(suite.examples, examples, strict=True):
        asked = suite.challenges[example.number]
        assert example.token == "it"  # noqa: S105
        (antecedent,) = example.antecedents
        assert suite.head(antecedent) == entry["src ante head"]
        assert example.segment - antecedent.segment == entry["ante distance"]
        assert asked.expected == (entry["ref pronoun"].lower(),)
        assert asked.excluded == tuple(error["replacement"] for error in entry["errors"])
        placed = reference.placed[example.number]
        assert reference.words(placed.pronoun)[0].lower() == asked.expected[0]
        assert reference.antecedents(example) == ((entry["ref ante head"],),)
        assert suite.document(example.segment) == entry["document id"]


def test_an_antecedent_that_is_not_in_the_context_is_told(tmp_path: Path) -> None:
    examples = [each for each in contrapro(30) if each["ante distance"]][:5]
    built = _built(put(tmp_path / "set.json", examples))
    assert all(not example.antecedents for example in built.suite.examples)
    (note,) = built.notes
    assert "set.json:2: in 5 of 5 examples the antecedent is not in the context" in note
    assert note.endswith("the first is example 1")


def test_an_example_without_its_antecedent_is_told(tmp_path: Path) -> None:
    examples = contrapro(3)
    del examples[1]["src ante head"]
    notes = _built(put(tmp_path / "set.json", examples)).notes
    assert any("in 1 of 3 examples no antecedent is named" in note for note in notes)


def test_the_translation_of_an_antecedent_is_part_of_the_reference(tmp_path: Path) -> None:
    inputs = tmp_path / "inputs"
    inputs.write_text(CTXPRO_INPUTS, encoding="utf-8")
    built = _built(put(tmp_path / "a.en-es.json", CTXPRO), inputs)
    assert built.reference.lines[:2] == ("", "La lámpara es roja .")
    assert built.reference.antecedents(built.suite.examples[0]) == (("lámpara",),)
    assert [example.category for example in built.suite.examples] == [
        "anaphoric_inter_non-subject_it",
        "anaphoric_intra_non-subject_it",
    ]


def test_the_right_form_is_no_article_and_tells_which_pronoun_is_meant(tmp_path: Path) -> None:
    several = {**CTXPRO[0], "src segment": "It is said that I want to buy it."}
    built = _built(put(tmp_path / "a.en-es.json", [several]))
    (example,) = built.suite.examples
    assert (example.position, example.token) == (8, "it")
    (spot,) = built.reference.placed[example.number].pronoun
    assert built.reference.lines[spot.segment].split()[: spot.position] == (
        ["Quiero", "comprar", "la", "luz", "y"]
    )


def test_forms_are_those_that_differ_between_versions(tmp_path: Path) -> None:
    suite = _built(put(tmp_path / "a.json", DISCEVALMT)).suite
    forms = [(asked.expected, asked.excluded) for asked in suite.challenges.values()]
    assert forms == [(("elle",), ("il",)), (("il",), ("elle",)), (("ils",), ("elles",))]
    assert [asked.pair for asked in suite.challenges.values()] == ["it:elle", "it:il", "they:ils"]
    suite = _built(extracted(tmp_path / "lcpt", PAIRS)).suite
    assert [asked.expected for asked in suite.challenges.values()] == [("elle",), ("ils",)]
    suite = _built(put(tmp_path / "b.json", CONSISTENCY)).suite
    assert suite.challenges[2].excluded == ("ты", "тебе")
    assert suite.examples[0].token == "you"  # noqa: S105


@pytest.mark.parametrize(
    ("rule", "source", "category"),
    [
        ("NOM.INFORM.SING", "You sleep.", "addressee_deictic_singular_you"),
        ("NOM.INFORM.PLUR", "You sleep.", "addressee_deictic_plural_you"),
        ("ACC.FORM+PLUR", "I see you.", "formality"),
        ("DO.ELL", "You do.", "ellipsis"),
    ],
)
def test_categories_are_those_of_protest_where_they_mean_the_same(
    tmp_path: Path, rule: str, source: str, category: str
) -> None:
    pronoun = "do" if rule == "DO.ELL" else "you"
    entry = {
        "src pronoun": pronoun,
        "expected": "tu",
        "rule": rule,
        "src segment": source,
        "ref segment": "Tu dors.",
    }
    suite = _built(put(tmp_path / "a.en-fr.json", [entry])).suite
    assert [example.category for example in suite.examples] == [category]


def test_traits_put_long_distances_together() -> None:
    assert dict(traits_of(Challenge(0, distance=3, rule="r")))["distance"] == "3"
    assert dict(traits_of(Challenge(0, distance=4)))["distance"] == ">3"
    assert traits_of(Challenge(0)) == ()
    assert dict(traits_of(Challenge(0, intrasegmental=False))) == {"intrasegmental": "false"}


def test_an_ordinary_suite_is_no_challenge_set() -> None:
    with pytest.raises(ProformError, match="'small' is not a challenge set; make one with"):
        check_challenge(SUITE)
