"""`proform.write_report`: a page, and its tables as files, from any number of inputs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from os import PathLike, fspath
from pathlib import Path

from proform.errors import ProformError
from proform.output import File, file_path, refuse_overwriting, writing
from proform.report.collect import read_inputs
from proform.report.html import Page, render, table_files
from proform.report.suite import Settings
from proform.scoring.result import Result
from proform.scoring.summary import Resampling


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
) -> tuple[str, ...]:
    """Write a page to look at, to search and to mail; and what a reader of it should know.

    Inputs are results, the JSON of `proform score`, rows of `--detail`, stores, and tables of human
    scores or judgements. `latex` and `csv` are folders that get each table as a file.

    >>> proform.write_report(["r.json", "suite.db"], "r.html", title="June")  # doctest: +SKIP
    """
    resampling = Resampling(intervals=True, paired=True, times=resamples, seed=seed)
    folder = file_path("packs", packs)
    given = list(_given(inputs))
    content = read_inputs(given, Settings(suite, folder, resampling))
    page = Page(content, title, resampling)
    files = {**_tables(page, latex, "latex", ".tex"), **_tables(page, csv, "csv", ".csv")}
    named = [Path(one) for one in given if isinstance(one, str) and "://" not in one]
    refuse_overwriting([Path(output), *files], named)
    for path, text in {Path(output): render(page), **files}.items():
        with writing(path) as out:
            out.write(text)
    return tuple(content.notes)


def _given(inputs: Sequence[File | Result]) -> Iterator[str | Result]:
    if isinstance(inputs, str | PathLike | Result):
        raise ProformError(f"inputs: expected a list, found {type(inputs).__name__}")
    for number, given in enumerate(inputs):
        if not isinstance(given, str | PathLike | Result):
            what = f"inputs[{number}]: expected a result or a path, found {given!r}"
            raise ProformError(what)
        yield given if isinstance(given, Result) else fspath(given)


def _tables(page: Page, where: File | None, style: str, suffix: str) -> dict[Path, str]:
    """The tables beside the page."""
    if where is None:
        return {}
    folder = Path(where)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ProformError(f"{folder}: cannot be made ({error.strerror})") from error
    files = table_files(page.tables(), style, suffix)
    return {folder / name: text for name, text in files.items()}
