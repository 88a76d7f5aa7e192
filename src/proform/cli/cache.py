"""`proform cache`: alignments and models that were made before."""

from __future__ import annotations

from typing import Annotated

from typer import Option


def cache(
    clear: Annotated[bool, Option("--clear", help="Remove everything in it.")] = False,
) -> None:
    """Show where alignments and models are kept, how many and how large, or remove them.

    The folder is PROFORM_CACHE, or proform in the user's cache directory.

    \b
    Example:
      proform cache --clear
    """  # noqa: D301 (\\b is for the help)
    from proform.alignment.cache import Cache, cache_folder  # noqa: PLC0415 (--help does without)

    kept = Cache(cache_folder())
    if clear:
        print(f"removed {kept.clear()} alignments and models")  # noqa: T201
    entries, size = kept.size()
    print(f"{kept.folder}: {entries} alignments and models, {size / 1e6:.1f} MB")  # noqa: T201
