"""The authors' script, worked out by hand on texts of our own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.command import Write

from proform.errors import InputError
from proform.released.config import read_config
from proform.released.run import Released, detail_file, run_released, score_file

Run = Callable[..., Released]

DEFAULTS = {
    "src": "It is here\n",
    "ref": "Il est ici\n",
    "tgt": "Elle est ici\n",
    "ref.align": "0-0 1-1 2-2\n",
    "tgt.align": "0-0 1-1 2-2\n",
    "source_list": "it\nthey\n",
}


@pytest.fixture
def run(write: Write, tmp_path: Path) -> Run:
    """Run with some files and settings changed."""

    def go(files: dict[str, str] | None = None, **settings: str) -> Released:
        contents = DEFAULTS | (files or {})
        paths = {name: write(name, text) for name, text in contents.items()}

        def named(name: str) -> str:
            return str(paths.get(name, ""))

        config = write(
            "config",
            f"""[lang]
source: en
target: fr
source_word_separator: {settings.get("source_separator", "")}
target_word_separator: {settings.get("target_separator", "")}
[files]
source: {named("src")}
reference: {named("ref")}
target: {named("tgt")}
alignment_source_reference: {named("ref.align")}
alignment_source_target: {named("tgt.align")}
list_source_pronouns: {named("source_list")}
input_type: {settings.get("input_type", "word")}
list_target_pronouns: {named("target_list")}
[dictionary]
equal: {named("equal")}
similar: {named("similar")}
source_pronouns: {named("source_dictionary")}
target_pronouns: {named("target_dictionary")}
[cases]
cases_to_use: {settings.get("cases", "1,2,3,4,5,6")}
weigths_per_case: {settings.get("weights", "1,0.5,0,0,0,0")}
count_OTHER_as_equal: {settings.get("other_equal", "false")}
[output]
output_file: {tmp_path / "out"}
counting_multiword_in_matrix: {settings.get("every_word", "false")}
max_length_matrix = {settings.get("longest", "10")}
""",
        )
        return run_released(read_config(config))

    return go


def _rows(result: Released) -> list[str]:
    return detail_file(result).splitlines()[1:]


def test_lower_case_and_different(run: Run) -> None:
    result = run()
    assert _rows(result) == ["0\t0\tit\t0\til\t0\telle\t3"]
    assert result.score == 0


def test_every_listed_part_of_a_source_word_is_an_occurrence(run: Run) -> None:
    result = run({"src": "it-they is here\n"}, source_separator="-")
    assert [row.split("\t")[2] for row in _rows(result)] == ["it", "they"]


def test_the_first_listed_part_of_a_target_word_counts(run: Run) -> None:
    files = {"ref": "est-il-elle est ici\n", "tgt": "Il est ici\n", "target_list": "elle\nil\n"}
    assert _rows(run(files, target_separator="-")) == ["0\t0\tit\t0\til\t0\til\t1"]
    assert _rows(run(files)) == ["0\t0\tit\t0\tOTHER\t0\til\t3"]


def test_other_against_other(run: Run) -> None:
    files = {"target_list": "on\n"}
    assert _rows(run(files)) == ["0\t0\tit\t0\tOTHER\t0\tOTHER\t3"]
    assert _rows(run(files, other_equal="true")) == ["0\t0\tit\t0\tOTHER\t0\tOTHER\t1"]


def test_equal_and_similar_groups(run: Run) -> None:
    assert _rows(run({"equal": "il, elle\n"}))[0].endswith("\t1")
    assert _rows(run({"similar": "On, IL,elle\n"}))[0].endswith("\t2")
    # A group is restricted to the list: elle is not in it, so nothing is left of it.
    files = {"target_list": "il\n", "equal": "il,elle\n", "similar": "il,elle\n"}
    assert _rows(run(files)) == ["0\t0\tit\t0\til\t0\tOTHER\t3"]


def test_positions_keep_their_order_and_may_repeat(run: Run) -> None:
    files = {"source_list": "0 2\n0 0\n0 2\n"}
    rows = _rows(run(files, input_type="possition"))
    assert [row.split("\t")[:3] for row in rows] == [
        ["0", "2", "here"],
        ["0", "0", "it"],
        ["0", "2", "here"],
    ]


def test_missing_translations(run: Run) -> None:
    files = {
        "src": "it\nit\nit\n",
        "ref": "il\nil\n\n",
        "tgt": "il\n\n\n",
        "ref.align": "\n0-0\n\n",
        "tgt.align": "0-0\n\n\n",
    }
    assert [row.split("\t")[3:] for row in _rows(run(files))] == [
        ["-", "-", "0", "il", "5"],
        ["0", "il", "-", "-", "4"],
        ["-", "-", "-", "-", "6"],
    ]


def test_a_link_to_an_untranslated_line_is_nothing(run: Run) -> None:
    files = {"tgt": "\n", "tgt.align": "0-0\n"}
    assert _rows(run(files)) == ["0\t0\tit\t0\til\t-\t-\t4"]


REPAIR = {
    "target_list": "il\nelle\n",
    "source_dictionary": "it\nhe\n",
    "target_dictionary": "il\nelle\n",
}


def test_repair_adds_the_nearest_free_word_of_the_dictionary(run: Run) -> None:
    files = REPAIR | {
        "src": "it runs\n",
        "ref": "a elle b il c\n",
        "tgt": "il\n",
        "ref.align": "0-2\n",
        "tgt.align": "0-0\n",
    }
    # Distances of the window are 2 1 1 1 2: elle and il are equally near, the first one wins.
    assert _rows(run(files)) == ["0\t0\tit\t2 1\telle\t0\til\t3"]
    owned = files | {"src": "it he runs\n", "ref.align": "0-2 1-1\n"}
    assert _rows(run(owned)) == ["0\t0\tit\t2 3\til\t0\til\t1"]


def test_repair_sees_the_text_as_it_is_and_the_part_behind_the_last_hyphen(run: Run) -> None:
    files = REPAIR | {
        "ref": "Il x est-il\n",
        "ref.align": "0-1\n",
        "tgt": "il\n",
        "tgt.align": "0-0\n",
    }
    # Il has a capital, so it is not in the dictionary; est-il is, but not in the list.
    assert _rows(run(files)) == ["0\t0\tit\t1 2\test-il\t0\til\t3"]


def test_no_repair_where_nothing_is_aligned_or_a_pronoun_is_there(run: Run) -> None:
    files = REPAIR | {
        "ref": "il est\n",
        "ref.align": "1-1\n",
        "tgt": "il elle\n",
        "tgt.align": "0-0\n",
    }
    assert _rows(run(files)) == ["0\t0\tit\t-\t-\t0\til\t5"]


def test_all_repaired_words_outside_the_list_count_as_one(run: Run) -> None:
    files = REPAIR | {
        "ref": "x a-il\n",
        "tgt": "x va-elle\n",
        "ref.align": "0-0\n",
        "tgt.align": "0-0\n",
    }
    result = run(files)
    assert _rows(result) == ["0\t0\tit\t0 1\ta-il\t0 1\tva-elle\t1"]
    assert result.matrix == {("OTHER", "OTHER"): 1}


def test_cases_left_out_and_the_five_lines(run: Run) -> None:
    files = {"src": "it it\n", "ref": "il il\n", "tgt": "il elle\n"}
    for side in ("ref.align", "tgt.align"):
        files[side] = "0-0 1-1\n"
    result = run(files, cases="1,2", weights="1,0.5")
    assert score_file(result).splitlines()[:5] == [
        "Score: 1.0000",
        "Cases: 1,2",
        "Weights: 1.0,0.5",
        "Findings per case: 1,0",
        "Total findings: 1",
    ]
    assert len(_rows(result)) == 2


def test_the_matrix_adds_up_and_is_cut(run: Run) -> None:
    files = {"src": "it it\n", "ref": "il il\n", "tgt": "il elle\n"}
    for side in ("ref.align", "tgt.align"):
        files[side] = "0-0 1-1\n"
    assert score_file(run(files)).splitlines()[5:] == [
        "\til\telle\tNONE\t-sum-",
        "il\t1\t1\t0\t2",
        "elle\t0\t0\t0\t0",
        "NONE\t0\t0\t0\t0",
        "-sum-\t1\t1\t0\t2",
    ]
    assert score_file(run(files, longest="1")).splitlines()[5:] == [
        "\til\t...\t-sum-",
        "il\t1\t1\t2",
        "...\t0\t0\t0",
        "-sum-\t1\t1\t2",
    ]


def test_every_word_may_count_in_the_matrix(run: Run) -> None:
    files = {
        "ref": "il elle ici\n",
        "ref.align": "0-0 0-1\n",
        "tgt": "on est\n",
        "tgt.align": "0-0\n",
    }
    assert sum(run(files).matrix.values()) == 1
    assert run(files, every_word="true").matrix == {("il", "on"): 1, ("elle", "on"): 1}


def test_no_occurrence_has_no_score(run: Run) -> None:
    result = run({"source_list": "they\n"})
    assert result.score is None
    assert score_file(result).startswith("Score: undefined\n")


@pytest.mark.parametrize(
    ("files", "settings", "complaint"),
    [
        ({"ref.align": "0-9\n"}, {}, r"ref\.align:1: the link 0-9 is outside the segment"),
        ({"ref.align": "zero\n"}, {}, r"ref\.align:1: expected `i-j`, found 'zero'"),
        ({"ref": "a\nb\nc\n"}, {}, r"ref:2: 3 lines, but"),
        ({"source_list": "0 9\n"}, {"input_type": "possition"}, r"source_list:1: segment 0 has no"),
        ({"source_list": "9 0\n"}, {"input_type": "possition"}, r"source_list:1: no segment 9"),
        (
            {"source_list": "x\n"},
            {"input_type": "possition"},
            "source_list:1: expected two numbers",
        ),
        ({}, {"cases": "1,2"}, "2 cases_to_use but 6 weigths_per_case"),
        ({}, {"cases": "1,1", "weights": "1,1"}, "must be some of 1 to 6, each once"),
        ({}, {"weights": "1,2,0,0,0,0"}, "must be between 0 and 1"),
        ({}, {"weights": "a"}, "must be numbers, found 'a'"),
        ({}, {"other_equal": "perhaps"}, "must be true or false, found 'perhaps'"),
        ({}, {"input_type": "letter"}, "input_type must be word or possition"),
    ],
)
def test_bad_input(
    run: Run, files: dict[str, str], settings: dict[str, str], complaint: str
) -> None:
    with pytest.raises(InputError, match=complaint):
        run(files, **settings)


def test_a_missing_key_is_named(write: Write) -> None:
    with pytest.raises(InputError, match=r"config: no 'list_source_pronouns' in \[files\]"):
        read_config(write("config", "[files]\nsource: x\n"))
    with pytest.raises(InputError, match="config: File contains no section headers"):
        read_config(write("config", "source: x\n"))
