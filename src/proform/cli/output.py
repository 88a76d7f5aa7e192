"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TextIO, cast

from proform.errors import ProformError


@contextmanager
def writing(path: Path) -> Iterator[TextIO]:
    """A file to write to, which takes the place of `path` only if all goes well."""
    try:
        with NamedTemporaryFile(
            "w",
            encoding="utf-8",
            newline="\n",
            dir=path.parent,
            prefix=f".{path.name}.",
            delete=False,
        ) as file:
            temporary = Path(file.name)
            try:
                yield cast("TextIO", file)
                file.flush()
                _as_new(temporary)
                temporary.replace(path)
            except BaseException:
                temporary.unlink(missing_ok=True)
                raise
    except OSError as error:
        raise ProformError(f"{path}: cannot be written ({error.strerror})") from error


def refuse_overwriting(outputs: Iterable[Path | None], inputs: Iterable[Path]) -> None:
    """Complain if an output is an input, or two outputs are one file."""
    seen = {path.resolve() for path in inputs}
    for path in outputs:
        if path is not None:
            if path.resolve() in seen:
                raise ProformError(f"{path}: is an input or another output of this command")
            if path.is_dir():
                raise ProformError(f"{path}: is a directory")
            seen.add(path.resolve())


def _as_new(path: Path) -> None:
    """A temporary file is private; a result has the rights of any new file."""
    mask = os.umask(0)
    os.umask(mask)
    path.chmod(0o666 & ~mask)
