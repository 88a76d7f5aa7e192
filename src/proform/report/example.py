"""One example of a suite: source, reference and systems below each other, with marks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import StringIO

from rich.console import Console
from rich.text import Text

from proform.errors import ProformError, check_known
from proform.human.review import NOTHING, Review, reviews
from proform.model import Example
from proform.scoring.judgements import Judgement
from proform.store.database import opened
from proform.store.load import candidates, find_suite, load_target, reference_of, targets
from proform.stored.suites import StoredSuite
from proform.suite.evaluate import evaluate
from proform.suite.suite import Spot, Suite, Target, words

_PRONOUN = ("[", "]", "bold yellow")
_ANTECEDENT = ("{", "}", "bold cyan")


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
        return as_json(self) if style == "json" else as_text(self, terminal=terminal)

    def __str__(self) -> str:
        return self.to_text()


def show_example(suite: StoredSuite, number: int) -> ExampleView:
    """An example of a suite by its number: source, reference and all systems.

    >>> from proform.report import show_example
    >>> print(show_example(proform.open_suite("suite.db"), 17))  # doctest: +SKIP
    """
    with opened(suite.where) as store, store.reading() as connection:
        stored = find_suite(connection, suite.name)
        chosen = [example for example in stored.suite.examples if example.number == number]
        if not chosen:
            numbers = [example.number for example in stored.suite.examples]
            hint = f"they are numbered from {min(numbers)} to {max(numbers)}" if numbers else None
            raise ProformError(f"no example {number} in the suite", hint=hint)
        reference = reference_of(connection, stored)
        loaded = [load_target(connection, stored, c) for c in targets(connection, stored)]
        owners = candidates(connection, stored)
        said = {
            owners[candidate][1]: review
            for candidate, review in reviews(connection, stored).items()
            if owners[candidate][0] == number
        }
    decided: dict[str, str] = {}
    if reference is not None:
        systems = [target for target in loaded if target.name != reference.name]
        only = replace(stored.suite, examples=tuple(chosen))

        def keep(judgement: Judgement) -> None:
            decided[judgement.system] = judgement.explanation

        evaluate(only, reference, systems, ["protest"], sink=keep)
    return ExampleView(stored.suite, chosen[0], loaded, decided, said)


def as_text(shown: ExampleView, *, terminal: bool) -> str:
    """For people: the pronoun in [brackets], the antecedent's head in {braces}."""
    out = StringIO()
    width = Console().width if terminal else 100
    console = Console(file=out, width=width, force_terminal=terminal)
    example, suite = shown.example, shown.suite
    document = suite.document(example.segment)
    title = f"example {example.number}: {example.category}"
    console.print(Text(title if document is None else f"{title}, {document}", style="bold"))
    if example.note:
        console.print(Text(example.note, style="dim"))
    for name, marks, lines in _texts(shown):
        console.print()
        console.print(Text(name, style="bold cyan"))
        for segment in suite.context(example):
            console.print(_marked(segment, words(lines[segment]), marks))
        for remark in _remarks(shown, name):
            console.print(Text(remark, style="dim"))
    return out.getvalue()


def as_json(shown: ExampleView) -> str:
    """For programs."""
    example, suite = shown.example, shown.suite
    document = {
        "example": example.number,
        "category": example.category,
        "document": suite.document(example.segment),
        "segment": example.segment,
        "position": example.position,
        "pronoun": example.token,
        "note": example.note,
        "antecedents": [
            {
                "segment": antecedent.segment,
                "first": antecedent.first,
                "last": antecedent.last,
                "head": antecedent.head,
                "text": suite.head(antecedent),
            }
            for antecedent in example.antecedents
        ],
        "source": {str(segment): suite.source[segment] for segment in suite.context(example)},
        "translations": [_json_target(shown, target) for target in shown.targets],
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _json_target(shown: ExampleView, target: Target) -> dict[str, object]:
    placed = target.placed[shown.example.number]
    review = shown.said.get(target.name, NOTHING)
    verdict = review.verdict()
    return {
        "system": target.name,
        "text": {str(n): target.lines[n] for n in shown.suite.context(shown.example)},
        "pronoun": list(target.words(placed.pronoun)),
        "antecedents": [list(target.words(part)) for part in placed.antecedents],
        "automatic": shown.decisions.get(target.name),
        "judgements": [
            {
                "annotator": one.annotator,
                "pronoun": one.answer.pronoun,
                "antecedent": one.answer.antecedent,
                "tags": sorted(one.answer.tags),
                "remarks": one.answer.remarks,
            }
            for one in review.opinions
        ],
        "verdict": verdict.outcome,
        "contested": verdict.contested,
        "contradictory": verdict.contradictory,
    }


Marks = Mapping[Spot, tuple[str, str, str]]


def _texts(shown: ExampleView) -> Iterator[tuple[str, Marks, Sequence[str]]]:
    example = shown.example
    heads = {Spot(a.segment, a.head): _ANTECEDENT for a in example.antecedents}
    here = {Spot(example.segment, example.position): _PRONOUN}
    yield f"source ({shown.suite.source_language})", {**heads, **here}, shown.suite.source
    for target in shown.targets:
        placed = target.placed[example.number]
        marks = {spot: _ANTECEDENT for part in placed.antecedents for spot in part}
        yield target.name, {**marks, **dict.fromkeys(placed.pronoun, _PRONOUN)}, target.lines


def _marked(segment: int, tokens: Sequence[str], marks: Marks) -> Text:
    line = Text(f"{segment:>5}  ", style="dim")
    for position, token in enumerate(tokens):
        line.append(" " if position else "", style="not dim")
        before, after, style = marks.get(Spot(segment, position), ("", "", "not dim"))
        line.append(f"{before}{token}{after}", style=f"not dim {style}")
    return line


def _remarks(shown: ExampleView, name: str) -> Iterator[str]:
    if name in shown.decisions:
        yield f"automatic: {shown.decisions[name]}"
    review = shown.said.get(name, NOTHING)
    if review.opinions:
        verdict = review.verdict()
        more = (" contested", verdict.contested), (" contradictory", verdict.contradictory)
        yield f"people: {verdict.outcome}" + "".join(f",{word}" for word, there in more if there)
    for one in review.opinions:
        answer = one.answer
        parts = [f"pronoun {answer.pronoun}", f"antecedent {answer.antecedent}"]
        parts += sorted(answer.tags)
        parts += [repr(answer.remarks)] if answer.remarks else []
        yield f"{one.annotator}: {', '.join(parts)}"
