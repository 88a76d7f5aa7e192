"""What people say, and what a metric decided, from tables."""

from __future__ import annotations

import json

import pytest
from tests.support.command import Write

from proform.errors import InputError
from proform.text.judgements import JudgementRow, Label, Place, has_judgements, judgement_rows

HEADER = "system\tsegment\tposition\tannotator\tjudgement\tantecedent\tcategory\n"


def test_a_table(write: Write) -> None:
    text = HEADER + "x\t3\t0\tAda\tcorrect\tok\tevent_it\nx\t3\t0\tBob\tBAD\t\t\n"
    assert list(judgement_rows(write("j.tsv", text))) == [
        JudgementRow(Place("x", 3, 0), "Ada", Label.CORRECT, Label.CORRECT, "event_it"),
        JudgementRow(Place("x", 3, 0), "Bob", Label.INCORRECT),
    ]


def test_other_kinds_of_file(write: Write) -> None:
    row = {"system": "x", "segment": 3, "position": 0, "annotator": "Ada", "judgement": "ok"}
    lines = json.dumps(row) + "\n" + json.dumps({**row, "segment": 4, "judgement": None}) + "\n"
    found = list(judgement_rows(write("j.jsonl", lines)))
    assert [one.pronoun for one in found] == [Label.CORRECT, Label.UNJUDGED]
    names = "system,segment,position,annotator,judgement\n"
    assert list(judgement_rows(write("j.csv", names + "x,3,0,Ada,ok\n"))) == found[:1]


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ("correct", Label.CORRECT),
        ("ok", Label.CORRECT),
        ("incorrect", Label.INCORRECT),
        ("bad", Label.INCORRECT),
        ("bad_translation", Label.BAD_TRANSLATION),
        ("incorrect_word_alignment", Label.WRONG_ALIGNMENT),
        ("unjudged", Label.UNJUDGED),
        ("unset", Label.UNJUDGED),
        ("", Label.UNJUDGED),
    ],
)
def test_labels(write: Write, said: str, label: Label) -> None:
    path = write("j.tsv", HEADER + f"x\t1\t1\tAda\t{said}\t\t\n")
    assert next(judgement_rows(path)).pronoun is label


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEADER + "x\t1\t1\tAda\tgood\t\t\n", r"j.tsv:2: unknown judgement 'good'; known are"),
        (HEADER + "x\t1\t1\tAda\tok\tgood\t\n", r"j.tsv:2: unknown judgement 'good'"),
        (HEADER + "x\tone\t1\tAda\tok\t\t\n", r"j.tsv:2: expected a number in column 'segment'"),
        (HEADER + "x\t1\t-1\tAda\tok\t\t\n", r"j.tsv:2: expected a number in column 'position'"),
        (HEADER + "x\t1\t1\tA\tok\t\t\n" * 2, r"j.tsv:3: A judged this pronoun already in line 2"),
        ("system\tsegment\nx\t1\n", r"j.tsv:2: no column 'position'"),
        ("", r"j.tsv: no column 'judgement', found none"),
        (
            "system\tsegment\tposition\tannotator\nx\t1\t1\tA\n",
            r"j.tsv: no column 'judgement', found annotator, position, segment, system",
        ),
    ],
)
def test_broken_judgements(write: Write, text: str, message: str) -> None:
    path = write("j.tsv", text)
    with pytest.raises(InputError, match=message):
        list(judgement_rows(path))


def test_judgements_are_told_from_scores(write: Write) -> None:
    assert has_judgements(write("j.tsv", HEADER + "x\t1\t1\tAda\tok\t\t\n"))
    assert not has_judgements(write("s.tsv", "system\tjudgement\nx\t1\n"))
    assert not has_judgements(write("e.tsv", ""))
