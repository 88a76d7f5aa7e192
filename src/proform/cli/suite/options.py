"""Options under the names that commands outside this folder know them by."""

from proform.cli.options import RandomSeed, SuiteName, Where

__all__ = ["RandomSeed", "SuiteName", "Where"]
