"""Agreement: the pronoun is right for the antecedent that the system wrote, or it is not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proform.analysis.antecedents import SourceText, informed
from proform.judge import make_judges
from proform.judge.agreement import Agreement, evidence
from proform.judge.choices import Choices
from proform.language.pack import load_packs
from proform.model import (
    Alignment,
    Antecedents,
    Chances,
    Decision,
    Fit,
    Occurrence,
    Option,
    Segment,
    Translation,
    Verdict,
)
from proform.pronoun.occurrences import Finder
from proform.pronoun.renderings import NOTHING

Texts = tuple[str, str]
"""Two sentences, the words of the second in the order of the source."""

BIKE = ("The bicycle is old .", "But it works .")
VELO = ("Le vélo est vieux .", "Mais il marche .")
IT = Occurrence(1, 1, "it", "it", None)
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
    wanted: tuple[int, str, str] | None = None,
) -> tuple[Agreement, Decision]:
    """The judgement of the first `it` or `they` of the second sentence, or of what is wanted."""
    judge = judge_of(languages)
    first, second = (
        _segment(number, source[number], reference[number], candidate[number]) for number in (0, 1)
    )
    hit = wanted or _finder(languages).find(1, source[1])[0]
    heads = () if head is None else (Option(((0, head),)),)
    given = Antecedents(heads, {} if category is None else {category: 1.0}, annotated=True)
    if category is not None:
        given = replace(given, options=())
    annotated = {} if head is None and category is None else {(1, hit[0]): given}
    texts = {0: SourceText(None, first.source), 1: SourceText(None, second.source, [hit[0]])}
    known = replace(judge.resolver, annotated=annotated).resolve(texts)
    segment = replace(informed(second, known), before=[informed(first, known)])
    occurrence = Occurrence(1, *hit, None, category)
    expected = judge.reference(occurrence, segment)
    found = judge.candidate(occurrence, segment, segment.candidates[0])
    return judge, judge.judge(occurrence, expected, found)


@pytest.mark.parametrize(
    ("candidate", "reason"),
    [
        (VELO, "agrees"),
        (BICYCLETTE, "agrees"),
        ((BICYCLETTE[0], VELO[1]), "disagrees"),
        ((VELO[0], BICYCLETTE[1]), "disagrees"),
        ((VELO[0], "Mais c' marche ."), "agrees"),
        ((VELO[0], "Mais marche marche ."), "unknown"),
    ],
)
def test_the_bicycle(candidate: Texts, reason: str) -> None:
    assert judged("en-fr", BIKE, VELO, candidate)[1].reason == reason


@pytest.mark.parametrize(("pronoun", "reason"), [("celui-ci", "agrees"), ("celle-ci", "disagrees")])
def test_one_of_people_has_the_gender_of_its_noun(pronoun: str, reason: str) -> None:
    source = ("The baker is rude .", "But one helps .")
    candidate = ("Le boulanger est impoli .", f"Mais {pronoun} aide .")
    one = (1, "one", "one")
    assert judged("en-fr", source, candidate, candidate, wanted=one)[1].reason == reason


@pytest.mark.parametrize("candidate", [VELO, BICYCLETTE])
def test_the_bicycle_is_found(candidate: Texts) -> None:
    _, judgement = judged("en-fr", BIKE, VELO, candidate, head=None)
    assert judgement.reason == "agrees"
    best = max(judgement.candidate.fits, key=lambda fit: fit.probability)
    assert best.heads == ("bicycle",)
    assert 0.5 < best.probability < 1


def test_it_names_what_is_no_noun() -> None:
    source, target = (BIKE[0], "But it is late ."), (BICYCLETTE[0], "Mais il est tard .")
    judge, judgement = judged("en-fr", source, target, target, head=None)
    assert "'bicyclette' 0." in judge.because(judgement)
    assert "no noun 0." in judge.because(judgement)


def test_it_names_the_words() -> None:
    judge, judgement = judged("en-fr", BIKE, VELO, (BICYCLETTE[0], VELO[1]))
    assert judge.because(judgement) == (
        "'il' is masculine singular; it may stand for "
        "'bicyclette' 1.00, feminine singular (determiner)"
    )
    assert judgement.verdict is Verdict.INCORRECT


def test_a_reference_is_evidence_and_no_proof() -> None:
    source = ("The table and the carpet are old .", "But it is fine .")
    target = ("La table et le tapis sont vieux .", "Mais il est bien .")
    other = (target[0], "Mais elle est bien .")
    same = log_odds_of(source, target, target)
    without = log_odds_of(source, ("", ""), target)
    against = log_odds_of(source, other, target)
    assert same < without < against


def log_odds_of(source: Texts, reference: Texts, candidate: Texts) -> float:
    _, judgement = judged("en-fr", source, reference, candidate, head=None)
    return evidence(judgement.candidate.fits, judgement.reference.fits).scored


@pytest.mark.parametrize("wrong", [0.02, 0.1, 0.3])
def test_the_error_rate_is_found_though_no_antecedent_is_sure(wrong: float) -> None:
    rng, judge = np.random.default_rng(1), judge_of("en-fr")
    sums = np.zeros(len(judge.description.statistics))
    for share in rng.beta(2, 1, 20_000):  # of the first of two nouns, which differ in gender
        is_first = rng.random() < share
        fits_first = is_first != (rng.random() < wrong)
        fits = (_fit(share, fits=fits_first), _fit(1 - share, fits=not fits_first))
        sums += judge.judge(IT, NOTHING, NOTHING._replace(fits=fits)).statistics
    assert 1 - float(judge.scores(sums)["score"]) == pytest.approx(wrong, abs=0.015)


def _fit(probability: float, *, fits: bool) -> Fit:
    chances = Chances(right=1.0) if fits else Chances(wrong=1.0, misfit=1.0)
    return Fit(probability, ("noun",), ((0, 0),), "nom", "", chances)


def test_a_verdict_depends_on_the_system() -> None:
    judge = judge_of("en-fr")
    doubtful = (_fit(0.96, fits=False), _fit(0.04, fits=True))
    decision = judge.judge(IT, NOTHING, NOTHING._replace(fits=doubtful))
    names = judge.description.statistics
    row = {name: value for name, value in zip(names, decision.statistics, strict=True) if value}
    good, bad = np.zeros(len(names)), np.zeros(len(names))
    good[0], bad[0], bad[len(names) // 2 - 1] = 95.0, 50.0, 50.0
    few, many = (float(judge.base(sums)) for sums in (good, bad))
    assert judge.settle(row, few).reason == "unknown"
    assert judge.settle(row, many).reason == "disagrees"
    assert judge.settle(row, few).wrong < judge.settle(row, many).wrong
    assert judge.settle({"own+0.00": 1.0}, few).reason == "unknown", "it has nothing of its own"


@pytest.mark.parametrize(
    ("pronoun", "reason"),
    [
        ("l' a prise", "agrees"),
        ("l' a pris", "disagrees"),
        ("l' a pourtant pris", "disagrees"),
        ("croit l' avoir prise", "agrees"),
        ("croit l' avoir pris", "disagrees"),
        ("l' aime", "agrees"),
        ("la prend", "agrees"),
        ("le prend", "disagrees"),
        ("l' imagine très belle", "agrees"),
        ("l' imagine très laid, mais fort", "agrees"),
        ("l' imagine très cruel", "disagrees"),
        ("l' imagine magnifique", "agrees"),
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
        ("lui plaît", "agrees"),
        ("sans elle", "agrees"),
    ],
)
def test_lui_is_masculine_behind_a_preposition(pronoun: str, reason: str) -> None:
    reference = (VELO[0], "Mais il marche .")
    candidate = (BICYCLETTE[0], f"{pronoun} .")
    assert judged("en-fr", (BIKE[0], "Without it ."), reference, candidate)[1].reason == reason


@pytest.mark.parametrize(
    ("pronoun", "reason"),
    [
        ("la leur", "agrees"),
        ("le leur", "disagrees"),
        ("la nôtre", "agrees"),
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
            "agrees",
        ),
        (
            "en-fr",
            ("Le tunnel est vieux .", "Et le ferme ."),
            ("La galerie est vieille .", "Et le ferme ."),
            "disagrees",
        ),
        (
            "en-es",
            ("El coche es viejo .", "Pero lo quiero ."),
            ("La moto es vieja .", "Pero la quiero ."),
            "agrees",
        ),
    ],
)
def test_what_looks_like_an_article_may_be_a_pronoun(
    languages: str, reference: Texts, candidate: Texts, reason: str
) -> None:
    source = (BIKE[0], "But it works .")
    assert judged(languages, source, reference, candidate)[1].reason == reason


def test_a_pronoun_that_shows_nothing_tells_nothing() -> None:
    text = (VELO[0], "Mais on marche .")
    assert judged("en-fr", BIKE, text, text)[1].reason == "unknown"


def test_an_empty_translation_tells_nothing() -> None:
    assert judged("en-fr", BIKE, VELO, ("", ""))[1].reason == "unknown"
    assert judged("en-fr", BIKE, ("", ""), VELO)[1].reason == "agrees", "nor is a reference needed"


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
        ("Das Moskitonetz ist alt .", "Aber es hält .", "agrees"),
        ("Das Moskitonetz ist alt .", "Aber er hält .", "disagrees"),
        ("Die Moskitohaube ist alt .", "Aber sie hält .", "agrees"),
        ("Der Stuhl ist alt .", "Aber sie hält .", "disagrees"),
        ("Die Stühle sind alt .", "Aber sie halten .", "agrees"),
        ("Die Stühle sind alt .", "Aber Sie halten .", "unknown"),
        ("Der Stuhl ist alt .", "Mit dieser hält .", "disagrees"),
        ("Die Haube ist alt .", "Mit dieser hält .", "agrees"),
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
    assert found.reason == "agrees"


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        ("La bicicleta es vieja .", "Pero ella funciona .", "agrees"),
        ("La bicicleta es vieja .", "Pero él funciona .", "disagrees"),
        ("El coche es viejo .", "Pero ello funciona .", "agrees"),
    ],
)
def test_spanish(first: str, second: str, reason: str) -> None:
    source = ("The bicycle is old .", "But it works .")
    reference = ("El coche es viejo .", "Pero él funciona .")
    assert judged("en-es", source, reference, (first, second))[1].reason == reason


@pytest.mark.parametrize(
    ("category", "second", "reason"),
    [
        ("event_it", "Mais ça marche .", "agrees"),
        ("event_it", "Mais elle marche .", "disagrees"),
        ("pleonastic_it", "Mais il marche .", "agrees"),
    ],
)
def test_categories_without_antecedent_take_neutral_forms(
    category: str, second: str, reason: str
) -> None:
    candidate = (VELO[0], second)
    assert judged("en-fr", BIKE, VELO, candidate, category=category)[1].reason == reason


def test_you_is_no_pronoun_nearby() -> None:
    source, reference = "But you know .", "Mais tu sais , est-ce ça ?"
    category = "addressee_deictic_singular_you"
    known = {1: Antecedents((), {category: 1.0}, annotated=True)}
    segment = replace(_segment(0, source, reference, reference), antecedents=known)
    judge = judge_of("en-fr")
    occurrence = Occurrence(0, 1, "you", "you", None, category)
    expected = judge.reference(occurrence, segment)
    found = judge.candidate(occurrence, segment, segment.candidates[0])
    assert found.tokens == ("tu",)
    assert judge.judge(occurrence, expected, found).reason == "agrees"


def test_one_person_or_group_may_be_several() -> None:
    source = ("The team is here .", "But they work .")
    reference = ("L'équipe est là ici .", "Mais ils travaillent .")
    candidate = ("Une équipe est là .", "Mais ils travaillent .")
    assert judged("en-fr", source, reference, candidate)[1].reason == "agrees"


@given(st.lists(st.integers(0, 9), min_size=37, max_size=37))
def test_scores_are_shares(counts: list[int]) -> None:
    judge = judge_of("en-fr")
    sums, turned = np.array(counts * 2, float), np.array(counts[::-1] * 2, float)
    scores = judge.scores(sums)
    assert float(judge.sizes(sums)) == sum(counts)
    if not sum(counts[:18] + counts[19:]):
        assert np.isnan(scores["score"])
        return
    assert all(0 <= float(value) <= 1 for value in scores.values())
    assert float(scores["decided"]) == pytest.approx(scores["agreeing"] + scores["disagreeing"])
    several = judge.scores(np.stack([sums, turned]))["score"]
    assert several == pytest.approx([float(scores["score"]), 1 - float(scores["score"])], abs=1e-4)


def test_verdicts_rest_on_what_is_known_and_scores_allow_for_what_is_not() -> None:
    fits = (_fit(0.3, fits=True), _fit(0.7, fits=True)._replace(chances=Chances(open=0.5)))
    weights = evidence(fits)
    assert weights.decided < weights.scored < 0


DOOR = ("The door is old .", "It is broken .")
PUERTA = "La puerta es vieja ."


def _dropped(candidate: str) -> tuple[Agreement, Decision]:
    """The verb stands at the place of the pronoun, to which nothing is linked."""
    judge = judge_of("en-es")
    first = _segment(0, DOOR[0], PUERTA, PUERTA)
    words = candidate.split()
    into = Translation(
        words, Alignment([1, 2, 3], [len(words) - 3, len(words) - 2, len(words) - 1])
    )
    if len(words) > 3:
        into = Translation(words, Alignment([0, 1, 2, 3], [0, 1, 2, 3]))
    antecedents = {0: Antecedents((Option(((0, 1),)),), annotated=True)}
    here = Segment(1, None, DOOR[1].split(), into, [into], (first,), antecedents=antecedents)
    occurrence = Occurrence(1, 0, "It", "it", None)
    rendering = judge.candidate(occurrence, here, into)
    return judge, judge.judge(occurrence, NOTHING, rendering)


@pytest.mark.parametrize(
    ("candidate", "reason", "shown"),
    [
        ("Está rota .", "agrees", "'ø Está … rota' is feminine singular"),
        ("Está roto .", "disagrees", "'ø Está … roto' is masculine singular"),
        ("Está mal .", "agrees", "'ø Está' is singular"),
        ("Están mal .", "unknown", "'ø Están' is plural"),
    ],
)
def test_a_dropped_subject_agrees_if_what_its_verb_shows_fits(
    candidate: str, reason: str, shown: str
) -> None:
    judge, decision = _dropped(candidate)
    assert (decision.reason, decision.candidate.forms) == (reason, ("ø",))
    assert judge.because(decision).startswith(shown)
    verb = candidate.split(maxsplit=1)[0]
    assert f"no word for it (the verb is '{verb}')" in judge.explain("base", decision)


def test_explanations_name_a_noun_once_and_say_what_is_a_guess_or_unknown() -> None:
    judge, decision = _dropped("Está rota .")
    (noun, *_) = decision.candidate.fits
    fits = tuple(
        noun._replace(probability=probability, noun=name, looks=looks)
        for probability, name, looks in (
            (0.3, "mesa", "feminine singular (determiner)"),
            (0.3, "", ""),
            (0.3, "mesa", "feminine singular (determiner)"),
            (0.1, "piano", "masculine singular (determiner, a guess)"),
        )
    )
    told = decision._replace(candidate=decision.candidate._replace(fits=fits, shown=""))
    assert judge.because(told) == (
        "it may stand for 'mesa' 0.60, feminine singular (determiner); "
        f"'{' + '.join(noun.heads)}' 0.30, not translated; "
        "'piano' 0.10, masculine singular (determiner, a guess)"
    )


def test_an_overt_subject_agrees_with_a_note() -> None:
    judge, decision = _dropped("Ella está rota .")
    assert (decision.reason, decision.candidate.forms) == ("agrees", ("ella",))
    assert "where Spanish may leave the subject out" in judge.because(decision)


def test_what_cannot_be_wrong_says_nothing_of_the_system() -> None:
    safe = _fit(1.0, fits=True)._replace(chances=Chances(safe=1.0))
    assert evidence((safe,)).scored == 0
    assert evidence((safe,)).decided < -4, "but it is right"


def test_good_systems_keep_the_order_of_their_pronouns() -> None:
    judge = judge_of("en-fr")
    good = np.zeros(len(judge.description.statistics))
    good[0] = 10_000.0
    assert float(judge.scores(good)["score"]) == pytest.approx(1, abs=1e-4)
    base = float(judge.base(good))
    wrong = [judge.settle({name: 1.0}, base).wrong for name in ("own-1.00", "own+0.00", "own+1.00")]
    assert 0 < wrong[0] < wrong[1] < wrong[2]
