"""Tables that come with the package: weights of a language (see `bench.antecedents`), and nouns."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile, ZipFile
from zlib import error

import numpy as np
from numpy.typing import NDArray

from proform.errors import InputError

_WEIGHTS = (
    *("labels", "words", "ends", "near", "first", "first_unit", "second", "second_unit"),
    *("types", "classes", "known", "vectors", "form", "features", "weights", "weights_unit"),
)
"""The arrays of the tagger, and of the model of antecedents."""


class ArrayTable(NamedTuple):
    """The arrays of a file, and a hash of it."""

    arrays: dict[str, NDArray[Any]]
    digest: str


def listed(array: NDArray[np.uint8]) -> list[str]:
    """The words that an array holds."""
    return bytes(array).decode().split("\n")


def scaled(table: Mapping[str, Any], name: str) -> NDArray[np.float32]:
    """Weights that are stored as whole numbers of one byte."""
    weights: NDArray[np.float32] = table[name].astype(np.float32) * table[f"{name}_unit"]
    return weights


def load_weights(language: str) -> ArrayTable | None:
    """The table of a language, if there is one and it is whole."""
    table = _table(language)
    return table if isinstance(table, ArrayTable) else None


def lacking_weights(language: str) -> Iterator[str]:
    """What is wrong with the table of a language, if there should be one."""
    if isinstance(problem := _table(language), InputError):
        yield f"{problem}; reinstall proform"


def _table(language: str) -> object:
    file = Path(str(files("proform.language")), f"{language}.npz")
    return attempted(read_arrays, file, "weights", _WEIGHTS) if file.is_file() else None


@cache
def attempted(read: Callable[..., object], *given: Hashable) -> object:
    """What a function reads, or the InputError that says why it cannot; remembered."""
    try:
        return read(*given)
    except InputError as problem:
        return problem


def read_arrays(path: Traversable, kind: str, names: Iterable[str]) -> ArrayTable:
    """The arrays of these names; a file without them, or no longer whole, is an InputError."""
    content = read_content(path)
    try:
        with ZipFile(BytesIO(content)) as archive:
            # All of a member is read, as its checksum counts at its end: an array may end earlier.
            arrays = {name: np.load(BytesIO(archive.read(f"{name}.npy"))) for name in names}
    except (BadZipFile, EOFError, KeyError, OSError, RuntimeError, ValueError, error) as damage:
        why = str(damage) or "it ends early"
        what = f"the table of {kind} is damaged, or of another version ({why})"
        raise InputError(str(path), None, what) from damage
    return ArrayTable(arrays, blake2b(content, digest_size=4).hexdigest())


def read_content(path: Traversable) -> bytes:
    """The bytes of a file; one that cannot be read is an InputError."""
    try:
        return path.read_bytes()
    except OSError as problem:
        raise InputError(str(path), None, f"cannot be read ({problem.strerror})") from problem
