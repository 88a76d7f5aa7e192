"""MQM ratings from Python."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.command import Write
from tests.support.library import same

import proform
from proform.errors import InputError, ProformError

ROWS = """system doc doc_id seg_id rater source target category severity
ref talk 1 1 r1 cat Katze No-error no-error
ref talk 1 2 r1 it sie No-error no-error
a talk 1 1 r1 cat Kater No-error no-error
a talk 1 2 r1 it <v>es</v> Accuracy/Mistranslation major
""".replace(" ", "\t")


def test_as_the_command(write: Write, tmp_path: Path) -> None:
    ratings = write("ratings.tsv", ROWS)
    found = proform.meta.mqm(ratings, "en-de", texts=tmp_path / "texts.tsv")
    same(found, "meta", "mqm", ratings, "-l", "en-de")
    text = (tmp_path / "texts.tsv").read_text(encoding="utf-8")
    assert text == "doc\tseg\tsrc\tref\ta\ntalk\t1\tcat\tKatze\tKater\ntalk\t2\tit\tsie\tes\n"
    (record,) = found.to_records()
    assert record["mqm"] == 2.5


def test_raters_speak_for_themselves(write: Write, tmp_path: Path) -> None:
    more = """ref talk 1 2 r2 it sie No-error no-error
a talk 1 2 r2 it es No-error no-error
""".replace(" ", "\t")
    ratings = write("ratings.tsv", ROWS + more)
    detail, people = tmp_path / "apt.jsonl", tmp_path / "people.tsv"
    proform.score(
        ["cat", "it"],
        ["Katze", "sie"],
        {"a": ["Kater", "es"]},
        "en-de",
        align_ref=["0-0", "0-0"],
        align_sys={"a": ["0-0", "0-0"]},
        detail=detail,
    )
    rated = proform.meta.mqm(ratings, "en-de", detail=detail, judgements=people)
    said = [(opinion.annotator, opinion.pronoun.value) for opinion in rated.opinions]
    assert said == [("r1", "incorrect"), ("r2", "correct")]
    assert people.read_text(encoding="utf-8").splitlines()[1] == "a\t1\t0\tr1\tincorrect"
    assert rated.to_records()[0]["pronouns"] == 0.5


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        (ROWS.replace("Kater", "Hund") + ROWS.splitlines()[3], "two targets of a in segment 1"),
        (ROWS.splitlines()[0], "no ratings in it"),
        (ROWS.replace("ref\t", "gold\t"), "no system 'ref' to take as reference"),
    ],
)
def test_campaigns_that_do_not_fit(write: Write, rows: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        proform.meta.mqm(write("ratings.tsv", f"{rows}\n"), "en-de")


def test_judgements_need_pronouns(write: Write, tmp_path: Path) -> None:
    with pytest.raises(ProformError, match="--judgements are of the pronouns in a --detail file"):
        proform.meta.mqm(write("ratings.tsv", ROWS), "en-de", judgements=tmp_path / "people.tsv")
