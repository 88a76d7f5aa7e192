"""Raw text to tokens, as Moses cuts them, but with every pronoun a token of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from proform.language.pack import Pack
from proform.language.writing import TokenRules

if TYPE_CHECKING:
    from regex import Pattern


class Token(NamedTuple):
    """A piece of the raw text and where it stands there: `raw[start:end] == text`."""

    text: str
    start: int
    end: int


# Combining marks, joiners and the soft hyphen: `\w` has none of them, yet they stand in words.
_MARKS = (
    r"[\xad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c7\u0610-\u061a\u064b-\u065f"
    r"\u0670\u06d6-\u06ed\u0900-\u0963\u0971-\u0dff\u0e31-\u0e4e\u0eb1-\u0ecd\u0f71-\u0f84"
    r"\u102b-\u103e\u17b4-\u17d3\u1ab0-\u1aff\u1dc0-\u1dff\u200c\u200d\u20d0-\u20ff\u302a-\u302f"
    r"\u3099\u309a\ufe00-\ufe0f\ufe20-\ufe2f]"
)
_WORD = rf"[^\W_]++(?:{_MARKS}++[^\W_]*+)*+"
_APOSTROPHE = r"['’]"
_HYPHEN = r"[-\u2010\u2011]"
# A zero-width space and a byte order mark show nothing: no reader takes them for a token.
_BLANK = r"[\s\x1c-\x1f\u200b\ufeff]"
_VISIBLE = r"[^\s\x1c-\x1f\u200b\ufeff]"
_LOWER, _UPPER = "a-zß-öø-ÿα-ωа-я", "A-ZÀ-ÖØ-ÞΑ-ΩА-Я"

# Every repetition is possessive or bounded (64 and 63 are the limits of e-mail and of the DNS):
# the time is linear whatever the text.
_WEB = (
    r"(?:(?:https?|ftp)://|www\.)(?=[^\W_])[^\s\x1c-\x1f\u200b\ufeff<>\"«»“”]*[^\s\x1c-\x1f\u200b\ufeff<>\"«»“”.,;:!?'’()\[\]{}…]",
    r"[\w.+-]{1,64}+@(?:[^\W_][\w-]{0,62}+\.(?=[^\W_]))++[^\W\d_]{2,63}+(?![\w@-])",
)
_LAST = rf"(?!\.|{_BLANK}*+\Z)"


@dataclass(frozen=True)
class Tokenizer:
    """The tokeniser of one language; one that has no rules gets what all have in common.

    White space of any kind separates tokens, the no-break space too: the text is raw.
    """

    pack: Pack

    @cached_property
    def _pattern(self) -> Pattern[str]:
        # Python's own of 3.11.2 errs in possessive repetitions. It takes a while to import.
        from regex import compile  # noqa: A004, PLC0415

        return compile(_pattern(self.pack))

    @property
    def signature(self) -> str:
        """Which rules these are: it changes when any of them does."""
        rules = sha256(self._pattern.pattern.encode()).hexdigest()[:8]
        return f"proform-1:{self.pack.language}:{rules}"

    def tokens(self, text: str) -> list[Token]:
        """The tokens with their positions in the text."""
        tokens, end = [], 0
        # Faster than finditer; only blanks stand between tokens, so index finds the right place.
        for token in self._pattern.findall(text):
            start = text.index(token, end)
            end = start + len(token)
            tokens.append(Token(token, start, end))
        return tokens

    def line(self, text: str) -> str:
        """The tokens with single blanks between them."""
        return " ".join(self._pattern.findall(text))

    def unsplit(self, tokens: Iterable[str]) -> Iterable[tuple[str, str]]:
        """Verbs that end as those around a pronoun do, and what is none in them: dar-xx-ei, xx."""
        if not self.pack.tokens.endings:
            return
        inside = re.compile(rf"[^\W_]+{_HYPHEN}([^\W_]+){_HYPHEN}{_any(self.pack.tokens.endings)}")
        for token in tokens:
            if "-" in token and (match := inside.fullmatch(token)):
                yield token, match[1]


def _pattern(pack: Pack) -> str:
    """One expression for all tokens of a language; of its alternatives the first that fits wins."""
    rules = pack.tokens
    alternatives = (
        # Most tokens, for speed: nothing below could cut or lengthen them.
        rf"{_WORD}(?=[,;:!?)]?+(?!{_VISIBLE})|\.\Z)",
        rf"[,;:!?()\"%/]{_MARKS}*+|\.(?!{_VISIBLE})",
        *_WEB,
        *_short(pack, rules),
        *_split(pack, rules),
        _compound(pack, rules),
        r"\.{2,}+|…++|-{2,}+",
        rf"{_VISIBLE}{_MARKS}*+",
    )
    return rf"(?={_VISIBLE})(?:{'|'.join(alternatives)})"


def _short(pack: Pack, rules: TokenRules) -> Iterable[str]:
    """Abbreviations, initials and ordinals; the last dot of a text ends it, as in Moses."""
    forms = (form.removesuffix(".") for form in pack.inventory if form.endswith("."))
    if dotted := _any((*rules.dotted, *forms)):
        yield rf"(?=[^\W_]{{1,20}}+\.){dotted}\.(?![^\W_]){_LAST}"
    if numbered := _any(rules.numbered):
        yield rf"(?=[^\W_]{{1,20}}+\.){numbered}\.(?={_BLANK}*+\d)"
    if rules.ordinals:
        yield rf"\d{{1,2}}\.(?={_BLANK}++[^\W\d_])"
    yield rf"[^\W\d_](?:\.{_HYPHEN}?[^\W\d_])++(?![^\W_])(?:\.(?!\.))?+(?:{_HYPHEN}{_WORD})*+"
    # A pronoun is no initial (it was I), and small vowels are words in one language or another.
    words = "".join(form + form.upper() for form in pack.inventory if len(form) == 1) + "aeou"
    yield rf"(?![{words}])[^\W\d_]\.(?![^\W_]){_LAST}"


def _split(pack: Pack, rules: TokenRules) -> Iterable[str]:
    """What a pronoun is cut from, or is cut off as: c'|est, est|-il, it|'s."""
    if whole := _any(rules.whole):
        yield rf"{whole}(?!{_HYPHEN}?[^\W_])"
    if elided := _any(f"{word}'" for word in pack.splitter.elided):
        yield rf"(?=[^\W_]{{1,20}}+{_APOSTROPHE}){elided}"
    yield from filter(None, (_clitic(rules), _contraction(pack, rules)))
    if pronoun := _any(filter(str.isalpha, pack.inventory)):
        # Nothing above explains what follows, so it is not the pronoun's: it.Then, it- no, it'n
        joint = rf"[.'’](?=[^\W_])|{_HYPHEN}(?!{_HYPHEN}|[^\W_])"
        yield rf"(?=[^\W_]{{1,20}}+(?:{joint})){pronoun}(?![^\W_])"


def _clitic(rules: TokenRules) -> str:
    """A pronoun after its verb, with its hyphen: a|-t-elle, donne|-le|-moi, but not m'as-tu-vu."""
    if not rules.clitics:
        return ""
    plain = rf"{_HYPHEN}{_any(rules.clitics)}"
    linked = rf"(?:{_HYPHEN}[tT])?+{_HYPHEN}{_any(rules.linked)}|" if rules.linked else ""
    clitic = rf"(?:{linked}{plain})(?<!['’])(?![^\W_])"
    elided = _any(word for word in rules.clitics if word[-1] == chr(39))
    before = rf"{_HYPHEN}{elided}|" if elided else ""
    # French has three in a row at most; a bound, and any will do, keeps the time linear.
    followed = rf"(?:{clitic}){{0,10}}+(?:{before}{_ending(rules)}(?!{_HYPHEN}[^\W_]))"
    cut = rf"{before}{clitic}(?={followed})"
    if rules.endings:
        cut = rf"{cut}|(?<={plain}){_ending(rules)}(?<!{plain})(?!{_HYPHEN}[^\W_])"
    return rf"(?:{cut})"


