"""A real server on loopback that speaks the chat protocol of OpenAI, and misbehaves by a plan."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import blake2b
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from typing import Any

KEY = "sk-very-secret-4711"
MODEL = "tiny-judge"
FAULTS = (
    *("slow", "html", "empty", "half", "other_model", "too_many", "error", "large", "dropped"),
    *("no_verdict", "not_json", "dribble", "cut", "surrogate", "echo"),
)


def verdict(prompt: str) -> str:
    """What the model says of a question: always the same."""
    return "right" if blake2b(prompt.encode()).digest()[0] % 3 else "wrong"


def reply(text: str, model: str = MODEL) -> dict[str, Any]:
    """A completion."""
    usage = {"prompt_tokens": 10, "completion_tokens": 5}
    return {"model": model, "choices": [{"message": {"content": text}}], "usage": usage}


def answer(prompt: str) -> str:
    """A valid answer, as models write them."""
    said = {"antecedent": "none", "pronoun": verdict(prompt), "words": "il", "confidence": 0.9}
    return f"```json\n{json.dumps(said | {'reason': 'it fits'})}\n```"


class ChatServer(ThreadingHTTPServer):
    """Knows what it was asked, and what it does next."""

    daemon_threads = True

    def __init__(self, plan: Callable[[], str]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.plan = plan
        self.lock = threading.Lock()
        self.release = threading.Event()
        self.answered: Counter[str] = Counter()
        """Valid answers, by question."""
        self.requests = 0
        self.keys: set[str] = set()

    @property
    def url(self) -> str:
        """Where it is asked."""
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away is no error here."""


class _Handler(BaseHTTPRequestHandler):
    server: ChatServer

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Nothing on stderr."""

    def do_POST(self) -> None:
        """One question."""
        size = int(self.headers["Content-Length"])
        body = json.loads(self.rfile.read(size))
        prompt = body["messages"][0]["content"]
        with self.server.lock:
            self.server.requests += 1
            self.server.keys.add(self.headers.get("Authorization", ""))
            fault = self.server.plan()
        {
            "slow": lambda: self.server.release.wait(30),
            "html": lambda: self._send(200, "<!DOCTYPE html><p>Welcome", "text/html"),
            "empty": lambda: self._json({"model": MODEL, "choices": []}),
            "half": lambda: self._json(reply('{"pronoun": "rig')),
            "other_model": lambda: self._json(reply(answer(prompt), "another-one")),
            "unauthorised": lambda: self._send(401, f"wrong key {self._key}"),
            "too_many": lambda: self._send(429, "slow down", more={"Retry-After": "0"}),
            "error": lambda: self._send(500, f"trace: {self._key}"),
            "large": lambda: self._send(200, json.dumps(reply("x" * (2 << 20)))),
            "dropped": self.connection.close,
            "no_verdict": lambda: self._json(reply('{"pronoun": "maybe"}')),
            "not_json": lambda: self._send(200, "certainly!"),
            "null": lambda: self._json(reply("") | {"choices": [{"message": {"content": None}}]}),
            "wavering": lambda: self._json(reply(answer(f"not {prompt}"))),
            "bad_request": lambda: self._send(400, "context too long"),
            "busy": lambda: self._send(429, "slow down", more={"Retry-After": "90.5"}),
            "tomorrow": lambda: self._send(429, "no", more={"Retry-After": "3600"}),
            "dribble": self._dribble,
            "cut": lambda: self._send(200, "{", more={"Content-Length": "500"}),
            "surrogate": lambda: self._send(200, json.dumps(reply('{"pronoun": "\ud83d"}'))),
            "echo": lambda: self._send(200, self._echo()),
        }.get(fault, lambda: self._answer_or(fault, prompt))()

    def _answer_or(self, fault: str, prompt: str) -> None:
        """An answer; late, or from another server, if that is the fault."""
        if fault.startswith("http"):
            self._send(302, "", more={"Location": f"{fault}/chat/completions"})
            return
        if fault == "late":
            self.server.release.wait(1.2)
        self._answer(prompt)

    def _dribble(self) -> None:
        """A little now and then, for ever."""
        self.send_response(200)
        self.end_headers()
        while not self.server.release.wait(0.05):
            self.wfile.write(b" ")

    def _echo(self) -> str:
        """The key, as JSON may write it."""
        escaped = "".join(f"\\u{ord(letter):04x}" for letter in self._key)
        return json.dumps(reply('{"pronoun": "KEY"}')).replace("KEY", escaped)

    @property
    def _key(self) -> str:
        return str(self.headers.get("Authorization"))

    def _answer(self, prompt: str) -> None:
        with self.server.lock:
            self.server.answered[prompt] += 1
        self._json(reply(answer(prompt), f"{MODEL}-2026-01-01"))

    def _json(self, value: Mapping[str, Any]) -> None:
        self._send(200, json.dumps(value))

    def _send(
        self,
        status: int,
        text: str,
        kind: str = "application/json",
        more: Mapping[str, str] | None = None,
    ) -> None:
        data = text.encode()
        self.send_response(status)
        headers = {"Content-Type": kind, "Content-Length": str(len(data))} | dict(more or {})
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)


def seeded(share: float, seed: int = 1, faults: tuple[str, ...] = FAULTS) -> Callable[[], str]:
    """A plan: in such a share of requests one of the faults."""
    rng = Random(seed)  # noqa: S311 (not for secrets)
    return lambda: rng.choice(faults) if rng.random() < share else "fine"


def always(fault: str) -> Callable[[], str]:
    """A plan that has one fault only."""
    return lambda: fault


@contextmanager
def chatting(plan: Callable[[], str]) -> Iterator[ChatServer]:
    """The server, for as long as it is needed."""
    server = ChatServer(plan)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.release.set()
        server.shutdown()
        server.server_close()
        thread.join()
