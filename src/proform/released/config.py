"""The INI file of the authors' APT script, with its own spelling, and the files it names."""

from collections.abc import Iterator
from configparser import Error, RawConfigParser
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path

from proform.errors import InputError
from proform.model import Alignment
from proform.text.lines import Column, decode, in_blocks, in_step, opened, plain_lines, raw_blocks
from proform.text.links import parse_links
from proform.text.lists import Position, list_positions


@dataclass(frozen=True)
class Config:
    """What the file says; list files are read already, texts are not."""

    texts: tuple[Path, ...]
    """Source, reference, target."""
    alignments: tuple[Path, ...]
    """Of the reference and of the target."""
    source_list: tuple[str, ...]
    positions: tuple[Position, ...] | None
    positions_file: Path
    source_separator: str | None
    target_separator: str | None
    target_list: tuple[str, ...]
    equal: tuple[tuple[str, ...], ...]
    similar: tuple[tuple[str, ...], ...]
    source_dictionary: tuple[str, ...]
    target_dictionary: tuple[str, ...]
    cases: tuple[int, ...]
    weights: tuple[float, ...]
    other_equal: bool
    every_word: bool
    longest_matrix: int
    output: Path
    lists: tuple[Path, ...] = field(default=(), compare=False)
    """The small files that were read already."""

    def files(self) -> list[Path]:
        """The texts and alignments."""
        return [*self.texts, *self.alignments]

    def segments(self) -> Iterator[tuple[str, str, str, Alignment, Alignment]]:
        """Source, reference and target lines, and the links of both translations."""
        streams: list[Iterator[Column]] = [*map(_stripped, self.texts)]
        streams += map(raw_blocks, self.alignments)
        start = 1
        for size, block in in_step(self.files(), streams):
            source, reference, target = (b for b in block if isinstance(b, list))
            plain = (b for b in block if isinstance(b, bytes))
            expected, linked = (
                parse_links(path, start, links).alignments(range(size))
                for path, links in zip(self.alignments, plain, strict=True)
            )
            yield from zip(source, reference, target, expected, linked, strict=True)
            start += size


def read_config(path: Path) -> Config:
    """Read the INI file and its lists. Paths are relative to the working directory, as there."""
    ini = _Ini(path)
    source_list = ini.path("files", "list_source_pronouns")
    kind = ini.get("files", "input_type")
    by_position = kind in ("possition", "position")
    if not by_position and kind != "word":
        raise InputError(path, None, "input_type must be word or possition")
    cases = ini.numbers("cases", "cases_to_use")
    weights = ini.numbers("cases", "weigths_per_case")
    if len(cases) != len(weights):
        what = f"{len(cases)} cases_to_use but {len(weights)} weigths_per_case"
        raise InputError(path, None, what, hint="weights go with the cases, in order")
    if not set(cases) <= {1, 2, 3, 4, 5, 6} or len(set(cases)) < len(cases):
        raise InputError(path, None, "cases_to_use must be some of 1 to 6, each once")
    if not all(0 <= weight <= 1 for weight in weights):
        raise InputError(path, None, "weigths_per_case must be between 0 and 1")
    longest = ini.numbers("output", "max_length_matrix")[0]
    if not (isfinite(longest) and longest >= 1):
        raise InputError(path, None, "'max_length_matrix' in [output] must be 1 or more")
    sides = ("reference", "target")
    return Config(
        texts=tuple(ini.path("files", key) for key in ("source", *sides)),
        alignments=tuple(ini.path("files", f"alignment_source_{side}") for side in sides),
        source_list=() if by_position else _words(source_list),
        positions=tuple(list_positions(source_list)) if by_position else None,
        positions_file=source_list,
        source_separator=ini.get("lang", "source_word_separator", "").strip() or None,
        target_separator=ini.get("lang", "target_word_separator", "").strip() or None,
        target_list=ini.words("files", "list_target_pronouns"),
        equal=ini.groups("dictionary", "equal"),
        similar=ini.groups("dictionary", "similar"),
        source_dictionary=ini.words("dictionary", "source_pronouns"),
        target_dictionary=ini.words("dictionary", "target_pronouns"),
        cases=tuple(int(case) for case in cases),
        weights=weights,
        other_equal=ini.flag("cases", "count_OTHER_as_equal"),
        every_word=ini.flag("output", "counting_multiword_in_matrix"),
        longest_matrix=int(longest),
        output=ini.path("output", "output_file"),
        lists=(source_list, *ini.read),
    )


class _Ini:
    """Values of an INI file, or a complaint that names the key."""

    def __init__(self, path: Path) -> None:
        self.read: list[Path] = []
        self._path = path
        self._parser = RawConfigParser(
            strict=False, inline_comment_prefixes=(";",), empty_lines_in_values=False
        )
        with opened(path) as file:
            text = decode(path, 1, file.read()).removeprefix("\ufeff")
        try:
            self._parser.read_string(text, str(path))
        except Error as error:
            raise InputError(path, None, " ".join(str(error).split())) from error

    def get(self, section: str, key: str, default: str | None = None) -> str:
        value = self._parser.get(section, key, fallback=default)
        if value is None:
            raise InputError(self._path, None, f"no {key!r} in [{section}]")
        return "" if value == '""' else value

    def path(self, section: str, key: str) -> Path:
        value = self.get(section, key)
        if not value or "\0" in value:
            what = "not a path" if value else "empty"
            raise InputError(self._path, None, f"{key!r} in [{section}] is {what}")
        return Path(value)

    def words(self, section: str, key: str) -> tuple[str, ...]:
        if not self.get(section, key, ""):
            return ()
        self.read.append(self.path(section, key))
        return _words(self.read[-1])

    def groups(self, section: str, key: str) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(line.replace(" ", "").split(",")) for line in self.words(section, key))

    def numbers(self, section: str, key: str) -> tuple[float, ...]:
        value = self.get(section, key)
        try:
            return tuple(float(field) for field in value.split(","))
        except ValueError:
            what = f"{key!r} in [{section}] must be numbers, found {value!r}"
            raise InputError(self._path, None, what) from None

    def flag(self, section: str, key: str) -> bool:
        value = self.get(section, key, "false")
        flag = self._parser.BOOLEAN_STATES.get(value.lower())
        if flag is None:
            what = f"{key!r} in [{section}] must be true or false, found {value!r}"
            raise InputError(self._path, None, what)
        return flag


def _words(path: Path) -> tuple[str, ...]:
    return tuple(line.lower() for block in _stripped(path) for line in block if line)


def _stripped(path: Path) -> Iterator[list[str]]:
    """Lines as the script sees them: without white space at their ends, else as they are."""
    return in_blocks(map(str.strip, plain_lines(path)))