def _ending(rules: TokenRules) -> str:
    """The ending of a verb that stands around its pronoun: dar|-lho|-ei."""
    return rf"(?:{_HYPHEN}{_any(rules.endings)}(?![^\W_]))?+" if rules.endings else ""


def _contraction(pack: Pack, rules: TokenRules) -> str:
    endings = (*pack.splitter.contracted, *(f"'{ending}" for ending in rules.contracted))
    return rf"{_any(endings)}(?![^\W_])" if endings else ""


def _compound(pack: Pack, rules: TokenRules) -> str:
    """A word or number with what may stand inside it: 1.000,5; well-known; O'Brien; europa.eu."""
    pronoun = _any(filter(str.isalpha, pack.inventory))  # does not follow an apostrophe in it
    before = rf"(?!{pronoun}(?![^\W_]))" if pronoun else ""
    cuts = "".join(rf"(?!{cut})" for cut in (_clitic(rules), _contraction(pack, rules)) if cut)
    inner = (
        r"(?<=\d)[.,'’](?=\d)",
        rf"{cuts}{_HYPHEN}(?=[^\W_])",
        rf"{cuts}{_APOSTROPHE}(?=[^\W_]){before}",
        # A new sentence without a blank: came.It
        rf"\.(?=[^\W_])(?!(?<=[{_LOWER}]{{2}}\.)[{_UPPER}])",
    )
    last = rf"(?:{_HYPHEN}(?!{_HYPHEN}|[^\W_]))?+"
    first = r"(?:(?<![\w.,)\]%'’\-])-(?=\d))?+"
    if rules.open_compounds:  # Ein- und -ausfuhr
        first = rf"(?:(?<!{_VISIBLE})-(?=[^\W_]){before})?+"
    return rf"{first}{_WORD}(?:(?:{'|'.join(inner)}){_WORD})*+{last}"


def _any(words: Iterable[str]) -> str:
    """Any of the words, also with a capital or in capitals, and with either apostrophe."""
    cases = {case for word in words for case in (word, word.capitalize(), word.upper())}
    options = (re.escape(word) for word in sorted(cases, key=lambda word: (-len(word), word)))
    joined = "|".join(options).replace("'", _APOSTROPHE)
    return f"(?:{joined})" if joined else ""
