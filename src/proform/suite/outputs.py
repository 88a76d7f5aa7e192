"""A system's outputs for a challenge set: cut to its sentences, and as its own script has them."""

import string
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import NamedTuple

from proform.alignment.resegment import divided
from proform.errors import ProformError, check_known
from proform.language.pack import Pack
from proform.suite import LAYOUTS
from proform.suite.suite import Output, Suite, Target
from proform.text.challenge.subtitles import SEPARATOR
from proform.text.remarks import without_remarks
from proform.text.tokens import Tokenizer

_PUNCTUATION = str.maketrans("", "", string.punctuation)


class Arranged(NamedTuple):
    """A system's lines, one per segment, what it wrote for each example, and what to look at."""

    lines: tuple[str, ...]
    outputs: Mapping[int, Output]
    notes: tuple[str, ...]


def arrange(
    suite: Suite, reference: Target | None, written: Sequence[str], layout: str | None, name: str
) -> Arranged:
    """Cut an output to the segments of a set; without a layout, by its number of lines."""
    chosen = _layout(suite, written, layout, name)
    if chosen == "segments":
        outputs = {
            example.number: Output(written[example.segment], written[example.segment])
            for example in suite.examples
        }
        return Arranged(tuple(written), outputs, ())
    if chosen == "asked":
        lines = [""] * len(suite.source)
        outputs = {}
        for example, text in zip(suite.examples, written, strict=True):
            plain = without_remarks(text.replace("\\n", "\n"))
            lines[example.segment] = " ".join(plain.text.split())
            own = text if suite.set == "ctxpro" else lines[example.segment]
            remark = " | ".join(plain.remarks)
            outputs[example.number] = Output(text, own, "" if plain.text else "it is empty", remark)
        return Arranged(tuple(lines), outputs, tuple(_noted(outputs, name)))
    return _resegmented(suite, reference, written, chosen, name)


def _layout(suite: Suite, written: Sequence[str], layout: str | None, name: str) -> str:
    sizes = {"segments": len(suite.source), "examples": len(suite.examples)}
    sizes["asked"] = sizes["examples"]
    if layout is not None:
        check_known("layout", layout, LAYOUTS)
        if layout in sizes and len(written) != sizes[layout]:
            what = f"{name}: {len(written)} lines, but the set has {sizes[layout]}"
            unit = "segments" if layout == "segments" else "examples"
            raise ProformError(f"{what} {unit}", hint="--layout text takes any number of lines")
        return layout
    if len(written) == sizes["segments"]:
        return "segments"
    if len(written) != sizes["examples"]:
        both = f"{sizes['examples']} examples and {sizes['segments']} segments"
        what = f"{name}: {len(written)} lines, but the set has {both}"
        hint = "give one line for each example or segment, or the whole with --layout text"
        raise ProformError(what, hint=hint)
    asked = sum(len(suite.source[example.segment]) for example in suite.examples)
    whole = sum(map(len, suite.source))
    size = sum(map(len, written))
    return "asked" if abs(size - asked) <= abs(size - whole) else "examples"


def _resegmented(
    suite: Suite, reference: Target | None, written: Sequence[str], layout: str, name: str
) -> Arranged:
    """By alignment with the source: of each example, or of the whole."""
    known = () if reference is None else zip(suite.source, reference.lines, strict=True)
    runs = [
        range(suite.challenges[example.number].first, example.segment + 1)
        for example in suite.examples
    ]
    texts = [text.replace("\\n", "\n") for text in written]
    if layout == "text":
        runs, texts = [range(len(suite.source))], ["\n".join(texts)]
    units = [([suite.source[n] for n in run], text) for run, text in zip(runs, texts, strict=True)]
    lines, lost, remarks = [""] * len(suite.source), dict[int, str](), dict[int, str]()
    asked = {example.segment for example in suite.examples} if layout == "examples" else set()
    added = 0
    for run, (found, said) in zip(runs, divided(units, known, suite.languages), strict=True):
        added += len(found.added)
        remarks[run[-1]] = " | ".join(said)
        for segment, placement in zip(run, found.sentences, strict=True):
            if segment in asked and segment != run[-1]:
                continue  # asked by another example, whose output has it
            lines[segment] = placement.text or ""
            if placement.text is None:
                lost[segment] = f"it is {placement.how}"
    outputs = {}
    for n, example in enumerate(suite.examples):
        raw = written[n] if layout == "examples" else lines[example.segment]
        joined = suite.challenges[example.number].first < example.segment
        own = raw
        if layout == "examples" and suite.set != "ctxpro":
            own = last_part(raw, joined=joined)
        here = example.segment
        outputs[example.number] = Output(raw, own, lost.get(here, ""), remarks.get(here, ""))
    notes = [f"{name}: {added} pieces translate nothing"] if added else []
    return Arranged(tuple(lines), outputs, (*_noted(outputs, name), *notes))


def _noted(outputs: Mapping[int, Output], name: str) -> Iterator[str]:
    missing = [number for number, output in outputs.items() if output.lost]
    if missing:
        shown = ", ".join(map(str, missing[:10])) + (" …" if len(missing) > 10 else "")
        of = f"{len(missing)} of {len(outputs)} examples"
        yield f"{name}: the translation of the sentence is not found in {of} ({shown})"
    if remarks := sum(bool(output.remark) for output in outputs.values()):
        yield f"{name}: remarks around the translation in {remarks} of {len(outputs)} examples"


def own_view(kind: str, target: Pack) -> Callable[[str], str]:
    """Gives the words that a set's rule looks for its expected form in, a blank between them."""
    if kind == "ctxpro":
        split = _splitter(target.language)
        return lambda text: _ctxpro(text, split)
    tokenizer = Tokenizer(target)
    return lambda text: _tokens(text, tokenizer)


def last_part(raw: str, *, joined: bool) -> str:
    """What follows the last separator; of several sentences that cannot be told apart, nothing."""
    *before, last = SEPARATOR.split(raw.strip())
    return "" if joined and not before else last


def _tokens(text: str, tokenizer: Tokenizer) -> str:
    """As Moses cuts it, in lower case; the hyphen is split off (French: a-t-elle)."""
    line = tokenizer.line(text).lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    if tokenizer.pack.splitter.hyphen:
        line = line.replace("-", " ")
    return " ".join(line.split())


def _ctxpro(text: str, split: Callable[[str], list[str]]) -> str:
    """The last sentence, in lower case and without ASCII punctuation."""
    sentences = split(text.strip()) or [text]
    return sentences[-1].lower().translate(_PUNCTUATION)


@cache
def _splitter(language: str) -> Callable[[str], list[str]]:
    """Of the package that ctxpro itself uses, since other rules would give other scores."""
    try:
        package = import_module("sentence_splitter")
    except ImportError:
        what = "the own rule of ctxpro needs the package sentence-splitter, which is not installed"
        raise ProformError(what, hint="pip install 'proform[ctxpro]'") from None
    try:
        splitter = package.SentenceSplitter(language=language)
    except package.SentenceSplitterException as error:
        raise ProformError(f"{error}") from error

    def split(text: str) -> list[str]:
        return list(splitter.split(text=text))

    return split
