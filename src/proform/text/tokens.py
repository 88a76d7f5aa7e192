"""Raw text to tokens, as Moses cuts them, but with every pronoun a token of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from proform.language.pack import Pack

if TYPE_CHECKING:
    from regex import Pattern


class Token(NamedTuple):
    """A piece of the raw text and where it stands there: `raw[start:end] == text`."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class _Rules:
    """What a language adds to its pack; words in lower case, separated by blanks.

    A word of `dotted` keeps its dot, one of `numbered` before a number only; one of `whole` is
    never split. `clitics` stand after a verb and a hyphen, `linked` also after -t-.
    """

    dotted: str = ""
    numbered: str = ""
    whole: str = ""
    clitics: str = ""
    linked: str = ""
    contracted: str = ""
    ordinals: bool = False
    open_compounds: bool = False


_RULES = {
    "en": _Rules(
        dotted="mr mrs ms dr prof rev hon st jr sr messrs mssrs gen col capt lt sgt maj sen rep gov"
        " pres supt insp vs etc viz cf al ca approx inc ltd co corp bros dept univ ph.d ave blvd"
        " mt jan feb aug sept oct nov dec",
        numbered="no nos art arts pp para paras vol fig sec ch ed",
        contracted="t",
    ),
    "fr": _Rules(
        dotted="mm mme mmes mlle mlles dr pr prof mgr st ste cf etc env chap éd al ex av bd"
        " c.-à-d p.ex janv févr juil sept oct nov déc",
        numbered="art arts al n no p pp vol fig tél par",
        whole="aujourd'hui c'est-à-dire rendez-vous",
        clitics="je tu il elle on nous vous ils elles ce moi toi le la les lui leur y en m' t' l'",
        linked="il elle on ils elles",
    ),
    "de": _Rules(
        dotted="hr hrn fr frl dr prof dipl ing st bzw usw evtl ggf bspw bzgl ca cf vgl inkl exkl"
        " zzgl etc sog gem ggü insb insbes mio mrd mill tsd min max str tel verf hl dgl"
        " lfd jh jhd dipl.-ing jan febr feb aug sept okt nov dez a e o u",
        numbered="nr nrn abs art bd kap ziff s ff anm anl abb tab rn",
        ordinals=True,
        open_compounds=True,
    ),
    "es": _Rules(
        dotted="sr sra sres sras srta srtas dr dra dres dña prof profa lic ing arq excmo excma"
        " ilmo ilma mons gral cnel cap sto sta av avda apdo dpto etc cf cfr p.ej ej ee.uu rr.hh"
        " jj.oo ss.mm cía ltda aprox máx mín tel",
        numbered="art arts núm núms nº n.º pág págs p pp vol cap fig",
    ),
}

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


def _pattern(pack: Pack) -> str:
    """One expression for all tokens of a language; of its alternatives the first that fits wins."""
    rules = _RULES.get(pack.language, _Rules())
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


def _short(pack: Pack, rules: _Rules) -> Iterable[str]:
    """Abbreviations, initials and ordinals; the last dot of a text ends it, as in Moses."""
    forms = (form.removesuffix(".") for form in pack.inventory if form.endswith("."))
    if dotted := _any((*rules.dotted.split(), *forms)):
        yield rf"(?=[^\W_]{{1,20}}+\.){dotted}\.(?![^\W_]){_LAST}"
    if numbered := _any(rules.numbered.split()):
        yield rf"(?=[^\W_]{{1,20}}+\.){numbered}\.(?={_BLANK}*+\d)"
    if rules.ordinals:
        yield rf"\d{{1,2}}\.(?={_BLANK}++[^\W\d_])"
    yield rf"[^\W\d_](?:\.{_HYPHEN}?[^\W\d_])++(?![^\W_])(?:\.(?!\.))?+(?:{_HYPHEN}{_WORD})*+"
    # A pronoun is no initial (it was I), and small vowels are words in one language or another.
    words = "".join(form + form.upper() for form in pack.inventory if len(form) == 1) + "aeou"
    yield rf"(?![{words}])[^\W\d_]\.(?![^\W_]){_LAST}"


def _split(pack: Pack, rules: _Rules) -> Iterable[str]:
    """What a pronoun is cut from, or is cut off as: c'|est, est|-il, it|'s."""
    if whole := _any(rules.whole.split()):
        yield rf"{whole}(?!{_HYPHEN}?[^\W_])"
    if elided := _any(f"{word}'" for word in pack.splitter.elided):
        yield rf"(?=[^\W_]{{1,20}}+{_APOSTROPHE}){elided}"
    yield from filter(None, (_clitic(rules), _contraction(pack, rules)))
    if pronoun := _any(filter(str.isalpha, pack.inventory)):
        # Nothing above explains what follows, so it is not the pronoun's: it.Then, it- no, it'n
        joint = rf"[.'’](?=[^\W_])|{_HYPHEN}(?!{_HYPHEN}|[^\W_])"
        yield rf"(?=[^\W_]{{1,20}}+(?:{joint})){pronoun}(?![^\W_])"


def _clitic(rules: _Rules) -> str:
    """A pronoun after its verb, with its hyphen: a|-t-elle, donne|-le|-moi, but not m'as-tu-vu."""
    if not rules.clitics:
        return ""
    linked = rf"(?:{_HYPHEN}[tT])?+{_HYPHEN}{_any(rules.linked.split())}"
    clitic = rf"(?:{linked}|{_HYPHEN}{_any(rules.clitics.split())})(?<!['’])(?![^\W_])"
    elided = rf"{_HYPHEN}{_any(word for word in rules.clitics.split() if word[-1] == chr(39))}"
    # French has three in a row at most; a bound, and any will do, keeps the time linear.
    return rf"(?:{elided}|{clitic}(?=(?:{clitic}){{0,10}}+(?:{elided}|(?!{_HYPHEN}[^\W_]))))"


def _contraction(pack: Pack, rules: _Rules) -> str:
    endings = (*pack.splitter.contracted, *(f"'{ending}" for ending in rules.contracted.split()))
    return rf"{_any(endings)}(?![^\W_])" if endings else ""


def _compound(pack: Pack, rules: _Rules) -> str:
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
