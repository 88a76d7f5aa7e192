"""A text of an evaluation: segments in order, which may be in one file or in several."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from glob import has_magic
from pathlib import Path

from proform.errors import InputError, ProformError
from proform.text.documents import Documents
from proform.text.lines import Column, size_of, tidy_lines, until
from proform.text.remote import remote_files, url_of


@dataclass(frozen=True, slots=True)
class Text:
    """Segments in order, in blocks of BLOCK: lines of the file, or what was parsed from it.

    It may be a part of a longer text: from segment `start` to before `stop`, or to the end.
    """

    path: Path
    name: str
    since: Callable[[int], Iterator[Column]]
    """The blocks from a segment of the whole text on."""
    documents: Callable[[], Documents | None]
    start: int = 0
    stop: int | None = None
    files: tuple["Text", ...] = ()
    """The texts of which it is made, if it is in several files."""

    def blocks(self) -> Iterator[Column]:
        """All segments."""
        blocks = self.since(self.start)
        return blocks if self.stop is None else until(blocks, self.stop - self.start)

    def part(self, start: int, stop: int | None) -> "Text":
        """A part of it, which knows where it stands in the whole."""
        return replace(self, start=start, stop=stop)

    @property
    def is_blank(self) -> bool:
        """Does it stand for a text that is not there?"""
        return not self.name

    def blank(self) -> "Text":
        """As many empty segments as this text has: for a reference that is not there."""

        def since(start: int) -> Iterator[Column]:
            return ([""] * size_of(block) for block in self.since(start))

        files = tuple(text.blank() for text in self.files)
        return Text(self.path, "", since, lambda: None, self.start, self.stop, files)

    def decoded(self) -> Iterator[list[str]]:
        """The same blocks, as lines in any case."""
        return decoded(self.path, self.start, self.blocks())


def decoded(path: Path, start: int, blocks: Iterable[Column]) -> Iterator[list[str]]:
    """Blocks as lines; the first one is that of segment `start`."""
    for block in blocks:
        lines = tidy_lines(path, start + 1, block)
        start += len(lines)
        yield lines


def files_of(path: Path) -> list[Path]:
    """The files of a folder or a pattern such as shards/*.en.gz, in the order of their names."""
    if (url := url_of(path)) is not None:
        return remote_files(url)
    if path.is_dir():
        files = sorted(file for file in path.iterdir() if file.is_file())
        if not files:
            raise InputError(path, None, "a folder without files")
        return files
    if path.exists() or not has_magic(str(path)):
        return []
    files = sorted(Path(path.anchor).glob(str(path.relative_to(path.anchor))))
    if not files:
        raise InputError(path, None, "no file has such a name")
    return files


def one_after_another(path: Path, files: Sequence[list[Text] | InputError]) -> list[Text]:
    """The same texts of several files, one after the other.

    A file that is broken complains when it is read, so that it may be left out before.
    """
    first = next((texts for texts in files if not isinstance(texts, InputError)), None)
    if first is None:
        raise next(error for error in files if isinstance(error, InputError))
    members: list[list[Text]] = []
    for texts in files:
        if isinstance(texts, InputError):
            members.append([_broken(path, text.name, texts) for text in first])
        elif len(texts) != len(first):
            what = f"{len(texts)} texts, but {first[0].path} has {len(first)}"
            hint = "all files need the same columns"
            error = InputError(texts[0].path, None, what, hint=hint)
            members.append([_broken(texts[0].path, text.name, error) for text in first])
        else:
            members.append(texts)
    return [_one_text(path, texts) for texts in zip(*members, strict=True)]


def _broken(path: Path, name: str, error: InputError) -> Text:
    """A text that cannot be read."""

    def documents() -> Documents | None:
        raise error

    def since(_: int) -> Iterator[Column]:
        raise error

    return Text(path, name, since, documents)


def _one_text(path: Path, texts: Sequence[Text]) -> Text:
    sizes: dict[int, int] = {}

    def since(start: int) -> Iterator[Column]:
        return _since(texts, sizes, start)

    def documents() -> Documents | None:
        return _documents(path, texts)

    return Text(path, texts[0].name, since, documents, files=tuple(texts))


def _since(texts: Sequence[Text], sizes: dict[int, int], start: int) -> Iterator[Column]:
    """The blocks from a segment on; files whose sizes are known already are passed over unread."""
    for place, text in enumerate(texts):
        if start >= sizes.get(place, start + 1):
            start -= sizes[place]
            continue
        size = 0
        for block in text.decoded():
            if start < size + len(block):
                yield block[max(start - size, 0) :]
            size += len(block)
        sizes[place] = size
        start = max(start - size, 0)


def _documents(path: Path, texts: Sequence[Text]) -> Documents | None:
    known = [(text.documents(), text) for text in texts]
    having = next((text for own, text in known if own is not None), None)
    if having is None:
        return None
    starts: dict[int, str] = {}
    done, last = 0, ""
    for own, text in known:
        if own is None:
            if any(map(len, text.decoded())):
                what = f"no document ids, but {having.path} has some"
                raise InputError(text.path, None, what, hint="all files need the same columns")
            continue
        for first, name in zip(own.starts, own.ids, strict=True):
            if name != last:
                starts[done + first] = last = name
        done += own.length or sum(len(block) for block in text.decoded())
    return Documents(path, tuple(starts), tuple(starts.values()), done)


def without_broken(texts: Sequence[Text]) -> tuple[list[Text], tuple[str, ...]]:
    """Texts in step without the files in which one of them cannot be read, and what these are.

    Each file has to have its like in every text; all are read to the end.
    """
    number = max(len(text.files) for text in texts)
    for text in texts:
        if len(text.files) != number or number < 2:
            what = f"skip_broken: {text.path} is not in as many files as the other texts"
            counts = (f"{each.path} {len(each.files) or 1}" for each in texts)
            hint = f"give folders or patterns of files, all texts alike ({', '.join(counts)})"
            raise ProformError(what, hint=hint)
    kept, notes = list[int](), list[str]()
    for place in range(number):
        try:
            _check_step([text.files[place] for text in texts if not text.is_blank])
            kept.append(place)
        except InputError as error:
            notes.append(f"left out {error}")
    if not kept:
        raise ProformError(f"skip_broken: no file is whole; {notes[0]}")
    if not notes:
        return list(texts), ()
    sound = [
        replace(_one_text(text.path, [text.files[place] for place in kept]), name=text.name)
        for text in texts
    ]
    said = f"{len(notes)} of {number} files are left out: this is not the whole corpus"
    return sound, (said, *notes)


def check_step(texts: Sequence[Text]) -> None:
    """Complain of the first files that are not in step, where all texts are in as many."""
    if len({len(text.files) for text in texts}) == 1:
        for files in zip(*(text.files for text in texts), strict=True):
            _check_step(files)


def located(error: InputError, texts: Sequence[Text]) -> InputError:
    """The same error with its place in the one file where it is, if a text is in several."""
    text = next((each for each in texts if each.files and str(each.path) == error.file), None)
    if text is None or error.line is None:
        return error
    line, what = error.line, error.what.removeprefix(f"{error.file}:{error.line}: ")
    for file in text.files:
        size = sum(map(size_of, file.blocks()))
        if line <= size:
            return InputError(file.path, line, what, hint=error.hint)
        line -= size
    return error


def _check_step(files: Sequence[Text]) -> None:
    sizes = [sum(map(len, text.decoded())) for text in files]
    for text, size in zip(files, sizes, strict=True):
        if size != sizes[0]:
            what = f"{size} lines, but {files[0].path} has {sizes[0]}"
            raise InputError(text.path, None, what, hint="every text has one line per segment")
