"""Files that stand elsewhere: URLs such as s3://bucket/web.parquet, opened by fsspec.

A path makes one slash of two, so s3:/bucket/web.parquet is the path of such a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from glob import has_magic
from io import BufferedReader
from pathlib import Path
from typing import Any

from proform.errors import InputError, ProformError

_URL = re.compile(r"((?:[a-z0-9]+::)*)([a-z][a-z0-9+.-]+):/+(.+)")
_LOCAL = {"file", "local"}


def url_of(path: Path) -> str | None:
    """The URL that a path stands for, if it stands for one."""
    match = _URL.fullmatch(str(path))
    if match is None or path.exists():
        return None
    chain, scheme, rest = match.groups()
    return f"{chain}{scheme}://{'/' if scheme in _LOCAL else ''}{rest}"


@contextmanager
def _naming(url: str) -> Iterator[None]:
    """What goes wrong elsewhere, said of the file."""
    try:
        yield
    except ImportError as error:
        raise ProformError(f"{url}: {error}", hint="pip install what it names") from error
    except FileNotFoundError as error:
        raise InputError(url, None, "cannot be read (there is no such file)") from error
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise InputError(url, None, f"cannot be read ({why})") from error


def open_remote(url: str) -> BufferedReader:
    """The bytes of a file; only those that are read are fetched."""
    with _naming(url):
        system, name = _system(url)
        return BufferedReader(system.open(name, "rb"), 1 << 20)


def remote_size(url: str) -> int | None:
    """How many bytes a file has, if anybody knows."""
    with _naming(url):
        system, name = _system(url)
        size = system.info(name).get("size")
    return None if size is None else int(size)


def remote_files(url: str) -> list[Path]:
    """The files of a folder or a pattern, in the order of their names; none if it is a file."""
    with _naming(url):
        system, name = _system(url)
        if has_magic(url):
            names = system.glob(name)
        elif system.isdir(name):
            names = [
                entry["name"] for entry in system.ls(name, detail=True) if entry["type"] == "file"
            ]
        else:
            return []
        files = sorted(Path(system.unstrip_protocol(name)) for name in names)
    if not files:
        raise InputError(url, None, "no file has such a name")
    return files


def _system(url: str) -> tuple[Any, str]:
    try:
        from fsspec.core import url_to_fs  # noqa: PLC0415 (an extra)
    except ImportError:
        what = f"{url}: fsspec is not installed"
        raise ProformError(what, hint="pip install 'proform[remote]'") from None
    system, name = url_to_fs(url)
    return system, name
