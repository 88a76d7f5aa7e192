"""Results and rows, as parts of a page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.command import Write
from tests.support.report_content import RESULT, table

from proform.errors import ProformError
from proform.model import Step
from proform.report.inputs import Kind, read_file, result_part
from proform.report.model import Passage, PronounPlace
from proform.scoring.judgements import Side, read_judgements
from proform.scoring.result import Result

PLACE = PronounPlace(3, 1, "here It is")
SCORED = Result("metric:apt|lang:en-fr|v:1 + metric:protest|v:1", 4, (RESULT,), (), ("few",))


def test_a_row_is_a_pronoun_a_text_and_a_judgement(write: Write) -> None:
    part = read_file(write("detail.tsv", table({})), Kind.ROWS)
    pronoun = part.pronouns[PLACE]
    assert (pronoun.token, pronoun.form) == ("It", "it")
    assert (pronoun.document, pronoun.category) == ("talk", "event_it")
    assert pronoun.reference == Passage(("Il est là",))
    assert part.texts["new", PLACE] == Passage(("voilà",))
    judgement = part.judgements["apt", "new"][PLACE]
    assert (judgement.reason, judgement.explanation) == ("4", "why")
    assert judgement.reference == Side("Il est là", (0, 1), ("il",), (0,), Step.ALIGNED)
    assert judgement.candidate == Side("voilà")


def test_tsv_and_json_lines_say_the_same(made: Path) -> None:
    first, second = (read_file(made / f"detail.{kind}", Kind.ROWS) for kind in ("tsv", "jsonl"))
    assert first.pronouns == second.pronouns
    assert first.texts == second.texts
    assert first.judgements == second.judgements
    assert len(first.pronouns) == 78


def test_a_pronoun_that_is_no_source_word_is_one_of_the_reference(write: Write) -> None:
    part = read_file(write("detail.tsv", table({"pronoun": "est"})), Kind.ROWS)
    assert [place.anchored for place in part.pronouns] == [True]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"reference": "x y"}, "detail.tsv: segment 3, position 1 has another reference"),
        ({"candidate": "x"}, "segment 3, position 1 has another translation by 'new'"),
    ],
)
def test_texts_that_differ_from_row_to_row_are_refused(
    write: Write, change: dict[str, str], complaint: str
) -> None:
    rows = table({}, {"metric": "m", **change})
    with pytest.raises(ProformError, match=complaint):
        read_file(write("detail.tsv", rows), Kind.ROWS)


def test_a_result_brings_its_judgements_if_they_were_kept(write: Write) -> None:
    bare = result_part("scores", SCORED)
    assert (bare.kind, bare.systems, bare.languages) == (Kind.RESULT.value, ["new"], ("en", "fr"))
    assert not bare.pronouns
    kept = tuple(read_judgements(write("detail.tsv", table({}))))
    part = result_part("scores", replace(SCORED, kept=kept))
    assert (part.kind, part.results, part.notes) == (Kind.RESULT.value, (RESULT,), ("few",))
    assert list(part.judgements) == [("apt", "new")]
    assert list(part.pronouns) == [PLACE]
