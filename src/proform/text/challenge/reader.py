"""A challenge set from a file or folder: what it is shows in its content."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from proform.errors import InputError, ProformError
from proform.text.challenge.items import ChallengeSet, JsonEntry, SetItem, read_entries
from proform.text.challenge.subtitles import (
    Extracted,
    read_contrapro,
    read_ctxpro,
    read_extracted,
)
from proform.text.challenge.versions import (
    is_table,
    read_consistency,
    read_discevalmt,
    read_table,
)
from proform.text.lines import opened

FORMATS = (
    "ContraPro or LCPT (JSON with `errors`), LCPT's extracted files (a folder with current.src), "
    "a table for scoring (distance, label, pronoun, source, target), DiscEvalMT (JSON with `src` "
    "and `trg`), ctxpro (JSON with `expected` and `rule`), consistency sets (JSON with `dst` and "
    "`true_ind`)"
)

_PLAIN: dict[str, tuple[frozenset[str], Callable[[Sequence[JsonEntry]], ChallengeSet]]] = {
    "discevalmt": (frozenset(("src", "trg")), read_discevalmt),
    "consistency": (frozenset(("src", "dst", "true_ind")), read_consistency),
}
_POINTING: dict[
    str, tuple[frozenset[str], Callable[[Sequence[JsonEntry], Sequence[Path]], ChallengeSet]]
] = {
    "contrapro": (frozenset(("src segment", "ref segment", "errors")), read_contrapro),
    "ctxpro": (frozenset(("src segment", "ref segment", "expected", "rule")), read_ctxpro),
}


def read_set(path: Path, context: Sequence[Path] = ()) -> ChallengeSet:
    """The set, checked; with the context of its examples, as far as that is given or in it."""
    known = _recognised(path, context)
    if not known.items:
        raise InputError(path, None, "no example in it")
    return replace(known, notes=(*known.notes, *_repeated(known.items)))


def _recognised(path: Path, context: Sequence[Path]) -> ChallengeSet:
    if path.is_dir():
        Extracted(path).path("current.src")
        return _alone(read_extracted(path), context)
    with opened(path) as file:
        start = file.read(64).lstrip(b"\xef\xbb\xbf \t\r\n")
    if start[:1] in (b"[", b"{"):
        return _json(path, context)
    if is_table(path):
        return _alone(read_table(path), context)
    if path.name.startswith("current."):
        return _alone(read_extracted(path.parent), context)
    raise InputError(path, 1, "not a challenge set that proform knows", hint=f"there are {FORMATS}")


def _json(path: Path, context: Sequence[Path]) -> ChallengeSet:
    entries = read_entries(path)
    if not entries:
        raise InputError(path, None, "no example in it")
    first = frozenset(entries[0].data)
    for keys, read in _POINTING.values():
        if keys <= first:
            return read(entries, context)
    for keys, read_plain in _PLAIN.values():
        if keys <= first:
            return _alone(read_plain(entries), context)
    fields = ", ".join(sorted(first)) or "none"
    what = f"not a challenge set that proform knows: its fields are {fields}"
    raise InputError(path, entries[0].line, what, hint=f"there are {FORMATS}")


def _alone(known: ChallengeSet, context: Sequence[Path]) -> ChallengeSet:
    if context:
        what = f"{context[0]}: this set ({known.what}) has its context in it"
        raise ProformError(what, hint="leave out --context")
    return known


def _repeated(items: Sequence[SetItem]) -> Iterator[str]:
    """Complain of an example that is there twice; without ids, it may be another pronoun."""
    seen: dict[SetItem, SetItem] = {}
    again = []
    for item in items:
        first = seen.setdefault(replace(item, line=0, number=None), item)
        if first is item:
            continue
        if item.document is not None:
            raise item.error(f"the same as {first.name}", "leave one of them out")
        again.append(item)
    if again:
        where = f"{again[0].path}:{again[0].line}"
        yield f"{where}: {again[0].name} repeats an earlier one; {len(again)} in all do"
