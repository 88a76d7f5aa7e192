"""What keeps strangers out: cookies, cross-site checks, headers, limits, logs without secrets."""

import hmac
import json
import logging
import time
from collections import deque
from collections.abc import Callable
from hashlib import sha256
from threading import Lock

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "proform_session"
CSRF_HEADER = "x-proform-csrf"
LARGEST = 64 * 1024
"""Bytes of a request: an answer is far smaller."""
UPLOADS = tuple(f"/api/research/{what}" for what in ("systems", "batches", "controls/table"))
MOST_UPLOADED = 20_000_000
"""Bytes of a file that is uploaded."""

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; font-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",  # a link with a secret in it is not told to anyone
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}

log = logging.getLogger("proform.web")


def csrf(session: str) -> str:
    """What a page of this session sends along when it changes something."""
    return hmac.new(session.encode(), b"proform csrf", sha256).hexdigest()


def genuine(request: Request) -> bool:
    """Did a page of ours, in this session, send this change?"""
    session = request.cookies.get(COOKIE, "")
    sent = request.headers.get(CSRF_HEADER, "")
    site = request.headers.get("sec-fetch-site", "same-origin")
    return site in ("same-origin", "none") and hmac.compare_digest(
        sent.encode(errors="replace"), csrf(session).encode()
    )


class Attempts:
    """Wrong secrets: so many in a minute, by who tried what, and then they are put off."""

    def __init__(self, most: int = 10, within: float = 60.0) -> None:
        self._most = most
        self._within = within
        self._failed: dict[str, deque[float]] = {}
        self._lock = Lock()

    def too_many(self, who: str) -> bool:
        """Is this one to wait?"""
        with self._lock:
            return len(self._recent(who)) >= self._most

    def failed(self, who: str) -> None:
        """One more wrong secret."""
        with self._lock:
            self._recent(who).append(time.monotonic())

    def _recent(self, who: str) -> deque[float]:
        since = time.monotonic() - self._within
        for other in [key for key, times in self._failed.items() if times and times[-1] < since]:
            del self._failed[other]
        times = self._failed.setdefault(who, deque(maxlen=self._most))
        while times and times[0] < since:
            times.popleft()
        return times


class Guard:
    """Limits and headers around every request, and a line in the log.

    `failed` makes the reply to what went wrong through a mistake of ours.
    """

    def __init__(self, app: ASGIApp, failed: Callable[[Request], Response]) -> None:
        self._app = app
        self._failed = failed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request, start, status = Request(scope), time.perf_counter(), 0

        async def headed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if not request.url.path.startswith("/static/"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        mistake: Exception | None = None
        try:
            app = _REFUSED if _too_large(request) else self._app
            await app(scope, receive, headed)
        except Exception as error:  # noqa: BLE001 (whatever it is: it is logged, and said)
            mistake = error
            if not status:  # no part of a reply is on its way
                await self._failed(request)(scope, receive, headed)
        line = {
            "method": request.method,
            # The pattern: the path may hold a secret.
            "route": getattr(scope.get("route"), "path", "none"),
            "status": status,
            "ms": round(1000 * (time.perf_counter() - start), 1),
        }
        log.log(logging.ERROR if mistake else logging.INFO, json.dumps(line), exc_info=mistake)


_REFUSED = JSONResponse({"error": "the request is too large, or empty"}, 413)


def _too_large(request: Request) -> bool:
    length = request.headers.get("content-length", "0")
    most = MOST_UPLOADED if request.url.path in UPLOADS else LARGEST
    sends = request.method in ("POST", "PUT", "PATCH")
    return sends and not (length.isdigit() and 0 < int(length) <= most)
