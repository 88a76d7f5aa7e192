"""APT as the authors' published script computes it, oddities included, and its two files.

People compare with numbers that were made by that script. It differs from the paper: texts are
compared in lower case but repaired as they are; its repair looks around the aligned words, never
around the neighbours'; and all repaired words that are in no list count as one form.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import NamedTuple

from proform.errors import InputError
from proform.model import NONE, OTHER, Alignment
from proform.output import File, refuse_overwriting, writing
from proform.released.config import Config, read_config
from proform.text.lists import Position

Links = Sequence[tuple[int, int]]
Forms = set[str | None]
"""What is compared; all forms that are unknown are None, as in the script."""

_REACH = 2
"""The repair looks so many words to either side."""


class Aligned(NamedTuple):
    """One side's translation of an occurrence: positions and forms, as they are printed."""

    positions: tuple[int, ...]
    forms: tuple[str, ...]


class DetailRow(NamedTuple):
    """One line of the .detail file; without a case as long as nothing is compared."""

    segment: int
    position: int
    source: str
    reference: Aligned | None
    target: Aligned | None
    case: int = 0


@dataclass(frozen=True, slots=True)
class Released:
    """What the script prints: the labels are the rows and columns of the matrix, in its order."""

    config: Config
    rows: Sequence[DetailRow]
    counts: Sequence[int]
    labels: Sequence[str]
    matrix: Counter[tuple[str, str]]

    @property
    def score(self) -> float | None:
        """The weighted share; None over nothing."""
        total = sum(self.counts)
        weighted = zip(self.config.weights, self.counts, strict=True)
        return sum(weight * count for weight, count in weighted) / total if total else None


def run_released(config: Config) -> Released:
    """Find, repair and compare as the script does."""
    vocabulary: dict[str, None] = {}
    occurrences = list(_occurrences(config, vocabulary))
    known, other = list(dict.fromkeys(config.target_list)), [OTHER]
    labels = known
    if not config.target_list:
        known, other = list(vocabulary), []
        sides = (side for row in occurrences for side in (row.reference, row.target) if side)
        labels = list(dict.fromkeys([*known, *(form for side in sides for form in side.forms)]))
    comparison = _Comparison(config, [*known, *other, NONE])
    labels = [*labels, *other, NONE]
    rows: list[DetailRow] = []
    matrix: Counter[tuple[str, str]] = Counter()
    for row in occurrences:
        case, expected, forms = comparison.compare(row.reference, row.target)
        rows.append(row._replace(case=case))
        if case in config.cases:
            cells = _cells(labels, (expected, row.reference), (forms, row.target))
            matrix.update(cells if config.every_word else cells[:1])
    counts = [sum(row.case == case for row in rows) for case in config.cases]
    return Released(config, rows, counts, labels, matrix)


def _occurrences(config: Config, vocabulary: dict[str, None]) -> Iterator[DetailRow]:
    """In the order of the text, or of the file of positions; the words met go to `vocabulary`."""
    wanted: dict[int, list[tuple[int, Position]]] = {}
    for order, named in enumerate(config.positions or ()):
        wanted.setdefault(named.segment, []).append((order, named))
    ordered: dict[int, DetailRow] = {}
    number = -1
    for number, (source, reference, target, expected, linked) in enumerate(config.segments()):
        if config.positions is None:
            words = [(len(ordered) + k, *word) for k, word in enumerate(_listed(config, source))]
        else:
            words = [_word(config, source, *item) for item in wanted.pop(number, ())]
        if not words:
            continue
        both = zip(config.alignments, (reference, target), (expected, linked), strict=True)
        sides = [(line, _links(path, number, line, links)) for path, line, links in both]
        for order, position, word in words:
            aligned = [_aligned(config, position, links, line) for line, links in sides]
            vocabulary |= dict.fromkeys(form for side in aligned if side for form in side.forms)
            expects, gives = (
                side and _repaired(config, side, links, source, line)
                for side, (line, links) in zip(aligned, sides, strict=True)
            )
            ordered[order] = DetailRow(number, position, word, expects, gives)
    for (_, first), *_ in wanted.values():
        what = f"no segment {first.segment}, the source has {number + 1}"
        raise InputError(config.positions_file, first.line, what)
    return (ordered[order] for order in sorted(ordered))


