"""Questions and answers as files, in the batch formats of the usual providers."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from proform.ask.client import BrokenAnswerError, Completion, Server, read_completion, whole
from proform.errors import InputError
from proform.output import writing
from proform.text.lines import plain_lines

FORMATS = ("openai", "anthropic")
MOST = 1024
"""Tokens of an answer, for providers that want to know."""


class Wanted(NamedTuple):
    """A question in one pass, as it is sent."""

    key: str
    number: int
    prompt: str

    @property
    def custom_id(self) -> str:
        """What an answer is recognised by."""
        return f"{self.key}-{self.number}"


def write_prompts(path: Path, wanted: Sequence[Wanted], server: Server, style: str) -> None:
    """A line for each question."""
    with writing(path) as out:
        for each in wanted:
            body = server.body(each.prompt)
            record: dict[str, Any] = {"custom_id": each.custom_id}
            if style == "anthropic":
                record["params"] = {"max_tokens": MOST} | body
            else:
                record |= {"method": "POST", "url": "/v1/chat/completions", "body": body}
            out.write(json.dumps(record, ensure_ascii=False) + "\n")


class Returned(NamedTuple):
    """What came back for a question: an answer, or why there is none."""

    line: int
    custom_id: str
    completion: Completion | None
    failure: str = ""


def read_batch(path: Path, model: str) -> Iterator[Returned]:
    """The lines of a file of answers."""
    for number, line in enumerate(plain_lines(path), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(path, number, f"not JSON ({error})") from error
        custom_id = record.get("custom_id") if isinstance(record, dict) else None
        if not isinstance(custom_id, str):
            hint = "expected the answers of a batch, each with its custom_id"
            raise InputError(path, number, "no custom_id", hint=hint)
        try:
            yield Returned(number, custom_id, _completion(record, model))
        except BrokenAnswerError as error:
            yield Returned(number, custom_id, None, str(error.args[0]))


def _completion(record: Mapping[str, Any], model: str) -> Completion:
    if isinstance(response := record.get("response"), Mapping):  # OpenAI and those like it
        return read_completion(response.get("body"), model)
    if isinstance(result := record.get("result"), Mapping):  # Anthropic
        message = result.get("message")
        if result.get("type") != "succeeded" or not isinstance(message, Mapping):
            raise BrokenAnswerError(f"the request {result.get('type', 'failed')}", "")
        parts = message.get("content")
        texts = [str(part.get("text", "")) for part in parts] if isinstance(parts, list) else []
        usage = message.get("usage")
        counts = usage if isinstance(usage, Mapping) else {}
        choice = {"message": {"content": "".join(texts)}}
        sizes = {"prompt_tokens": "input_tokens", "completion_tokens": "output_tokens"}
        spent = {name: counts.get(theirs, 0) for name, theirs in sizes.items()}
        reply = {"choices": [choice], "model": message.get("model"), "usage": spent}
        return read_completion(reply, model)
    if isinstance(text := record.get("text"), str):
        return Completion(whole(text), model, 0, 0)
    raise BrokenAnswerError(str(record.get("error") or "no response"), "")
