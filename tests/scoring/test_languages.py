"""What works for each language and pair: what the owners of these facts say."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from tests.support.command import Proform

from proform import list_languages
from proform.alignment.models import FOLDER
from proform.language.pack import languages
from proform.scoring import languages as module


def _by(key: str, name: str, packs: Path | None = None) -> dict[object, dict[str, object]]:
    return {record[key]: dict(record) for record in list_languages(packs).to_records(name)}


def test_languages_and_pairs() -> None:
    assert list(_by("language", "languages")) == languages()
    pairs = _by("pair", "pairs")
    full = pairs["en-fr"]
    works = ("lists", "repair", "agreement", "antecedents", "starter model")
    assert [full[key] for key in works] == [True] * 5
    assert full["better with"] is None
    assert [pairs["en-it"][key] for key in works] == [True] * 5
    assert [pairs["it-en"][key] for key in works] == [True, True, False, False, True]
    assert "proform align train -s FILE.de -t FILE.fr -l de-fr -o de-fr.model" in str(
        pairs["de-fr"]["better with"]
    )


def test_a_missing_tagger_has_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_tagger", lambda _: None)
    known = _by("language", "languages")
    assert known["fr"]["tagger"] is None
    assert str(known["fr"]["better with"]).endswith("python -m spacy download fr_core_news_md")
    assert known["en"]["better with"] is None, "nothing agrees in it"


def test_packs_of_the_user_are_among_them(tmp_path: Path) -> None:
    (tmp_path / "xx.toml").write_text('name = "Exish"\n', encoding="utf-8")
    assert _by("language", "languages", tmp_path)["xx"]["name"] == "Exish"
    half = _by("pair", "pairs", tmp_path)["en-xx"]
    assert not half["lists"]
    assert str(half["better with"]).startswith(
        "proform score -l en-xx -s FILE.en -r FILE.xx -i SYSTEM.xx --target-pronouns LIST"
    )


def test_people_find_the_commands_below_the_tables(proform: Proform) -> None:
    done = proform("languages")
    assert done.exit_code == 0
    assert "better with" not in done.stdout
    pairs = len(list_languages().to_records("pairs"))
    lacking = pairs - 2 * len([*FOLDER.glob("*.model")]) - 1
    (line,) = (line for line in done.stdout.splitlines() if "proform align train" in line)
    assert line == (
        f"to improve en-pl and, likewise, {lacking} other pairs: "
        "proform align train -s FILE.en -t FILE.pl -l en-pl -o en-pl.model"
    )


def test_pairs_for_which_most_works_come_first() -> None:
    pairs = list(_by("pair", "pairs"))
    assert pairs[:5] == ["en-de", "en-es", "en-fr", "en-it", "en-pt"]
    assert {*pairs[-2:]} == {"pl-en", "ru-en"}


def test_programs_have_the_command_of_every_pair(proform: Proform) -> None:
    assert (
        '"better with": "proform align train -s FILE.de -t FILE.es'
        in proform("languages", "-f", "json").stdout
    )


def test_what_is_broken_does_not_work_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for path in FOLDER.glob("*.model"):
        size = 5000 if path.stem == "en-fr" else None
        (tmp_path / path.name).write_bytes(path.read_bytes()[:size])
    monkeypatch.setattr(module, "FOLDER", tmp_path)
    for name in ("find_starter", "load_starter"):
        monkeypatch.setattr(module, name, partial(getattr(module, name), folder=tmp_path))
    listed = list_languages()
    pairs = {record["pair"]: record for record in listed.to_records("pairs")}
    works = [pairs[pair]["starter model"] for pair in ("en-fr", "fr-en", "en-de")]
    assert works == [False, False, True]
    (note,) = listed.notes
    assert note.startswith("the starter model is left out (")


def test_a_broken_table_of_nouns_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        module, "lacking", lambda pack: [f"{pack.name} lacks"] * (pack.language == "fr")
    )
    assert list_languages().notes == ("French lacks",)
