"""Results in every format."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from tests.support.report_content import RESULT

from proform.errors import ProformError
from proform.scoring.result import Change, Result, Stability
from proform.table.writers import WRITERS

RUN = Result("the signature", 4, (RESULT,), (), ("a note",))
SEEN = Stability("new", "apt", (0.4, 0.6), 7, (Change(0, 1, "it", ("1", "3")),))


@pytest.mark.parametrize("style", WRITERS)
def test_notes_and_signature_are_in_every_format_but_tables_of_values(style: str) -> None:
    run = replace(RUN, stabilities=(SEEN,))
    text = run.to_text(style, by=("pronoun",)).replace("&#160;", " ")
    assert "new" in text
    for part in ("a note", "the signature", "0.6"):
        assert (part in text) is (style not in ("csv", "tsv"))


def test_csv_and_tsv_are_the_long_table() -> None:
    header = [
        "system",
        "metric",
        "by",
        "key",
        "score",
        "precision",
        "n",
        "1",
        "2",
        "3",
        "low",
        "high",
    ]
    commas, tabs = (RUN.to_text(style).splitlines() for style in ("csv", "tsv"))
    assert commas == [",".join(header), "new,apt,,,0.5,,3,1,0.4,1.6,0.25,0.75"]
    assert [line.split("\t") for line in tabs] == [line.split(",") for line in commas]


def test_json_has_everything_and_alignments_if_there_are_several() -> None:
    assert "alignments" not in json.loads(RUN.to_text("json"))
    document = json.loads(replace(RUN, stabilities=(SEEN,)).to_text("json"))
    assert list(document) == [
        *("signature", "segments", "results", "comparisons", "pairs", "weak", "answer"),
        *("notes", "metrics"),
        "alignments",
    ]
    assert document["results"][0]["interval"] == [0.25, 0.75]
    assert document["alignments"][0]["changed"] == [
        {"segment": 0, "position": 1, "pronoun": "it", "reasons": ["1", "3"]}
    ]


def test_a_path_is_needed_to_write_to() -> None:
    with pytest.raises(ProformError, match="path: expected a path, found 3"):
        RUN.save(3)  # type: ignore[arg-type]
    with pytest.raises(ProformError, match="output: expected a path, found 3"):
        RUN.write_report(3)  # type: ignore[arg-type]
