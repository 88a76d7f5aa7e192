"""The expected form: anywhere, as the set's script looks for it, or for the pronoun itself."""

from __future__ import annotations

import numpy as np
import pytest

from proform.errors import ProformError
from proform.judge import make_judges
from proform.judge.base import Judge
from proform.judge.choices import Choices
from proform.judge.expected import describe
from proform.language.pack import Pack, load_packs
from proform.model import (
    Alignment,
    Challenge,
    Decision,
    Occurrence,
    Segment,
    Translation,
    Verdict,
)

RIGHT, WRONG, OPEN = Verdict.CORRECT, Verdict.INCORRECT, Verdict.UNDECIDED


def _judge(name: str, languages: str, asked: Challenge) -> Judge:
    (judge,) = make_judges([name], Choices(*load_packs(languages), challenges={1: asked}))
    return judge


def _decide(
    name: str,
    languages: str,
    asked: Challenge,
    source: str,
    output: str,
    links: str,
    read: str | None = None,
    lost: str = "",
) -> tuple[Judge, Decision]:
    """What a judge says of the word in capitals; `read` is what the set's script reads."""
    tokens = source.split()
    position = next(n for n, word in enumerate(tokens) if word.isupper())
    pronoun = tokens[position].lower()
    pairs = [tuple(map(int, pair.split("-"))) for pair in links.split()]
    alignment = Alignment([a for a, _ in pairs], [b for _, b in pairs])
    read = output.lower() if read is None else read
    into = Translation(output.split(), alignment, asked=read, lost=lost)
    lowered = [word.lower() for word in tokens]
    segment = Segment(0, None, lowered, Translation((), Alignment((), ())), [into])
    here = Occurrence(0, position, pronoun, pronoun, None, None, 1)
    judge = _judge(name, languages, asked)
    reference = judge.reference(here, segment)
    return judge, judge.judge(here, reference, judge.candidate(here, segment, into))


@pytest.mark.parametrize(
    ("read", "verdict"),
    [
        ("no la quiero", RIGHT),
        ("la", RIGHT),
        ("quiero la", RIGHT),
        ("no las quiero", WRONG),
        ("comprarla", WRONG),
        ("", WRONG),
    ],
)
def test_the_form_is_a_word_of_what_the_script_reads(read: str, verdict: Verdict) -> None:
    asked = Challenge(0, ("la",))
    judge, decision = _decide("expected-form", "en-es", asked, "i want IT", "x", "2-0", read)
    assert decision.verdict is verdict
    assert f"'{read}'" in judge.explain("sys", decision)


