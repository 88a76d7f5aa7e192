"""Every format: what it escapes, what it leaves as it is, and that values come back."""

from __future__ import annotations

import csv
import json
import re
from html.parser import HTMLParser
from io import StringIO
from math import nan
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proform.table.table import Column, Table, figure
from proform.table.writers import (
    WRITERS,
    as_csv,
    as_fragment,
    as_json,
    as_latex,
    as_markdown,
    as_text,
    as_tsv,
    tsv_line,
)

HOSTILE = r"<b>50% & a_b|c $x$ \cmd{} `d` *e* #1 ~^ [f]"


def table(*records: tuple[object, object], title: str = "Scores", name: str = "scores") -> Table:
    values = tuple({"system": system, "score": score} for system, score in records)
    return Table(name, title, (Column("system"), Column("score", show=figure)), values, ("mind",))


@pytest.mark.parametrize("style", WRITERS)
def test_an_empty_table_has_its_header(style: str) -> None:
    text = WRITERS[style]([table()], ["a note"], False)
    if style == "json":
        assert json.loads(text) == {"scores": [], "notes": ["mind", "a note"]}
    else:
        assert "system" in text
        assert "score" in text
    assert text.endswith("\n")


@pytest.mark.parametrize("style", [style for style in WRITERS if style != "svg"])
def test_words_of_any_script_are_kept(style: str) -> None:
    text = WRITERS[style]([table(("système 翻訳 عربي", 0.5))], (), False)
    assert "système 翻訳 عربي" in text
    assert "0.5" in text


@pytest.mark.parametrize("style", ["text", "latex", "markdown", "html"])
@pytest.mark.parametrize("value", [None, nan])
def test_what_is_undefined_is_a_dash_for_people(style: str, value: float | None) -> None:
    text = WRITERS[style]([table(("base", value))], (), False)
    assert ("--" if style == "latex" else "–") in text
    assert "nan" not in text.lower()


@pytest.mark.parametrize("value", [None, nan])
def test_what_is_undefined_is_nothing_for_programs(value: float | None) -> None:
    undefined = [table(("base", value))]
    assert as_csv(undefined) == "system,score\nbase,\n"
    assert as_tsv(undefined) == "system\tscore\nbase\t\n"
    assert json.loads(as_json(undefined))["scores"] == [{"system": "base", "score": None}]


@pytest.mark.parametrize("style", ["text", "html", "svg"])
def test_a_very_wide_table_is_not_cut(style: str) -> None:
    names = [f"column-{number}" for number in range(120)]
    wide = Table("w", "w", tuple(map(Column, names)), (dict.fromkeys(names, "翻訳" * 20),))
    text = WRITERS[style]([wide], (), False)
    assert "…" not in text
    assert text.count("翻訳" * 20) == 120
    assert all(name in text for name in names)


def test_a_narrow_terminal_shows_the_columns_below_each_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    names = ["system", *(f"column {number}" for number in range(9))]
    wide = Table("wide", "wide", tuple(map(Column, names)), (dict.fromkeys(names, "0.5"),))
    lines = re.sub(r"\x1b\[[0-9;]*m", "", as_text([wide], (), True)).splitlines()
    assert max(map(len, lines)) <= 40
    assert sum("system" in line for line in lines) == 5
    assert all(any(f"column {number}" in line for line in lines) for number in range(9))


def test_text_is_coloured_only_for_a_terminal() -> None:
    assert "\x1b[" in as_text([table(("base", 0.5))], ["note"], True)
    plain = as_text([table(("base", 0.5))], ["note"])
    assert "\x1b[" not in plain
    assert plain.splitlines()[0] == "Scores"
    assert plain.splitlines()[-1] == "note"
    assert all(line == line.rstrip() for line in plain.splitlines())


def test_latex() -> None:
    text = as_latex([table((HOSTILE, 0.5), ("[x]", None), title="50% & more")], ["a\nnote"])
    assert text.startswith("% a note\n")
    assert r"\caption{50\% \& more}" in text
    assert r"50\% \& a\_b\textbar{}c \$x\$ \textbackslash{}cmd\{\} " in text
    assert r"\#1 \textasciitilde{}\textasciicircum{}" in text
    assert r"{}[x] & -- \\" in text, "a bracket after a row's end would be its spacing"
    assert r"\begin{tabular}{lr}" in text
    assert "% mind\n" in text


