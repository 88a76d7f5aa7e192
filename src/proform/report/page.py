"""The page: one file with style, script and data in it, and a policy that lets in nothing else."""

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from itertools import groupby
from os import PathLike, fspath
from pathlib import Path

from markupsafe import Markup

from proform.errors import ProformError
from proform.output import File, file_path, needed_path, refuse_overwriting, writing
from proform.parallel import Progress
from proform.report import plots as drawing
from proform.report.collect import read_inputs
from proform.report.counts import against_annotators, by_annotators, matrices, reasons
from proform.report.data import packed
from proform.report.inputs import ReportSettings
from proform.report.knowledge import KnownSection, known_sections
from proform.report.model import STEPS, Content
from proform.report.opening import (
    Contested,
    find_ranking,
    standings,
    weaknesses,
    worth_a_look,
)
from proform.report.plots import Scatter, correlated, correlations, plots
from proform.report.scores import comparisons, folded, scores, summary
from proform.report.semi import LISTED, TEMPLATES, semi_figure, semi_tables
from proform.report.trust import TrustSection, trust_of, trust_section
from proform.scoring.ranking import Ranking
from proform.scoring.result import Result
from proform.scoring.summary import Resampling
from proform.table.table import Audience, Cell, Table
from proform.table.writers import WRITERS
from proform.version import __version__

_UNSAFE = re.compile(r"[^\w.+-]+")
_MANY, _SHORT = 8, 6


def write_report(
    inputs: Sequence[File | Result],
    output: File,
    *,
    title: str = "",
    latex: File | None = None,
    csv: File | None = None,
    suite: str | None = None,
    packs: File | None = None,
    resamples: int = 1000,
    seed: int = 12345,
    progress: Progress | None = None,
) -> tuple[str, ...]:
    """Write a page to look at, to search and to mail; return what a reader of it should know.

    Inputs are results, the JSON of `proform score`, rows of `--detail`, stores, and tables of human
    scores or judgements. `latex` and `csv` are folders that get each table as a file. `progress` is
    told how far the evaluation of a store is.

    >>> proform.write_report(["r.json", "suite.db"], "r.html", title="June")  # doctest: +SKIP
    """
    resampling = Resampling(intervals=True, paired=True, times=resamples, seed=seed)
    settings = ReportSettings(suite, file_path("packs", packs), resampling, progress)
    checked, target = list(_checked(inputs)), needed_path("output", output)
    content = read_inputs(checked, settings)
    page = make_page(content, title, resampling)
    texts: dict[Path, str] = {}
    for folder, style, suffix in ((latex, "latex", ".tex"), (csv, "csv", ".csv")):
        if folder is not None:
            try:
                Path(folder).mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise ProformError(f"{folder}: cannot be made ({error.strerror})") from error
            named = table_files(page.tables(), style, suffix).items()
            texts |= {Path(folder) / name: text for name, text in named}
    read = [Path(one) for one in checked if isinstance(one, str) and "://" not in one]
    refuse_overwriting([target, *texts], read)
    for path, text in {target: render(page), **texts}.items():
        with writing(path) as out:
            out.write(text)
    return tuple(content.notes)


def _checked(inputs: Sequence[File | Result]) -> Iterator[str | Result]:
    if isinstance(inputs, str | PathLike | Result):
        raise ProformError(f"inputs: expected a list, found {type(inputs).__name__}")
    for number, value in enumerate(inputs):
        if not isinstance(value, str | PathLike | Result):
            raise ProformError(f"inputs[{number}]: expected a result or a path, found {value!r}")
        yield value if isinstance(value, Result) else fspath(value)


def table_files(tables: Iterable[Table], style: str, suffix: str) -> dict[str, str]:
    """Tables as files; their names may hold those of systems, which may be anything."""
    texts: dict[str, str] = {}
    taken: Counter[str] = Counter()
    for table in tables:
        stem = _UNSAFE.sub("-", table.name).strip("-.") or "table"
        taken[stem.lower()] += 1
        number = taken[stem.lower()]
        name = f"{stem}~{number}{suffix}" if number > 1 else f"{stem}{suffix}"
        texts[name] = WRITERS[style]([table], (), False)
    return texts


