"""Agreement: the pronoun is right for the antecedent that the system wrote, or it is not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proform.judge import make_judges
from proform.judge.agreement import Agreement
from proform.judge.choices import Choices
from proform.language.pack import load_packs
from proform.model import Alignment, Antecedent, Decision, Occurrence, Segment, Translation, Verdict
from proform.pronoun.occurrences import Finder

Texts = tuple[str, str]
"""Two sentences, the words of the second in the order of the source."""

BIKE = ("The bicycle is old .", "But it works .")
VELO = ("Le vélo est vieux .", "Mais il marche .")
BICYCLETTE = ("La bicyclette est vieille .", "Mais elle marche .")


def judge_of(languages: str) -> Agreement:
    (judge,) = make_judges(["agreement"], Choices(*load_packs(languages)))
    assert isinstance(judge, Agreement)
    return judge


def _finder(languages: str) -> Finder:
    return Choices(*load_packs(languages)).source_finder


def _translation(source: str, target: str) -> Translation:
    """Word by word; what is behind the end of the other stands alone."""
    tokens = target.split()
    places = range(min(len(source.split()), len(tokens)))
    return Translation(tokens, Alignment(list(places), list(places)))


def _segment(number: int, source: str, reference: str, *candidates: str) -> Segment:
    translated = [_translation(source, candidate) for candidate in candidates]
    return Segment(number, None, source.split(), _translation(source, reference), translated)


def judged(
    languages: str,
    source: Texts,
    reference: Texts,
    candidate: Texts,
    *,
    head: int | None = 1,
    category: str | None = None,
) -> tuple[Agreement, Decision]:
    """The judgement of the first `it` or `they` of the second sentence."""
    judge = judge_of(languages)
    first, second = (
        _segment(number, source[number], reference[number], candidate[number]) for number in (0, 1)
    )
    known: tuple[Antecedent, ...] | None = (
        None if head is None else (Antecedent(0, head, head, head),)
    )
    if category is not None:
        known = ()
    segment = Segment(1, None, second.source, second.reference, second.candidates, [first], known)
    hit = _finder(languages).find(1, source[1])[0]
    occurrence = Occurrence(1, *hit, None, category)
    expected = judge.reference(occurrence, segment)
    found = judge.candidate(occurrence, segment, segment.candidates[0])
    return judge, judge.judge(occurrence, expected, found)


@pytest.mark.parametrize(
    ("candidate", "reason"),
    [
        (VELO, "agrees_same"),
        (BICYCLETTE, "agrees_though_different"),
        ((BICYCLETTE[0], VELO[1]), "disagrees_though_same"),
        ((VELO[0], BICYCLETTE[1]), "disagrees"),
        ((VELO[0], "Mais c' marche ."), "agrees_though_different"),
        ((VELO[0], "Mais marche marche ."), "unknown"),
    ],
)
@pytest.mark.parametrize("head", [1, None])
def test_the_bicycle(candidate: Texts, reason: str, head: int | None) -> None:
    judge, judgement = judged("en-fr", BIKE, VELO, candidate, head=head)
    assert judgement.reason == reason
    assert ("proposed" in judge.because(judgement)) == (head is None and "agrees" in reason)


def test_it_names_the_words() -> None:
    judge, judgement = judged("en-fr", BIKE, VELO, (BICYCLETTE[0], VELO[1]))
    assert judge.because(judgement) == (
        "'bicyclette', for the antecedent 'bicycle', is feminine singular (determiner), "
        "and 'il' is masculine singular: they disagree"
    )
    assert judgement.verdict is Verdict.INCORRECT


@pytest.mark.parametrize(
    ("form", "source", "proposed"),
    [
        ("it", "But it works .", True),
        ("you", "But you work .", False),
        ("mine", "But mine works .", True),
    ],
)
def test_what_may_stand_for_a_noun(form: str, source: str, *, proposed: bool) -> None:
    first = _segment(0, BIKE[0], VELO[0])
    second = replace(_segment(1, source, "Mais il marche ."), before=[first])
    resolver = judge_of("en-fr").referrer.resolver
    found = resolver.propose(Occurrence(1, 1, form, form, None), second, frozenset({"m.sg"}))
    assert bool(found) == proposed


@pytest.mark.parametrize(
    ("source", "reference", "head"),
    [
        ("Blend the soup until it is smooth .", "Mixez la soupe jusque elle est lisse .", "soup"),
        ("Pour the beans after they boil .", "Verse les fèves après elles bouillent .", "beans"),
        ("The cook hits the table with it .", "Le cuisinier frappe la table avec elle .", None),
    ],
)
def test_a_subject_may_refer_to_a_noun_just_before(
    source: str, reference: str, head: str | None
) -> None:
    segment = _segment(0, source, reference)
    judge = judge_of("en-fr")
    hit = _finder("en-fr").find(0, source)[0]
    found = judge.referrer.resolver.propose(Occurrence(0, *hit, None), segment, frozenset())
    heads = [source.split()[mention.head] for mention in found]
    assert heads[:1] == ([head] if head else [])


def test_what_is_unknown_is_left_to_apt() -> None:
    judge, judgement = judged("en-fr", BIKE, VELO, ("", VELO[1]))
    assert judgement.reason == "unknown"
    assert judgement.verdict is Verdict.CORRECT
    assert judge.because(judgement) == (
        "the antecedent 'bicycle' has no translation, so APT decides: case 1, identical"
    )


@pytest.mark.parametrize(
    ("pronoun", "reason"),
    [
        ("l' a prise", "agrees_though_different"),
        ("l' a pris", "disagrees"),
        ("l' aime", "agrees_though_different"),
        ("la prend", "agrees_though_different"),
        ("le prend", "disagrees_though_same"),
        ("l' imagine très belle", "agrees_though_different"),
        ("l' imagine très laid, mais fort", "agrees_though_different"),
        ("l' imagine très cruel", "disagrees"),
        ("l' imagine magnifique", "agrees_though_different"),
    ],
)
def test_objects_show_gender_by_themselves_or_by_a_participle(pronoun: str, reason: str) -> None:
    source = (BIKE[0], "He it takes .")
    reference = (VELO[0], "Il le prend .")
    candidate = (BICYCLETTE[0], f"Il {pronoun} .")
    assert judged("en-fr", source, reference, candidate)[1].reason == reason


@pytest.mark.parametrize(
    ("pronoun", "reason"),
    [
        ("sans lui", "disagrees"),
        ("lui plaît", "agrees_though_different"),
        ("sans elle", "agrees_though_different"),
    ],
)
def test_lui_is_masculine_behind_a_preposition(pronoun: str, reason: str) -> None:
    reference = (VELO[0], "Mais il marche .")
    candidate = (BICYCLETTE[0], f"{pronoun} .")
    assert judged("en-fr", (BIKE[0], "Without it ."), reference, candidate)[1].reason == reason


@pytest.mark.parametrize(
    ("pronoun", "reason"),
    [
        ("la leur", "agrees_though_different"),
        ("le leur", "disagrees"),
        ("la nôtre", "agrees_though_different"),
        ("le nôtre", "disagrees"),
    ],
)
def test_the_article_tells_what_is_owned(pronoun: str, reason: str) -> None:
    candidate = (BICYCLETTE[0], f"{pronoun} marche .")
    assert judged("en-fr", BIKE, VELO, candidate)[1].reason == reason


@pytest.mark.parametrize(
    ("languages", "reference", "candidate", "reason"),
    [
        (
            "en-fr",
            ("Le potage est prêt .", "Alors servez-le chaud ."),
            ("La soupe est prête .", "Alors servez-la chaude ."),
            "agrees_though_different",
        ),
        (
            "en-fr",
            ("Le tunnel est vieux .", "Et le ferme ."),
            ("La galerie est vieille .", "Et le ferme ."),
            "disagrees_though_same",
        ),
        (
            "en-es",
            ("El coche es viejo .", "Pero lo quiero ."),
            ("La moto es vieja .", "Pero la quiero ."),
            "agrees_though_different",
        ),
    ],
)
def test_what_looks_like_an_article_may_be_a_pronoun(
    languages: str, reference: Texts, candidate: Texts, reason: str
) -> None:
    source = (BIKE[0], "But it works .")
    assert judged(languages, source, reference, candidate)[1].reason == reason


def test_a_pronoun_that_shows_nothing_is_still_one() -> None:
    text = (VELO[0], "Mais on marche .")
    judge, judgement = judged("en-fr", BIKE, text, text)
    assert judgement.reason == "unknown"
    assert judge.because(judgement) == (
        "'on' shows neither gender nor number, so APT decides: case 1, identical"
    )


@pytest.mark.parametrize(
    ("languages", "text", "said"),
    [
        ("en-fr", ("La bicyclette est vieille .", "Il l' aime ."), "'l'' is singular"),
        ("en-de", ("Die Kanne ist alt .", "Er sie ."), "'sie' is feminine singular or plural"),
        ("en-es", ("El coche es viejo .", "No lo ."), "'lo' is masculine or neuter singular"),
    ],
)
def test_what_is_open_is_said_in_few_words(languages: str, text: Texts, said: str) -> None:
    judge, judgement = judged(languages, (BIKE[0], "He it likes ."), text, text)
    assert said in judge.because(judgement)


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        ("Das Moskitonetz ist alt .", "Aber es hält .", "agrees_though_different"),
        ("Das Moskitonetz ist alt .", "Aber er hält .", "disagrees"),
        ("Die Moskitohaube ist alt .", "Aber sie hält .", "agrees_same"),
        ("Der Stuhl ist alt .", "Aber sie hält .", "disagrees_though_same"),
        ("Die Stühle sind alt .", "Aber sie halten .", "agrees_same"),
        ("Die Stühle sind alt .", "Aber Sie halten .", "unknown"),
        ("Der Stuhl ist alt .", "Mit dieser hält .", "disagrees"),
        ("Die Haube ist alt .", "Mit dieser hält .", "agrees_though_different"),
    ],
)
def test_german(first: str, second: str, reason: str) -> None:
    source = ("The net is old .", "But it holds .")
    reference = ("Die Haube ist alt .", "Aber sie hält .")
    assert judged("en-de", source, reference, (first, second))[1].reason == reason


def test_der_at_the_beginning_is_a_subject() -> None:
    source, reference = (
        ("The hat is new .", "It suits you ."),
        ("Der Hut ist neu .", "Er steht dir ."),
    )
    candidate = ("Die Mütze ist neu .", "Der steht dir .")
    assert judged("en-de", source, reference, candidate)[1].reason == "disagrees"


def test_a_verb_in_s_does_not_make_a_compound() -> None:
    source = ("The bus leaves soon .", "But it waits .")
    reference = ("Le bus part bientôt .", "Mais il attend .")
    candidate = ("La navette part bientôt .", "Mais elle attend .")
    found = judged("en-fr", source, reference, candidate, head=None)[1]
    assert found.reason == "agrees_though_different"


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        ("La bicicleta es vieja .", "Pero ella funciona .", "agrees_though_different"),
        ("La bicicleta es vieja .", "Pero él funciona .", "disagrees_though_same"),
        ("El coche es viejo .", "Pero ello funciona .", "agrees_though_different"),
    ],
)
def test_spanish(first: str, second: str, reason: str) -> None:
    source = ("The bicycle is old .", "But it works .")
    reference = ("El coche es viejo .", "Pero él funciona .")
    assert judged("en-es", source, reference, (first, second))[1].reason == reason


@pytest.mark.parametrize(
    ("category", "second", "reason"),
    [
        ("event_it", "Mais ça marche .", "agrees_though_different"),
        ("event_it", "Mais elle marche .", "disagrees"),
        ("pleonastic_it", "Mais il marche .", "agrees_same"),
    ],
)
def test_categories_without_antecedent_take_neutral_forms(
    category: str, second: str, reason: str
) -> None:
    candidate = (VELO[0], second)
    assert judged("en-fr", BIKE, VELO, candidate, category=category)[1].reason == reason


def test_you_is_no_pronoun_nearby() -> None:
    source, reference = "But you know .", "Mais tu sais , est-ce ça ?"
    segment = replace(_segment(0, source, reference, reference), antecedents=())
    judge = judge_of("en-fr")
    occurrence = Occurrence(0, 1, "you", "you", None, "addressee_deictic_singular_you")
    expected = judge.reference(occurrence, segment)
    found = judge.candidate(occurrence, segment, segment.candidates[0])
    assert found.tokens == ("tu",)
    assert judge.judge(occurrence, expected, found).reason == "agrees_same"


def test_one_person_or_group_may_be_several() -> None:
    source = ("The team is here .", "But they work .")
    reference = ("L'équipe est là ici .", "Mais ils travaillent .")
    candidate = ("Une équipe est là .", "Mais ils travaillent .")
    assert judged("en-fr", source, reference, candidate)[1].reason == "agrees_same"


@given(st.lists(st.integers(0, 9), min_size=10, max_size=10))
def test_scores_are_shares_and_add_up(counts: list[int]) -> None:
    judge = judge_of("en-fr")
    sums = np.array(counts, float)
    scores = judge.scores(sums)
    total = float(judge.sizes(sums))
    assert total == sum(counts)
    if not total:
        assert np.isnan(scores["score"])
        return
    for value in scores.values():
        assert np.isnan(value) or 0 <= float(value) <= 1
    parts = np.nan_to_num(
        [scores["decided"] * scores["agreeing"], (1 - scores["decided"]) * scores["apt"]]
    )
    if 0 < scores["decided"] < 1:
        assert float(scores["score"]) == pytest.approx(parts.sum())
