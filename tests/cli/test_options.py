"""How options are declared, and what comes before any work."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from proform.cli.command import group
from proform.cli.options import Judging, Written, arg, choice, opt
from proform.errors import ProformError


def first(
    name: Annotated[str, arg("NAME", "Whose.")],
    files: Annotated[list[str] | None, opt("-f --files FILE...", "Which files.")] = None,
    number: Annotated[int, opt("--number", "How many.", min=1)] = 2,
    way: Annotated[str, choice("--way", known=("up", "down"), help="Where to.")] = "up",
) -> None:
    """Say it again."""
    typer.echo(f"{name} {files} {number} {way}")


def second(judging: Judging, printing: Written) -> None:
    """Say what a bundle holds."""
    typer.echo(f"{judging.settings['repair']} {'no_repair' in judging.settings} {printing.style}")


APP = group("Two commands.", first, second)


def call(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(APP, arguments)
    return result.exit_code, result.output


def test_an_option_is_declared_as_its_help_shows_it() -> None:
    _, text = call("first", "--help")
    for line in ("-f, --files FILE...", "Which files.", "NAME", "[up|down]", "x>=1"):
        assert line in text


def test_values_arrive() -> None:
    assert call("first", "Ada") == (0, "Ada None 2 up\n")
    assert call("first", "Ada", "-f", "a", "b", "--way", "down") == (0, "Ada ['a', 'b'] 2 down\n")


def test_a_word_that_is_no_choice_lists_them() -> None:
    status, text = call("first", "Ada", "--way", "left")
    assert status == 2
    assert "'left' is not one of 'up', 'down'" in text


def test_a_bundle_is_its_options_and_no_repair_is_one_of_the_repairs() -> None:
    assert call("second") == (0, "None False text\n")
    assert call("second", "--repair", "informed", "-f", "json") == (0, "informed False json\n")
    assert call("second", "--no-repair") == (0, "none False text\n")


def test_an_input_is_spared_and_a_picture_is_one(tmp_path: Path) -> None:
    source = tmp_path / "a.tsv"
    source.touch()
    with pytest.raises(ProformError, match="is an input or another output"):
        Written(output=source).spare(source, None)
    with pytest.raises(ProformError, match="not a picture"):
        Written().spare(source, plot=tmp_path / "a.txt")
    Written(output=tmp_path / "b.tsv").spare(source, plot=tmp_path / "a.svg")
