from __future__ import annotations

import json

import numpy as np
import pytest

from proform.judge.ask import AskedModel, Question, marked, question_of, read_question, read_reply
from proform.model import (
    Alignment,
    Antecedents,
    Occurrence,
    Option,
    Said,
    Segment,
    Translation,
    Verdict,
)
from proform.pronoun.renderings import NOTHING

NONE = Alignment((), ())
INTO = Translation(("Elle", "arrive"), Alignment((0,), (0,)), system="secret-system", number=1)
BEFORE = Segment(
    3,
    None,
    ("The", "train", "!"),
    Translation((), NONE),
    (Translation(("Rien",), NONE), Translation(("Le", "train", "!"), NONE)),
)
SEGMENT = Segment(
    4,
    None,
    ("It", "comes"),
    Translation((), NONE),
    (Translation(("Il", "vient"), NONE), INTO),
    (BEFORE,),
    antecedents={0: Antecedents((Option(((3, 1),)),), annotated=True)},
)
IT = Occurrence(4, 0, "It", "it", None, "anaphoric_inter_subject_it", 7)


def test_a_question_shows_what_matters_and_not_whose_it_is() -> None:
    question = question_of(IT, SEGMENT, INTO, (0,))
    assert question == Question(
        "anaphoric_inter_subject_it",
        "It",
        "source: The <<train>> !\ntranslation: Le train !",
        "<<It>> comes",
        "<<Elle>> arrive",
        "train",
    )
    assert "secret" not in json.dumps(question.fields)
    assert question.key("a") != question.key("b")
    assert marked(("a", "b"), ()) == "a b"


def test_questions_travel_as_explanations() -> None:
    judge = AskedModel("llm", "", collects=True)
    decision = judge.judge(IT, NOTHING, judge.candidate(IT, SEGMENT, INTO))
    assert read_question(judge.explain("x", decision)) == question_of(IT, SEGMENT, INTO, (0,))


def test_answers_are_shares_and_what_has_none_is_unknown() -> None:
    key = question_of(IT, SEGMENT, INTO, (0,)).key("hash")
    judge = AskedModel("llm", "hash", {key: Said(0.25, "it is feminine")}, "tiny")
    decision = judge.judge(IT, NOTHING, judge.candidate(IT, SEGMENT, INTO))
    assert (decision.verdict, decision.wrong) == (Verdict.INCORRECT, 0.75)
    assert "right in 25% of the passes of llm. it is feminine" in judge.explain("s", decision)
    other = AskedModel("llm", "another prompt", {key: Said(0.25)})
    unknown = other.judge(IT, NOTHING, other.candidate(IT, SEGMENT, INTO))
    assert (unknown.verdict, unknown.reason) == (Verdict.UNDECIDED, "unknown")
    assert "no answer" in other.explain("s", unknown)
    assert other.left_out(np.array(unknown.statistics)) == {"no answer": 1}
    assert judge.signature["model"] == "tiny"


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ('{"pronoun": "right"}', True),
        ('Well:\n```json\n{"pronoun": "wrong", "confidence": 0.3, "more": 1}\n```', False),
        ('{"pronoun": "unknown", "antecedent": "none"}', None),
    ],
)
def test_replies(text: str, *, right: bool | None) -> None:
    assert read_reply(text).right is right


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no JSON object"),
        ("right", "no JSON object"),
        ("}{", "no JSON object"),
        ("{}", "pronoun: Field required"),
        ('{"pronoun": "ok"}', "pronoun: Input should be"),
        ('{"pronoun": "right", "confidence": 1.5}', "confidence: Input should be less"),
        ('{"pronoun": "right", "confidence": -1}', "confidence: Input should be greater"),
        ('{"pronoun": "right"', "no JSON object"),
        ('{"pronoun": "right" }}', "Invalid JSON"),
    ],
)
def test_broken_replies(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        read_reply(text)