def _listed(config: Config, line: str) -> Iterator[tuple[int, str]]:
    """The listed source words of a line; every listed part of a word is one."""
    for position, word in enumerate(line.lower().split(" ")):
        for part in word.split(config.source_separator):
            if part in config.source_list:
                yield position, part


def _word(config: Config, line: str, order: int, position: Position) -> tuple[int, int, str]:
    tokens = line.lower().split(" ")
    if position.token >= len(tokens):
        what = f"segment {position.segment} has no word {position.token}, it has {len(tokens)}"
        raise InputError(config.positions_file, position.line, what)
    return order, position.token, tokens[position.token]


def _links(path: Path, number: int, line: str, alignment: Alignment) -> list[tuple[int, int]]:
    if not line:  # untranslated: whatever is linked to it, there is nothing
        return []
    size = len(line.split(" "))
    for source, target in alignment.links:
        if target >= size:
            what = f"the link {source}-{target} is outside the segment ({size} target words)"
            raise InputError(path, number + 1, what, hint="is it the alignment of these texts?")
    return alignment.links


def _aligned(config: Config, position: int, links: Links, line: str) -> Aligned | None:
    """The words linked to a source position, and what of them is compared."""
    positions = tuple(sorted(target for source, target in links if source == position))
    if not positions:
        return None
    tokens = line.lower().split(" ")
    words = tuple(tokens[place] for place in positions)
    if not config.target_list:
        return Aligned(positions, words)
    parts = (
        [p for p in w.split(config.target_separator) if p in config.target_list] for w in words
    )
    return Aligned(positions, tuple(listed[0] for listed in parts if listed) or (OTHER,))


def _repaired(config: Config, aligned: Aligned, links: Links, source: str, line: str) -> Aligned:
    """The same with a dictionary word added that stands nearby, if none is in it yet."""
    known = config.target_dictionary
    if any(form in known for form in aligned.forms):
        return aligned
    tokens, source_tokens = line.split(" "), source.split(" ")
    first = max(min(aligned.positions) - _REACH, 0)
    last = min(max(aligned.positions) + _REACH, len(tokens) - 1)
    candidates = [
        (distance, place)
        for place, distance in enumerate(_distances(last - first + 1), first)
        if (word := tokens[place].split("-")[-1]) in known
        and word not in aligned.forms
        and not any(
            source_tokens[owner] in config.source_dictionary
            for owner, target in links
            if target == place and owner < len(source_tokens)
        )
    ]
    if not candidates:
        return aligned
    _, place = min(candidates)
    kept = () if aligned.forms == (OTHER,) else aligned.forms
    return Aligned((*aligned.positions, place), (*kept, tokens[place]))


def _distances(size: int) -> list[int]:
    """The script's distance of each word of a window from its middle: 2 1 1 1 2, 2 1 1 2."""
    half = size // 2
    return [*range(half, 0, -1), *[1] * (size % 2), *range(1, half + 1)]


class _Comparison:
    """The script's cases, over the forms that it knows: the list, or all words it met."""

    def __init__(self, config: Config, labels: Sequence[str]) -> None:
        known = set(labels)
        groups = [[form for form in group if form in known] for group in config.equal]
        self._head = {form: group[0] for group in reversed(groups) if group[1:] for form in group}
        self._known = known
        similar = ([form for form in line if form in known] for line in config.similar)
        self._similar = [{self._key(form) for form in line} for line in similar if line[1:]]
        self._ignored = set() if config.other_equal else {OTHER}

    def _key(self, form: str) -> str | None:
        """The form that a form counts as; None for all that are unknown, as in the config."""
        return self._head.get(form, form if form in self._known else None)

    def _keys(self, aligned: Aligned | None) -> Forms:
        return {NONE} if aligned is None else {self._key(form) for form in aligned.forms}

    def compare(
        self, reference: Aligned | None, target: Aligned | None
    ) -> tuple[int, Forms, Forms]:
        """The case, and the forms on both sides that made it so."""
        expected, forms = self._keys(reference), self._keys(target)
        if reference is None:
            return (6 if target is None else 5), expected, forms
        if target is None:
            return 4, expected, forms
        if shared := expected & (forms - self._ignored):
            return 1, shared, shared
        for group in self._similar:
            if expected & group and forms & group:
                return 2, expected & group, forms & group
        return 3, expected, forms


