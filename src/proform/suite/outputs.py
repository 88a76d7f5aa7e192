"""What the own script of a challenge set reads of a system's output."""

import string
from collections.abc import Callable
from functools import cache
from importlib import import_module

from proform.errors import ProformError
from proform.language.pack import Pack
from proform.text.challenge.subtitles import SEPARATOR
from proform.text.tokens import Tokenizer

_PUNCTUATION = str.maketrans("", "", string.punctuation)


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
