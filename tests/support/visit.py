"""Someone in a browser, without a browser: requests to the application in this process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.testclient import TestClient

from proform.web.security import COOKIE, CSRF_HEADER, csrf


@dataclass(frozen=True)
class Visit:
    """Someone in a browser."""

    client: TestClient
    session: str

    def get(self, path: str) -> Any:
        headers = {"cookie": f"{COOKIE}={self.session}"}
        return self.client.get(path, headers=headers, follow_redirects=False)

    def page(self, path: str) -> str:
        answer = self.get(path)
        assert answer.status_code == 200, (path, answer.text)
        text: str = answer.text
        return text

    def post(self, path: str, sent: object) -> Any:
        headers = {"cookie": f"{COOKIE}={self.session}", CSRF_HEADER: csrf(self.session)}
        return self.client.post(path, headers=headers, json=sent)

    def done(self, path: str, sent: object) -> dict[str, Any]:
        answer = self.post(path, sent)
        assert answer.status_code == 200, (path, answer.text)
        found: dict[str, Any] = answer.json()
        return found
