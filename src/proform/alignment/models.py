"""Models on disk: a folder with both directions and a manifest that says what they are for."""

import json
import shutil
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b, file_digest
from pathlib import Path
from tempfile import mkdtemp

from proform.alignment.aligners import Trained, train
from proform.alignment.base import AlignerSettings, Pair, hash_pairs, linkable
from proform.errors import InputError, ProformError
from proform.parallel import Watch
from proform.version import __version__

_FORMAT = 1
_MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True)
class _Manifest:
    """What a model was trained on and with; hashes of that text and of the model's files."""

    languages: str
    tokenizer: str
    seed: int
    letters: int
    training: str
    pairs: int
    text: str
    files: dict[str, str]
    proform: str = __version__
    format: int = _FORMAT


def check_new(folder: Path) -> None:
    """Complain if a model cannot be written there."""
    if folder.exists():
        raise ProformError(f"{folder}: is there already", hint="remove it, or choose another name")
    if not folder.parent.is_dir():
        raise ProformError(f"{folder.parent}: is not a directory")


def save_model(
    folder: Path,
    pairs: Sequence[Pair],
    languages: str,
    tokenizer: str,
    settings: AlignerSettings,
    watch: Watch,
) -> None:
    """Train a model and write it, whole or not at all."""
    check_new(folder)
    if not any(map(linkable, pairs)):
        raise ProformError("there is nothing to train on", hint="every pair has an empty side")
    temporary = Path(mkdtemp(dir=folder.parent, prefix=f".{folder.name}."))
    try:
        train(temporary, pairs, settings, watch)
        files = {file.name: _hash_file(file) for file in sorted(temporary.iterdir())}
        learnt = settings.seed, settings.letters, settings.training, len(pairs), hash_pairs(pairs)
        manifest = _Manifest(languages, tokenizer, *learnt, files)
        text = json.dumps(asdict(manifest), indent=1) + "\n"
        (temporary / _MANIFEST).write_text(text, encoding="utf-8")
        temporary.chmod(0o755)
        try:
            temporary.rename(folder)
        except OSError:
            if not folder.is_dir():  # else another process was faster, with the same
                raise
    except OSError as error:
        raise ProformError(f"{folder}: cannot be written ({error.strerror})") from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def load_model(
    folder: Path, languages: str, tokenizer: str, wanted: AlignerSettings, watch: Watch
) -> Trained:
    """A model for these languages and this tokenisation; of `wanted`, it takes the heuristic."""
    path = folder / _MANIFEST
    try:
        content = path.read_bytes()
        manifest = _Manifest(**json.loads(content))
    except OSError as error:
        hint = "make one with: proform align train"
        raise InputError(path, None, f"not a model ({error.strerror})", hint=hint) from error
    except (ValueError, TypeError) as error:
        raise InputError(path, None, "not the manifest of a model") from error
    if manifest.format != _FORMAT:
        what = f"a model of format {manifest.format}, this proform reads {_FORMAT}"
        raise InputError(path, None, what)
    for kind, learnt, needed in (
        ("languages", manifest.languages, languages),
        ("tokenisation", manifest.tokenizer, tokenizer),
    ):
        if learnt != needed:
            raise InputError(path, None, f"a model for the {kind} {learnt}, not {needed}")
    for name, digest in manifest.files.items():
        if not (folder / name).is_file() or _hash_file(folder / name) != digest:
            raise InputError(folder / name, None, "missing or not what the manifest says")
    settings = replace(wanted, seed=manifest.seed, letters=manifest.letters)
    return Trained(folder, settings, blake2b(content, digest_size=4).hexdigest(), watch)


def _hash_file(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, lambda: blake2b(digest_size=8)).hexdigest()
