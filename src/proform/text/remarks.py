"""What a language model says around a translation: introductions, notes, quotation marks."""

import re
from typing import NamedTuple

_TRANSLATION = (
    r"(?:translat\w*|traduc\w*|traduz\w*|übersetz\w*|übertrag\w*|tłumacz\w*|перевод\w*|version)"
)
_LANGUAGE = (
    r"(?:english|french|german|spanish|italian|portuguese|polish|russian|français|deutsch|español|"
    r"italiano|português|polski|русский)"
)
_OPENING = re.compile(
    r"\s*(?:(?:sure|certainly|of course|absolutely|bien sûr|natürlich|gerne|claro|por supuesto|"
    r"certo|certamente|oczywiście|конечно)\b[^\n:]{0,60}\n+)?"
    rf"(?:[*_#>]+\s*)?(?:[^\n:.!?]{{0,20}}?[.!,]?\s*[^\n:]{{0,120}}?\b{_TRANSLATION}\b[^\n:.!?]{{0,80}}"
    rf"|(?:here(?:'s|’s| is| are| you go)|below is|the following is)\b[^\n:.!?]{{0,80}}"
    rf"|(?:in\s+)?{_LANGUAGE}(?:\s+(?:text|version))?\s?)[:：](?:\s*[*_]+)?\s*",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"(?:\n\s*(?:-{3,}\s*\n\s*)?|(?<=[.!?»”\"'])\s+(?=[(\[*]))(?:[*_#>-]+\s*)?"
    r"(?:[(\[]\s*)?(?:(?:translator['’]?s\s+|please\s+)?notes?\b\s*(?:[:：]|that\b|on\b)|nota\s*:|"
    r"remarque\s*:|(?:hinweis|anmerkung)\s*:|explanation\s*:|explication\s*:|"
    r"(?:uwaga|примечание|explicación|erklärung)\s*:|"
    r"(?:please\s+)?let me know (?:if|whether|should)|"
    r"(?:i\s+)?hope (?:this|that) (?:translation|helps)|"
    r"if you (?:need|have|would like|['’]d like) (?:any|more|further|another|me to)\b|"
    rf"(?:this|the|my)\s+{_TRANSLATION}\s+(?:keeps|preserves|maintains|aims|uses|tries|captures)\b|"
    r"feel free to (?:ask|let)).*\Z",
    re.IGNORECASE | re.DOTALL,
)
_FENCE = re.compile(r"\A\s*```[^\n]*\n(.*?)\n?```\s*\Z", re.DOTALL)
_QUOTES = {'"': '"', "“": "”", "«": "»", "„": "“", "'": "'", "‘": "’"}


class Plain(NamedTuple):
    """An output without what is no translation, and that."""

    text: str
    remarks: tuple[str, ...]


def without_remarks(output: str) -> Plain:
    """Take away what stands around a translation; what stands within it stays."""
    remarks: list[str] = []
    text = output
    for _ in range(3):  # an introduction may stand before a fence, and quotes within
        before = text
        match = _OPENING.match(text)
        if match and match.end() < len(text.rstrip()):
            remarks.append(match[0].strip())
            text = text[match.end() :]
        match = _CLOSING.search(text)
        if match and text[: match.start()].strip():
            remarks.append(match[0].strip())
            text = text[: match.start()]
        if fence := _FENCE.match(text):
            remarks.append("```")
            text = fence[1]
        text, marks = _unquoted(text)
        remarks += [marks] if marks else []
        if text == before:
            break
    return Plain(text.strip(), tuple(remarks))


def _unquoted(text: str) -> tuple[str, str]:
    """Without quotation marks around all of it, and these."""
    inner = text.strip()
    if len(inner) > 2 and _QUOTES.get(inner[0]) == inner[-1]:
        middle = inner[1:-1]
        if inner[0] not in middle and inner[-1] not in middle:
            return middle, inner[0] + inner[-1]
    return text, ""
