"""The questions that a suite, or texts, give rise to, and the prompts that put them.

Prompts are versioned text files with placeholders, and guidelines for categories below them.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from proform.errors import InputError, ProformError, check_known
from proform.judge.ask import AskedModel, Question, hashed, read_question
from proform.judge.protest import Protest
from proform.model import Verdict
from proform.output import File, as_path
from proform.scoring.judgements import Judgement
from proform.scoring.score import score
from proform.stored.suites import open_suite
from proform.text.texts import Given

DEFAULT = "pronoun-1"
"""The version that is used unless another file is given."""

NEEDED = ("source", "translation", "pronoun")
KNOWN = (*NEEDED, "context", "antecedent", "guidelines", "source_language", "target_language")
OTHER = "other"
_SECTION = "--- guidelines"
_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
ONLY = ("all", "referred")
_NAME = "question"


class Questions(NamedTuple):
    """What there is to ask, each question once, and the languages."""

    asked: tuple[Question, ...]
    languages: str


def questions_of_suite(
    where: File, suite: str | None = None, *, only: str = "all", systems: Sequence[str] = ()
) -> Questions:
    """Of every example in every system; or of those that matching does not approve."""
    check_known("only", only, ONLY)
    opened = open_suite(where, suite)
    rows: list[Judgement] = []
    metrics: list[Any] = [AskedModel(_NAME, "", collects=True)]
    metrics += [Protest.name] if only == "referred" else []
    opened.evaluate(metrics, systems=systems, judgements=rows.append)
    approved = {
        (row.system, row.example)
        for row in rows
        if row.metric == Protest.name and row.verdict is Verdict.CORRECT
    }
    chosen = (row for row in rows if (row.system, row.example) not in approved)
    return Questions(_once(chosen), opened.value.languages)


def questions_of_texts(
    source: Given,
    reference: Given | None,
    systems: Mapping[str, Given] | Sequence[File],
    languages: str,
    **options: Any,  # noqa: ANN401 (those of `proform.score`)
) -> Questions:
    """Of every pronoun of the source in every system."""
    rows: list[Judgement] = []
    metrics = [AskedModel(_NAME, "", collects=True)]
    options = {**options, "metrics": metrics}
    score(source, reference, systems, languages, judgements=rows.append, **options)
    return Questions(_once(rows), languages)


def _once(rows: Any) -> tuple[Question, ...]:  # noqa: ANN401 (an iterable of judgements)
    asked = (read_question(row.explanation) for row in rows if row.metric == _NAME)
    every = tuple(dict.fromkeys(asked))
    if not every:
        raise ProformError("there is nothing to ask", hint="no pronoun is left to judge")
    return every


@dataclass(frozen=True)
class Prompt:
    """A text with places for what a question shows, and what counts in each category."""

    name: str
    text: str
    guidelines: Mapping[str, str]
    digest: str

    def render(self, question: Question, languages: tuple[str, str]) -> str:
        """The text that a model gets; languages by their names."""
        source, target = languages
        general = self.guidelines.get(OTHER, "")
        values = question.fields | {
            "guidelines": self.guidelines.get(question.category, general),
            "source_language": source,
            "target_language": target,
            "context": question.context or "(none)",
            "antecedent": question.antecedent or "(not given)",
        }
        return _PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), self.text)


def load_prompt(file: File | None = None) -> Prompt:
    """A prompt of one's own, or the one that comes along."""
    path = as_path(file)
    if path is None:
        text = (files("proform.ask") / "prompts" / f"{DEFAULT}.txt").read_text(encoding="utf-8")
        return _prompt(Path(f"{DEFAULT}.txt"), text)
    try:
        return _prompt(path, path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise InputError(path, None, "not UTF-8") from error
    except OSError as error:
        raise InputError(path, None, f"cannot be read ({error.strerror})") from error


def _prompt(path: Path, whole: str) -> Prompt:
    text, _, section = whole.partition(_SECTION)
    names = set(_PLACEHOLDER.findall(text))
    for name in NEEDED:
        if name not in names:
            hint = f"a prompt needs {', '.join(f'{{{each}}}' for each in NEEDED)}"
            raise InputError(path, None, f"no placeholder {{{name}}}", hint=hint)
    guidelines = {}
    first = text.count("\n") + 2
    for number, line in enumerate(section.strip("\n").split("\n"), first):
        if line.strip():
            category, mark, rule = line.partition(":")
            if not mark:
                what = f"expected CATEGORY: what counts, found {line!r:.60}"
                raise InputError(path, number, what)
            guidelines[category.strip()] = rule.strip()
    return Prompt(path.stem, text.strip() + "\n", guidelines, hashed(whole))
