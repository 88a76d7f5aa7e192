"""Equivalent pronouns from judgements."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option

from proform.cli import aligning
from proform.cli import options as common
from proform.cli.meta import options
from proform.cli.output import show
from proform.output import refuse_overwriting, writing

if TYPE_CHECKING:
    from collections.abc import Callable

    from proform.judge.compare import Comparison


class Style(Enum):
    """How pairs are written."""

    LIST = "list"
    TEXT = "text"
    JSON = "json"
    TSV = "tsv"
    CSV = "csv"
    LATEX = "latex"
    MARKDOWN = "markdown"
    HTML = "html"
    SVG = "svg"


def equivalents(
    detail: options.Detail,
    human: options.Judgements,
    part: Annotated[
        float, Option("--part", min=0, max=1, help="Drop pairs that are rarer in the sample.")
    ] = 0.05,
    above: Annotated[
        float, Option("--above", min=0, max=1, help="Keep pairs that are correct more often.")
    ] = 0.5,
    languages: Annotated[
        str | None,
        Option("-l", "--language-pair", metavar="SRC-TGT", help="Whose identical forms are one."),
    ] = None,
    identical: common.Identical = None,
    packs: common.Packs = None,
    suite: options.Suite = None,
    adjudicator: options.Adjudicator = None,
    style: Annotated[Style, Option("-f", "--format", help="How to print.")] = Style.LIST,
    output: common.Output = None,
) -> None:
    """Find pronouns that may replace each other: a list for proform score --equivalent.

    \b
    Example:
      proform meta equivalents detail.tsv --human judgements.tsv -l en-fr -o equivalent.list
    """  # noqa: D301 (\\b is for the help)
    from proform.meta.equivalents import (  # noqa: PLC0415
        as_list,
        dropped,
        find_equivalents,
    )
    from proform.meta.equivalents import equivalents as listed  # noqa: PLC0415
    from proform.meta.examples import load_examples  # noqa: PLC0415
    from proform.meta.systems import Judges  # noqa: PLC0415

    refuse_overwriting([output], [detail, Path(human), identical])
    examples = load_examples(detail, Judges(human, suite, adjudicator), "apt")
    comparison, form = _forms(languages, identical, packs)
    found = find_equivalents(examples, comparison, part, above, form)
    if style is not Style.LIST:
        show([listed(found)], examples.notes, common.Format(style.value), output)
        return
    with writing(output) as out:
        out.write(as_list(found))
    for note in (*examples.notes, *dropped(found)):
        aligning.tell(note)


def _forms(
    languages: str | None, identical: Path | None, packs: Path | None
) -> tuple[Comparison, Callable[[str], str]]:
    """Which target forms count as one, and which form a source word has."""
    from proform.judge.compare import Comparison, Lists  # noqa: PLC0415
    from proform.language.forms import fold  # noqa: PLC0415
    from proform.pronoun.occurrences import Pronouns  # noqa: PLC0415
    from proform.text.lists import read_groups  # noqa: PLC0415

    groups = [] if identical is None else read_groups(identical)
    form: Callable[[str], str] = fold
    if languages is not None:
        source, target = aligning.load_packs(languages, packs)
        groups = groups or list(target.identical)
        pronouns = Pronouns((*source.pronouns, *source.inventory), source.splitter)

        def form(word: str) -> str:
            return pronouns[word] or fold(word)

    return Comparison(Lists(tuple(tuple(map(fold, group)) for group in groups))), form
