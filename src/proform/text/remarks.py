"""What a language model says around a translation: introductions, notes, marks of its lines."""

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

_TRANSLATION = (
    r"(?:translat\w*|tradu[cçzitk]\w*|tradott\w*|übersetz\w*|übertrag\w*|tłumacz\w*|"
    r"przet?łumacz\w*|przekład\w*|перевод\w*|перев[её]л\w*)"
)
_LANGUAGE = (
    r"(?:english|anglais|englisch\w*|ingl[eéê]se?|angielsk\w*|английск\w*|french|français\w*|"
    r"französisch\w*|franc[eéê]se?|francusk\w*|французск\w*|german|allemand\w*|deutsch\w*|alemán|"
    r"tedesco|alemão|niemieck\w*|немецк\w*|spanish|espagnol\w*|spanisch\w*|español\w*|spagnolo|"
    r"espanhol|italian|italien\w*|italienisch\w*|italian[oa]|portuguese|portugais\w*|"
    r"portugiesisch\w*|portugu[eéê]s|portoghese|polish|polonais\w*|polnisch\w*|polaco|polacco|"
    r"polon[eê]s|polsk\w*|russian|russe|russisch\w*|ruso|russo|русск\w*)"
)
_ABOUT = re.compile(rf"\b(?:{_TRANSLATION}|{_LANGUAGE}|target language)\b", re.IGNORECASE)
_POLITE = (
    r"(?:sure(?: thing)?|certainly|of course|absolutely|okay|ok|no problem|"
    r"(?:i['’]m )?happy to help|bien sûr|natürlich|gerne?|klar|claro|por supuesto|"
    r"desde luego|certo|certamente|oczywiście|jasne|конечно)"
)
_SHOWS = (
    r"(?:here(?:['’]s| is| are| you go| it is)?|below|the following|as follows|voici|ci-dessous|"
    r"hier(?: ist| sind)?|nachfolgend|aquí (?:tienes?|está)|a continuación|ecco|di seguito|"
    r"aqui (?:está|vai)|segue|oto|poniżej|вот|ниже)"
)
_LABEL = (
    r"(?:output|result|answer|final answer|target|assistant|translator|ausgabe|ergebnis|antwort|"
    r"sortie|résultat|réponse|salida|resultado|respuesta|risultato|risposta|resposta|wynik)"
)
_MARKS = r"[*_#>~\s]*"
_INTRODUCES = re.compile(
    rf"{_MARKS}(?:{_POLITE}\b|[¡!]?{_SHOWS}\b|{_LABEL}{_MARKS}[:：])", re.IGNORECASE
)
_SAYS_SO = re.compile(
    rf"{_MARKS}(?:{_POLITE}|{_SHOWS}|let me|let['’]s|i(?:['’]ll|['’]ve| have| will)?|je|j['’]ai|"
    rf"ich)\b[^\n:]*\b{_TRANSLATION}\b[^\n:]*\Z",
    re.IGNORECASE,
)
_ONLY_POLITE = re.compile(rf"\W*{_POLITE}\W*\Z", re.IGNORECASE)
_LABELLED = re.compile(
    rf"{_MARKS}(?:[¡¿]?(?:{_POLITE})\b[^\n:]{{0,20}}?\s)?"
    rf"(?:[^\n:.?]{{0,40}}?\b{_TRANSLATION}\b[^\n:.!?]{{0,60}}"
    rf"|{_SHOWS}\b[^\n:.!?]{{0,60}}|{_LABEL}|[A-Z]{{2}}"
    rf"|(?:(?:in|en|auf|po|по)[ -])?{_LANGUAGE}(?:\s+(?:text|version))?)\s?[:：]{_MARKS}",
    re.IGNORECASE,
)
_OF_SOURCE = re.compile(
    rf"{_MARKS}(?:original|source|quelle|texte? (?:source|original)|texto original|"
    rf"testo originale|oryginał|оригинал)\b[^\n:.!?]{{0,30}}[:：]{_MARKS}",
    re.IGNORECASE,
)
_NOTE = (
    r"(?:(?:translator['’]?s\s+)?notes?\b\s*(?:[:：*]|on\b)|explanations?\b\s*[:：*]|"
    r"alternatives?\b[^\n:]{0,30}[:：]|not[ae]s?\b[^\n:.]{0,25}\s?[:：]|remarques?\s?:|explication\s?:|"
    r"(?:hinweise?|anmerkung(?:en)?|erklärung)\s*:|observaç(?:ão|ões)\s*:|explicaci[oó]n\s*:|"
    r"spiegazione\s*:|(?:uwag[ai]|wyjaśnienie|примечани[ея]|пояснение)\s*:)"
)
_OFFER = (
    r"(?:(?:please\s+)?(?:note that|let me know (?:if|whether|should))|(?:i\s+)?hope (?:this|that) "
    r"(?:translation|helps)|if you (?:need|have|would like|['’]d like) (?:any|more|further|"
    r"another|me to)\b|feel free to (?:ask|let)|is there anything else i can|would you like me to|"
    r"n['’]hésite[zs]? pas|j['’]espère que (?:cela|ça|cette)|si vous (?:avez|souhaitez|voulez)|"
    r"falls (?:sie|du)|ich hoffe,? (?:das|dass|die)|wenn (?:sie|du) (?:weitere|noch|möchte)|"
    r"lass(?:en)? (?:sie )?(?:es )?mich wissen|si (?:necesitas?|quieres?|desea)|"
    r"av[ií]same si|espero que (?:esto|te|le|isto|isso|a trad)|espero ter|¿(?:quieres?|desea) que|"
    r"fammi sapere|se (?:vuoi|hai bisogno|desideri|precisar|quiser)|spero (?:che|di)|"
    r"daj znać|jeśli (?:chcesz|potrzebujesz)|mam nadzieję|если (?:нужн|хотите|у вас)|дайте знать|"
    r"надеюсь)"
)
_CLOSING = re.compile(
    r"(?:\n|(?<=[.!?»”\"'])\s+(?=[(\[*]))[*_#>~\s(\[-]*"
    rf"{_NOTE}.*\Z",
    re.IGNORECASE | re.DOTALL,
)
_LAST = re.compile(r"\n\s*\n(?!.*\n\s*\n)\s*(?P<last>.*)\Z", re.DOTALL)
_OFFERS = re.compile(rf"{_MARKS}{_OFFER}", re.IGNORECASE)
_BRACKETED = re.compile(r"[*_]*[(\[].*[)\]][*_]*\Z", re.DOTALL)
_THOUGHT = re.compile(r"\A\s*<(think\w*|reasoning)>.*?</\1>\s*", re.DOTALL | re.IGNORECASE)
_TAGGED = re.compile(
    r"<(?P<tag>[a-z_]*(?:translat|output|answer|result|target|text)[a-z_]*)>\s*(?P<text>.*?)"
    r"\s*</(?P=tag)>",
    re.DOTALL | re.IGNORECASE,
)
_FENCE = re.compile(r"```[^\n]*\n(?P<text>.*?)\n?```", re.DOTALL)
_WRAPPED = re.compile(r"\s*(?P<mark>\*{1,3}|_{1,3})(?P<text>[^*_\s][^*_]*)(?P=mark)\s*\Z")
_NUMBERED = re.compile(r"\s*[(\[]?(\d{1,3})[.)\]:]+\s+")
_PREFIXES = (">", "* ", "• ")
_QUOTES = {'"': '"', "“": "”", "«": "»", "„": "“", "'": "'", "‘": "’"}
_LONGEST = 200
"""An introduction has so many letters at most."""


