"""What a language model is asked of a pronoun, and a judge that says what it answered.

A question is made of the texts alone: the system's name is never in it, so that equal translations
of two systems are one question.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import blake2b
from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from proform.judge.base import Description, Judge
from proform.judge.elsewhere import Hearsay, describe
from proform.model import Decision, Occurrence, Rendering, Said, Segment, Translation

CONTEXT = 3
"""So many segments before that of a pronoun are shown."""

REPEATED, SAME = "repeated", "same_sum"
"""Statistics: asked more than once; how probably two of these answers are the same."""

OPEN, CLOSE = "<<", ">>"
"""What marks words in a question."""


class Reply(BaseModel):
    """What a model has to answer: a small JSON object."""

    model_config = ConfigDict(extra="ignore", str_max_length=4000)

    pronoun: Literal["right", "wrong", "unknown"]
    antecedent: Literal["right", "wrong", "none", "unknown"] = "unknown"
    words: str = ""
    reason: str = ""
    confidence: float | None = Field(default=None, ge=0, le=1)

    @property
    def right(self) -> bool | None:
        """Is the pronoun right? None if the model does not know."""
        return {"right": True, "wrong": False}.get(self.pronoun)


def read_reply(text: str) -> Reply:
    """The answer in a text, behind what the model thinks; a ValueError says what is wrong."""
    text = text.rpartition("</think>")[2]
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or end < start:
        raise ValueError("no JSON object in the answer")
    try:
        return Reply.model_validate_json(text[start : end + 1])
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "answer"
        raise ValueError(f"{where}: {first['msg']}") from error


@dataclass(frozen=True, slots=True)
class Question:
    """One pronoun in one translation, as it is shown: words that matter are marked."""

    category: str
    pronoun: str
    context: str
    """Source and translation of the segments before, a line each."""
    source: str
    translation: str
    antecedent: str = ""

    def key(self, prompt: str) -> str:
        """What identifies it, asked with the prompt of this hash."""
        return hashed(prompt + json.dumps(self.fields, ensure_ascii=False, sort_keys=True))

    @property
    def fields(self) -> dict[str, str]:
        """What a prompt can show."""
        return {name: getattr(self, name) for name in self.__slots__}


def hashed(text: str) -> str:
    """A short hash, for keys and signatures."""
    return blake2b(text.encode(), digest_size=12).hexdigest()


def marked(words: Sequence[str], positions: Sequence[int]) -> str:
    """The text with these words marked."""
    wanted = set(positions)
    return " ".join(
        f"{OPEN}{word}{CLOSE}" if at in wanted else word for at, word in enumerate(words)
    )


def question_of(
    occurrence: Occurrence, segment: Segment, into: Translation, linked: Sequence[int]
) -> Question:
    """What is asked of one pronoun in one translation."""
    known = segment.antecedents.get(occurrence.position)
    heads = known.options[0].heads if known and known.annotated and known.options else ()
    lines = []
    for earlier in segment.before:
        here = [position for number, position in heads if number == earlier.number]
        lines.append(f"source: {marked(earlier.source, here)}")
        lines.append(f"translation: {' '.join(earlier.candidates[into.number].tokens)}")
    texts = {text.number: text.source for text in (*segment.before, segment)}
    nouns = [texts[number][at] for number, at in heads if number in texts]
    return Question(
        occurrence.category or "",
        occurrence.token,
        "\n".join(lines),
        marked(segment.source, [occurrence.position]),
        marked(into.tokens, linked),
        " + ".join(nouns),
    )


@cache
def _describe(name: str) -> Description:
    plain = describe(name)
    return replace(
        plain,
        statistics=(*plain.statistics, REPEATED, SAME),
        credit=(*plain.credit, (0.0, 0.0), (0.0, 0.0)),
        sums=plain.sums | {REPEATED, SAME},
    )


@dataclass(frozen=True, eq=False)
class AskedModel(Hearsay):
    """Says what a model answered; with no answers, its explanations are the questions."""

    prompt: str
    """The hash of the prompt that it was asked with."""
    answers: Mapping[str, Said] = field(default_factory=dict)
    """By the key of a question: the share of passes that find the pronoun right, and why."""
    model: str = ""
    collects: bool = False

    looks_back: ClassVar[int] = CONTEXT
    missing: ClassVar[str] = "no answer"

    @property
    def description(self) -> Description:
        """As of all judgements from elsewhere, and whether passes say the same."""
        return _describe(self.label)

    @property
    def signature(self) -> Mapping[str, str]:
        """The model, the prompt and the answers."""
        said = hashed(repr(sorted(self.answers.items())))
        return {"model": self.model, "prompt": self.prompt[:8], "answers": said[:8]}

    def said(
        self, occurrence: Occurrence, segment: Segment, into: Translation, linked: Sequence[int]
    ) -> Said | None:
        """What was answered."""
        question = question_of(occurrence, segment, into, linked)
        return self.answers.get(question.key(self.prompt))

    def candidate(self, occurrence: Occurrence, segment: Segment, into: Translation) -> Rendering:
        """The words linked to it, and what was answered; or the question itself."""
        if not self.collects:
            return super().candidate(occurrence, segment, into)
        linked = Judge.candidate(self, occurrence, segment, into)
        question = question_of(occurrence, segment, into, linked.positions)
        return linked._replace(shown=json.dumps(question.fields, ensure_ascii=False))

    def judge(self, occurrence: Occurrence, reference: Rendering, candidate: Rendering) -> Decision:
        """What was answered, as a verdict; and whether several passes say the same."""
        decision = super().judge(occurrence, reference, candidate)
        same = candidate.said.same if candidate.said else None
        passes = (0.0, 0.0) if same is None else (1.0, same)
        return decision._replace(statistics=(*decision.statistics, *passes))

    def explain(self, system: str, decision: Decision) -> str:
        """What was answered, in a sentence; the question, where questions are collected."""
        if self.collects:
            return decision.candidate.shown
        about = f"'{decision.occurrence.token}': {system}"
        if decision.candidate.said is None:
            return f"{about}: {self.label} was not asked, or gave no answer."
        share, why, _ = decision.candidate.said
        return f"{about}: right in {share:.0%} of the passes of {self.label}. {why}".strip()


def read_question(text: str) -> Question:
    """A question from the explanation of a judge that collects them."""
    return Question(**json.loads(text))
