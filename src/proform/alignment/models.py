"""What an aligner has learnt, as a value and as a file; and the models that come with proform.

A file holds the beginnings of words, how often they were linked, and how links move: no text. It is
small, since rare links are left out and counts are rounded to a few per cent; it names itself by a
checksum in its first line, and is opened in milliseconds. Starter models are for English with some
languages, in either direction: `python -m bench.starter` learns them; starters/README.md says from
what.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile

import numpy as np

from proform.alignment.batches import Doubles, Integers, Vocabulary
from proform.alignment.hmm import WIDTHS
from proform.errors import InputError
from proform.version import __version__

FOLDER = Path(__file__).with_name("starters")
"""Where the starter models are."""

_MAGIC = b"proform-aligner-2 "
_DIGITS = 16
_HEADER = len(_MAGIC) + _DIGITS + 1

RARE = 0.1
"""Links that are expected less often than this are left out."""

_STEPS = 12
"""A count is one of so many between a power of two and the next."""


@dataclass(frozen=True, slots=True)
class SideCounts:
    """What is known of the words of one language."""

    words: Vocabulary
    unaligned: Doubles
    """How often each has no partner."""
    jumps: Doubles
    """How often the partner of the next word is so many words on."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a model was learnt from."""

    languages: str
    tokenizer: str
    learnt: str
    """A signature of the texts."""
    pairs: int
    letters: int
    proform: str = __version__


@dataclass(frozen=True, slots=True)
class Model:
    """How often words were linked: `counts[k]` times `rows[k]` of the source and `columns[k]`."""

    manifest: Manifest
    source: SideCounts
    target: SideCounts
    rows: Integers
    columns: Integers
    counts: Doubles

    @property
    def keys(self) -> Integers:
        """A number for each pair of words; they rise."""
        return self.rows * len(self.target.words) + self.columns

    def flipped(self) -> Model:
        """The same for the other direction of translation."""
        order = np.lexsort((self.rows, self.columns))
        source, target = self.manifest.languages.split("-")
        return Model(
            replace(self.manifest, languages=f"{target}-{source}"),
            *(self.target, self.source),
            *(self.columns[order], self.rows[order]),
            counts=self.counts[order],
        )


def model_bytes(model: Model) -> bytes:
    """A model as a file has it."""
    packed = BytesIO()
    np.savez_compressed(packed, allow_pickle=False, **_arrays(model))
    content = packed.getvalue()
    digest = blake2b(content, digest_size=_DIGITS // 2).hexdigest().encode()
    return _MAGIC + digest + b"\n" + content


def _arrays(model: Model) -> dict[str, np.ndarray]:
    steps = np.rint(np.log2(model.counts / RARE) * _STEPS).clip(0, 255)
    arrays: dict[str, np.ndarray] = {
        "manifest": _packed(json.dumps(asdict(model.manifest))),
        "rows": np.diff(model.rows, prepend=0).astype(np.uint32),
        "columns": model.columns.astype(np.uint32),
        "counts": steps.astype(np.uint8),
    }
    for name, side in (("source", model.source), ("target", model.target)):
        arrays[f"{name}_words"] = _packed("\n".join(side.words))
        arrays[f"{name}_unaligned"] = side.unaligned.astype(np.float16)
        arrays[f"{name}_jumps"] = side.jumps.astype(np.float32)
    return arrays


def _packed(text: str) -> np.ndarray:
    return np.frombuffer(text.encode(), np.uint8)


def model_name(path: Path) -> str:
    """The checksum that a file names itself by."""
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER)
    except OSError as error:
        hint = "make one with: proform align train"
        raise InputError(path, None, f"not a model ({error.strerror})", hint=hint) from error
    if not header.startswith(_MAGIC) or len(header) < _HEADER:
        hint = "make one with this version: proform align train"
        raise InputError(path, None, "not a model of this version of proform", hint=hint)
    return header[len(_MAGIC) : -1].decode("ascii", errors="replace")


def load_model(path: Path, languages: str, tokenizer: str | None = None) -> Model:
    """A model for these languages, and for this tokenisation if that matters."""
    name = model_name(path)
    content = path.read_bytes()[_HEADER:]
    if blake2b(content, digest_size=_DIGITS // 2).hexdigest() != name:
        raise InputError(path, None, "a broken model: its checksum differs")
    try:
        model = _model(dict(np.load(BytesIO(content))))
    except (KeyError, ValueError, TypeError, EOFError, BadZipFile, zlib.error) as error:
        raise InputError(path, None, f"not a model ({error})") from error
    if model.manifest.languages != languages:
        what = f"a model for the languages {model.manifest.languages}, not {languages}"
        raise InputError(path, None, what)
    if tokenizer not in (None, model.manifest.tokenizer):
        what = f"a model for the tokenisation {model.manifest.tokenizer}, not {tokenizer}"
        raise InputError(path, None, what)
    return model


def _model(arrays: dict[str, np.ndarray]) -> Model:
    def text(name: str) -> str:
        return arrays[name].tobytes().decode()

    def side(name: str) -> SideCounts:
        words = Vocabulary(
            {word: number for number, word in enumerate(text(f"{name}_words").split("\n"))}
        )
        unaligned = arrays[f"{name}_unaligned"].astype(np.float64)
        jumps = arrays[f"{name}_jumps"].astype(np.float64)
        if len(words) != len(unaligned) or len(jumps) != WIDTHS:
            raise ValueError("its parts do not fit together")
        return SideCounts(words, unaligned, jumps)

    return Model(
        Manifest(**json.loads(text("manifest"))),
        *(side("source"), side("target")),
        np.cumsum(arrays["rows"], dtype=np.int64),
        arrays["columns"].astype(np.int64),
        RARE * np.exp2(arrays["counts"].astype(np.float64) / _STEPS),
    )


class Starter(NamedTuple):
    """A model, and what a signature calls it."""

    name: str
    model: Model


def find_starter(languages: str, folder: Path = FOLDER) -> Path | None:
    """The file for two languages, such as en-fr or fr-en, if there is one."""
    source, _, target = languages.partition("-")
    paths = (folder / f"{name}.model" for name in (languages, f"{target}-{source}"))
    return next((path for path in paths if path.is_file()), None)


def load_starter(languages: str, notes: list[str], folder: Path = FOLDER) -> Starter | None:
    """The model for two languages, if there is one; what is wrong with it becomes a note."""
    path = find_starter(languages, folder)
    if path is None:
        return None
    try:
        model, name = load_model(path, path.stem), f"starter={model_name(path)[:8]}"
    except InputError as error:
        notes.append(f"the starter model is left out ({error}): reinstall proform")
        return None
    return Starter(name, model if path.stem == languages else model.flipped())
