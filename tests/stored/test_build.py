"""Suites that are made and stored: from a corpus, from a table, from plain text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.command import Write
from tests.support.mmax_project import write_project

import proform
from proform.errors import ProformError
from proform.stored.build import BuiltSuite

NP = {"span": "word_1..word_2", "mention": "np", "coref_class": "set_1"}
IT = {
    "span": "word_5",
    "mention": "pronoun",
    "coref_class": "set_1",
    "type": "anaphoric",
    "antetype": "entity",
    "position": "subject",
}
CATEGORY = "anaphoric_inter_subject_it"
LINKS = "0-0 1-1 2-2 3-3\n0-0 1-1 2-2\n"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> BuiltSuite:
    """Two documents with a pronoun each, of which one is wanted, and one that is not parallel."""
    folder = tmp_path_factory.mktemp("built")
    for name in ("01", "02", "03"):
        write_project(folder / "TED/EN", name, ["the cat sleeps .", "it dreams ."], [IT, NP])
    for name in ("01", "02"):
        write_project(folder / "TED/DE", name, ["die Katze schläft .", "sie träumt ."])
    links = folder / "reference.align"
    links.write_text(LINKS * 2)
    sizes = {CATEGORY: 1, "event_it": 2}
    output = folder / "suite.db"
    return proform.build_suite(
        [folder / "TED"], "en-de", output, per_category=sizes, align_ref=links
    )


def test_a_built_suite_is_stored(built: BuiltSuite) -> None:
    suite = proform.open_suite(built.suite.where).value
    assert (suite.name, suite.languages) == ("en-de", "en-de")
    assert [document.name for document in suite.documents] == ["TED/01", "TED/02"]
    (example,) = suite.examples
    assert (example.category, example.token) == (CATEGORY, "it")
    assert suite.head(example.antecedents[0]) == "cat"
    with pytest.raises(ProformError, match="the suite 'en-de' is in this store already"):
        proform.build_suite(["nowhere"], "en-de", built.suite.where)


def test_what_was_available_picked_and_left_out(built: BuiltSuite) -> None:
    told = json.loads(built.to_text("json"))
    assert told["left_out_documents"] == {"TED/03": "missing in de"}
    shares = {share["category"]: share for share in told["categories"]}
    assert shares[CATEGORY] == {
        "category": CATEGORY,
        "wanted": 1,
        "available": {"sie": 2},
        "picked": {"sie": 1},
        "missing": 0,
        "surplus": 1,
    }
    assert shares["event_it"]["missing"] == 2
    text = str(built)
    assert text.startswith("en-de (en-de): 2 documents, 4 segments")
    assert "left out TED/03: missing in de" in text
    assert "event_it: 2 fewer than wanted, no more in the corpus" in text
    rows = built.to_text("tsv").splitlines()
    assert f"categories\t{CATEGORY}\t1\t2\t1\t\t" in rows
    usual = sum(share["wanted"] for share in told["categories"])
    assert f"categories\ttotal\t{usual}\t2\t1\t\t" in rows
    with pytest.raises(ProformError, match="style: unknown 'xml'"):
        built.to_text("xml")


@pytest.mark.parametrize("wanted", [["many"], ["event_it=x"], ["²"]])
def test_sizes_that_are_no_numbers(tmp_path: Path, wanted: list[str]) -> None:
    with pytest.raises(ProformError, match="per_category: not a number in"):
        proform.build_suite(["x"], "en-de", tmp_path / "s.db", per_category=wanted)
    assert not (tmp_path / "s.db").exists()


def test_from_plain_text_to_a_table_and_a_suite(write: Write, tmp_path: Path) -> None:
    source = write("a.en", "I have a bicycle .\nIt is red .\n")
    proposed = proform.find_examples(source, "en-fr", source_pronouns=["it"], tokenized=True)
    assert [(one.segment, one.position, one.token) for one in proposed.examples] == [(1, 0, "It")]
    table = write("t.tsv", f"segment\ttoken\tform\tcategory\n1\t0\tit\t{CATEGORY}\n")
    made = (source, write("a.fr", "J' ai un vélo .\nIl est rouge .\n"), "en-fr", tmp_path / "s.db")
    links = write("a.align", "0-0 1-1 2-2 3-3 4-4\n0-0 1-1 2-2 3-3\n")
    with pytest.raises(ProformError, match=f"an example of {CATEGORY} needs an antecedent"):
        proform.suite_from_table(table, *made, align_ref=links)
    table.write_text("segment\ttoken\tform\tcategory\n1\t0\tit\tevent_it\n")
    documents = write("docs.txt", "a\nb\n")
    suite, notes = proform.suite_from_table(
        table, *made, align_ref=links, documents=documents, name="mine"
    )
    assert notes == ()
    assert suite.name == "mine"
    assert [tuple(part) for part in suite.value.documents] == [("a", 0, 0), ("b", 1, 1)]
    assert [one.category for one in suite.value.examples] == ["event_it"]
