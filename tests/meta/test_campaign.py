"""MQM ratings from Python."""

from __future__ import annotations

from pathlib import Path

from tests.support.command import Write
from tests.support.library import same

import proform

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
