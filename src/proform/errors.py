"""What can go wrong through no fault of the program."""

from collections.abc import Iterable
from os import PathLike, fspath


class ProformError(Exception):
    """The one root of all errors that a user can mend; the command prints it in one line."""

    def __init__(self, what: str, *, hint: str | None = None) -> None:
        self.what = what
        self.hint = hint
        super().__init__(what if hint is None else f"{what}; {hint}")

    def __reduce__(self) -> tuple[object, ...]:
        """Errors travel between processes, which Exception does not provide for by itself."""
        return _rebuild, (type(self), self.args, self.__dict__)


def _rebuild(
    kind: type[ProformError], args: tuple[str, ...], state: dict[str, object]
) -> ProformError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error


class InputError(ProformError):
    """A file is not what it should be: where, what was found, what to do."""

    def __init__(
        self, file: str | PathLike[str], line: int | None, what: str, *, hint: str | None = None
    ) -> None:
        self.file = fspath(file)
        self.line = line
        where = self.file if line is None else f"{self.file}:{line}"
        super().__init__(f"{where}: {what}", hint=hint)


def counted(number: int, noun: str) -> str:
    """So many of something, as messages say it: 1 document, 2 documents."""
    return f"{number} {noun}{'s' * (number != 1)}"


def check_known(argument: str, value: object, known: Iterable[str]) -> None:
    """Complain of an unknown value, and list the known ones."""
    names = list(known)
    if value not in names:
        hint = f"there are {', '.join(names)}"
        raise ProformError(f"{argument}: unknown {value!r}", hint=hint)


def check_whole(argument: str, value: object, least: int) -> None:
    """Complain of what is no whole number, or too small."""
    if type(value) is not int or value < least:
        raise ProformError(f"{argument}: expected a whole number from {least} on, found {value!r}")
