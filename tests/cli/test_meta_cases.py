"""`proform meta` on judgements: pronoun by pronoun, from tables and from a store."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest
from sqlalchemy import select
from tests.support.command import Proform, Write, meta
from tests.support.command import meta_complaint as complaint
from tests.support.small_suite import NOW, filled

from proform.store import schema
from proform.store.answers import Answer, annotator_id, record
from proform.store.database import opened
from proform.store.ledger import Addressed
from proform.text.lists import Equivalence, read_equivalent

HEADER = "system\tsegment\tposition\tannotator\tjudgement\tcategory\n"
COLUMNS = (
    *("system", "metric", "segment", "position", "pronoun", "category", "reason", "verdict"),
    *("reference_forms", "candidate_forms", "candidate_positions", "explanation"),
    *("source", "reference", "candidate", "statistics"),
)


def detail(*rows: tuple[str, str, str, str]) -> str:
    """Detail of APT: case, verdict, forms of reference and candidate; segments from 0."""
    lines = [
        (
            *("x", "apt", str(segment), "1", "It", "", reason, verdict, reference, candidate, "0"),
            *(f"why {segment}", "when It rains", f"quand {reference} pleut", f"{candidate} pleut"),
            f"{reason}=1",
        )
        for segment, (reason, verdict, reference, candidate) in enumerate(rows)
    ]
    return "".join("\t".join(line) + "\n" for line in (COLUMNS, *lines))


def judgements(*labels: str, category: str = "event_it") -> str:
    """Judgements of one annotator, of segments from 0; an empty one is no row."""
    return HEADER + "".join(
        f"x\t{segment}\t1\tAda\t{label}\t{category}\n"
        for segment, label in enumerate(labels)
        if label
    )


DETAIL = detail(
    ("1", "correct", "il", "il"),
    ("1", "correct", "il", "il"),
    ("2", "correct", "ce", "il"),
    ("3", "incorrect", "elle", "il"),
    ("3", "incorrect", "ce", "il"),
    ("3", "incorrect", "c'", "il"),
    ("4", "undecided", "il", ""),
    ("1", "correct", "il", "il"),
    ("3", "incorrect", "il", "OTHER"),
)
JUDGED = judgements(
    *("correct", "incorrect", "correct", "incorrect", "correct", "correct"),
    *("incorrect", "bad_translation", ""),
)


@pytest.fixture
def pair(write: Write) -> tuple[object, ...]:
    return write("d.tsv", DETAIL), "--human", write("j.tsv", JUDGED)


def test_cases(proform: Proform, pair: tuple[object, ...], write: Write) -> None:
    found = meta(proform, "cases", *pair)
    rows = {row["case"]: row for row in found["cases"]}
    assert list(rows) == [*"123456", "total"]
    assert [rows["1"][name] for name in ("correct", "incorrect", "bad_translation")] == [1, 1, 1]
    assert rows["3"]["correct_share"] == pytest.approx(2 / 3)
    assert rows["total"]["total"] == 8
    assert rows["5"]["correct_share"] is None
    assert "left out: 1 (1 no judgement)" in found["notes"]
    assert "no share of case 5, 6: no judged pronoun is in it" in found["notes"]
    assert "distribution" not in found
    basic = write("b.tsv", DETAIL.replace("\t4\tundecided", "\t6\tundecided"))
    found = meta(proform, "cases", *pair, "--without-repair", basic)
    rows = {row["case"]: row for row in found["distribution"]}
    assert (rows["4"]["basic"], rows["4"]["repaired"], rows["4"]["change"]) == (0, 1, 1)
    assert rows["total"]["basic"] == rows["total"]["repaired"] == 9
    assert rows["1"]["basic_share"] == pytest.approx(3 / 9)
    shorter = write("s.tsv", DETAIL.rsplit("\n", 2)[0] + "\n")
    found = meta(proform, "cases", *pair, "--without-repair", shorter)
    assert "the two runs do not have the same pronouns" in found["notes"]


def test_categories(proform: Proform, pair: tuple[object, ...]) -> None:
    found = meta(proform, "categories", *pair)
    event, total = found["categories"]
    assert (event["category"], total["category"]) == ("event_it", "total"), "one has judgements"
    assert [event[f"reason_{case}"] for case in "123"] == [2, 1, 3]
    assert (event["n"], event["human_correct"], event["disagreements"]) == (6, 4, 3)
    assert event["precision"] == pytest.approx(2 / 3)
    assert event["recall"] == pytest.approx(2 / 4)
    assert (total["undecided"], total["unjudged"]) == (1, 2)
    assert "left out: 1 (apt does not decide: 1 case 4)" in found["notes"]
    assert "left out: 2 (people do not: 1 bad translation, 1 no judgement)" in found["notes"]


def test_undefined_measures_are_explained(proform: Proform, write: Write) -> None:
    path = write("d.tsv", DETAIL)
    judged = write("j.tsv", judgements("bad_translation"))
    found = meta(proform, "categories", path, "--human", judged)
    assert {found["categories"][0][name] for name in ("precision", "recall", "kappa")} == {None}
    why = "there is no pronoun that both decide"
    measures = "disagreement, precision, recall, f, kappa"
    assert f"no {measures} of event_it, total: {why}" in found["notes"]
    alike = write("a.tsv", judgements("correct", "correct"))
    notes = meta(proform, "categories", path, "--human", alike)["notes"]
    why = "metric and people decide all pronouns in one and the same way"
    assert f"no kappa of event_it, total: {why}" in notes


def test_categories_nobody_knows(proform: Proform, write: Write) -> None:
    path = write("d.tsv", DETAIL)
    strange = write("s.tsv", judgements("correct", "correct", category="odd_it"))
    notes = meta(proform, "categories", path, "--human", strange)["notes"]
    assert "categories that neither PROTEST nor the metric's file knows: odd_it (2)" in notes
    none = write("n.tsv", judgements("correct", category=""))
    notes = meta(proform, "categories", path, "--human", none)["notes"]
    assert any(note.startswith("no category is known") for note in notes)
    own = write("o.tsv", DETAIL.replace("\tIt\t\t", "\tIt\todd_it\t"))
    notes = meta(proform, "categories", own, "--human", strange)["notes"]
    assert not any("knows" in note for note in notes), "the metric's file knows it"
    other = write("e.tsv", judgements("correct", "correct"))
    notes = meta(proform, "categories", own, "--human", other)["notes"]
    assert any(note.startswith("2 pronouns have another category") for note in notes)


def test_which_metric(proform: Proform, write: Write) -> None:
    row = DETAIL.splitlines()[1]
    both = write("d.tsv", DETAIL + row.replace("apt", "autoprf") + "\n")
    human = ("--human", write("j.tsv", JUDGED))
    said = complaint(proform, "categories", both, *human)
    assert said.endswith("decisions of several metrics; choose one with -m: apt, autoprf")
    assert "no metric 'ter'; it has apt, autoprf" in complaint(
        proform, "categories", both, *human, "-m", "ter"
    )
    found = meta(proform, "categories", both, *human, "-m", "autoprf")
    assert found["categories"][-1]["n"] == 1


def test_nothing_in_common(proform: Proform, write: Write) -> None:
    far = write("j.tsv", JUDGED.replace("x\t", "y\t"))
    for command in ("cases", "categories", "equivalents", "disagreements"):
        said = complaint(proform, command, write("d.tsv", DETAIL), "--human", far)
        assert "is judged in" in said
        assert said.endswith("one has x, segment 0, word 1, the other y, segment 0, word 1")


def test_judgements_of_other_pronouns_are_counted(proform: Proform, write: Write) -> None:
    more = write("j.tsv", JUDGED + "z\t5\t5\tAda\tok\t\n")
    notes = meta(proform, "cases", write("d.tsv", DETAIL), "--human", more)["notes"]
    assert "1 judged pronouns are not among those of the metric, and left out" in notes


def test_disagreements(proform: Proform, pair: tuple[object, ...]) -> None:
    text = proform("meta", "disagreements", *pair).stdout
    assert text.count("people: ") == 3
    assert "1. x, segment 1, word 1: event_it\n" in text
    assert "  source     when [It] rains\n" in text
    assert "  candidate  [il] pleut\n" in text
    assert "  apt: correct. why 1\n  people: incorrect (Ada: incorrect)\n" in text
    assert text.endswith("3 of 6 that both decide\n")
    rows = meta(proform, "disagreements", *pair)["disagreements"]
    assert [(row["segment"], row["metric"], row["human"]) for row in rows] == [
        (1, "correct", "incorrect"),
        (4, "incorrect", "correct"),
        (5, "incorrect", "correct"),
    ]
    assert rows[0]["candidate"] == "il pleut"
    tsv = proform("meta", "disagreements", *pair, "-f", "tsv").stdout.splitlines()
    assert [len(line.split("\t")) for line in tsv] == [13] * 4
    for style in ("latex", "html", "svg"):
        assert "quand" not in proform("meta", "disagreements", *pair, "-f", style).stdout
    assert "quand" in proform("meta", "disagreements", *pair, "-f", "markdown").stdout
    assert meta(proform, "disagreements", *pair, "-c", "uncategorised")["disagreements"] == []
    said = complaint(proform, "disagreements", *pair, "-c", "odd_it")
    assert said == "no category 'odd_it'; there are event_it, uncategorised"


def test_equivalents(proform: Proform, pair: tuple[object, ...], tmp_path: Path) -> None:
    out = tmp_path / "equivalent.list"
    run = proform("meta", "equivalents", *pair, "-o", out, "--part", "0.2")
    assert run.exit_code == 0
    assert read_equivalent(out) == ([], [Equivalence("it", "ce", "il", 1.0)])
    assert "dropped 2 rare pairs (less than 20% of the sample)" in run.stderr
    rows = meta(proform, "equivalents", *pair)["equivalents"]
    assert [(row["reference"], row["n"], row["correct"]) for row in rows] == [
        ("ce", 2, 2),
        ("c'", 1, 1),
        ("elle", 1, 0),
    ]
    assert rows[2]["dropped"] == "not correct in more than 50%"
    one = meta(proform, "equivalents", *pair, "-l", "en-fr")["equivalents"]
    assert [(row["reference"], row["n"]) for row in one] == [("ce", 3), ("elle", 1)]
    strict = proform("meta", "equivalents", *pair, "--above", "1")
    assert strict.stdout == ""
    assert "the list is empty" in strict.stderr


def test_equivalents_are_of_apt(proform: Proform, write: Write) -> None:
    other = write("d.tsv", DETAIL.replace("apt", "autoprf"))
    said = complaint(proform, "equivalents", other, "--human", write("j.tsv", JUDGED))
    assert "no metric 'apt'; it has autoprf" in said
    undecided = write("u.tsv", detail(("4", "undecided", "il", "")))
    said = complaint(proform, "equivalents", undecided, "--human", write("j.tsv", JUDGED))
    assert said == "no pronoun of cases 1 to 3 is judged, so there is nothing to count"


# People


def said_by(**people: str) -> str:
    """One letter a pronoun: o(k), b(ad), t(ranslation is bad), u(nset); a blank is no row."""
    words = {"o": "ok", "b": "bad", "t": "bad_translation", "u": "unset"}
    return HEADER + "".join(
        f"x\t{segment}\t1\t{person}\t{words[letter]}\tevent_it\n"
        for person, letters in people.items()
        for segment, letter in enumerate(letters)
        if letter != " "
    )


def test_agreement_of_two(proform: Proform, write: Write) -> None:
    path = write("j.tsv", said_by(Ada="ooobbtu", Bob="oobbbuo "))
    found = meta(proform, "agreement", path, "--list", "--resamples", 100)
    own, without = found["agreement"]
    assert (own["annotators"], own["n"], own["differ"]) == ("Ada – Bob", 7, 2)
    # By hand: 5 of 7 agree, chance is (3·3 + 2·3 + 2·1) / 49.
    assert own["value"] == pytest.approx((5 / 7 - 17 / 49) / (1 - 17 / 49))
    # 4 of 5, chance is (3·2 + 2·3) / 25.
    assert (without["n"], without["differ"]) == (5, 1)
    assert without["value"] == pytest.approx((4 / 5 - 12 / 25) / (1 - 12 / 25))
    assert without["low"] <= without["value"] <= without["high"]
    assert [row["category"] for row in found["by_category"]] == ["event_it"] * 2
    listed = [(row["segment"], row["by_Ada"], row["by_Bob"]) for row in found["disagreements"]]
    assert listed == [(2, "correct", "incorrect"), (6, "unjudged", "correct")]


def test_agreement_of_three(proform: Proform, write: Write) -> None:
    path = write("j.tsv", said_by(Ada="oobb ", Bob="oob b", Cyd="obbbo"))
    found = meta(proform, "agreement", path, "--resamples", 100)
    measures = [(row["annotators"], row["measure"]) for row in found["agreement"]]
    assert measures[-1] == ("Ada – Bob – Cyd", "alpha")
    assert len(measures) == 7, "three pairs, two ways each, and all together"
    assert {row["measure"] for row in found["by_category"]} == {"alpha"}
    alone = write("a.tsv", said_by(Ada="ob ", Bob="ob ", Cyd="  o"))
    found = meta(proform, "agreement", alone, "--resamples", 100)
    assert [row["annotators"] for row in found["agreement"]] == ["Ada – Bob"] * 2
    assert "left out: 1 pronouns that only one annotator was given (Cyd 1)" in found["notes"]


def test_undefined_agreement(proform: Proform, write: Write) -> None:
    same = meta(proform, "agreement", write("j.tsv", said_by(Ada="oo", Bob="oo")))
    assert {row["value"] for row in same["agreement"]} == {None}
    why = "both annotators gave all items one and the same label"
    assert f"no value where {why}: pronoun" in same["notes"]
    assert "Ada is the only annotator" in complaint(
        proform, "agreement", write("o.tsv", said_by(Ada="oo"))
    )
    assert complaint(proform, "agreement", write("d.tsv", said_by(Ada="o ", Bob=" o"))) == (
        "no pronoun has judgements by two annotators"
    )
    assert "there is no such file" in complaint(proform, "agreement", "nowhere.db")


@pytest.mark.parametrize(
    ("people", "right", "left_out"),
    [
        ({"Ada": "o"}, 1, ""),
        ({"Ada": "o", "Bob": "u"}, 1, ""),
        ({"Ada": "o", "Bob": "b"}, None, "1 undecided"),
        ({"Ada": "o", "Bob": "b", "Cyd": "b"}, 0, ""),
        ({"Ada": "o", "Bob": "b", "Cyd": "t"}, None, "1 undecided"),
        ({"Ada": "t", "Bob": "b", "Cyd": "o"}, None, "1 undecided"),
        ({"Ada": "t", "Bob": "t", "Cyd": "o"}, None, "1 bad_translation"),
        ({"Ada": "o", "Bob": "o", "adjudicator": "b"}, 0, ""),
        ({"Ada": "o", "Bob": "o", "Cyd": "b"}, 1, ""),
        ({"Ada": "o", "Bob": "b", "Cyd": "b", "Dan": "o"}, None, "1 undecided"),
        ({"Ada": "u"}, None, "1 unjudged"),
    ],
)
def test_settling(
    proform: Proform, write: Write, people: dict[str, str], right: int | None, left_out: str
) -> None:
    """The share of one more system, whose only pronoun is the one to settle."""
    scores = write("s.tsv", "system\tapt\na\t1\nb\t2\nc\t3\nx\t4\n")
    others = "".join(
        f"{system}\t0\t1\tAda\t{said}\t\n"
        for system, said in (("a", "ok"), ("b", "bad"), ("c", "ok"))
    )
    path = write("j.tsv", said_by(**people) + others)
    found = meta(proform, "correlate", scores, "--human", path, "--resamples", 100)
    if right is None:
        assert "left out: 1 system, x (no human score)" in found["notes"]
        leaving = f"human scores leave out 1 pronouns without a judgement: {left_out}"
        assert leaving in found["notes"]
    else:
        people_scores = np.array([1, 0, 1, right])
        r = np.corrcoef([1, 2, 3, 4], people_scores)[0, 1]
        assert found["correlations"][0]["value"] == pytest.approx(r)


def test_an_adjudicator_settles(proform: Proform, write: Write) -> None:
    human = ("--human", write("j.tsv", said_by(Ada="obbo", Bob="bbbo", Cyd="bbbo")))
    path = write("d.tsv", DETAIL)
    rows = meta(proform, "cases", path, *human)["cases"]
    assert (rows[0]["correct"], rows[0]["incorrect"]) == (0, 2)
    rows = meta(proform, "cases", path, *human, "--adjudicator", "Ada")["cases"]
    assert (rows[0]["correct"], rows[0]["incorrect"]) == (1, 1)
    said = complaint(proform, "cases", path, *human, "--adjudicator", "Eve")
    assert said == "no annotator 'Eve'; there are Ada, Bob, Cyd"


# A store


@pytest.fixture
def store(tmp_path: Path) -> str:
    """Three systems (one is the reference), three examples, two annotators."""
    where = str(tmp_path / "suite.db")
    ok, bad = Answer("ok", "ok"), Answer("bad", "unset")
    tagged = Answer("unset", "unset", tags=frozenset({"bad_translation"}))
    linked = Answer("unset", "unset", tags=frozenset({"incorrect_word_alignment"}))
    said = {
        ("reference", 1): (ok, ok),
        ("reference", 2): (ok, ok),
        ("reference", 3): (ok, ok),
        ("base", 1): (ok, ok),
        ("base", 2): (bad, bad),
        ("base", 3): (linked, linked),
        ("new", 1): (ok, bad),
        ("new", 2): (tagged, bad),
        ("new", 3): (bad, bad),
    }
    with opened(where, create=True) as opened_store:
        filled(opened_store)
        with opened_store.writing() as connection:
            rows = connection.execute(
                select(schema.candidates.c.id, schema.examples.c.number, schema.corpora.c.name)
                .join(schema.examples, schema.examples.c.id == schema.candidates.c.example)
                .join(schema.corpora, schema.corpora.c.id == schema.candidates.c.corpus)
            ).all()
            people = [annotator_id(connection, name, NOW) for name in ("Ada", "Bob")]
            for number, person in enumerate(people):
                answers = [
                    Addressed(row.id, person, said[row.name, row.number][number]) for row in rows
                ]
                record(connection, answers, NOW + timedelta(minutes=number), "test")
    return where


def test_human_scores_from_a_store(proform: Proform, store: str, write: Write) -> None:
    scores = write("s.tsv", "system\tapt\nreference\t1\nbase\t0.6\nnew\t0.5\n")
    found = meta(proform, "correlate", scores, "--human", store)
    r = np.corrcoef([1, 0.6, 0.5], [1, 0.5, 0])[0, 1]
    assert found["correlations"][0]["value"] == pytest.approx(r)
    [note] = [note for note in found["notes"] if note.startswith("human scores leave out 3")]
    assert "2 undecided" in note
    assert "1 incorrect_word_alignment" in note
    settled = meta(proform, "correlate", scores, "--human", store, "--adjudicator", "Ada")
    r = np.corrcoef([1, 0.6, 0.5], [1, 0.5, 0.5])[0, 1]
    assert settled["correlations"][0]["value"] == pytest.approx(r)


def test_a_metric_against_a_store(proform: Proform, store: str, tmp_path: Path) -> None:
    path = tmp_path / "d.jsonl"
    assert proform("suite", "evaluate", store, "-m", "apt", "--detail", path).exit_code == 0
    found = meta(proform, "categories", path, "--human", store)["categories"]
    names = [row["category"] for row in found]
    assert names == ["anaphoric_inter_subject_it", "anaphoric_inter_they", "event_it", "total"]
    assert found[-1]["n"] + found[-1]["undecided"] + found[-1]["unjudged"] == 6
    first = found[0]
    assert (first["n"], first["disagreements"], first["unjudged"]) == (1, 1, 1)
    text = proform("meta", "disagreements", path, "--human", store).stdout
    assert "people: correct (Ada: correct, Bob: correct)" in text


def test_agreement_in_a_store(proform: Proform, store: str) -> None:
    rows = meta(proform, "agreement", store, "--resamples", 100)["agreement"]
    found = {(row["question"], row["unjudged"]): (row["n"], row["differ"]) for row in rows}
    assert found["pronoun", True] == (9, 2)
    assert found["pronoun", False] == (7, 1)
    assert found["antecedent", True] == (6, 1), "only of categories that need agreement"


def test_an_empty_store(proform: Proform, tmp_path: Path) -> None:
    where = str(tmp_path / "empty.db")
    with opened(where, create=True) as empty:
        filled(empty)
    said = complaint(proform, "agreement", where)
    assert said == f"{where}: nobody has judged anything in this store"
    assert "no suite 'big' in this store" in complaint(
        proform, "agreement", where, "--suite", "big"
    )
