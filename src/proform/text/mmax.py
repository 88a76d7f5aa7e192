"""MMAX2 projects, as in ParCor and ParCorFull: words, sentences and what refers to what."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from xml.parsers.expat import ErrorString, ExpatError, ParserCreate

from proform.errors import InputError
from proform.text.lines import decode, opened, tidy


class Markable(NamedTuple):
    """Words that were marked (counted from 0 over the project) and what was said of them."""

    words: tuple[int, ...]
    attributes: Mapping[str, str]


class Project(NamedTuple):
    """A text with its mentions; `starts` holds the first word of each sentence."""

    words: tuple[str, ...]
    starts: tuple[int, ...]
    mentions: tuple[Markable, ...]

    @property
    def sentences(self) -> tuple[tuple[str, ...], ...]:
        """The words, sentence by sentence."""
        ends = (*self.starts[1:], len(self.words))
        return tuple(self.words[a:b] for a, b in zip(self.starts, ends, strict=True))

    def place(self, word: int) -> tuple[int, int]:
        """The sentence of a word, and its position there."""
        sentence = bisect_right(self.starts, word) - 1
        return sentence, word - self.starts[sentence]


def find_projects(directory: Path, language: str) -> dict[str, Path]:
    """The `.mmax` files of a language by name, as `TED/000_779`, in a part of a corpus or all."""
    directory = directory.resolve()
    subfolders = [folder for folder in _listed(directory) if folder.is_dir()]
    return {
        f"{part.name}/{file.stem}": file
        for part in ([directory] if _folders(directory, language) else subfolders)
        for folder in _folders(part, language)
        for file in _listed(folder)
        if file.suffix == ".mmax"
    }


def read_project(path: Path, *, mentions: bool = True) -> Project:
    """Read a `.mmax` file and those that belong to it; the level `coref` only if asked for."""
    files = _files(path)
    words = _words(files["words"])
    places = {name: place for place, name in enumerate(words)}
    starts = _starts(files["sentence"], places)
    markables = _markables(files["coref"], places) if mentions else ()
    return Project(tuple(words.values()), starts, markables)


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError as error:
        raise InputError(folder, None, f"cannot be read ({error.strerror})") from error


def _folders(part: Path, language: str) -> list[Path]:
    name = language.casefold()
    return [f for f in _listed(part) if f.name.casefold() == name and f.is_dir()]


def _files(path: Path) -> dict[str, Path]:
    """Where the words and each level are."""
    common = path.parent / "common_paths.xml"
    shared = _elements(common)
    words = _text(path, _elements(path), "words")
    data = path.parent / _text(common, shared, "basedata_path")
    markables = path.parent / _text(common, shared, "markable_path")
    levels = {e.attributes.get("name", ""): e.text for e in shared if e.tag == "level"}
    for level in ("sentence", "coref"):
        if level not in levels:
            raise InputError(common, None, f'no <level name="{level}"> in it')
    named = {level: markables / file.replace("$", path.stem) for level, file in levels.items()}
    return named | {"words": data / words}


def _text(path: Path, elements: Sequence[_Element], tag: str) -> str:
    for element in elements:
        if element.tag == tag:
            return element.text
    raise InputError(path, None, f"no <{tag}> in it", hint="does it belong to an MMAX2 project?")


def _words(path: Path) -> dict[str, str]:
    """The words of a text by their ids."""
    words: dict[str, str] = {}
    for element in _elements(path):
        if element.tag != "word":
            continue
        name, text = element.attributes.get("id", ""), tidy(element.text.replace("\n", " "))
        if not text or " " in text:
            what, hint = f"expected a word, found {text!r}", "a word is not empty and has no blanks"
            raise InputError(path, element.line, what, hint=hint)
        if not name or name in words:
            what = f"two words have the id {name!r}" if name else "a word has no id"
            raise InputError(path, element.line, what)
        words[name] = text
    return words


def _markables(path: Path, places: Mapping[str, int]) -> tuple[Markable, ...]:
    markables = (
        Markable(_span(path, element, places), element.attributes)
        for element in _elements(path)
        if element.tag == "markable"
    )
    return tuple(sorted(markables, key=lambda markable: markable.words))


def _span(path: Path, markable: _Element, places: Mapping[str, int]) -> tuple[int, ...]:
    """The words of a span such as `word_3..word_5,word_9`."""
    span = markable.attributes.get("span", "")
    positions: set[int] = set()
    for run in span.split(","):
        first, _, last = run.partition("..")
        ends = [places.get(word, -1) for word in (first, last or first)]
        if -1 in ends:
            missing = first if ends[0] == -1 else last
            what = f"the span {span!r} points to the word {missing!r}, which is not there"
            raise InputError(path, markable.line, what, hint="do the files belong together?")
        if ends[1] < ends[0]:
            raise InputError(path, markable.line, f"the span {span!r} runs backwards")
        positions.update(range(ends[0], ends[1] + 1))
    return tuple(sorted(positions))


def _starts(path: Path, places: Mapping[str, int]) -> tuple[int, ...]:
    """The first word of each sentence. Every word is in one sentence, without gaps."""
    sentences = _markables(path, places)
    times = Counter(word for sentence in sentences for word in sentence.words)
    for name, place in places.items():
        if times[place] != 1:
            how = "no sentence" if times[place] == 0 else "more than one sentence"
            raise InputError(path, None, f"{name!r} is in {how}")
    for sentence in sentences:
        first, last = sentence.words[0], sentence.words[-1]
        if last - first >= len(sentence.words):
            span = sentence.attributes["span"]
            raise InputError(path, None, f"another sentence is inside the sentence {span!r}")
    return tuple(sentence.words[0] for sentence in sentences)


class _Element(NamedTuple):
    tag: str
    attributes: Mapping[str, str]
    text: str
    line: int


def _elements(path: Path) -> list[_Element]:
    """All elements of an XML file in the order of their ends, each with the text just before it.

    With their lines, which the ElementTree of Python does not keep. Neither the DTD that these
    files name nor any external entity is fetched.
    """
    with opened(path) as file:
        data = file.read()
    parser = ParserCreate()
    encodings: list[str | None] = [None]
    elements: list[_Element] = []
    unclosed: list[tuple[Mapping[str, str], int]] = []
    text: list[str] = []

    def start(_tag: str, attributes: dict[str, str]) -> None:
        unclosed.append((attributes, parser.CurrentLineNumber))
        text.clear()

    def end(tag: str) -> None:
        attributes, line = unclosed.pop()
        elements.append(_Element(tag, attributes, "".join(text), line))
        text.clear()

    def refuse(name: str, *_: object) -> int:
        what = f"the entity &{name}; is defined elsewhere"
        hint = "DTDs and other files that XML names are not read"
        raise InputError(path, parser.CurrentLineNumber, what, hint=hint)

    parser.XmlDeclHandler = lambda _version, encoding, _standalone: encodings.append(encoding)
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = text.append
    parser.SkippedEntityHandler = parser.ExternalEntityRefHandler = refuse
    try:
        parser.Parse(data, True)
    except ExpatError as error:
        if (encodings[-1] or "utf-8").casefold() == "utf-8":
            decode(path, 1, data)  # raises, and names the byte, if that is the reason
        what = f"broken XML ({ErrorString(error.code)})"
        raise InputError(path, error.lineno, what) from error
    except (LookupError, ValueError) as error:  # of the XML declaration, not of the text
        raise InputError(path, 1, f"cannot be decoded (encoding: {error})") from error
    return elements