class Plain(NamedTuple):
    """An output without what is no translation, and that."""

    text: str
    remarks: tuple[str, ...]


def without_remarks(output: str) -> Plain:
    """Take away what stands around a translation; what stands within it stays."""
    remarks: list[str] = []
    text = output
    while True:  # an introduction may stand before a fence, and quotes within
        for step in (_unwrapped, _from_source, _opened, _closed, _unquoted, _unmarked):
            inner, said = step(text)
            if said and inner.strip():
                remarks += [each.strip() for each in said if each.strip()]
                text = inner
                break
        else:
            return Plain(text.strip(), tuple(remarks))


def _unwrapped(text: str) -> tuple[str, list[str]]:
    """Out of a container: thoughts before it, JSON, tags, a fence."""
    if match := _THOUGHT.match(text):
        return text[match.end() :], [match[0]]
    if text.lstrip()[:1] in ("{", "[") and (values := _values(text)):
        return "\n".join(values), ["JSON"]
    for pattern in (_TAGGED, _FENCE):
        matches = list(pattern.finditer(text))
        if len(matches) == 1:
            match = matches[0]
            tag = match.groupdict().get("tag")
            around = [text[: match.start()], text[match.end() :], f"<{tag}>" if tag else "```"]
            return match["text"], around
    return text, []


