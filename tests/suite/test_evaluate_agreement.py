"""Agreement on suites: what is right in each category, in French and German."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import pytest
from tests.support.sentence_suite import Pair, suite_of, target_of

from proform.scoring.judgements import Judgement
from proform.scoring.result import Result
from proform.suite.evaluate import evaluate

RAIN = Pair("pleonastic_it", ("We stay here .", "It rains ."))
LOST = Pair("event_it", ("We lost again .", "It hurts ."))
TEAM = Pair("anaphoric_group_it-they", ("The team is here .", "They work ."), 1)
SOMEONE = Pair("anaphoric_singular_they", ("The person is here .", "They work ."), 1)
TO_ONE = Pair("addressee_deictic_singular_you", ("Listen , Ada .", "You sing ."))
TO_SEVERAL = Pair("addressee_deictic_plural_you", ("Listen , all .", "You sing ."))
ANYONE = Pair("addressee_generic_you", ("It is so .", "You sing ."))
BIKE = Pair("anaphoric_inter_subject_it", ("The bicycle is old .", "It works ."), 1)
BIKES = Pair("anaphoric_inter_they", ("The bicycles are old .", "They work ."), 1)


class Said(NamedTuple):
    """What the reference and a system say for a pair, with a bar between its sentences."""

    pair: Pair
    reference: str
    system: str
    reason: str


FRENCH = [
    Said(RAIN, "Nous restons ici | Il pleut", "Nous restons ici | Ça pleut", "right"),
    Said(RAIN, "Nous restons ici | Il pleut", "On reste ici | Elle pleut", "wrong"),
    Said(RAIN, "Nous restons ici | Il pleut", "On reste ici | Ils pleut", "wrong"),
    Said(LOST, "Nous perdons encore | Ça blesse", "On perd | Cela blesse", "agrees"),
    Said(LOST, "Nous perdons encore | Ça blesse", "On perd | C' est", "right"),
    Said(LOST, "Nous perdons encore | Ça blesse", "On perd | Elle blesse", "wrong"),
    Said(LOST, "Une défaite encore | Elle blesse", "On perd | Ils font", "unknown"),
    Said(TEAM, "L' équipe est là | Ils font", "L' équipe est là | Elle fait", "right"),
    Said(TEAM, "Une équipe est là | Elle fait", "Une équipe est là | Ils font", "right"),
    Said(SOMEONE, "La personne est là | Elle fait", "La personne est là | Ils font", "right"),
    Said(SOMEONE, "La personne est là | Elle fait", "La personne est là | Il fait", "unknown"),
    Said(TO_ONE, "Écoute , Ada | Tu chantes", "Écoutez , Ada | Vous chantez", "right"),
    Said(TO_ONE, "Écoute , Ada | Tu chantes", "Écoutez , Ada | On chante", "wrong"),
    Said(TO_SEVERAL, "Écoutez , tous | Vous chantez", "Écoute , tous | Tu chantes", "wrong"),
    Said(TO_SEVERAL, "Écoutez , tous | Vous chantez", "Écoutez , tous | Vous dites", "agrees"),
    Said(TO_ONE, "Écoute , Ada | Tu chantes", "Écoutez , Ada | Rien du tout", "unknown"),
    Said(ANYONE, "C' est ainsi | On chante", "C' est ainsi | Vous chantez", "right"),
    Said(ANYONE, "C' est ainsi | On chante", "C' est ainsi | Tu chantes", "right"),
    Said(ANYONE, "C' est ainsi | On chante", "C' est ainsi | Elle chante", "wrong"),
    Said(BIKE, "Le vélo est vieux | Il marche", "La bicyclette est là | Elle marche", "right"),
    Said(BIKE, "Le vélo est vieux | Il marche", "La bicyclette est là | Il marche", "same"),
    Said(
        BIKES,
        "Les vélos sont vieux | Ils marchent",
        "Les bicyclettes sont là | Elles marchent",
        "right",
    ),
]

GERMAN = [
    Said(RAIN, "Wir bleiben hier | Es regnet", "Wir bleiben hier | Das regnet", "right"),
    Said(RAIN, "Wir bleiben hier | Es regnet", "Wir bleiben hier | Er regnet", "wrong"),
    Said(LOST, "Wir verloren wieder | Das schmerzt", "Wir verloren | Es schmerzt", "right"),
    Said(LOST, "Wir verloren wieder | Das schmerzt", "Wir verloren | Dies schmerzt", "right"),
    Said(LOST, "Wir verloren wieder | Das schmerzt", "Wir verloren | Er schmerzt", "wrong"),
    Said(TEAM, "Das Team ist da | Es arbeitet", "Das Team ist da | Sie arbeiten", "right"),
    Said(TEAM, "Das Team ist da | Sie arbeiten", "Die Mannschaft ist da | Sie arbeitet", "agrees"),
    Said(SOMEONE, "Die Person ist da | Sie arbeitet", "Der Mensch ist da | Er arbeitet", "right"),
    Said(SOMEONE, "Die Person ist da | Sie arbeitet", "Die Person ist da | Er arbeitet", "unknown"),
    Said(TO_ONE, "Höre , Ada | Du singst", "Hören Sie , | Sie singen", "right"),
    Said(TO_ONE, "Höre , Ada | Du singst", "Höre , Ada | Wir singen", "wrong"),
    Said(TO_SEVERAL, "Hört , alle | Ihr singt", "Hören Sie , | Sie singen", "right"),
    Said(TO_SEVERAL, "Hört , alle | Ihr singt", "Höre , Ada | Du singst", "wrong"),
    Said(ANYONE, "Es ist so | Man singt", "Es ist so | Du singst", "right"),
    Said(ANYONE, "Es ist so | Man singt", "Es ist so | Sie singen", "right"),
    Said(ANYONE, "Es ist so | Man singt", "Es ist so | Er singt", "wrong"),
    Said(BIKE, "Das Rad ist alt | Es läuft", "Die Maschine ist alt | Sie läuft", "right"),
    Said(BIKE, "Das Rad ist alt | Es läuft", "Die Maschine ist alt | Er läuft", "wrong"),
    Said(BIKES, "Die Räder sind alt | Sie laufen", "Die Wagen sind alt | Sie laufen", "agrees"),
]

REASONS = {
    "right": "agrees",
    "wrong": "disagrees",
    "same": "disagrees",
    "agrees": "agrees",
    "unknown": "unknown",
}


def _lines(pairs: Iterable[str]) -> list[str]:
    return [line for pair in pairs for line in pair.split(" | ")]


def evaluated(languages: str, said: list[Said]) -> tuple[Result, list[str]]:
    suite = suite_of(languages, [one.pair for one in said])
    reference = target_of(suite, "reference", _lines(one.reference for one in said))
    system = target_of(suite, "system", _lines(one.system for one in said))
    explained: list[str] = []

    def observe(judgement: Judgement) -> None:
        explained.append(f"{judgement.reason}: {judgement.explanation}")

    report = evaluate(suite, reference, [system], ["agreement"], sink=observe)
    return report, explained


@pytest.mark.parametrize(
    ("languages", "said"),
    [("en-fr", one) for one in FRENCH] + [("en-de", one) for one in GERMAN],
    ids=lambda value: (
        value if isinstance(value, str) else f"{value.pair.category} {value.system[1]}"
    ),
)
def test_what_is_right_in_a_category(languages: str, said: Said) -> None:
    _, explained = evaluated(languages, [said])
    assert [one.split(":")[0] for one in explained] == [REASONS[said.reason]], explained


@pytest.mark.parametrize(("languages", "said"), [("en-fr", FRENCH), ("en-de", GERMAN)])
def test_scores_by_category(languages: str, said: list[Said]) -> None:
    report, _ = evaluated(languages, said)
    (result,) = report.results
    groups = result.groups["category"]
    assert list(groups) == list(dict.fromkeys(one.pair.category for one in said))
    for category, group in groups.items():
        reasons = [REASONS[one.reason] for one in said if one.pair.category == category]
        assert group.n == len(reasons)
        decided = len(reasons) - reasons.count("unknown")
        if (languages, category) == ("en-de", BIKES.category):
            assert group.score is None  # German plurals show no gender: none could be wrong
        elif decided:
            assert group.score == pytest.approx(reasons.count("agrees") / decided, abs=0.03)
