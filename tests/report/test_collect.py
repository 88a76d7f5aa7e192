"""Inputs put together: what fits, what does not, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.command import Write
from tests.support.demo_suite import SYSTEMS
from tests.support.paths import DEMO
from tests.support.report_content import content

from proform.errors import ProformError
from proform.report.scores import scores


def edited(path: Path, change: Callable[[str], str], into: Path) -> Path:
    into.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
    return into


def test_a_result_alone_has_scores_and_no_pronouns(made: Path) -> None:
    found = content(made / "scores.json")
    assert list(found.systems) == list(SYSTEMS)
    assert list(found.metrics) == ["apt", "autoprf", "autoprf-strict"]
    assert not found.pronouns
    assert found.languages == ("en", "fr")
    assert found.comparisons["apt", "context"].baseline == "sentence"


def test_rows_alone_give_the_same_scores(made: Path) -> None:
    rows, result = content(made / "detail.tsv"), content(made / "scores.json")
    for key, one in result.results.items():
        assert rows.results[key].total.score == pytest.approx(one.total.score)
        assert rows.results[key].total.n == one.total.n
    assert any("score is made from the rows, by the usual settings" in note for note in rows.notes)


def test_a_store_is_evaluated_by_protest_apt_and_agreement(made: Path) -> None:
    found = content(made / "suite.db")
    assert list(found.metrics) == ["protest", "apt", "agreement"]
    assert found.results["protest", "sentence"].total.counts["approved"] == 49
    assert found.results["agreement", "context"].total.scores["decided"] is not None
    assert found.results["apt", "context"].interval is not None
    assert found.comparisons["protest", "literal"].comparison is not None
    assert len(found.pronouns) == 102


def test_the_same_pronoun_in_rows_and_store_is_one(made: Path) -> None:
    found = content(made / "scores.json", made / "detail.tsv", made / "suite.db")
    assert len(found.pronouns) == 102
    assert list(found.metrics) == ["apt", "autoprf", "autoprf-strict", "protest", "agreement"]
    assert found.results["apt", "sentence"].total.n == 78, "files go before the store"
    both = list(found.judgements["apt", "sentence"])
    assert len(both) == 78
    assert all(n in found.judgements["protest", "sentence"] for n in both)
    assert all(found.pronouns[n].category for n in both), "which the store knows"
    assert not [note for note in found.notes if "but the result says" in note]


def test_rows_of_another_run_are_noticed(made: Path, tmp_path: Path) -> None:
    lines = (made / "detail.tsv").read_text(encoding="utf-8").splitlines(keepends=True)
    fewer = tmp_path / "fewer.tsv"
    fewer.write_text("".join(lines[:200]), encoding="utf-8")
    notes = content(made / "scores.json", fewer).notes
    assert any("rows give" in note and "but the result says" in note for note in notes)


def test_other_texts_are_refused(made: Path, tmp_path: Path) -> None:
    other = edited(
        made / "detail.tsv", lambda t: t.replace("à un voisin", "d' un voisin"), tmp_path / "a.tsv"
    )
    with pytest.raises(ProformError, match=r"a.tsv and .*suite.db: segment 1 of the reference is"):
        content(other, made / "suite.db")


def test_one_metric_of_one_system_from_two_files_is_refused(made: Path, tmp_path: Path) -> None:
    copy = edited(made / "scores.json", str, tmp_path / "copy.json")
    with pytest.raises(ProformError, match="both have apt of 'sentence'; a report shows one run"):
        content(made / "scores.json", copy)
    copy = edited(made / "detail.tsv", str, tmp_path / "copy.tsv")
    with pytest.raises(ProformError, match="both have apt of 'sentence'"):
        content(made / "detail.tsv", copy)


def test_an_input_given_twice_counts_once(made: Path) -> None:
    assert len(content(made / "scores.json", made / "scores.json").inputs) == 1


def test_systems_that_are_only_here_or_there_are_named(made: Path, write: Write) -> None:
    human = write("human.tsv", "system\tadequacy\tkind\ncontext\t4.5\tgood\nstranger\t3\tbad\n")
    found = content(made / "scores.json", human)
    assert list(found.systems) == list(SYSTEMS)
    assert found.human == {"adequacy": {"context": 4.5}}
    assert [note.removeprefix(f"{human}: ") for note in found.notes if str(human) in note] == [
        "the column kind has no figures, and is left out",
        "left out 1 system, 'stranger' (in no other input)",
        "lacks 2 systems, 'sentence', 'literal'",
    ]


def test_names_that_differ_in_case_are_one_system(made: Path, write: Write) -> None:
    human = write("human.tsv", "system\tadequacy\tbleu\nContext\t4.5\t30\nLITERAL\t3\t20\n")
    header = "system\tsegment\tposition\tannotator\tjudgement\n"
    table = write("j.tsv", f"{header}Context\t1\t2\tAda\tcorrect\n")
    found = content(made / "detail.tsv", human, table)
    assert found.human == {"adequacy": {"context": 4.5, "literal": 3}, "annotators": {"context": 1}}
    assert found.beside == {"bleu": {"context": 30, "literal": 20}}
    assert found.opinions["context"]
    assert "Context and context are taken for one system" in found.notes


def test_general_metrics_are_no_human_scores(made: Path, write: Write) -> None:
    table = write("general.tsv", "system\tbleu\tmeteor-pronouns\tadequacy\ncontext\t30\t0.4\t5\n")
    found = content(made / "scores.json", table)
    assert list(found.human) == ["adequacy"]
    assert list(found.beside) == ["bleu", "meteor-pronouns"]


def test_categories_come_from_judgements_too(made: Path, write: Write) -> None:
    header = "system\tsegment\tposition\tannotator\tjudgement\tcategory\n"
    table = write("j.tsv", f"{header}context\t1\t2\tAda\tcorrect\tevent_it\n")
    found = content(made / "detail.tsv", table)
    named = {(p.place.segment, p.place.position): p.category for p in found.pronouns}
    assert named.pop((1, 2)) == "event_it"
    assert set(named.values()) == {None}
    heads = [row[0].text for row in scores(found, "apt").cells if row[0].span]
    assert heads == ["all", "it for an event", "uncategorised"]


def test_two_columns_of_one_name_keep_apart(made: Path, write: Write) -> None:
    first = write("a.tsv", "system\trank\ncontext\t1\n")
    second = write("b.csv", "system,rank\ncontext,2\n")
    names = list(content(made / "scores.json", first, second).human)
    assert names == ["rank", f"rank ({second})"]


def test_what_people_say_needs_systems(write: Write) -> None:
    human = write("human.tsv", "system\tadequacy\na\t1\n")
    with pytest.raises(ProformError, match="no system that it is about"):
        content(human)


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        ("system\tx\na\t1\na\t2\n", "human.tsv:3: the system 'a' stands already in line 2"),
        ("system\tx\na\t1\nb\tgood\n", "human.tsv:3: expected a number in column 'x'"),
        ("system\tx\na\tgood\n", "human.tsv: no human score in it"),
    ],
)
def test_human_scores_that_are_none(made: Path, write: Write, table: str, complaint: str) -> None:
    with pytest.raises(ProformError, match=complaint):
        content(made / "scores.json", write("human.tsv", table))


def test_judgements_are_joined_to_their_pronouns(made: Path) -> None:
    table = DEMO / "en-fr" / "judgements.tsv"
    found = content(made / "detail.tsv", table)
    assert found.opinions["context"]
    for number, opinions in found.opinions["context"].items():
        assert found.pronouns[number].document == "soup"
        assert {one.annotator for one in opinions} <= {"Ada", "Bob"}
    assert list(found.human) == ["annotators"]


def test_judgements_of_other_pronouns_are_counted(made: Path, write: Write) -> None:
    header = "system\tsegment\tposition\tannotator\tjudgement\n"
    table = write("j.tsv", f"{header}context\t999\t0\tAda\tcorrect\nx\t1\t2\tAda\tcorrect\n")
    notes = content(made / "detail.tsv", table).notes
    assert f"{table}: 1 judged pronouns are in no other input, and left out" in notes
    assert f"{table}: left out 1 system, 'x' (in no other input)" in notes


def test_notes_on_several_metrics_in_the_same_words_are_one(made: Path) -> None:
    notes = content(made / "suite.db").notes
    (few,) = (note for note in notes if "resampled over only 10 documents" in note)
    assert few.startswith("protest, apt, agreement: ")
    assert few.endswith("; interpret intervals and p with care")
