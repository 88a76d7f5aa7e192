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
    assert row["reason"] == "agrees_though_different"
    assert "'bicyclette', for the proposed antecedent 'bicycle'" in row["explanation"]


def test_people_get_short_names_that_are_explained(proform: Proform, write: Write) -> None:
    docs = write("docs", "a\nb\n")  # so that nothing is known of the sentence before
    text = printed(proform, write)
    (header,) = [line.split() for line in text.splitlines() if "system" in line]
    assert header[-6:] == ["apt", "n", "a=", "a≠", "d=", "d≠"]  # and what does not occur is left
    assert "a agrees, d disagrees" in text
    assert "by APT's case" not in text
    assert "u unknown, by APT's case: 1 identical" in printed(proform, write, "--docs", docs)
    assert r"a$\neq$" in printed(proform, write, "-f", "latex")
    (row,) = csv.DictReader(printed(proform, write, "-f", "csv").splitlines())
    assert (row["agrees_though_different"], row["unknown_6"]) == ("1", "0")


@pytest.mark.parametrize(
    ("expected", "pronoun", "reason"),
    [("eins", "keine", "disagrees"), ("das", "das", "agrees_same"), ("das", "den", "disagrees")],
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
    assert "no antecedent is known" in row["explanation"]


@pytest.mark.parametrize("size", [1, 2, 3])
def test_blocks_change_nothing(
    proform: Proform, write: Write, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    before = scored(proform, write, times=4)
    monkeypatch.setattr(lines.raw_blocks, "__defaults__", (size,))
    assert scored(proform, write, times=4) == before
    assert {row["reason"] for row in before} == {"agrees_though_different"}


def test_a_target_without_genders_is_refused(proform: Proform, write: Write) -> None:
    files = [write(name, "a\n") for name in ("a.fr", "b.en", "c.en")]
    links = write("l.a", "0-0\n")
    result = proform(
        *("score", "-l", "fr-en", "-m", "agreement", "-s", files[0], "-r", files[1]),
        *("-i", files[2], "--align-ref", links, "--align-sys", links),
    )
    assert result.exit_code == 2
    assert "nothing is known of gender and number in the language 'en'" in result.output


def test_a_word_that_the_pack_does_not_have_is_left_to_apt(proform: Proform, write: Write) -> None:
    rows = scored(proform, write, "--source-pronouns", write("list", "it\nworks\n"))
    reasons = {row["pronoun"]: row["reason"] for row in rows}
    assert reasons == {"it": "agrees_though_different", "works": "unknown"}