def test_markdown() -> None:
    text = as_markdown([table((HOSTILE, 0.5), ("a\nb", None), title="50% _more_")], ["a | note"])
    title, _, header, rule, first, second, _, mind, _, note = text.splitlines()
    assert title == r"**50% \_more\_**"
    assert header == "| system | score |"
    assert rule == "| :--- | ---: |"
    assert len(re.findall(r"(?<!\\)\|", first)) == 3
    assert r"\<b\>50% \& a\_b\|c \$x\$ \\cmd\{\} \`d\` \*e\* \#1 \~^ \[f\]" in first
    assert second == "| a b | – |"
    assert (mind, note) == ("mind", r"a \| note")


class Cells(HTMLParser):
    """The texts of the cells, and which elements there are."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.texts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert all(name in ("class", "style") for name, _ in attrs)
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.texts += [data] if data.strip() else []


def test_a_fragment_for_notebooks() -> None:
    summed = Table(
        "x", HOSTILE, (Column("a"), Column("b")), ({"a": HOSTILE, "b": 1},) * 2, sums=(1,)
    )
    read = Cells(as_fragment([summed], ["<i>"]))
    assert read.texts == [HOSTILE, "a", "b", HOSTILE, "1", HOSTILE, "1", "<i>"]
    assert read.tags.count("tr") == 3
    assert "tfoot" in read.tags
    assert not {"b", "i", "html"} & {*read.tags}


def test_a_page_and_a_picture_need_nothing_else() -> None:
    page = WRITERS["html"]([table((HOSTILE, 0.5))], (), False)
    assert page.startswith("<!DOCTYPE html>")
    assert "<b>" not in page
    assert "&lt;b&gt;" in page
    picture = WRITERS["svg"]([table((HOSTILE, 0.5))], (), False)
    ET.fromstring(picture)  # noqa: S314 (ours)
    assert "@font-face" not in picture


def test_several_tables_are_one_for_programs() -> None:
    other = Table("other", "Other", (Column("n"),), ({"n": 3, "hidden": 4},))
    assert (
        as_csv([table(("base", 0.5)), other])
        == "table,system,score,n\nscores,base,0.5,\nother,,,3\n"
    )
    assert json.loads(as_json([table(("base", 0.5)), other], ["last"])) == {
        "scores": [{"system": "base", "score": 0.5}],
        "other": [{"n": 3, "hidden": 4}],
        "notes": ["mind", "last"],
    }


def test_lists_are_json_in_a_cell() -> None:
    assert tsv_line([["à", 1], {"b": None}, "c\td\r\ne"]) == '["à", 1]\t{"b": null}\tc d  e\n'


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"))
values = st.none() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts


@given(st.lists(st.tuples(texts, values)))
def test_json_gives_back_the_values(records: list[tuple[str, object]]) -> None:
    there = json.loads(as_json([table(*records)]))["scores"]
    assert [(one["system"], one["score"]) for one in there] == records


@given(st.lists(st.tuples(texts, values)))
def test_csv_gives_back_the_values(records: list[tuple[str, object]]) -> None:
    header, *rows = csv.reader(StringIO(as_csv([table(*records)]), newline=""))
    assert header == ["system", "score"]
    assert rows == [[harmless(one), harmless(value)] for one, value in records]


def harmless(value: object) -> str:
    """What a spreadsheet shows as it is, and does not run."""
    formula = isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r"))
    return "" if value is None else f"'{value}" if formula else str(value)


def test_csv_keeps_spreadsheets_from_running_cells() -> None:
    text = as_csv([table(("=HYPERLINK(1)", -0.5), ("@x", "-1+2"), ("a=b", None))])
    assert text.splitlines()[1:] == ["'=HYPERLINK(1),-0.5", "'@x,'-1+2", "a=b,"]


one_line = texts.map(lambda text: re.sub(r"[\t\r\n]", "", text))


@given(st.lists(st.tuples(one_line, values.filter(lambda value: not isinstance(value, str)))))
def test_tsv_gives_back_the_values(records: list[tuple[str, object]]) -> None:
    header, *rows = as_tsv([table(*records)]).removesuffix("\n").split("\n")
    assert header == "system\tscore"
    there = [row.split("\t") for row in rows]
    assert there == [[one, "" if value is None else str(value)] for one, value in records]
