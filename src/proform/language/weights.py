"""Tables of weights that come with the package, one file a language: see `bench.antecedents`."""

from functools import cache
from hashlib import blake2b
from importlib.resources import files
from io import BytesIO
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class WeightTable(NamedTuple):
    """The arrays of a file, and a hash of it."""

    arrays: dict[str, NDArray[Any]]
    digest: str


@cache
def load_weights(language: str) -> WeightTable | None:
    """The table of a language, if there is one."""
    file = files("proform.language") / f"{language}.npz"
    if not file.is_file():
        return None
    content = file.read_bytes()
    with np.load(BytesIO(content), allow_pickle=False) as arrays:
        return WeightTable(dict(arrays), blake2b(content, digest_size=4).hexdigest())
