"""Every format that tables are written in."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from io import StringIO
from typing import TYPE_CHECKING, Literal

from proform.table.table import Audience, Cell, Table, is_undefined

if TYPE_CHECKING:
    from rich.console import Console
    from rich.terminal_theme import TerminalTheme

Writer = Callable[[Sequence[Table], Sequence[str], bool], str]
"""From tables, notes on all of them, and whether a terminal shows them, to text."""


def as_text(tables: Sequence[Table], notes: Sequence[str] = (), terminal: bool = False) -> str:
    """Text with colours for a terminal, without for a file; never too narrow for the figures.

    On a terminal that is narrower than a table, its columns continue below, beside the first one.
    """
    from rich.console import Console  # noqa: PLC0415 (slow to import)

    edge = Console().width if terminal else None
    out = StringIO()
    console = Console(file=out, width=max(_widest(tables), edge or 0), force_terminal=terminal)
    _print(console, tables, notes, edge=edge)
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


def as_html(tables: Sequence[Table], notes: Sequence[str] = (), _: bool = False) -> str:
    """A page to open or to mail: it needs nothing else."""
    console, theme = _recorded(tables, notes)
    return console.export_html(theme=theme, inline_styles=True)


def as_svg(tables: Sequence[Table], notes: Sequence[str] = (), _: bool = False) -> str:
    """The same as a picture that loads nothing from elsewhere."""
    console, theme = _recorded(tables, notes)
    return _WEB_FONT.sub("", console.export_svg(title="proform", theme=theme))


_WEB_FONT = re.compile(r"@font-face \{.*?\}", re.DOTALL)


def _recorded(tables: Sequence[Table], notes: Sequence[str]) -> tuple[Console, TerminalTheme]:
    """A light terminal, wide enough for all."""
    from rich.console import Console  # noqa: PLC0415
    from rich.terminal_theme import DEFAULT_TERMINAL_THEME  # noqa: PLC0415

    width = _widest(tables) + 1
    console = Console(record=True, width=width, file=StringIO(), color_system="truecolor")
    _print(console, tables, notes, wrap=True)
    return console, DEFAULT_TERMINAL_THEME


def _print(
    console: Console,
    tables: Iterable[Table],
    notes: Iterable[str],
    *,
    wrap: bool = False,
    edge: int | None = None,
) -> None:
    """The tables one below the other, each with its notes, then the notes on all."""
    from rich import box  # noqa: PLC0415
    from rich.table import Table as RichTable  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    def write(some: Iterable[str]) -> None:
        for note in some:
            console.print(Text(note, style="dim"), soft_wrap=not wrap)

    for table in tables:
        console.print(Text(table.title, style="bold"), soft_wrap=True)
        for places in _leaves(table, edge):
            rich = RichTable(box=box.SIMPLE_HEAD, pad_edge=False)
            for place in places:
                justify: Literal["left", "right"] = "right" if place else "left"
                style = "" if place else "cyan"
                name = Text(table.header[place])
                rich.add_column(name, justify=justify, no_wrap=True, style=style)
            for row in table.rows:
                rich.add_row(*(Text(row[place]) for place in places))
            console.print(rich)
        write(table.notes)
        console.print()
    write(notes)


def _leaves(table: Table, edge: int | None) -> Iterator[list[int]]:
    """The columns that stand beside each other: all of them, or as many as there is room for."""
    widths = [*_widths(table)]
    leaf: list[int] = []
    for place, width in enumerate(widths):
        if edge is not None and len(leaf) > 1 and sum(widths[p] for p in leaf) + width > edge:
            yield leaf
            leaf = [0]
        leaf.append(place)
    yield leaf


def _widest(tables: Iterable[Table]) -> int:
    """Wide enough for any row: a file has no edge."""
    return max([100, *(sum(_widths(table)) for table in tables)])


def _widths(table: Table) -> Iterator[int]:
    """How wide each column is, with the room between."""
    from rich.cells import cell_len  # noqa: PLC0415

    columns = zip(table.header, *table.rows, strict=True)
    return (max(map(cell_len, column)) + 3 for column in columns)


def as_json(tables: Sequence[Table], notes: Sequence[str] = (), _: bool = False) -> str:
    """All values, the tables by their names."""
    document: dict[str, object] = {table.name: list(table.records) for table in tables}
    document["notes"] = [*(note for table in tables for note in table.notes), *notes]
    return json.dumps(_defined(document), ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _defined(value: object) -> object:
    """With null for what is undefined, which JSON has no number for."""
    if isinstance(value, Mapping):
        return {key: _defined(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_defined(part) for part in value]
    return None if is_undefined(value) else value


def as_tsv(tables: Sequence[Table], notes: Sequence[str] = (), _: bool = False) -> str:  # noqa: ARG001
    """One table; of several, the first column says which."""
    return "".join(map(tsv_line, _lines(tables)))


_PARTING = str.maketrans("\t\r\n", "   ")


def tsv_line(cells: Iterable[object]) -> str:
    """Cells as one line; what would part them inside a cell becomes a blank."""
    return "\t".join(_plain(cell).translate(_PARTING) for cell in cells) + "\n"


def as_csv(tables: Sequence[Table], notes: Sequence[str] = (), _: bool = False) -> str:  # noqa: ARG001
    """The same, with commas, and with all line breaks inside of cells.

    Texts that a spreadsheet would run as a formula are quoted as it wants them: `'=…`.
    """
    lines = (",".join(map(_csv_cell, line)) for line in _lines(tables))
    blank = '""'
    return "".join(f"{line or blank}\n" for line in lines)


FORMULA = tuple("=+-@\t\r")
"""What a spreadsheet takes for the beginning of a formula."""

_QUOTED = re.compile(r'[,"\r\n]')  # Python's own writer quotes no \r before version 3.13


def _csv_cell(value: object) -> str:
    text = _plain(value)
    if isinstance(value, str) and text[:1] in FORMULA:
        text = f"'{text}"
    return '"' + text.replace('"', '""') + '"' if _QUOTED.search(text) else text


def _lines(tables: Sequence[Table]) -> Iterator[Sequence[object]]:
    first = 0 if len(tables) > 1 else 1
    names = list(dict.fromkeys(key for table in tables for key in table.keys))
    yield ["table", *names][first:]
    for table in tables:
        keys = {*table.keys}
        for record in table.records:
            values = (record.get(name) if name in keys else None for name in names)
            yield [table.name, *values][first:]


def _plain(value: object) -> str:
    if isinstance(value, list | tuple | dict):
        return json.dumps(value, ensure_ascii=False)
    return "" if is_undefined(value) else str(value)


def as_latex(tables: Sequence[Table], notes: Sequence[str] = (), _: bool = False) -> str:
    """Tables for a paper; they need the package booktabs."""
    return "\n".join([*map(_comment, notes), *map(_latex, tables)])


def _latex(table: Table) -> str:
    def line(cells: Sequence[str]) -> str:
        return " & ".join(map(_latex_cell, cells)) + r" \\"

    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            rf"\begin{{tabular}}{{l{'r' * (len(table.header) - 1)}}}",
            r"\toprule",
            line(table.header),
            r"\midrule",
            *map(line, table.rows),
            r"\bottomrule",
            r"\end{tabular}",
            rf"\caption{{{_latex_cell(table.title)}}}",
            r"\end{table}",
            *map(_comment, table.notes),
            "",
        ]
    )


def _comment(note: str) -> str:
    return f"% {_one_line(note)}"


def _one_line(text: str) -> str:
    return " ".join(text.split())


_LATEX = str.maketrans(
    {
        **{mark: f"\\{mark}" for mark in "&%$#_{}"},
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "\\": r"\textbackslash{}",
        "|": r"\textbar{}",
        "–": "--",
        "<": "$<$",
        ">": "$>$",
        "×": r"$\times$",
        "≠": r"$\neq$",
    }
)


def _latex_cell(cell: str) -> str:
    text = _one_line(cell).translate(_LATEX)
    # After the end of a row, these would belong to it: \\[length], \\*.
    return f"{{}}{text}" if text.startswith(("[", "*")) else text


def as_markdown(tables: Sequence[Table], notes: Sequence[str] = (), _: bool = False) -> str:
    """Tables for a README, a wiki or an issue (GitHub's Markdown)."""
    blocks = []
    for table in tables:
        rules = ["---:" if numeric else ":---" for numeric in table.only(Audience.ALL).numeric]
        lines = [map(_markdown_cell, table.header), rules]
        lines += [map(_markdown_cell, row) for row in table.rows]
        blocks += [f"**{_markdown_cell(table.title)}**"] if table.title else []
        blocks += ["\n".join(f"| {' | '.join(line)} |" for line in lines)]
        blocks += map(_markdown_cell, table.notes)
    return "\n\n".join([*blocks, *map(_markdown_cell, notes)]) + "\n"


_MARKDOWN = re.compile(r"[\\`*_{}\[\]<>|~#&$]")


def _markdown_cell(text: str) -> str:
    return _MARKDOWN.sub(r"\\\g<0>", _one_line(text))


def as_fragment(tables: Sequence[Table], notes: Sequence[str] = ()) -> str:
    """HTML to be put into a page or a notebook, which has a style of its own."""
    return f'<div class="proform">{"".join(map(_html_table, tables))}{_html_notes(notes)}</div>\n'


def _html_table(table: Table) -> str:
    shown = table.only(Audience.ALL)
    sides = ["right" if numeric else "left" for numeric in shown.numeric]

    def line(texts: Iterable[str], heads: int) -> str:
        tags = ["th"] * heads + ["td"] * (len(sides) - heads)
        cells = (
            f'<{tag} style="text-align:{side}">{escape(text)}</{tag}>'
            for text, tag, side in zip(texts, tags, sides, strict=True)
        )
        return f"<tr>{''.join(cells)}</tr>"

    def rows(cells: Iterable[Sequence[Cell]]) -> str:
        lines = (line((cell.text + cell.mark for cell in row), table.heads) for row in cells)
        return "".join(f"{line}\n" for line in lines)

    feet = f"<tfoot>\n{rows(shown.feet)}</tfoot>\n" if table.sums else ""
    return (
        f"<table>\n<caption>{escape(table.title)}</caption>\n"
        f"<thead>{line(table.header, len(sides))}</thead>\n"
        f"<tbody>\n{rows(shown.body)}</tbody>\n{feet}</table>\n{_html_notes(table.notes)}"
    )


def _html_notes(notes: Iterable[str]) -> str:
    return "".join(f"<p><small>{escape(note)}</small></p>\n" for note in notes)


WRITERS: dict[str, Writer] = {
    "text": as_text,
    "json": as_json,
    "tsv": as_tsv,
    "csv": as_csv,
    "latex": as_latex,
    "markdown": as_markdown,
    "html": as_html,
    "svg": as_svg,
}
