"""The rows of `--detail` read back."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.command import Write
from tests.support.report_content import table

from proform.errors import InputError
from proform.report.model import Passage, Place, Words
from proform.report.rows import read_rows


def test_a_row_is_a_pronoun_a_text_and_a_decision(write: Write) -> None:
    part = read_rows(write("detail.tsv", table({})))
    place = Place(3, 1, "here It is")
    pronoun = part.pronouns[place]
    assert (pronoun.token, pronoun.form) == ("It", "it")
    assert (pronoun.document, pronoun.category) == ("talk", "event_it")
    assert pronoun.reference == Passage(("Il est là",))
    assert part.texts["new", place] == Passage(("voilà",))
    decision = part.decisions["apt", "new"][place]
    assert decision[:3] == ("4", "undecided", "why")
    assert decision.reference == Words("0 1", "0", ("il",))
    assert decision.candidate == Words("", "", ())


def test_tsv_and_json_lines_say_the_same(made: Path) -> None:
    first, second = (read_rows(made / f"detail.{kind}") for kind in ("tsv", "jsonl"))
    assert first.pronouns == second.pronouns
    assert first.texts == second.texts
    assert first.decisions == second.decisions
    assert len(first.pronouns) == 78


def test_a_pronoun_that_is_no_source_word_is_one_of_the_reference(write: Write) -> None:
    part = read_rows(write("detail.tsv", table({"pronoun": "est"})))
    assert [place.anchored for place in part.pronouns] == [True]


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ([], r"detail.tsv: no rows; expected what --detail writes"),
        ([{"verdict": "maybe"}], r":2: verdict 'maybe'; expected correct, incorrect or undecided"),
        ([{"segment": "x"}], r":2: expected a number in column 'segment', found 'x'"),
        ([{"reason": "7"}], r":2: '7' is no case of apt"),
        ([{}, {}], r":3: apt of 'new' is there twice for segment 3, position 1"),
        ([{}, {"metric": "m", "reference": "x"}], ":3: another reference for the same pronoun"),
        ([{}, {"metric": "m", "candidate": "x"}], ":3: another translation by 'new'"),
    ],
)
def test_what_does_not_fit_is_said_with_its_line(
    write: Write, rows: list[dict[str, str]], complaint: str
) -> None:
    with pytest.raises(InputError, match=complaint):
        read_rows(write("detail.tsv", table(*rows)))


def test_missing_columns_are_named(write: Write) -> None:
    text = table({}).replace("reference_forms", "forms")
    with pytest.raises(InputError, match=":2: no column 'reference_forms'; expected what --detail"):
        read_rows(write("detail.tsv", text))
