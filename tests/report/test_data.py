"""The data block: what is packed comes out again, every text once."""

from __future__ import annotations

import gzip
import json
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest
from tests.support.annotations import annotate
from tests.support.report_content import content

from proform.report.data import SYSTEM, packed
from proform.report.model import Content
from proform.store.answers import Answer


def unpacked(found: Content) -> dict[str, Any]:
    return dict(json.loads(gzip.decompress(b64decode(packed(found)))))


@pytest.fixture
def both(made: Path) -> Content:
    return content(made / "scores.json", made / "detail.tsv", made / "suite.db")


def test_the_same_content_is_the_same_block(both: Content) -> None:
    assert packed(both) == packed(both)


def test_every_text_is_there_once(both: Content) -> None:
    texts = unpacked(both)["texts"]
    assert len(texts) == len(set(texts))


def test_judgements_come_out_as_they_went_in(both: Content) -> None:
    data = unpacked(both)
    texts, systems = data["texts"], data["systems"]
    assert [metric["name"] for metric in data["metrics"]] == list(both.metrics)
    for metric in data["metrics"]:
        for system, column in zip(systems, metric["systems"], strict=True):
            known = both.judgements[metric["name"], system]
            for number in range(len(both.pronouns)):
                if number not in known:
                    assert column["reason"][number] is None
                    continue
                said = texts[column["explanation"][number]].replace(SYSTEM, system)
                assert said == known[number].explanation
                assert metric["reasons"][column["reason"][number]] == known[number].reason
                positions = [int(word) for word in texts[column["positions"][number]].split()]
                assert tuple(positions) == known[number].candidate.positions


def test_texts_and_antecedents_come_out_as_they_went_in(both: Content) -> None:
    data = unpacked(both)
    for number, pronoun in enumerate(both.pronouns):
        packed_pronoun = data["pronouns"][number]
        lines = [data["texts"][line] for line in packed_pronoun["source"]]
        assert tuple(lines) == pronoun.source
        heads = [[a.segment, a.first, a.last, a.head] for a in pronoun.antecedents]
        assert packed_pronoun.get("heads", []) == heads
        for system, translation in zip(data["systems"], data["translations"], strict=True):
            shown = both.texts[system][number]
            assert [data["texts"][n] for n in translation["lines"][number]] == list(shown.lines)
            spots = translation["antecedents"].get(str(number), [])
            assert [tuple(spot) for spot in spots] == list(shown.antecedents)


def test_opinions_come_out_as_they_went_in(made: Path, tmp_path: Path) -> None:
    where = tmp_path / "annotated.db"
    where.write_bytes((made / "suite.db").read_bytes())
    answer = Answer("ok", "ok", "fine", None, frozenset({"tag"}))
    annotate(str(where), {(2, "context"): [("Ada", answer)]})
    (opinions,) = [some for some in unpacked(content(where))["opinions"] if some]
    (one,) = opinions.values()
    assert one["all"] == "right"
    assert one["said"] == [
        {
            "annotator": "Ada",
            "pronoun": "right",
            "antecedent": "right",
            "tags": ["tag"],
            "remarks": "fine",
        }
    ]
