"""The texts of a suite as files for translating, and a manifest by which they are recognised."""

import json
from collections.abc import Sequence
from hashlib import blake2b
from operator import add
from pathlib import Path

from proform.errors import InputError, ProformError
from proform.language.pack import Pack, load_packs
from proform.output import writing
from proform.suite.challenge import versions_of
from proform.suite.suite import Suite, words
from proform.text.spacing import spaces

MANIFEST = "suite.json"
SEPARATOR = " <eos> "


def write_texts(suite: Suite, reference: Sequence[str] | None, folder: Path) -> list[Path]:
    """Write source, reference and document ids, a line per segment, and the manifest.

    Translations may be put beside them. A folder that has such files, but not of this suite, is
    refused.
    """
    texts: dict[str, Sequence[str]] = {f"source.{suite.source_language}": suite.source}
    if reference is not None:
        texts[f"reference.{suite.target_language}"] = reference
    if suite.documents:
        texts["docs.txt"] = [suite.document(n) or "-" for n in range(len(suite.source))]
    texts |= _challenge(suite, reference)
    ours = known_texts(folder, suite)
    if strange := [name for name in (*texts, MANIFEST) if (folder / name).exists() and not ours]:
        hint = "give an empty folder or a new one"
        raise ProformError(f"{folder}: has a file {strange[0]!r} already", hint=hint)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ProformError(f"{folder}: cannot be made ({error.strerror})") from error
    manifest = {
        "suite": suite.name,
        "languages": suite.languages,
        "segments": len(suite.source),
        "source": _digest(suite),
        "files": [*texts, MANIFEST],
    }
    for name, lines in texts.items():
        with writing(folder / name) as out:
            out.write("".join(f"{line}\n" for line in lines))
    with writing(folder / MANIFEST) as out:
        out.write(json.dumps(manifest, ensure_ascii=False, indent=1) + "\n")
    return [folder / name for name in (*texts, MANIFEST)]


def _challenge(suite: Suite, reference: Sequence[str] | None) -> dict[str, Sequence[str]]:
    """Of a challenge set: one line per example with its context, and what there is to score.

    Versions are in the order of scores, source and target with a tab between them, as marian has
    it; sentences are joined by a separator. Source and versions are spaced alike: as people write,
    unless the set itself is cut into words.
    """
    if not suite.challenges:
        return {}
    pack = load_packs(suite.languages)[0]
    right = ((each, suite.challenges[each.number].right) for each in suite.examples)
    cut = reference is None or all(
        not versions or versions[-1] == reference[example.segment] for example, versions in right
    )
    runs = {
        example.number: SEPARATOR.join(
            line if cut else _plain(line, pack)
            for line in suite.source[suite.challenges[example.number].first : example.segment + 1]
        )
        for example in suite.examples
    }
    texts: dict[str, Sequence[str]] = {f"examples.{suite.source_language}": list(runs.values())}
    rows = []
    for number, version in versions_of(suite):
        asked = suite.challenges[number]
        sentences = asked.versions[version - 1].sentences if version else asked.right
        rows.append(f"{runs[number]}\t{SEPARATOR.join(filter(None, sentences))}")
    return texts | ({"versions.tsv": rows} if rows else {})


def _plain(line: str, pack: Pack) -> str:
    tokens = words(line)
    return "".join(map(add, spaces(tokens, pack), tokens))


def known_texts(folder: Path, suite: Suite) -> frozenset[str]:
    """The files of a folder that were written for a suite; none if it has no manifest.

    A manifest of another suite is an error: what lies beside it translates something else.
    """
    path = folder / MANIFEST
    if not path.is_file():
        return frozenset()
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        name, source, files = manifest["suite"], manifest["source"], frozenset(manifest["files"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        hint = "write it again with proform suite texts"
        raise InputError(path, None, "not a manifest of texts", hint=hint) from error
    if source != _digest(suite):
        hint = f"write those of {suite.name!r} with proform suite texts"
        raise InputError(path, None, f"these are the texts of the suite {name!r}", hint=hint)
    return files


def _digest(suite: Suite) -> str:
    content = repr((suite.languages, suite.source)).encode()
    return blake2b(content, digest_size=8).hexdigest()
