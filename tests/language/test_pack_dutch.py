"""A language of the user's own: one TOML and its nouns, without touching the package."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import proform
from proform.language.lexica import load_nouns
from proform.language.pack import load_packs
from proform.language.readings import parse_readings
from proform.scoring.judgements import Judgement

DUTCH = Path(__file__).parent / "dutch"
SOURCE = ["I have a book .", "It is new .", "I have a bike .", "It is old ."]
RIGHT = ["Ik heb een boek .", "Het is nieuw .", "Ik heb een fiets .", "Hij is oud ."]
WRONG = ["Ik heb een boek .", "Hij is nieuw .", "Ik heb een fiets .", "Hij is oud ."]
LINKS = ["0-0 1-1 2-2 3-3 4-4", "0-0 1-1 2-2 3-3"] * 2


@pytest.fixture
def packs(tmp_path: Path) -> Path:
    folder = tmp_path / "packs"
    folder.mkdir()
    for path in DUTCH.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    return folder


def test_pack_and_nouns_are_read(packs: Path) -> None:
    _, dutch = load_packs("en-nl", packs)
    nouns = load_nouns(dutch)
    assert dutch.name == "Dutch"
    assert nouns is not None
    assert nouns.look_up("huizen") == parse_readings("n.pl")
    # From and into others, by way of English.
    assert "het" in load_packs("fr-nl", packs)[1].likely["fr"]["il"]
    assert "il" in load_packs("nl-fr", packs)[1].likely["nl"]["hij"]


def test_score_agreement_suite_and_report(packs: Path, tmp_path: Path) -> None:
    rows: list[Judgement] = []
    result = proform.score(
        *(SOURCE, RIGHT, {"right": RIGHT, "wrong": WRONG}, "en-nl"),
        metrics=["apt", "agreement"],
        documents=["a", "a", "b", "b"],
        align_ref=LINKS,
        align_sys={"right": LINKS, "wrong": LINKS},
        packs=packs,
        judgements=rows.append,
        jobs=1,
    )
    assert {row.system for row in rows} == {"right", "wrong"}
    assert all(row.verdict.value != "incorrect" for row in rows if row.system == "right")
    said = {(row.metric, row.segment): row for row in rows if row.system == "wrong"}
    assert said["apt", 1].verdict.value == "incorrect"
    assert "masculine" in said["agreement", 1].explanation
    example = {"src pronoun": "it", "expected": "het", "rule": "NOM.NEUT.SING"}
    example |= {"src segment": SOURCE[1], "ref segment": RIGHT[1], "document id": "a"}
    example |= {"src ante head": "book", "ref ante head": "boek", "ante distance": "0"}
    path = tmp_path / "set.json"
    whole = {"src segment": "The book is here and it is new .", "ante distance": 0}
    whole |= {"ref segment": "Het boek is hier en het is nieuw .", "intrasegmental": True}
    path.write_text(json.dumps([example | whole]), encoding="utf-8")
    suite = proform.import_set(path, tmp_path / "s.db", languages="en-nl", packs=packs).suite
    suite.add_system("nl", ["Het boek is hier en het is nieuw ."], packs=packs, layout="asked")
    judged = suite.evaluate(metrics=["agreement", "expected-aligned"], packs=packs)
    assert {score.metric for score in judged.results} == {"agreement", "expected-aligned"}
    proform.write_report([result], tmp_path / "report.html", packs=packs, resamples=10)
    assert "en-nl" in (tmp_path / "report.html").read_text(encoding="utf-8")
