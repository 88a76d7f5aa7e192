"""Contrastive versions of a suite's reference."""

from __future__ import annotations

import pytest

from proform.errors import ProformError
from proform.language.pack import load_packs
from proform.model import Antecedent, Category, Example
from proform.suite.contrast import Contrasted, contrast_suite
from proform.suite.suite import Document, Placed, Spot, Suite, Target

ANAPHORIC, PLEONASTIC = "anaphoric_inter_subject_it", "pleonastic_it"


def _made(
    source: str,
    position: int,
    target: str,
    spot: int | None,
    language: str,
    category: str = ANAPHORIC,
) -> Contrasted:
    token = source.split()[position]
    example = Example(1, 1, position, token, category, (Antecedent(0, 1, 1, 1),))
    categories = (Category(ANAPHORIC, agrees=True), Category(PLEONASTIC, agrees=False))
    suite = Suite(
        "s", "en", language, ("The thing .", source), (Document("d", 0, 1),), categories, (example,)
    )
    placed = {1: Placed(() if spot is None else (Spot(1, spot),), ((),))}
    reference = Target("reference", ("Das .", target), None, placed)
    return contrast_suite(suite, reference, load_packs(f"en-{language}"), "c")


def _versions(*args: object) -> list[str]:
    made = _made(*args)  # type: ignore[arg-type]
    return [version.sentences[-1] for version in made.suite.challenges[1].versions]


@pytest.mark.parametrize(
    ("source", "position", "target", "spot", "language", "versions"),
    [
        ("It is new .", 0, "Elle est nouvelle .", 0, "fr", ["Il est nouveau ."]),
        ("It has come .", 0, "Il est déjà venu .", 0, "fr", ["Elle est déjà venue ."]),
        ("They are big .", 0, "Elles sont très grandes .", 0, "fr", ["Ils sont très grands ."]),
        ("If it rains", 1, "S' il tombe", 1, "fr", ["Si elle tombe"]),
        ("If it falls", 1, "Si elle tombe", 1, "fr", ["S' il tombe"]),
        ("Is it open ?", 1, "Est -elle ouverte ?", 1, "fr", ["Est -il ouvert ?"]),
        ("It became mad .", 0, "Elle est devenue folle .", 0, "fr", ["Il est devenu fou ."]),
        ("It was put there .", 0, "Elle a été mise là .", 0, "fr", ["Il a été mis là ."]),
        ("With it we go", 1, "Avec elle nous partons", 1, "fr", ["Avec lui nous partons"]),
        ("I take it .", 2, "Je la prends .", 1, "fr", ["Je le prends ."]),
        ("Take it !", 1, "Prends -la !", 1, "fr", ["Prends -le !"]),
        ("It is here .", 0, "Sie ist hier .", 0, "de", ["Er ist hier .", "Es ist hier ."]),
        ("I see it .", 2, "Ich sehe sie .", 2, "de", ["Ich sehe es ."]),
        ("I see it .", 2, "Ich sehe ihn .", 2, "de", ["Ich sehe sie .", "Ich sehe es ."]),
        ("With it I go .", 1, "Mit ihm gehe ich .", 1, "de", ["Mit ihr gehe ich ."]),
        ("It is broken .", 0, "Ella está rota .", 0, "es", ["Él está roto ."]),
        ("Can you buy it ?", 3, "¿ Puedes comprarla ?", 2, "es", ["¿ Puedes comprarlo ?"]),
    ],
)
def test_the_pronoun_changes_and_what_agrees_with_it(
    source: str, position: int, target: str, spot: int, language: str, versions: list[str]
) -> None:
    assert _versions(source, position, target, spot, language) == versions


@pytest.mark.parametrize(
    ("source", "position", "target", "spot", "language", "reason"),
    [
        ("It is late .", 0, "C' est tard .", 0, "fr", "shows no gender"),
        ("I saw it .", 2, "Je l' ai vue .", 1, "fr", "shows no gender"),
        ("It is gone .", 0, "Partie .", None, "fr", "no single pronoun"),
        ("It is a fake .", 0, "Elle est bidon .", 0, "fr", "what agrees"),
        ("It is big and old .", 0, "Elle est grande et vieille .", 0, "fr", "what agrees"),
        ("I find it nice .", 2, "Je la trouve belle .", 1, "fr", "what agrees"),
        ("It opens the door .", 0, "La porte est là .", 0, "fr", "may be an article"),
        ("They are here .", 0, "Sie sind hier .", 0, "de", "shows no gender"),
        ("It licks its paws .", 0, "Sie leckt ihre Pfoten .", 0, "de", "what agrees"),
    ],
)
def test_what_cannot_be_changed_safely_is_left_out(
    source: str, position: int, target: str, spot: int | None, language: str, reason: str
) -> None:
    made = _made(source, position, target, spot, language)
    assert not made.suite.examples
    ((why, number),) = made.left_out.items()
    assert reason in why
    assert number == 1


def test_only_what_agrees_with_something_is_changed() -> None:
    made = _made("It is new .", 0, "Elle est nouvelle .", 0, "fr", PLEONASTIC)
    assert list(made.left_out) == ["its category does not agree with anything"]


def test_an_example_has_its_context_distance_and_forms() -> None:
    asked = _made("It is new .", 0, "Elle est nouvelle .", 0, "fr").suite.challenges[1]
    assert asked.first == 0
    assert asked.right == ("Das .", "Elle est nouvelle .")
    assert asked.versions[0].sentences == ("Das .", "Il est nouveau .")
    assert (asked.expected, asked.excluded, asked.pair) == (("elle",), ("il",), "it:elle")
    assert (asked.distance, asked.intrasegmental) == (1, False)


def test_a_language_without_gender_is_refused() -> None:
    with pytest.raises(ProformError, match="nothing is known of gender in the language 'ca'"):
        _made("It is new .", 0, "Ella és nova .", 0, "ca")
