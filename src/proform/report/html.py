"""The page: one file with style, script and data in it, and a policy that lets in nothing else."""

from __future__ import annotations

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from proform.report import plots as drawing
from proform.report.confusion import labels, matrix, matrix_metrics
from proform.report.correlation import Plot, correlated, correlations, plots
from proform.report.data import packed
from proform.report.layout import STEPS, bodies, groups, turned
from proform.report.model import Content
from proform.report.people import against_annotators, by_annotators
from proform.report.reasons import reasons
from proform.report.scores import scores
from proform.report.semi import LISTED
from proform.report.semi import tables as semi_tables
from proform.report.semi_figure import figure
from proform.report.summary import comparisons, folded, summary
from proform.scoring.summary import Resampling
from proform.table.table import Audience, Table
from proform.table.writers import WRITERS
from proform.version import __version__

_FOLDER = "templates"
_UNSAFE = re.compile(r"[^\w.+-]+")


@dataclass(frozen=True)
class Page:
    """What is on the page, section by section."""

    content: Content
    title: str = ""
    resampling: Resampling = field(default_factory=Resampling)

    @cached_property
    def summary(self) -> list[Table]:
        """Scores, and the tests."""
        tests = [comparisons(self.content)] if self.content.comparisons else []
        return [summary(self.content), *tests]

    @property
    def systems(self) -> list[Table]:
        """The scores, in tables that are not too wide."""
        return folded(self.summary[0])

    @cached_property
    def scores(self) -> list[Table]:
        """Heat maps."""
        return [scores(self.content, metric) for metric in self.content.metrics]

    @cached_property
    def reasons(self) -> list[Table]:
        """Reasons; not all results tell them."""
        tables = (reasons(self.content, metric) for metric in self.content.metrics)
        return [table for table in tables if table.records]

    @cached_property
    def matrices(self) -> list[tuple[str, list[tuple[str, Table]]]]:
        """For each metric that has them, the matrix of each system."""
        found = []
        for metric in matrix_metrics(self.content):
            if named := labels(self.content, metric):
                tables = [
                    (system, matrix(self.content, metric, system, named))
                    for system in self.content.systems
                    if (metric, system) in self.content.results
                ]
                found.append((metric, tables))
        return found

    @cached_property
    def annotations(self) -> list[Table]:
        """What annotators say, and what metrics say of the same."""
        if not any(self.content.opinions.values()):
            return []
        judged = [metric for metric in self.content.metrics if self.content.judged(metric)]
        against = [against_annotators(self.content, metric) for metric in judged]
        return [by_annotators(self.content), *against]

    @cached_property
    def correlations(self) -> tuple[list[Plot], list[Table]]:
        """Metrics and human scores of systems."""
        found = correlated(self.content, self.resampling)
        return list(plots(found)), [correlations(found)] if found else []

    @cached_property
    def semi(self) -> list[tuple[Markup | None, list[Table], tuple[str, ...]]]:
        """For each suite that people judged: a picture, tables, and what is to be said."""
        return [(figure(one), semi_tables(one), one.notes) for one in self.content.semi]

    def tables(self) -> Iterator[Table]:
        """Every table of the page."""
        yield from self.summary
        yield from self.scores
        yield from self.reasons
        for _, systems in self.matrices:
            yield from (table for _, table in systems)
        yield from self.annotations
        yield from self.correlations[1]
        for _, tables, _ in self.semi:
            yield from tables


def render(page: Page) -> str:
    """The page as HTML."""
    content = page.content
    environment = Environment(
        loader=PackageLoader(__package__, _FOLDER),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    style, script = _part("report.css"), _part("report.js")
    return environment.get_template("report.html.j2").render(
        page=page,
        content=content,
        title=page.title or _title(content),
        readers=(Audience.ALL, Audience.PAGE),
        groups=groups,
        turned=turned,
        bodies=bodies,
        drawing=drawing,
        steps=STEPS,
        listed=LISTED,
        version=__version__,
        policy=_policy(style, script),
        style=Markup(style),  # noqa: S704 (ours)
        script=Markup(script),  # noqa: S704
        data=packed(content) if content.pronouns else "",
    )


def table_files(tables: Iterable[Table], style: str, suffix: str) -> dict[str, str]:
    """Tables as files; their names may hold those of systems, which may be anything."""
    files: dict[str, str] = {}
    taken: Counter[str] = Counter()
    for table in tables:
        stem = _UNSAFE.sub("-", table.name).strip("-.") or "table"
        taken[stem.lower()] += 1
        number = taken[stem.lower()]
        name = f"{stem}~{number}{suffix}" if number > 1 else f"{stem}{suffix}"
        files[name] = WRITERS[style]([table], (), False)
    return files


def _title(content: Content) -> str:
    languages = f", {'–'.join(content.languages)}" if content.languages else ""
    return f"Pronoun translation{languages}"


def _part(name: str) -> str:
    return (files(__package__) / _FOLDER / name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    """Our style and our script by their hashes; nothing else, from nowhere."""
    rules = ["default-src 'none'", "base-uri 'none'", "form-action 'none'"]
    for kind, text in (("style-src", style), ("script-src", script)):
        digest = b64encode(sha256(text.encode()).digest()).decode()
        rules.append(f"{kind} 'sha256-{digest}'")
    return "; ".join(rules)