def _cells(labels: Sequence[str], *sides: tuple[Forms, Aligned | None]) -> list[tuple[str, str]]:
    """The cells that an occurrence counts in; all but the first only if every word counts.

    The script takes forms in the order of a set of their places in the list, so this does too.
    (Where it adds up a whole row for a repaired word outside the list, this counts OTHER.)
    """
    expected, candidate = (_labels(labels, *side) for side in sides)
    return list(product(expected, candidate))


def _labels(labels: Sequence[str], forms: Forms, side: Aligned | None) -> list[str]:
    places = {labels.index(form) for form in forms if form is not None}
    if None in forms and side is not None:
        known = set(labels)
        rest = [form if form in known else OTHER for form in side.forms[-1:]]
        places = places or {labels.index(form) for form in rest}
    return [labels[place] for place in places]


def run_script(config: File) -> tuple[str, tuple[Path, Path]]:
    """Score as the script does, from its own configuration file; the score, and what is written."""
    settings = read_config(Path(config))
    score, detail = (Path(f"{settings.output}.{end}") for end in ("score", "detail"))
    refuse_overwriting([score, detail], [Path(config), *settings.files(), *settings.lists])
    result = run_released(settings)
    with writing(score) as score_out, writing(detail) as detail_out:
        score_out.write(score_file(result))
        detail_out.write(detail_file(result))
    return _score_line(result), (score, detail)


def _score_line(result: Released) -> str:
    score = "undefined" if result.score is None else f"{result.score:0.4f}"
    return f"Score: {score}"


def score_file(result: Released) -> str:
    """The .score file: five lines, then the matrix."""
    lines = [
        _score_line(result),
        "Cases: " + ",".join(map(str, result.config.cases)),
        "Weights: " + ",".join(map(str, result.config.weights)),
        "Findings per case: " + ",".join(map(str, result.counts)),
        f"Total findings: {sum(result.counts)}",
        *_matrix(result),
    ]
    return "".join(f"{line}\n" for line in lines)


def detail_file(result: Released) -> str:
    """The .detail file: one line an occurrence."""
    lines = ["SENT.\tPOS. SOURCE\tSOURCE\tPOS. REF.\tREF.\tPOS. TARGET\tTARGET\tCASE"]
    for row in result.rows:
        sides = (side or ("-", "-") for side in (row.reference, row.target))
        words = (" ".join(map(str, column)) for side in sides for column in side)
        cells = (row.segment, row.position, row.source, *words, row.case)
        lines.append("\t".join(map(str, cells)))
    return "".join(f"{line}\n" for line in lines)


def _matrix(result: Released) -> list[str]:
    """Rows by diagonal, the largest first, then by list; what is too long in a row of dots."""
    longest = result.config.longest_matrix
    order = sorted(result.labels, key=lambda label: -result.matrix[label, label])
    shown = {label: label for label in order[:longest]}
    names = [*shown, *(["..."] if len(order) > longest else [])]
    cells: Counter[tuple[str, str]] = Counter()
    for (reference, target), count in result.matrix.items():
        cells[shown.get(reference, "..."), shown.get(target, "...")] += count
    rows = [[cells[row, column] for column in names] for row in names]
    rows.append([sum(column) for column in zip(*rows, strict=True)])
    names.append("-sum-")
    lines = ([name, *map(str, (*row, sum(row)))] for name, row in zip(names, rows, strict=True))
    return ["\t".join(line) for line in (["", *names], *lines)]
