"""`--detail`: a row for each judgement."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from proform.cli.output import writing
from proform.errors import ProformError

if TYPE_CHECKING:
    from proform.judge.base import Judge
    from proform.model import Decision, Segment, Translation
    from proform.scoring.run import Observer


@contextmanager
def detailed(path: Path | None) -> Iterator[Observer | None]:
    """Who is told of every judgement, if a file is named."""
    if path is None:
        yield None
        return
    from proform.scoring.detail import detail_row, detail_writer  # noqa: PLC0415

    if path.suffix.lower() == ".gz":
        raise ProformError(f"{path}: detail is not packed", hint="name it .tsv or .jsonl")
    with writing(path) as file:
        write = detail_writer(file.write, as_json=path.suffix.lower() == ".jsonl")

        def observe(
            judge: Judge,
            system: str,
            judgement: Decision,
            segment: Segment,
            translation: Translation,
        ) -> None:
            write(detail_row(judge, system, judgement, segment, translation))

        yield observe
