"""A run of the authors' script: rows, counts, the confusion matrix, and its two files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from proform.errors import InputError
from proform.model import NONE, OTHER, Alignment
from proform.output import File, refuse_overwriting, writing
from proform.released.config import Config, read_config
from proform.released.judge import Cases, Found, Row, Script
from proform.text.lists import Position

Finding = tuple[int, int, str, Found | None, Found | None]


@dataclass(frozen=True, slots=True)
class Released:
    """What the script prints: the labels are the rows and columns of the matrix, in its order."""

    config: Config
    rows: Sequence[Row]
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
    script = _script(config)
    vocabulary: dict[str, None] = {}
    findings = list(_findings(config, script, vocabulary))
    known = list(dict.fromkeys(config.target_list)) if config.target_list else list(vocabulary)
    other = [OTHER] if config.target_list else []
    cases = Cases(script, [*known, *other, NONE])
    repaired = {} if config.target_list else dict.fromkeys(_forms(findings))
    labels = [*dict.fromkeys([*known, *repaired]), *other, NONE]
    rows: list[Row] = []
    matrix: Counter[tuple[str, str]] = Counter()
    for segment, position, source, reference, target in findings:
        case, expected, forms = cases.compare(reference, target)
        rows.append(Row(segment, position, source, reference, target, case))
        if case in config.cases:
            cells = _cells(labels, (expected, reference), (forms, target))
            matrix.update(cells if config.every_word else cells[:1])
    counts = [sum(row.case == case for row in rows) for case in config.cases]
    return Released(config, rows, counts, labels, matrix)


def _script(config: Config) -> Script:
    return Script(
        frozenset(config.source_list),
        config.source_separator,
        config.target_list,
        config.target_separator,
        config.equal,
        config.similar,
        frozenset(config.source_dictionary),
        frozenset(config.target_dictionary),
        config.other_equal,
    )


def _findings(config: Config, script: Script, vocabulary: dict[str, None]) -> Iterator[Finding]:
    """All occurrences: in the order of the text, or of the file of positions."""
    wanted: dict[int, list[tuple[int, Position]]] = {}
    for order, named in enumerate(config.positions or ()):
        wanted.setdefault(named.segment, []).append((order, named))
    ordered: dict[int, Finding] = {}
    number = -1
    for number, (source, reference, target, expected, linked) in enumerate(config.segments()):
        if config.positions is None:
            words = [(len(ordered) + k, *word) for k, word in enumerate(script.words(source))]
        else:
            words = [_word(config, source, *item) for item in wanted.pop(number, ())]
        if not words:
            continue
        sides = (
            (reference, expected, config.alignment_source_reference),
            (target, linked, config.alignment_source_target),
        )
        links = [_links(path, number, line, alignment) for line, alignment, path in sides]
        for order, position, word in words:
            aligned = [
                script.aligned(position, pairs, line)
                for pairs, (line, *_) in zip(links, sides, strict=True)
            ]
            vocabulary |= dict.fromkeys(form for side in aligned if side for form in side.forms)
            repaired = [
                side and script.repaired(side, pairs, source, line)
                for side, pairs, (line, *_) in zip(aligned, links, sides, strict=True)
            ]
            ordered[order] = (number, position, word, repaired[0], repaired[1])
    for (_, first), *_ in wanted.values():
        what = f"no segment {first.segment}, the source has {number + 1}"
        raise InputError(config.positions_file, first.line, what)
    return (ordered[order] for order in sorted(ordered))


def _word(config: Config, line: str, order: int, position: Position) -> tuple[int, int, str]:
    tokens = line.lower().split(" ")
    if position.token >= len(tokens):
        what = f"segment {position.segment} has no word {position.token}, it has {len(tokens)}"
        raise InputError(config.positions_file, position.line, what)
    return order, position.token, tokens[position.token]


def _links(path: Path, number: int, line: str, alignment: Alignment) -> list[tuple[int, int]]:
    if not line:  # untranslated: whatever is linked to it, there is nothing
        return []
    pairs = alignment.links
    size = len(line.split(" "))
    for source, target in pairs:
        if target >= size:
            what = f"the link {source}-{target} is outside the segment ({size} target words)"
            raise InputError(path, number + 1, what, hint="is it the alignment of these texts?")
    return pairs


def _forms(findings: Iterable[Finding]) -> Iterator[str]:
    for *_, reference, target in findings:
        for side in (reference, target):
            yield from side.forms if side else ()


def _cells(
    labels: Sequence[str], *sides: tuple[set[str | None], Found | None]
) -> list[tuple[str, str]]:
    """The cells that an occurrence counts in; all but the first only if every word counts.

    The script takes forms in the order of a set of their places in the list, so this does too.
    (Where it adds up a whole row for a repaired word outside the list, this counts OTHER.)
    """
    expected, candidate = (_labels(labels, *side) for side in sides)
    return [(reference, target) for reference in expected for target in candidate]


def _labels(labels: Sequence[str], forms: set[str | None], side: Found | None) -> list[str]:
    places = {labels.index(form) for form in forms if form is not None}
    if None in forms and side is not None:
        known = set(labels)
        rest = [form if form in known else OTHER for form in side.forms[-1:]]
        places = places or {labels.index(form) for form in rest}
    return [labels[place] for place in places]


_HEADER = (
    "SENT.",
    "POS. SOURCE",
    "SOURCE",
    "POS. REF.",
    "REF.",
    "POS. TARGET",
    "TARGET",
    "CASE",
)


def run_script(config: File) -> tuple[str, tuple[Path, Path]]:
    """Score as the script does, from its own configuration file; the score, and what is written."""
    settings = read_config(Path(config))
    score, detail = (Path(f"{settings.output}.{end}") for end in ("score", "detail"))
    refuse_overwriting([score, detail], [Path(config), *settings.files(), *settings.lists])
    result = run_released(settings)
    with writing(score) as score_out, writing(detail) as detail_out:
        score_out.write(score_file(result))
        detail_out.write(detail_file(result))
    return score_line(result), (score, detail)


def score_line(result: Released) -> str:
    """The first line of the .score file."""
    score = "undefined" if result.score is None else f"{result.score:0.4f}"
    return f"Score: {score}"


def score_file(result: Released) -> str:
    """The .score file: five lines, then the matrix."""
    lines = [
        score_line(result),
        "Cases: " + ",".join(map(str, result.config.cases)),
        "Weights: " + ",".join(map(str, result.config.weights)),
        "Findings per case: " + ",".join(map(str, result.counts)),
        f"Total findings: {sum(result.counts)}",
        *("\t".join(map(str, row)) for row in _matrix(result)),
    ]
    return "".join(f"{line}\n" for line in lines)


def detail_file(result: Released) -> str:
    """The .detail file: one line an occurrence."""
    lines = ["\t".join(_HEADER)]
    for row in result.rows:
        sides = (cell for side in (row.reference, row.target) for cell in _side(side))
        cells = (row.segment, row.position, row.source, *sides, row.case)
        lines.append("\t".join(map(str, cells)))
    return "".join(f"{line}\n" for line in lines)


def _side(rendered: Found | None) -> tuple[str, str]:
    if rendered is None:
        return "-", "-"
    return " ".join(map(str, rendered.positions)), " ".join(rendered.forms)


def _matrix(result: Released) -> list[Sequence[str | int]]:
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
    table: list[Sequence[str | int]] = [["", *names, "-sum-"]]
    for name, row in zip([*names, "-sum-"], rows, strict=True):
        table.append([name, *row, sum(row)])
    return table