def _values(text: str) -> list[str]:
    """The texts of a JSON object or list: those that are called a translation, else the longest."""
    try:
        known = json.loads(text)
    except ValueError:
        return []
    if isinstance(known, list):
        return known if all(isinstance(each, str) for each in known) else []
    pairs = [(str(name), value) for name, value in known.items() if isinstance(value, str)]
    named = [value for name, value in pairs if _ABOUT.search(name.replace("_", " "))]
    named = [value for value in named if " " in value] or [value for _, value in pairs]
    return [max(named, key=len)] if named else []


def _from_source(text: str) -> tuple[str, list[str]]:
    """What follows the label of the translation, if the source was said again before it."""
    if not _OF_SOURCE.match(text):
        return text, []
    starts = (n.end() for n in re.finditer(r"\n", text))
    labels = filter(None, (_LABELLED.match(text, start) for start in starts))
    match = next(labels, None)
    return (text, []) if match is None else (text[match.end() :], [text[: match.end()]])


def _opened(text: str) -> tuple[str, list[str]]:
    """Without an introduction: a line of its own, or a label."""
    line, broken, rest = text.lstrip().partition("\n")
    apart = rest[:1] in ("\n", "\r")
    plain = line.strip(" *_#>~")
    about = bool(_ABOUT.search(line))
    if broken and rest.strip() and len(line) < _LONGEST:
        heading = line.lstrip()[:1] == "#" or (line != plain and line.strip()[:2] == "**")
        if plain.endswith((":", "：")) and (about or _INTRODUCES.match(line)):
            return rest, [line]
        if (heading and about) or (apart and _SAYS_SO.match(line)):
            return rest, [line]
        if _ONLY_POLITE.match(line) and (opened := _opened(rest))[1]:
            return opened[0], [line, *opened[1]]
    match = _LABELLED.match(text)
    if match and match.end() < len(text.rstrip()):
        return text[match.end() :], [match[0]]
    return text, []


def _closed(text: str) -> tuple[str, list[str]]:
    """Without notes and offers behind it; what is set apart from all the rest may be one."""
    match = _CLOSING.search(text)
    if match and text[: match.start()].strip():
        return text[: match.start()], [match[0]]
    match = _LAST.search(text)
    if match and not re.search(r"\n\s*\n", text[: match.start()].strip()):
        last = match["last"].strip()
        if any(match_(last) for match_ in (_ABOUT.search, _OFFERS.match, _BRACKETED.match)):
            return text[: match.start()], [last]
    return text, []


def _unquoted(text: str) -> tuple[str, list[str]]:
    """Without quotation marks or emphasis around all of it, or around each line."""
    if match := _WRAPPED.match(text):
        return match["text"], [match["mark"]]
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    for parts in ([text.strip()], lines):
        marks = {_around(part) for part in parts}
        if len(marks) == 1 and (mark := marks.pop()):
            return "\n".join(part[1:-1] for part in parts), [mark]
    return text, []


def _around(part: str) -> str:
    """The quotation marks around a text, if there are no others within it."""
    if len(part) > 2 and _QUOTES.get(part[0]) == part[-1]:
        middle = part[1:-1]
        if part[0] not in middle and part[-1] not in middle:
            return part[0] + part[-1]
    return ""


def _unmarked(text: str) -> tuple[str, list[str]]:
    """Without the numbers or marks of a list before each line."""
    lines = [line for line in text.splitlines() if line.strip()]
    numbers = [match for match in map(_NUMBERED.match, lines) if match]
    if len(lines) > 1 and len(numbers) == len(lines) and _in_order(int(m[1]) for m in numbers):
        cut = (line[match.end() :] for line, match in zip(lines, numbers, strict=True))
        return "\n".join(cut), ["1. …"]
    for prefix in _PREFIXES if len(lines) > 1 else _PREFIXES[:1]:
        if lines and all(line.lstrip().startswith(prefix) for line in lines):
            return "\n".join(line.lstrip()[len(prefix) :].strip() for line in lines), [prefix]
    return text, []


def _in_order(numbers: Iterator[int]) -> bool:
    return all(given == n for n, given in enumerate(numbers, 1))