@dataclass(frozen=True)
class Page:
    """What is on the page, section by section."""

    content: Content
    title: str
    ranking: Ranking | None
    """None if there is no metric to rank by."""
    standings: Table | None
    weak: Table | None
    """Where systems are below their own average."""
    contested: list[Contested]
    """The examples most worth a look."""
    summary: list[Table]
    """Scores, and the tests."""
    scores: list[Table]
    reasons: list[Table]
    matrices: list[tuple[str, str, Table]]
    """Confusion matrices, each with its metric and system."""
    annotations: list[Table]
    """What annotators say, and what metrics say of the same."""
    scatters: list[Scatter]
    correlations: list[Table]
    known: list[KnownSection]
    """Contrastive against generative results of challenge sets."""
    semi: list[tuple[Markup | None, list[Table], tuple[str, ...]]]
    """For each suite that people judged: a picture, tables, and notes."""
    trust: TrustSection | None
    """How far metrics can be trusted, where people judged the same pronouns."""

    def tables(self) -> list[Table]:
        """Every table of the page."""
        matrices = (table for _, _, table in self.matrices)
        semi = (table for _, tables, _ in self.semi for table in tables)
        opening = filter(None, (self.standings, self.weak))
        first = (*opening, *self.summary, *self.scores, *self.reasons, *matrices)
        known = (section.table for section in self.known)
        trust = self.trust.tables if self.trust else ()
        return [*first, *known, *self.annotations, *self.correlations, *semi, *trust]


def make_page(content: Content, title: str = "", resampling: Resampling | None = None) -> Page:
    """Everything drawn and counted; not all results tell reasons."""
    resampling = resampling or Resampling()
    coefficients = correlated(content, resampling)
    ranking = find_ranking(content, resampling)
    against = (against_annotators(content, metric) for metric in content.judged)
    tables = (reasons(content, metric) for metric in content.metrics)
    return Page(
        content,
        title,
        ranking,
        standings(content, ranking) if ranking else None,
        weaknesses(content, ranking) if ranking else None,
        worth_a_look(content, ranking),
        [summary(content), *([comparisons(content)] if content.comparisons else [])],
        [scores(content, metric) for metric in content.metrics],
        [table for table in tables if table.records],
        list(matrices(content)),
        [by_annotators(content), *against] if any(content.opinions.values()) else [],
        plots(coefficients),
        [correlations(coefficients)] if coefficients else [],
        known_sections(content),
        [(semi_figure(one), semi_tables(one), one.notes) for one in content.semi],
        None if (trusted := trust_of(content)) is None else trust_section(trusted),
    )


def render(page: Page) -> str:
    """The page as HTML."""
    content = page.content
    style, script = (
        (files("proform.report") / "templates" / name).read_text(encoding="utf-8")
        for name in ("report.css", "report.js")
    )
    languages = f", {'–'.join(content.languages)}" if content.languages else ""
    return TEMPLATES.get_template("report.html.j2").render(
        page=page,
        content=content,
        title=page.title or f"Pronoun translation{languages}",
        systems=folded(page.summary[0]),
        readers=(Audience.ALL, Audience.PAGE),
        groups=_groups,
        turned=_turned,
        bodies=_bodies,
        drawing=drawing,
        steps=STEPS,
        listed=LISTED,
        version=__version__,
        policy=_policy(style, script),
        style=Markup(style),  # noqa: S704 (ours)
        script=Markup(script),  # noqa: S704
        data=packed(content) if content.pronouns else "",
    )


def _policy(style: str, script: str) -> str:
    """Our style and our script by their hashes; nothing else, from nowhere."""
    rules = ["default-src 'none'", "base-uri 'none'", "form-action 'none'"]
    for kind, text in (("style-src", style), ("script-src", script)):
        digest = b64encode(sha256(text.encode()).digest()).decode()
        rules.append(f"{kind} 'sha256-{digest}'")
    return "; ".join(rules)


def _groups(table: Table) -> list[tuple[str, int]]:
    """Runs of columns of one group; none if there are no groups."""
    grouped = groupby(column.group for column in table.columns[table.heads :])
    runs = [(group, len(list(run))) for group, run in grouped]
    return runs if any(group for group, _ in runs) else []


def _turned(table: Table) -> bool:
    """Are there so many columns, and their heads so long, that these are set upright?"""
    heads = [len(column.header) for column in table.columns[table.heads :]]
    return len(heads) > _MANY and max(heads) > _SHORT and not _groups(table)


def _bodies(table: Table) -> list[list[tuple[Cell, ...]]]:
    """Rows that share a head together; one body if no head is shared."""
    rows = table.body
    if all(row[0].span for row in rows):
        return [rows]
    parts: list[list[tuple[Cell, ...]]] = []
    for row in rows:
        if row[0].span:
            parts.append([])
        parts[-1].append(row)
    return parts
