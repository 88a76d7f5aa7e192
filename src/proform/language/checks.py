"""What may be wrong with a language pack though every key is right, and on which line it is."""

import re
import unicodedata
from collections.abc import Iterable, Mapping

from proform.errors import ProformError
from proform.language.forms import Splitter, fold
from proform.language.writing import TokenRules

_NAMED = r"unknown key '([^']+)'|agree\.nouns has '([^']+)'|\b[a-z]+\.(\w+)\b|'([^']+)'|^(\w+) must"
"""A key or a word, as messages name them."""


def check_words(forms: Iterable[str], nouns: Mapping[str, Iterable[str]]) -> None:
    """Complain of decomposed accents, and of a noun that is listed in two genders.

    What is of either is listed once: "m.sg n.sg".
    """
    listed: dict[str, str] = {}
    for readings, words in ({"": forms} | dict(nouns)).items():
        for word in words:
            if unicodedata.normalize("NFC", word) != word:
                what = f"{word!r} has accents as characters of their own"
                raise ProformError(what, hint="write it in Unicode's composed form (NFC)")
            other = listed.setdefault(word, readings) if readings else readings
            if other and other[0] != readings[0] and other[1:] == readings[1:]:
                what = f"agree.nouns has {word!r} as {other} and as {readings}"
                hint = (
                    f'a person that may be either is c{other[1:]}, else give "{other} {readings}"'
                )
                raise ProformError(what, hint=hint)


def check_splits(splitter: Splitter, tokens: TokenRules, examples: Mapping[str, object]) -> None:
    """Complain of a word that the rules do not split as the pack says."""
    if (tokens.endings or tokens.linked) and not tokens.clitics:
        key = "endings" if tokens.endings else "linked"
        raise ProformError(f"tokens.{key} stand behind clitics, but tokens.clitics has none")
    for word, expected in examples.items():
        parts = list(splitter.parts(fold(word)))
        if parts != expected:
            raise ProformError(
                f"{word!r} in split.examples is split into {parts!r}, not into {expected!r}",
                hint="mend split.enclitic, split.hyphen or the example",
            )


def line_of(text: str, message: str) -> int | None:
    """The line of a file that a message is about, by the key or the word that it names first."""
    if found := re.search(r"at line (\d+)", message):
        return int(found[1])
    keys = re.findall(_NAMED, message)
    for key in (next(filter(None, names)).rpartition(".")[2] for names in keys):
        sign = re.escape(key)
        for pattern in (
            rf"^[ \t]*(?:\w+\.)*[\"']?{sign}[\"']?[ \t]*=|^\[+(?:\w+\.)*{sign}\]",
            rf"[\"']{sign}[\"']",
        ):
            if place := re.search(pattern, text, re.MULTILINE):
                return text.count("\n", 0, place.start()) + 1
    return None
