"""One question to a server that speaks the chat protocol of OpenAI, whatever the server does.

The standard library suffices: a question is one request, and threads ask several at once.
"""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import Any, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from proform.errors import ProformError

LARGEST = 1 << 20
"""A reply of more bytes is none."""

AGAIN = frozenset({408, 409, 425, 500, 502, 503, 504, 529})
"""Statuses that may pass."""

STOP = frozenset({401, 403, 404})
"""Statuses that every question would get."""


class Completion(NamedTuple):
    """What a model wrote."""

    text: str
    model: str
    tokens_in: int
    tokens_out: int


class NoAnswerError(Exception):
    """Why a question has no answer now; asking another time may help."""


class BrokenAnswerError(Exception):
    """Why what came is no answer; the text that came, if any, is the second argument."""


@dataclass(frozen=True)
class Server:
    """Where to ask, and how patiently. The key is kept out of everything that is written."""

    endpoint: str
    model: str
    key: str = field(default="", repr=False)
    parameters: Mapping[str, Any] = field(default_factory=dict)
    timeout: float = 60
    tries: int = 6
    pause: float = 1
    """Before the second try; it doubles from one to the next."""
    longest: float = 60
    """The longest pause."""
    sleep: Callable[[float], object] = time.sleep
    stopped: Callable[[], bool] = bool
    """Is it no longer worth asking?"""

    def __post_init__(self) -> None:
        parts = urlsplit(self.endpoint)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            hint = "such as http://localhost:8000/v1"
            raise ProformError(f"endpoint: not an address: {self.endpoint!r}", hint=hint)

    @property
    def address(self) -> str:
        """Where questions go."""
        base = self.endpoint.rstrip("/")
        return base if base.endswith("/chat/completions") else f"{base}/chat/completions"

    def body(self, prompt: str) -> dict[str, Any]:
        """What is sent."""
        message = {"role": "user", "content": prompt}
        return {"model": self.model, "messages": [message], **self.parameters}

    def ask(self, prompt: str) -> Completion:
        """Ask until there is an answer, or no hope of one."""
        data = json.dumps(self.body(prompt)).encode()
        pause = self.pause
        why = "no try"
        for number in range(self.tries):
            if number:
                self.sleep(min(pause, self.longest))
                pause *= 2
                if self.stopped():
                    break
            try:
                return self._completion(self._post(data))
            except HTTPError as error:
                told = self._told(error)
                if error.code in STOP:
                    hint = "check the key in the environment, the endpoint and the model's name"
                    raise ProformError(f"{self.endpoint}: {told}", hint=hint) from None
                if error.code == 429:
                    pause = max(_after(error.headers.get("Retry-After"), pause), 0)
                elif error.code not in AGAIN:
                    raise NoAnswerError(told) from None
                why = told
            except TimeoutError:
                why = f"no answer within {self.timeout:g} s"
            except (URLError, HTTPException, OSError) as error:
                timed = isinstance(getattr(error, "reason", None), TimeoutError)
                reason = str(getattr(error, "reason", error)) or type(error).__name__
                why = f"no answer within {self.timeout:g} s" if timed else self._safe(reason)
        raise NoAnswerError(why)

    def _post(self, data: bytes) -> bytes:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        request = Request(self.address, data, headers, method="POST")  # noqa: S310 (checked above)
        with urlopen(request, timeout=self.timeout) as response:  # noqa: S310
            body: bytes = response.read(LARGEST + 1)
        if len(body) > LARGEST:
            raise BrokenAnswerError(f"the reply is larger than {LARGEST >> 20} MB", "")
        return body

    def _completion(self, body: bytes) -> Completion:
        text = self._safe(body.decode("utf-8", "replace"))
        try:
            return read_completion(json.loads(text), self.model)
        except (ValueError, RecursionError):
            what = "HTML" if text.lstrip().lower().startswith(("<!doctype", "<html")) else "no JSON"
            raise BrokenAnswerError(f"the reply is {what}", text[:4000]) from None

    def _told(self, error: HTTPError) -> str:
        try:
            detail = " ".join(error.read(300).decode("utf-8", "replace").split())
        except (OSError, HTTPException):
            detail = ""
        return self._safe(f"status {error.code} {error.reason}{': ' if detail else ''}{detail}")

    def _safe(self, text: str) -> str:
        """Without the key, should a server repeat it."""
        return text.replace(self.key, "(key)") if self.key else text


def read_completion(reply: object, model: str) -> Completion:
    """The first choice of a reply, which has to be of the model that was asked."""
    raw = json.dumps(reply, ensure_ascii=False)[:4000]
    if not isinstance(reply, Mapping) or not isinstance(choices := reply.get("choices"), list):
        raise BrokenAnswerError("the reply has no choices", raw)
    if not choices or not isinstance(choices[0], Mapping):
        raise BrokenAnswerError("the reply has an empty list of choices", raw)
    message = choices[0].get("message")
    text = message.get("content") if isinstance(message, Mapping) else None
    if not isinstance(text, str) or not text.strip():
        raise BrokenAnswerError("the reply has no text", raw)
    by = str(reply.get("model") or model)
    # A name may come back with a date behind it, or without the name of a gateway before it.
    if not (by.startswith(model) or model.endswith(by)):
        raise BrokenAnswerError(f"another model answered: {by}", text)
    usage = reply.get("usage")
    counts = usage if isinstance(usage, Mapping) else {}
    sizes = (counts.get(name, 0) for name in ("prompt_tokens", "completion_tokens"))
    spent, written = (size if isinstance(size, int) else 0 for size in sizes)
    return Completion(text, by, spent, written)


def _after(header: str | None, otherwise: float) -> float:
    """The seconds that a server asks to wait."""
    if not header:
        return otherwise
    if header.strip().isdigit():
        return float(header)
    try:
        return parsedate_to_datetime(header).timestamp() - time.time()
    except (TypeError, ValueError):
        return otherwise
