"""The rows of `--detail`: what is written is read back, and broken rows are named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.command import Write
from tests.support.paths import ROOT
from tests.support.small_texts import score_small

from proform.errors import InputError
from proform.model import Step, Verdict
from proform.output import writing
from proform.scoring.judgements import (
    COLUMNS,
    Judgement,
    Referent,
    Side,
    read_judgements,
    row_writer,
)
from proform.text.judgements import Place

JUDGEMENT = Judgement(
    metric="own",
    system="base",
    document="talk",
    segment=3,
    position=1,
    pronoun="It",
    category="event_it",
    verdict=Verdict.INCORRECT,
    reason="half_right",
    explanation="'It': the reference has 'Il', base has 'Elle': half right.",
    statistics={"right": 0.25, "half": 1 / 3, "all": 1.0},
    source="here It is",
    reference=Side("Il est là", (0, 1), ("il", "OTHER"), (0,), Step.PICKED),
    candidate=Side(" Elle voilà\u00a0", (1,), ("elle",), (1,), Step.ALIGNED),
    cell=("il", "elle"),
    antecedent=Referent("bicycle", 2, 4, "vélo"),
    example=17,
)
BARE = Judgement(
    *("own", "new", None, 3, 1, "It", None, Verdict.UNDECIDED, "lost", "", {}, "here It is"),
    reference=Side("Il est là"),
    candidate=Side(""),
)


def written(path: Path, *judgements: Judgement) -> Path:
    with writing(path) as file:
        write = row_writer(file.write, as_json=path.suffix == ".jsonl")
        for judgement in judgements:
            write(judgement)
    return path


@pytest.mark.parametrize("name", ["d.tsv", "d.jsonl"])
def test_what_is_written_is_read_back(tmp_path: Path, name: str) -> None:
    first, second = read_judgements(written(tmp_path / name, JUDGEMENT, BARE))
    assert first.statistics == pytest.approx(JUDGEMENT.statistics)
    for column in ("reference", "candidate", "cell", "antecedent", "example", "place"):
        assert getattr(first, column) == getattr(JUDGEMENT, column)
    assert first.to_record() == JUDGEMENT.to_record()
    assert second == BARE


@given(
    st.dictionaries(st.text("abc_=1", min_size=1), st.floats(-1e9, 1e9).map(lambda n: round(n, 6)))
)
def test_statistics_are_kept_to_twelve_digits(
    tmp_path_factory: pytest.TempPathFactory, statistics: dict[str, float]
) -> None:
    judgement = Judgement(
        *("own", "new", None, 3, 1, "It", None, Verdict.CORRECT, "so", "", statistics, "It"),
        reference=Side(""),
        candidate=Side(""),
    )
    path = tmp_path_factory.mktemp("rows") / "d.tsv"
    (found,) = read_judgements(written(path, judgement))
    assert found.statistics == pytest.approx(statistics, rel=1e-11)


def test_a_side_knows_its_words() -> None:
    assert JUDGEMENT.reference.tokens == ("Il", "est")
    assert JUDGEMENT.candidate.words == ("", "Elle", "voilà\u00a0")
    assert Side("").words == ()


def _row(**more: str) -> dict[str, str]:
    row = dict.fromkeys(COLUMNS, "")
    row |= {"system": "x", "metric": "apt", "segment": "1", "position": "2", "pronoun": "it"}
    row |= {"reason": "3", "verdict": "incorrect", "source": "I saw it .", "candidate": "Je vois ."}
    return row | more


def _detail(*rows: dict[str, str]) -> str:
    return "".join("\t".join(line) + "\n" for line in (COLUMNS, *(row.values() for row in rows)))


def test_a_row_tells_which_pronoun_it_is_about(write: Write) -> None:
    row = _row(
        candidate_positions="0 1", candidate_forms="je OTHER", category="c", statistics="3=1"
    )
    (judgement,) = read_judgements(write("d.tsv", _detail(row)))
    assert (judgement.place, judgement.metric) == (Place("x", 1, 2), "apt")
    assert (judgement.category, judgement.reason) == ("c", "3")
    assert judgement.verdict is Verdict.INCORRECT
    assert judgement.statistics == {"3": 1}
    assert judgement.candidate.forms == ("je", "OTHER")
    assert not judgement.anchored


def test_a_pronoun_that_is_no_source_word_is_one_of_the_reference(write: Write) -> None:
    (judgement,) = read_judgements(write("d.tsv", _detail(_row(pronoun="le", position="1"))))
    assert judgement.anchored


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            _detail(_row(), _row()),
            r"d.tsv:3: apt of 'x' is there twice for segment 1, position 2; the first is in line 2",
        ),
        (_detail(_row(verdict="so so")), r"d.tsv:2: unknown verdict 'so so'; there are correct"),
        (_detail(_row(segment="x")), r"d.tsv:2: expected a number in column 'segment'"),
        (_detail(_row(candidate_positions="a")), r"d.tsv:2: candidate_positions are not numbers"),
        (_detail(_row(candidate_positions="3")), r"d.tsv:2: candidate_positions are outside the s"),
        (
            _detail(_row(), _row(segment="2", statistics="3=1 x")),
            r"d.tsv:3: expected statistics as",
        ),
        (
            _detail(_row(antecedent="a", antecedent_segment="b")),
            r"d.tsv:2: expected a number in col",
        ),
        (_detail(_row(example="first")), r"d.tsv:2: expected a number in column 'example'"),
        (_detail(), r"d.tsv: no pronoun in it; expected what --detail writes"),
        ("system\tapt\nx\t1\n", r"d.tsv:2: no column 'metric', found system, apt"),
    ],
)
def test_broken_rows(write: Write, text: str, message: str) -> None:
    path = write("d.tsv", text)
    with pytest.raises(InputError, match=message):
        list(read_judgements(path))


def test_rows_of_others_need_no_statistics(write: Write) -> None:
    text = _detail(_row()).replace("\tstatistics\t", "\told\t")
    (judgement,) = read_judgements(write("d.tsv", text))
    assert judgement.statistics == {}


def test_the_columns_are_those_of_the_guide() -> None:
    """Users' programs read them, so they change only together with the docs."""
    guide = (ROOT / "docs" / "guide.md").read_text(encoding="utf-8")
    section = guide.split("`--detail`\n", 1)[1].split("\n## ", 1)[0]
    assert re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE) == list(COLUMNS)


def test_pronouns_are_in_one_case() -> None:
    lines = {"source": ["I have a bicycle .", "It is red ."]}
    (row,) = score_small(**lines).judgements
    assert (row.pronoun, row.anchored) == ("it", False)
