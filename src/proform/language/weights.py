"""Tables of weights that come with the package, one file a language: see `bench.antecedents`."""

from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from io import BytesIO
from typing import Any, NamedTuple
from zipfile import BadZipFile
from zlib import error

import numpy as np
from numpy.typing import NDArray

from proform.errors import InputError


class WeightTable(NamedTuple):
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


def load_weights(language: str) -> WeightTable | None:
    """The table of a language, if there is one and it is whole."""
    table = _opened(language)
    return table if isinstance(table, WeightTable) else None


def lacking_weights(language: str) -> Iterator[str]:
    """What is wrong with the table of a language, if there should be one."""
    if isinstance(problem := _opened(language), InputError):
        yield f"{problem}; reinstall proform"


@cache
def _opened(language: str) -> WeightTable | InputError | None:
    file = files("proform.language") / f"{language}.npz"
    if not file.is_file():
        return None
    content = file.read_bytes()
    try:
        with np.load(BytesIO(content), allow_pickle=False) as arrays:
            return WeightTable(dict(arrays), blake2b(content, digest_size=4).hexdigest())
    except (BadZipFile, EOFError, ValueError, error) as damage:
        return InputError(str(file), None, f"the table of weights is damaged ({damage})")
