"""`proform score -m agreement`: proposed antecedents, from the sentences before."""

from __future__ import annotations

import csv
import json

import pytest
from tests.support.command import Proform, Write

from proform.errors import InputError
from proform.text import lines

SOURCE = "The bicycle is old .\nBut it works .\n"
LINKS = "0-0 1-1 2-2 3-3 4-4\n0-0 1-1 2-2 3-3\n"
REFERENCE = "Le vélo est vieux .\nMais il marche .\n"
SYSTEM = "La bicyclette est vieille .\nMais elle marche .\n"


def printed(proform: Proform, write: Write, *more: object, times: int = 1) -> str:
    result = proform(
        *("score", "-l", "en-fr", "-m", "agreement", *more),
        *("-s", write("s.en", SOURCE * times), "-r", write("r.fr", REFERENCE * times)),
        *("-i", write("sys.fr", SYSTEM * times), "--align-ref", write("r.a", LINKS * times)),
        *("--align-sys", write("s.a", LINKS * times)),
    )
    assert result.exit_code == 0, result.output
    return result.stdout


def scored(proform: Proform, write: Write, *more: object, times: int = 1) -> list[dict[str, str]]:
    detail = write("detail.jsonl", "")
    printed(proform, write, "--detail", detail, *more, times=times)
    return [json.loads(line) for line in detail.read_text(encoding="utf-8").splitlines()]


def test_the_sentence_before_decides(proform: Proform, write: Write) -> None:
    (row,) = scored(proform, write)
    assert row["reason"] == "agrees"
    assert "('bicyclette', feminine singular (determiner))" in row["explanation"]
    assert float(row["wrong"]) < 0.1


def test_shares_stand_beside_the_score(proform: Proform, write: Write) -> None:
    text = printed(proform, write)
    (header,) = [line.split() for line in text.splitlines() if "system" in line]
    assert header == ["system", "score", "decided", "agreeing", "disagreeing", "n"]
    (row,) = csv.DictReader(printed(proform, write, "-f", "csv").splitlines())
    assert float(row["score"]) == pytest.approx(1.0, abs=1e-4)
    assert float(row["agreeing"]) == 1.0


def test_a_reference_is_not_needed(proform: Proform, write: Write) -> None:
    given = ("-s", write("s.en", SOURCE), "-i", write("sys.fr", SYSTEM))
    links = ("--align-sys", write("s.a", LINKS))
    detail = write("detail.jsonl", "")
    result = proform("score", "-l", "en-fr", "-m", "agreement", *given, *links, "--detail", detail)
    assert result.exit_code == 0, result.output
    (row,) = map(json.loads, detail.read_text(encoding="utf-8").splitlines())
    assert (row["reason"], row["reference"]) == ("agrees", "")
    refused = proform("score", "-l", "en-fr", "-m", "agreement", "apt", *given, *links)
    assert refused.exit_code == 2
    assert "reference: apt cannot do without one" in refused.output


@pytest.mark.parametrize(
    ("expected", "pronoun", "reason"),
    [("eins", "keine", "disagrees"), ("das", "das", "agrees"), ("das", "den", "disagrees")],
)
def test_one_has_a_gender(
    proform: Proform, write: Write, expected: str, pronoun: str, reason: str
) -> None:
    detail, links = write("detail.jsonl", ""), write("links", "0-0 1-1 2-2 3-3\n" * 2)
    text = "Da ist ein Zimmer\nNein {} ist frei\n"
    result = proform(
        *("score", "-l", "en-de", "-m", "agreement", "--detail", detail),
        *("-s", write("s.en", "There is a room\nNo one is free\n")),
        *("-r", write("r.de", text.format(expected)), "-i", write("s.de", text.format(pronoun))),
        *("--source-pronouns", write("pronouns", "one\n")),
        *("--align-ref", links, "--align-sys", links),
    )
    assert result.exit_code == 0, result.output
    (row,) = map(json.loads, detail.read_text(encoding="utf-8").splitlines())
    assert row["reason"] == reason, row["explanation"]


def test_a_damaged_table_of_nouns_is_named_and_the_work_goes_on(
    proform: Proform, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "so less is decided" not in printed(proform, write)
    damaged = InputError("fr.nouns", None, "the table of nouns is damaged")
    monkeypatch.setattr("proform.language.lexica._opened", lambda _: damaged)
    said = "fr.nouns: the table of nouns is damaged, so less is decided; install proform again"
    assert f"agreement: {said}" in printed(proform, write)


def test_not_the_sentence_of_another_document(proform: Proform, write: Write) -> None:
    (row,) = scored(proform, write, "--docs", write("docs", "a\nb\n"))
    assert row["reason"] == "unknown"
    assert "it may stand for no noun 1.00" in row["explanation"]


@pytest.mark.parametrize("size", [1, 2, 3])
def test_blocks_change_nothing(
    proform: Proform, write: Write, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    before = scored(proform, write, times=4)
    monkeypatch.setattr(lines.raw_blocks, "__defaults__", (size,))
    assert scored(proform, write, times=4) == before
    assert {row["reason"] for row in before} == {"agrees"}


def test_a_target_without_genders_is_refused(proform: Proform, write: Write) -> None:
    files = [write(name, "a\n") for name in ("a.fr", "b.en", "c.en")]
    links = write("l.a", "0-0\n")
    result = proform(
        *("score", "-l", "fr-en", "-m", "agreement", "-s", files[0], "-r", files[1]),
        *("-i", files[2], "--align-ref", links, "--align-sys", links),
    )
    assert result.exit_code == 2
    assert "nothing is known of gender and number in the language 'en'" in result.output


def test_a_word_that_the_pack_does_not_have_is_unknown(proform: Proform, write: Write) -> None:
    rows = scored(proform, write, "--source-pronouns", write("list", "it\nworks\n"))
    reasons = {row["pronoun"]: row["reason"] for row in rows}
    assert reasons == {"it": "agrees", "works": "unknown"}
