"""Tables in the terminal, by rich."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from io import StringIO

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table as RichTable
from rich.terminal_theme import DEFAULT_TERMINAL_THEME
from rich.text import Text

from proform.table.table import Table

_WEB_FONT = re.compile(r"@font-face \{.*?\}", re.DOTALL)


def render(tables: Sequence[Table], notes: Sequence[str], *, terminal: bool) -> str:
    """Text with colours for a terminal, without for a file; never too narrow for the figures."""
    width = max(_widest(tables), Console().width if terminal else 0)
    out = StringIO()
    show(Console(file=out, width=width, force_terminal=terminal), tables, notes)
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


def picture(tables: Sequence[Table], notes: Sequence[str], *, svg: bool) -> str:
    """The same as a page of HTML or a picture, of a light terminal wide enough for all."""
    console = Console(
        record=True, width=_widest(tables) + 1, file=StringIO(), color_system="truecolor"
    )
    show(console, tables, notes, wrap=True)
    if svg:
        drawing = console.export_svg(title="proform", theme=DEFAULT_TERMINAL_THEME)
        return _WEB_FONT.sub("", drawing)  # a picture that loads nothing from elsewhere
    return console.export_html(theme=DEFAULT_TERMINAL_THEME, inline_styles=True)


def show(
    console: Console, tables: Iterable[Table], notes: Sequence[str], *, wrap: bool = False
) -> None:
    """The tables one below the other, each with its notes, then the notes on all."""
    for table in tables:
        console.print(Text(table.title, style="bold"), soft_wrap=True)
        console.print(_table(table))
        for note in table.notes:
            console.print(Text(note, style="dim"), soft_wrap=not wrap)
        console.print()
    for note in notes:
        console.print(Text(note, style="dim"), soft_wrap=not wrap)


def _table(table: Table) -> RichTable:
    rich = RichTable(
        box=box.SIMPLE_HEAD,
        pad_edge=False,
    )
    rich.add_column(Text(table.header[0]), no_wrap=True, style="cyan")
    for name in table.header[1:]:
        rich.add_column(Text(name), justify="right", no_wrap=True)
    for row in table.rows:
        rich.add_row(*(Text(cell) for cell in row))
    return rich


def _widest(tables: Iterable[Table]) -> int:
    """Wide enough for any row: a file has no edge."""
    widths = [100]
    for table in tables:
        columns = zip(table.header, *table.rows, strict=True)
        widths.append(sum(max(map(cell_len, column)) + 3 for column in columns))
    return max(widths)
