"""One question to a server that speaks the chat protocol of OpenAI, whatever the server does.

The standard library suffices: a question is one request, and threads ask several at once.
"""

import json
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from http.client import HTTPException, IncompleteRead
from typing import Any, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from proform.errors import ProformError

LARGEST = 1 << 20
"""A reply of more bytes is none."""

AGAIN = frozenset({408, 409, 425, 500, 502, 503, 504, 529})
"""Statuses that may pass."""

STOP = frozenset({401, 403, 404})
"""Statuses that every question would get."""


PATIENCE = 600
"""A server that asks to wait for more seconds is not waited for."""


class Completion(NamedTuple):
    """What a model wrote."""

    text: str
    model: str
    tokens_in: int
    tokens_out: int


class NoAnswerError(Exception):
    """Why a question has no answer now; asking another time may help."""


class NotAskedError(Exception):
    """The budget is spent, or the run is over."""


class BrokenAnswerError(Exception):
    """Why what came is no answer; the text that came, if any, is the second argument."""


@dataclass(frozen=True)
class Budget:
    """What may be spent; None is no limit."""

    requests: int | None = None
    tokens: int | None = None


class Allowance:
    """What is left of a budget: requests and tokens are counted, by whichever thread."""

    def __init__(self, budget: Budget | None = None) -> None:
        self._budget = budget or Budget()
        self._lock, self._over = threading.Lock(), threading.Event()
        self.requests = self.tokens = 0

    def allows(self, tokens: int = 0) -> bool:
        """Is there room for one more request, with so many tokens on their way?"""
        most = self._budget
        enough = most.requests is None or self.requests < most.requests
        room = most.tokens is None or self.tokens + tokens < most.tokens
        return enough and room and not self._over.is_set()

    def request(self) -> None:
        """Count a request that is about to be made; an error if there may be none."""
        with self._lock:
            if not self.allows():
                raise NotAskedError
            self.requests += 1

    def spend(self, tokens: int) -> None:
        """Count tokens."""
        with self._lock:
            self.tokens += tokens

    def wait(self, seconds: float) -> None:
        """Wait, unless it is over before."""
        self._over.wait(seconds)

    def stop(self) -> None:
        """It is over."""
        self._over.set()


class _Unredirected(HTTPRedirectHandler):
    """A question stays with the server that it is meant for, and so does the key."""

    def redirect_request(self, *_: object) -> None:
        """Not at all: the status is an error."""


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
    meter: Allowance = field(default_factory=Allowance, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not _is_address(self.endpoint):
            hint = "such as http://localhost:8000/v1"
            raise ProformError(f"endpoint: not an address: {self.endpoint!r}", hint=hint)
        if not (self.key.isascii() and (self.key.isprintable() or not self.key)):
            # What http.client says of it would show the key.
            raise ProformError("the key has characters in it that no request can carry")

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
        why = "no try"
        for number in range(self.tries):
            pause = min(self.pause * 2**number, self.longest)
            self.meter.request()
            try:
                return self._completion(self._post(data))
            except HTTPError as error:
                why = self._told(error)
                if error.code in STOP or 300 <= error.code < 400:
                    hint = "check the key in the environment, the endpoint and the model's name"
                    raise ProformError(f"{self.endpoint}: {why}", hint=hint) from None
                if error.code == 429:
                    pause = _after(error.headers.get("Retry-After"), pause)
                elif error.code not in AGAIN:
                    raise NoAnswerError(why) from None
                if pause > PATIENCE:
                    why = f"{why} (the server asks to wait {pause:.0f} s)"
                    raise NoAnswerError(why) from None
            except TimeoutError:
                why = f"no answer within {self.timeout:g} s"
            except (URLError, HTTPException, OSError) as error:
                timed = isinstance(getattr(error, "reason", None), TimeoutError)
                reason = str(getattr(error, "reason", error)) or type(error).__name__
                why = f"no answer within {self.timeout:g} s" if timed else self._safe(reason)
            if number + 1 < self.tries:
                self.meter.wait(pause)
        raise NoAnswerError(why)

    def _post(self, data: bytes) -> bytes:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        request = Request(self.address, data, headers, method="POST")  # noqa: S310 (checked above)
        until = time.monotonic() + self.timeout
        body = b""
        with build_opener(_Unredirected).open(request, timeout=self.timeout) as response:
            # A server that sends a little now and then never exceeds the time of a single read.
            while chunk := response.read1(1 << 16):
                body += chunk
                if len(body) > LARGEST:
                    raise BrokenAnswerError(f"the reply is larger than {LARGEST >> 20} MB", "")
                if time.monotonic() > until:
                    raise TimeoutError
            if response.length:
                raise IncompleteRead(body, response.length)
        return body

    def _completion(self, body: bytes) -> Completion:
        text = body.decode("utf-8", "replace")
        try:
            completion = read_completion(json.loads(text), self.model)
        except (ValueError, RecursionError):
            what = "HTML" if text.lstrip().lower().startswith(("<!doctype", "<html")) else "no JSON"
            raise BrokenAnswerError(f"the reply is {what}", self._safe(text[:4000])) from None
        except BrokenAnswerError as error:
            raise BrokenAnswerError(*map(self._safe, error.args)) from None
        self.meter.spend(completion.tokens_in + completion.tokens_out)
        return completion._replace(text=self._safe(completion.text))

    def _told(self, error: HTTPError) -> str:
        try:
            detail = " ".join(error.read(300).decode("utf-8", "replace").split())
        except (OSError, HTTPException):
            detail = ""
        return self._safe(f"status {error.code} {error.reason}{': ' if detail else ''}{detail}")

    def _safe(self, text: str) -> str:
        """Without the key, should a server repeat it."""
        return text.replace(self.key, "(key)") if self.key else text


def _is_address(endpoint: str) -> bool:
    try:
        parts = urlsplit(endpoint)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # of the port
        return False


def whole(text: str) -> str:
    """Without halves of characters, which JSON can hold and UTF-8 cannot."""
    return text.encode("utf-8", "replace").decode()


def read_completion(reply: object, model: str) -> Completion:
    """The first choice of a reply, which has to be of the model that was asked."""
    raw = json.dumps(reply)[:4000]
    if not isinstance(reply, Mapping) or not isinstance(choices := reply.get("choices"), list):
        raise BrokenAnswerError("the reply has no choices", raw)
    if not choices or not isinstance(choices[0], Mapping):
        raise BrokenAnswerError("the reply has an empty list of choices", raw)
    message = choices[0].get("message")
    text = message.get("content") if isinstance(message, Mapping) else None
    if not isinstance(text, str) or not text.strip():
        raise BrokenAnswerError("the reply has no text", raw)
    text, by = whole(text), whole(str(reply.get("model") or model))
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
    try:
        return max(float(header), 0.0)
    except ValueError:
        pass
    try:
        return max(parsedate_to_datetime(header).timestamp() - time.time(), 0.0)
    except (TypeError, ValueError):
        return otherwise
