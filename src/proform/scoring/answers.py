"""Answers of language models: a file of JSON lines that only grows, a line for each answer.

Each line is whole or missing: what a killed program left half-written does not count.
"""

import fcntl
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from proform.errors import InputError, ProformError
from proform.judge.ask import AskedModel, Reply, hashed
from proform.model import Said
from proform.text.lines import plain_lines


class ModelAnswer(BaseModel):
    """What a model answered to one question in one pass, and how it was asked."""

    model_config = ConfigDict(frozen=True)

    question: str
    """The key of the question."""
    number: int = Field(alias="pass", ge=1)
    prompt: str
    """The hash of the prompt."""
    model: str
    parameters: Mapping[str, object] = Field(default_factory=dict)
    asked: str = ""
    """When, in UTC."""
    tokens_in: int = 0
    tokens_out: int = 0
    reply: Reply | None = None
    failure: str | None = None
    """Why there is no reply."""
    raw: str = ""

    @property
    def setting(self) -> str:
        """The hash of all that answers have in common that may be compared."""
        parameters = json.dumps(dict(self.parameters), sort_keys=True)
        return hashed(f"{self.model}\n{self.prompt}\n{parameters}")


def is_answers(keys: object) -> bool:
    """Is a JSON object with these keys an answer?"""
    return isinstance(keys, Mapping) and {"question", "pass", "prompt", "model"} <= keys.keys()


def read_answers(path: Path) -> Iterator[ModelAnswer]:
    """All answers of a file; one given twice has to be the same."""
    seen: dict[tuple[str, str, int], tuple[int, bool | None]] = {}
    lines = enumerate(plain_lines(path), 1)
    for number, line in lines:
        if not line.strip():
            continue
        try:
            answer = ModelAnswer.model_validate_json(line)
        except ValidationError as error:
            if next(lines, None) is None and not path.read_bytes().endswith(b"\n"):
                return
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            raise InputError(path, number, f"not an answer ({where}: {first['msg']})") from error
        key = answer.setting, answer.question, answer.number
        said = None if answer.reply is None else answer.reply.right
        if key in seen:
            before, other = seen[key]
            if other != said:
                what = f"the question of line {before} is answered again, and otherwise"
                raise InputError(path, number, what, hint="keep one of the two")
            continue
        seen[key] = number, said
        yield answer


def read_asked(path: Path, name: str, model: str = "") -> AskedModel:
    """The judge that says what a model answered; of several, the one that is named."""
    answers = [each for each in read_answers(path) if not model or each.model == model]
    settings = {answer.setting: answer for answer in answers}
    if not settings:
        hint = "ask with proform judge ask"
        raise InputError(path, None, f"no answer{f' of {model!r}' if model else ''}", hint=hint)
    if len(settings) > 1:
        each = ", ".join(f"{one.model} (prompt {one.prompt[:8]})" for one in settings.values())
        hint = "name one: file:NAME=PATH#MODEL, or keep the answers to each prompt in a file"
        raise InputError(path, None, f"answers of several: {each}", hint=hint)
    (one,) = settings.values()
    return AskedModel(name, one.prompt, shares(answers), one.model)


def shares(answers: Sequence[ModelAnswer]) -> dict[str, Said]:
    """By the key of a question: the share of passes that find the pronoun right, and a reason."""
    said: dict[str, list[Reply]] = {}
    for answer in answers:
        if answer.reply is not None and answer.reply.right is not None:
            said.setdefault(answer.question, []).append(answer.reply)
    return {key: _said(replies) for key, replies in said.items()}


def _said(replies: Sequence[Reply]) -> Said:
    size, right = len(replies), sum(bool(reply.right) for reply in replies)
    pairs = right * (right - 1) + (size - right) * (size - right - 1)
    same = pairs / (size * (size - 1)) if size > 1 else None
    return Said(right / size, replies[0].reason, same)


@contextmanager
def appending(path: Path) -> Iterator[BinaryIO]:
    """The file, open for more, and nobody else's meanwhile."""
    try:
        file = path.open("ab+", buffering=0)
    except OSError as error:
        raise InputError(path, None, f"cannot be written ({error.strerror})") from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ProformError(f"{path}: another program is asking just now") from None
        _mend(file)
        yield file


def _mend(file: BinaryIO) -> None:
    """End the last line, or drop it if it is not whole."""
    file.seek(0)
    before, end, last = file.read().rpartition(b"\n")
    if last:
        try:
            ModelAnswer.model_validate_json(last)
            file.write(b"\n")
        except ValidationError:
            file.truncate(len(before + end))
    file.seek(0, os.SEEK_END)


def append(file: BinaryIO, answer: ModelAnswer) -> None:
    """Write an answer, for good."""
    line = memoryview(answer.model_dump_json(by_alias=True).encode() + b"\n")
    try:
        while line:  # on a disk that is nearly full, a part of it
            line = line[file.write(line) :]
        os.fsync(file.fileno())
    except OSError as error:
        what = f"cannot be written ({error.strerror})"
        raise InputError(Path(file.name), None, what) from error
