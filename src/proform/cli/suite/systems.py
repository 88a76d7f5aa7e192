"""Adding translations to a suite, and taking them out."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from proform.cli import aligning
from proform.cli import options as common
from proform.cli.suite import options
from proform.errors import InputError, ProformError

if TYPE_CHECKING:
    from proform.store.load import Stored
    from proform.suite.suite import Target
    from proform.text.texts import Text

_LINKS = ".align"


def add_system(
    where: options.Where,
    name: Annotated[
        str, Argument(metavar="NAME|DIR", help="Its name; or a folder, a file a system.")
    ],
    file: Annotated[
        str | None, Argument(metavar="FILE", help="The translation, a line a source segment.")
    ] = None,
    align: Annotated[
        Path | None,
        Option(
            "--align", metavar="FILE", help="Its word alignment; of a folder, NAME.align in it."
        ),
    ] = None,
    tokenized: common.Tokenized = False,
    background: aligning.Background = None,
    model: aligning.Model = None,
    aligner: aligning.Aligner = None,
    heuristic: aligning.Symmetrise = aligning.Heuristic.GROW_DIAG,
    align_seed: aligning.AlignSeed = 1,
    packs: common.Packs = None,
    suite: options.SuiteName = None,
) -> None:
    """Add the translation of a system, or a folder of them.

    \b
    Example:
      proform suite add-system suite.db base out/base.fr
      proform suite add-system suite.db out/
    """  # noqa: D301 (\\b is for the help)
    from proform.store.database import opened  # noqa: PLC0415
    from proform.store.load import SYSTEM, find_suite, reference_of  # noqa: PLC0415
    from proform.store.suites import add_target, check_new  # noqa: PLC0415
    from proform.suite.link import link_systems  # noqa: PLC0415 (slow to import)

    with opened(where) as store:
        with store.reading() as connection:
            stored = find_suite(connection, suite)
            texts = _systems(name, file, stored, align)
            check_new(connection, stored, [text.name for text, _ in texts])
            reference = reference_of(connection, stored)
        method = aligning.alignment_method(
            aligning.load_packs(stored.suite.languages, packs),
            tokenized=tokenized,
            background=background,
            model=model,
            aligner=aligner,
            heuristic=heuristic,
            seed=align_seed,
        )
        targets = link_systems(method, stored.suite, reference, texts)
        aligning.tell_notes(method)
        with store.writing() as connection:
            for target in targets:
                add_target(connection, stored, target, SYSTEM, datetime.now(UTC))
    _tell(stored, targets)


def remove_system(
    where: options.Where,
    name: Annotated[str, Argument(metavar="NAME", help="The system.")],
    suite: options.SuiteName = None,
) -> None:
    """Take a system out of a suite. Its judgements stay in the store.

    \b
    Example:
      proform suite remove-system suite.db base
    """  # noqa: D301
    from proform.store.database import opened  # noqa: PLC0415
    from proform.store.load import find_suite  # noqa: PLC0415
    from proform.store.suites import retire  # noqa: PLC0415

    with opened(where) as store, store.writing() as connection:
        retire(connection, find_suite(connection, suite), name, datetime.now(UTC))
    aligning.tell(f"removed {name}")


def _systems(
    name: str, file: str | None, stored: Stored, align: Path | None
) -> list[tuple[Text, Path | None]]:
    from proform.text.texts import open_system, open_systems  # noqa: PLC0415

    language = stored.suite.target_language
    if file is not None:
        return [(open_system(name, file, language), align)]
    folder = Path(name)
    if not folder.is_dir():
        hint = "give NAME FILE, or a folder with a file for each system"
        raise ProformError(f"{name}: is no folder, and no FILE is given", hint=hint)
    files = [path for path in sorted(folder.iterdir()) if path.is_file()]
    shown = [path for path in files if path.suffix != _LINKS and not path.name.startswith(".")]
    if not shown:
        raise InputError(folder, None, "no file in it", hint="expected a file for each system")
    texts = [text for path in shown for text in open_systems(str(path), language)]
    links = [(align or folder) / f"{text.name}{_LINKS}" for text in texts]
    return [
        (text, path if align or path.is_file() else None)
        for text, path in zip(texts, links, strict=True)
    ]


def _tell(stored: Stored, targets: list[Target]) -> None:
    empty = [
        f"{target.name}: nothing is aligned to {none} of {len(stored.suite.examples)} pronouns"
        for target in targets
        if (none := sum(not placed.pronoun for placed in target.placed.values()))
    ]
    names = ", ".join(target.name for target in targets)
    for line in (f"added {names}", *empty):
        aligning.tell(line)
