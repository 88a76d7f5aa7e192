"""One example of a suite: source, reference and systems below each other, with marks."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from io import StringIO

from rich.console import Console
from rich.text import Text

from proform.errors import ProformError, check_known
from proform.human.review import NOTHING, Review, reviews
from proform.model import Example
from proform.scoring.judgements import Judgement
from proform.store.suites import candidates, load_target, reading_suite, reference_of, targets
from proform.stored.suites import StoredSuite
from proform.suite.dropped import dropped_verb
from proform.suite.evaluate import evaluate
from proform.suite.suite import Spot, Suite, Target, words

_PRONOUN = ("[", "]", "bold yellow")
_ANTECEDENT = ("{", "}", "bold cyan")
_Marks = Mapping[Spot, tuple[str, str, str]]


@dataclass(frozen=True)
class ExampleView:
    """An example, the translations of it, and what is said of each."""

    suite: Suite
    example: Example
    targets: Sequence[Target]
    decisions: Mapping[str, str]
    said: Mapping[str, Review]

    def to_text(self, style: str = "text", *, terminal: bool = False) -> str:
        """For people, or for programs in JSON; it is no table, so there is nothing else."""
        check_known("style", style, ("text", "json"))
        return _as_json(self) if style == "json" else _as_text(self, terminal=terminal)

    __str__ = to_text


def show_example(suite: StoredSuite, number: int) -> ExampleView:
    """An example of a suite by its number: source, reference and all systems.

    >>> from proform.report import show_example
    >>> print(show_example(proform.open_suite("suite.db"), 17))  # doctest: +SKIP
    """
    with reading_suite(suite.where, suite.name) as (connection, stored):
        examples = {example.number: example for example in stored.suite.examples}
        if number not in examples:
            ends = f"from {min(examples)} to {max(examples)}" if examples else ""
            hint = f"they are numbered {ends}" if ends else None
            raise ProformError(f"no example {number} in the suite", hint=hint)
        reference = reference_of(connection, stored)
        loaded = [load_target(connection, stored, c) for c in targets(connection, stored)]
        owners = candidates(connection, stored)
        said = {
            owners[candidate][1]: review
            for candidate, review in reviews(connection, stored).items()
            if owners[candidate][0] == number
        }
    decided: list[Judgement] = []
    if reference is not None:
        systems = [target for target in loaded if target.name != reference.name]
        only = replace(stored.suite, examples=(examples[number],))
        evaluate(only, reference, systems, ["protest"], sink=decided.append)
    decisions = {judgement.system: judgement.explanation for judgement in decided}
    return ExampleView(stored.suite, examples[number], loaded, decisions, said)


def _as_text(view: ExampleView, *, terminal: bool) -> str:
    """For people: the pronoun in [brackets], the antecedent's head in {braces}."""
    out = StringIO()
    width = Console().width if terminal else 100
    console = Console(file=out, width=width, force_terminal=terminal)
    example, suite = view.example, view.suite
    document = suite.document(example.segment)
    title = f"example {example.number}: {example.category}"
    console.print(Text(title if document is None else f"{title}, {document}", style="bold"))
    if example.note:
        console.print(Text(example.note, style="dim"))
    for name, marks, lines in _texts(view):
        console.print()
        console.print(Text(name, style="bold cyan"))
        for segment in suite.context(example):
            console.print(_marked(segment, words(lines[segment]), marks))
        for remark in _remarks(view, name):
            console.print(Text(remark, style="dim"))
    return out.getvalue()


def _as_json(view: ExampleView) -> str:
    example, suite = view.example, view.suite
    document = {
        "example": example.number,
        "category": example.category,
        "document": suite.document(example.segment),
        "segment": example.segment,
        "position": example.position,
        "pronoun": example.token,
        "note": example.note,
        "antecedents": [{**asdict(a), "text": suite.head(a)} for a in example.antecedents],
        "source": {str(segment): suite.source[segment] for segment in suite.context(example)},
        "translations": [_translation(view, target) for target in view.targets],
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _translation(view: ExampleView, target: Target) -> dict[str, object]:
    placed = target.placed[view.example.number]
    review = view.said.get(target.name, NOTHING)
    verdict = review.verdict()
    return {
        "system": target.name,
        "text": {str(n): target.lines[n] for n in view.suite.context(view.example)},
        "pronoun": list(target.words(placed.pronoun)),
        "antecedents": [list(target.words(part)) for part in placed.antecedents],
        "automatic": view.decisions.get(target.name),
        "judgements": [
            {
                "annotator": opinion.annotator,
                "pronoun": opinion.answer.pronoun,
                "antecedent": opinion.answer.antecedent,
                "tags": sorted(opinion.answer.tags),
                "remarks": opinion.answer.remarks,
            }
            for opinion in review.opinions
        ],
        "verdict": verdict.outcome,
        "contested": verdict.contested,
        "contradictory": verdict.contradictory,
    }


def _texts(view: ExampleView) -> Iterator[tuple[str, _Marks, Sequence[str]]]:
    example = view.example
    heads = {Spot(a.segment, a.head): _ANTECEDENT for a in example.antecedents}
    here = {Spot(example.segment, example.position): _PRONOUN}
    yield f"source ({view.suite.source_language})", {**heads, **here}, view.suite.source
    for target in view.targets:
        placed = target.placed[example.number]
        marks = {spot: _ANTECEDENT for part in placed.antecedents for spot in part}
        yield target.name, {**marks, **dict.fromkeys(placed.pronoun, _PRONOUN)}, target.lines


def _marked(segment: int, tokens: Sequence[str], marks: _Marks) -> Text:
    line = Text(f"{segment:>5}  ", style="dim")
    for position, token in enumerate(tokens):
        line.append(" " if position else "", style="not dim")
        before, after, style = marks.get(Spot(segment, position), ("", "", "not dim"))
        line.append(f"{before}{token}{after}", style=f"not dim {style}")
    return line


def _remarks(view: ExampleView, name: str) -> Iterator[str]:
    for target in view.targets:
        spot = dropped_verb(view.suite, target, view.example) if target.name == name else None
        if spot is not None:
            yield f"(no word: the verb is '{target.words([spot])[0]}')"
    if name in view.decisions:
        yield f"automatic: {view.decisions[name]}"
    review = view.said.get(name, NOTHING)
    if review.opinions:
        verdict = review.verdict()
        contested = ", contested" if verdict.contested else ""
        yield f"people: {verdict.outcome}{contested}" + ", contradictory" * verdict.contradictory
    for opinion in review.opinions:
        answer = opinion.answer
        parts = [f"pronoun {answer.pronoun}", f"antecedent {answer.antecedent}"]
        parts += [*sorted(answer.tags), *([repr(answer.remarks)] if answer.remarks else [])]
        yield f"{opinion.annotator}: {', '.join(parts)}"
