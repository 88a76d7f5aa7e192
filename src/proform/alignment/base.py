"""What every aligner is shown and can do, and the settings of those that are built in."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple, Protocol

from proform.model import Alignment
from proform.settings import SYMMETRISATION


class Pair(NamedTuple):
    """The tokens of a segment and of its translation."""

    source: Sequence[str]
    target: Sequence[str]


LONGEST = 1024
"""The aligner links no segment of more words, on either side."""


def linkable(pair: Pair) -> bool:
    """Are there words on both sides, and not too many?"""
    return all(0 < len(side) <= LONGEST for side in pair)


def hash_pairs(pairs: Sequence[Pair]) -> str:
    """The hash of a parallel text."""
    digest = blake2b(digest_size=8)
    for source, target in pairs:
        digest.update(" ".join(source).encode() + b"\t" + " ".join(target).encode() + b"\n")
    return digest.hexdigest()


class Aligner(Protocol):
    """Links the words of segment pairs."""

    @property
    def signature(self) -> str:
        """Everything that changes the links: program, version, settings, model."""

    @property
    def reproducible(self) -> bool:
        """Does it give the same links twice?"""

    def align(self, pairs: Sequence[Pair]) -> list[Alignment]:
        """The links of each pair, in order; none for a pair with an empty side."""


LETTERS = 4
"""Of a word, an aligner sees so many letters."""


@dataclass(frozen=True, slots=True)
class AlignerSettings:
    """What links depend on besides texts and models; docs/alignment.md says why the defaults."""

    seed: int = 1
    heuristic: str = SYMMETRISATION.usual

    @property
    def signature(self) -> str:
        """What the links depend on."""
        seed = "" if self.seed == 1 else f",seed={self.seed}"
        return f"{PROGRAM},{self.heuristic}{seed}"


PROGRAM = "hmm-1"
"""The built-in aligner and its version: another one learns or links otherwise."""
