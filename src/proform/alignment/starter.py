"""The models that come with proform, for English with some languages, in either direction.

`python -m bench.starter` learns them; starters/README.md says from what.
"""

from pathlib import Path
from typing import NamedTuple

from proform.alignment.models import Model, load_model, model_name
from proform.errors import InputError

FOLDER = Path(__file__).with_name("starters")


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
