"""The INI file of the authors' APT script."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.command import Write

from proform.errors import InputError
from proform.released.config import Config, read_config
from proform.text.lines import BLOCK
from proform.text.lists import Position

INI = """[lang]
source: en
target: fr
# Optional character to divide words
source_word_separator:
target_word_separator: -

[files]
source: source
reference: reference
target: target
alignment_source_reference: reference.align
alignment_source_target: target.align
list_source_pronouns: list
input_type: word ; or possition
list_target_pronouns: targets

[dictionary]
equal: equal
similar:
source_pronouns: ""
target_pronouns: targets

[cases]
cases_to_use: 1,2,3,4
weigths_per_case: 1,0.5,0,0
count_OTHER_as_equal: TRUE

[output]
output_file: out
counting_multiword_in_matrix: no
max_length_matrix = 10
"""

FILES = {
    "source": "It  rains .\r\n\n",
    "reference": "Il pleut .\n L' \n",
    "target": "Ça pleut .\n\n",
    "reference.align": "0-0 1-1\n\n",
    "target.align": "\n0-0\n",
    "list": "It\n\n THEY \n",
    "targets": "Il\nÇA\n",
    "equal": "ça, Cela\nce,c'\n\n",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with all the files: paths are relative to it."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8", newline="")
    return tmp_path


def read(folder: Path, old: str = "", new: str = "") -> Config:
    assert old in INI
    path = folder / "config"
    path.write_text(INI.replace(old, new) if old else INI, encoding="utf-8", newline="")
    return read_config(path)


def test_config(folder: Path) -> None:
    assert read(folder) == Config(
        texts=(Path("source"), Path("reference"), Path("target")),
        alignments=(Path("reference.align"), Path("target.align")),
        source_list=("it", "they"),
        positions=None,
        positions_file=Path("list"),
        source_separator=None,
        target_separator="-",
        target_list=("il", "ça"),
        equal=(("ça", "cela"), ("ce", "c'")),
        similar=(),
        source_dictionary=(),
        target_dictionary=("il", "ça"),
        cases=(1, 2, 3, 4),
        weights=(1.0, 0.5, 0.0, 0.0),
        other_equal=True,
        every_word=False,
        longest_matrix=10,
        output=Path("out"),
    )


@pytest.mark.parametrize("spelling", ["possition", "position"])
def test_positions_instead_of_a_list(folder: Path, spelling: str) -> None:
    (folder / "list").write_text("0 3\n\n0 3\n7 1\n")
    config = read(folder, "input_type: word", f"input_type: {spelling}")
    assert config.source_list == ()
    assert config.positions == (Position(0, 3, 1), Position(0, 3, 3), Position(7, 1, 4))


@pytest.mark.parametrize(
    "optional",
    [
        "list_target_pronouns: targets\n",
        "equal: equal\n",
        "similar:\n",
        'source_pronouns: ""\n',
        "\ntarget_pronouns: targets",
        "count_OTHER_as_equal: TRUE\n",
        "counting_multiword_in_matrix: no\n",
        "source_word_separator:\n",
        "target_word_separator: -\n",
    ],
)
def test_optional_key_may_be_missing(folder: Path, optional: str) -> None:
    assert read(folder, optional).output == Path("out")


@pytest.mark.parametrize(
    "change",
    [lambda ini: ini.replace("\n", "\r\n"), lambda ini: "\ufeff" + ini],
    ids=["CRLF", "BOM"],
)
def test_harmless_differences(folder: Path, change: Callable[[str], str]) -> None:
    path = folder / "config"
    path.write_text(change(INI), encoding="utf-8", newline="")
    assert read_config(path).cases == (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("key", "section"),
    [
        ("source", "files"),
        ("reference", "files"),
        ("target", "files"),
        ("alignment_source_reference", "files"),
        ("alignment_source_target", "files"),
        ("list_source_pronouns", "files"),
        ("input_type", "files"),
        ("cases_to_use", "cases"),
        ("weigths_per_case", "cases"),
        ("output_file", "output"),
        ("max_length_matrix", "output"),
    ],
)
def test_missing_key_is_named(folder: Path, key: str, section: str) -> None:
    head, tail = INI.split(f"[{section}]")
    path = folder / "config"
    path.write_text(f"{head}[{section}]" + re.sub(rf"(?m)^{key}\b.*\n", "", tail, count=1))
    with pytest.raises(InputError, match=re.escape(f"{path}: no {key!r} in [{section}]")):
        read_config(path)


def test_missing_section_is_named(folder: Path) -> None:
    with pytest.raises(
        InputError, match=re.escape(f"{folder / 'config'}: no ") + r".* in \[output\]"
    ):
        read(folder, "[output]", "[outputs]")


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("source: source", "source:", "'source' in [files] is empty"),
        ("output_file: out", 'output_file: ""', "'output_file' in [output] is empty"),
        ("input_type: word", "input_type: line", "input_type must be word or possition"),
        ("use: 1,2,3,4", "use: 1,2,3", "3 cases_to_use but 4 weigths_per_case"),
        ("use: 1,2,3,4", "use: 1,2,3,7", "cases_to_use must be some of 1 to 6, each once"),
        ("use: 1,2,3,4", "use: 1,2,3,0", "cases_to_use must be some of 1 to 6, each once"),
        ("use: 1,2,3,4", "use: 1,2,3,3", "cases_to_use must be some of 1 to 6, each once"),
        ("use: 1,2,3,4", "use: 1,2,3,1.5", "cases_to_use must be some of 1 to 6, each once"),
        ("use: 1,2,3,4", "use: a", "'cases_to_use' in [cases] must be numbers, found 'a'"),
        ("use: 1,2,3,4", "use: 1,,2", "'cases_to_use' in [cases] must be numbers, found '1,,2'"),
        ("1,0.5,0,0", "1,1.5,0,0", "weigths_per_case must be between 0 and 1"),
        ("1,0.5,0,0", "1,-1,0,0", "weigths_per_case must be between 0 and 1"),
        ("1,0.5,0,0", "1,nan,0,0", "weigths_per_case must be between 0 and 1"),
        ("equal: TRUE", "equal: 2", "'count_OTHER_as_equal' in [cases] must be true or false, fou"),
        ("matrix: no", "matrix: x", "'counting_multiword_in_matrix' in [output] must be true or f"),
        ("matrix = 10", "matrix = x", "'max_length_matrix' in [output] must be numbers, found 'x'"),
        ("matrix = 10", "matrix = inf", "'max_length_matrix' in [output] must be"),
        ("matrix = 10", "matrix = nan", "'max_length_matrix' in [output] must be"),
    ],
)
def test_wrong_value_is_refused(folder: Path, old: str, new: str, what: str) -> None:
    with pytest.raises(InputError, match=re.escape(f"{folder / 'config'}: {what}")):
        read(folder, old, new)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "no 'list_source_pronouns' in [files]"),
        ("source: x\n", "File contains no section head"),
    ],
    ids=["empty", "no section"],
)
def test_file_that_is_no_config(write: Write, text: str, what: str) -> None:
    path = write("config", text)
    with pytest.raises(InputError, match=re.escape(f"{path}: {what}")) as caught:
        read_config(path)
    assert "\n" not in str(caught.value)


def test_line_that_is_no_setting_is_named(folder: Path) -> None:
    with pytest.raises(InputError, match=re.escape(f"{folder / 'config'}: ") + r".*\[line +2\]"):
        read(folder, "source: en", "nonsense")


def test_missing_config(tmp_path: Path) -> None:
    path = tmp_path / "missing"
    with pytest.raises(InputError, match=re.escape(f"{path}: cannot be read (No such file")):
        read_config(path)


def test_wrong_encoding_of_the_config_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "config"
    path.write_bytes(b"[files]\n# caf\xe9\n")
    with pytest.raises(InputError, match=re.escape(f"{path}:2: expected UTF-8")):
        read_config(path)


@pytest.mark.parametrize("name", ["list", "targets", "equal"])
def test_missing_list_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(InputError, match=re.escape(f"{name}: cannot be read (No such file")):
        read(folder)


@pytest.mark.parametrize("name", ["list", "targets", "equal"])
def test_wrong_encoding_of_a_list_names_the_line(folder: Path, name: str) -> None:
    (folder / name).write_bytes(b"il\n\xe7a\n")
    with pytest.raises(
        InputError, match=re.escape(f"{name}:2: expected UTF-8, found the byte 0xe7")
    ):
        read(folder)


def test_malformed_position_is_refused_with_its_line(folder: Path) -> None:
    message = "list:1: expected two numbers, found 'It'"
    with pytest.raises(InputError, match=re.escape(message)):
        read(folder, "input_type: word", "input_type: possition")


def test_segments_are_the_lines_as_the_script_sees_them(folder: Path) -> None:
    first, second = read(folder).segments()
    assert first[:3] == ("It  rains .", "Il pleut .", "Ça pleut .")
    assert second[:3] == ("", "L'", "")
    assert [alignment.links for alignment in first[3:]] == [[(0, 0), (1, 1)], []]
    assert [alignment.links for alignment in second[3:]] == [[], [(0, 0)]]


@pytest.mark.parametrize("name", ["reference", "target", "reference.align", "target.align"])
def test_file_of_another_length_is_refused(folder: Path, name: str) -> None:
    (folder / name).write_text("0-0\n")
    config = read(folder)
    with pytest.raises(InputError, match=re.escape(f"{name}:2: 1 lines, but source has 2")):
        list(config.segments())


def test_malformed_link_in_the_second_block_names_its_line(folder: Path) -> None:
    for name in ("source", "reference", "target", "reference.align", "target.align"):
        (folder / name).write_text("\n" * (BLOCK + 2))
    (folder / "target.align").write_text("\n" * (BLOCK + 1) + "1:1\n")
    config = read(folder)
    message = f"target.align:{BLOCK + 2}: expected `i-j`, found '1:1'"
    with pytest.raises(InputError, match=re.escape(message)):
        list(config.segments())
