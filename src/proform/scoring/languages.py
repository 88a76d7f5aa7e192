"""What works for each language and each pair, here and now, and what would make it better."""

from collections.abc import Collection, Iterator, Sequence
from itertools import permutations
from pathlib import Path
from re import sub

from proform.alignment.models import FOLDER, find_starter, load_starter
from proform.analysis.parser import find_tagger
from proform.language.lexica import lacking, load_nouns
from proform.language.pack import Pack, languages, load_packs
from proform.language.weights import lacking_weights, load_weights
from proform.output import File, file_path
from proform.pronoun.renderings import expected
from proform.table.table import Audience, Column, Record, Table
from proform.table.tables import Tables

_BETTER = "better with"


def list_languages(packs: File | None = None) -> Tables:
    """Two tables: of languages and of pairs, what is known, and the command that would add to it.

    The pairs for which most works come first.

    >>> proform.list_languages().to_records("pairs")[0]["pair"]
    'en-de'
    """
    own = file_path("packs", packs)
    users = (path.stem for path in own.glob("*.toml")) if own else ()
    known = sorted({*languages(), *users})
    files = sorted(FOLDER.glob("*.model"))
    aligned = [path.stem.split("-") for path in files]
    more = [pair for one, other in aligned for pair in ((one, other), (other, one))]
    pairs = dict.fromkeys((*permutations(known, 2), *more))
    notes = [
        note
        for code in known
        for note in (*lacking(load_packs(f"{code}-{code}", own)[0]), *lacking_weights(code))
    ]
    whole = [path for path in files if load_starter(path.stem, notes) is not None]
    return Tables(
        (
            _table("languages", [_language(code, own) for code in known]),
            _table("pairs", sorted((_pair(*pair, own, whole) for pair in pairs), key=_lacking)),
        ),
        tuple(notes),
    )


def _table(name: str, records: Sequence[Record]) -> Table:
    """The commands are long, so people find them below the table."""
    columns = (
        Column(key, show=_shown, audience=Audience.PROGRAMS if key == _BETTER else Audience.ALL)
        for key in records[0]
    )
    return Table(name, name, tuple(columns), tuple(records), tuple(_improvements(records)))


def _improvements(records: Sequence[Record]) -> Iterator[str]:
    """A line for each command; of those that differ in their languages alone, the first."""
    alike: dict[str, list[tuple[object, object]]] = {}
    for record in records:
        code, command = next(iter(record.values())), record[_BETTER]
        if command:
            pattern = sub(rf"\b({str(code).replace('-', '|')})\b", "_", str(command))
            alike.setdefault(pattern, []).append((code, command))
    for (code, command), *others in alike.values():
        more = f" and, likewise, {len(others)} other pairs" if others else ""
        yield f"to improve {code}{more}: {command}"


def _lacking(pair: Record) -> int:
    return sum(value is False for value in pair.values())


def _shown(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _language(code: str, own: Path | None) -> Record:
    pack, _ = load_packs(f"{code}-{code}", own)
    nouns, tagger = load_nouns(pack), find_tagger(code)
    return {
        "language": code,
        "name": pack.name,
        "pronouns": len(pack.inventory),
        "agreement": bool(pack.agree.genders),
        "nouns": None if nouns is None else nouns.name,
        "tagger": None if tagger is None else tagger.name,
        _BETTER: _tagger(code) if pack.agree.genders and tagger is None else None,
    }


def _pair(source: str, target: str, own: Path | None, starters: Collection[Path]) -> Record:
    packs = load_packs(f"{source}-{target}", own)
    aligned = find_starter(f"{source}-{target}") in starters
    return {
        "pair": f"{source}-{target}",
        "lists": all(pack.forms for pack in packs),
        "repair": bool(expected(*packs)),
        "agreement": bool(packs[0].forms and packs[1].agree.genders),
        "antecedents": load_weights(source) is not None,
        "starter model": aligned,
        _BETTER: "; ".join(_better(*packs, aligned=aligned)) or None,
    }


def _better(source: Pack, target: Pack, *, aligned: bool) -> Iterator[str]:
    """The commands that would add most."""
    one, other = source.language, target.language
    sides = (("source", source), ("target", target))
    if lists := " ".join(f"--{side}-pronouns LIST" for side, pack in sides if not pack.forms):
        texts = f"-s FILE.{one} -r FILE.{other} -i SYSTEM.{other}"
        yield f"proform score -l {one}-{other} {texts} {lists}"
    if not aligned:
        yield (
            f"proform align train -s FILE.{one} -t FILE.{other} -l {one}-{other} "
            f"-o {one}-{other}.model"
        )


def _tagger(code: str) -> str:
    return f"pip install 'spacy>=3.8,<3.9' && python -m spacy download {code}_core_news_md"