LA = Challenge(0, ("la",), rule="ACC.FEM.SING")
CASES = [
    # the expected form, and the script agrees
    ("en-es", LA, "i want IT", "la quiero", "1-1 2-0", None, RIGHT, "expected"),
    # part of a verb
    ("en-es", LA, "i buy IT", "quiero comprarla", "1-1 2-1", None, RIGHT, "enclitic"),
    # the script reads another sentence
    ("en-es", LA, "i want IT", "la quiero .", "1-1 2-0", "claro", RIGHT, "unread"),
    # another gender
    ("en-es", LA, "i want IT", "lo quiero", "1-1 2-0", None, WRONG, "other_form"),
    # the expected form is the article of another word
    ("en-es", LA, "i want IT now in the night", "lo quiero en la noche",
     "1-1 2-0 4-2 5-3 6-4", None, WRONG, "elsewhere"),
    # no gender to be seen
    ("en-fr", Challenge(0, ("elle",), ("il",), rule="NOM.FEM.SING"), "i speak to IT",
     "je lui parle", "0-0 1-2 3-1", None, RIGHT, "neutral"),
    # another case of the same gender
    ("en-de", Challenge(0, ("ihm",), rule="DAT.MASC.SING"), "i see IT", "ich sehe ihn",
     "0-0 1-1 2-2", None, RIGHT, "other_case"),
    # the noun again
    ("en-fr", Challenge(0, ("elle",), ("il",)), "IT sleeps", "Minou dort", "0-0 1-1", None,
     OPEN, "no_pronoun"),
    ("en-es", Challenge(0, ("ella",)), "IT sleeps", "duerme", "1-0", None, OPEN, "not_aligned"),
    # formality: another case is as polite, another number is not
    ("en-fr", Challenge(0, ("te",), rule="ACC.INFORM.SING"), "YOU sleep", "tu dors", "0-0 1-1",
     None, RIGHT, "other_case"),
    ("en-fr", Challenge(0, ("tu",), rule="NOM.INFORM.SING"), "YOU sleep", "vous dormez",
     "0-0 1-1", None, WRONG, "other_form"),
    ("en-de", Challenge(0, ("sie",), rule="NOM.FORM+PLUR"), "YOU sleep", "du schläfst",
     "0-0 1-1", None, WRONG, "other_form"),
    ("en-de", Challenge(0, ("sie",), rule="ACC.FORM+PLUR"), "i help YOU", "ich helfe Ihnen",
     "0-0 1-1 2-2", None, RIGHT, "other_case"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("languages", "asked", "source", "output", "links", "read", "verdict", "reason"), CASES
)
def test_what_stands_for_the_pronoun(
    languages: str,
    asked: Challenge,
    source: str,
    output: str,
    links: str,
    read: str | None,
    verdict: Verdict,
    reason: str,
) -> None:
    judge, decision = _decide("expected-aligned", languages, asked, source, output, links, read)
    assert (decision.reason, decision.verdict) == (reason, verdict)
    script = f" {asked.expected[0]} " in f" {output.lower() if read is None else read} "
    differs = (verdict is RIGHT) is not script or verdict is OPEN
    assert ("The set's own rule says" in judge.explain("sys", decision)) is differs


def test_a_sentence_that_was_not_found_is_left_out_and_said() -> None:
    judge, decision = _decide(
        "expected-aligned", "en-es", LA, "i want IT", "", "", "", "it was dropped"
    )
    assert (decision.reason, decision.verdict) == ("lost", OPEN)
    assert "has no translation of the sentence: it was dropped" in judge.explain("s", decision)
    sums = np.array(decision.statistics)
    assert judge.left_out(sums) == {"sentence not found in the output": 1}
    assert judge.sizes(sums) == 0
    assert judge.scores(sums)["decided"] == 0


def test_a_language_without_a_pack_goes_by_the_rules_of_the_set() -> None:
    challenges = {
        1: Challenge(0, ("la",), rule="ACC.FEM.SING"),
        2: Challenge(0, ("lei",), rule="DISJ.FEM.SING"),
        3: Challenge(0, ("lo",), rule="ACC.MASC.SING"),
    }
    packs = load_packs("en-fr")[0], Pack("xx", "xx")
    (judge,) = make_judges(["expected-aligned"], Choices(*packs, challenges=challenges))
    here = Occurrence(0, 0, "it", "it", None, None, 1)
    reasons = []
    for word in ("la", "lei", "lo", "casa"):
        into = Translation([word], Alignment([0], [0]), asked=word)
        segment = Segment(0, None, ["it"], into, [into])
        candidate = judge.candidate(here, segment, into)
        reasons.append(judge.judge(here, candidate, candidate).reason)
    assert reasons == ["expected", "other_case", "other_form", "no_pronoun"]


@pytest.mark.parametrize("name", ["expected-form", "expected-aligned"])
def test_they_are_for_challenge_sets_only(name: str) -> None:
    with pytest.raises(ProformError, match=f"{name} is for challenge sets"):
        make_judges([name], Choices(*load_packs("en-fr")))


@pytest.mark.parametrize("name", ["expected-form", "expected-aligned"])
def test_an_example_without_a_form_is_not_looked_at(name: str) -> None:
    judge = _judge(name, "en-fr", Challenge(0))
    assert not judge.takes(Occurrence(0, 0, "it", "it", None, None, 1))
    assert describe(name).metric == name
