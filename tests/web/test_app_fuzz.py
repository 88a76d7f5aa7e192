"""Whatever is sent to the application's own schema, it never is a mistake of ours."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import schemathesis
from httpx2 import InvalidURL
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from tests.support.office import disagree, open_office
from tests.support.visit import Visit

from proform.web.security import COOKIE, CSRF_HEADER, csrf

TIMES = 6
"""Requests to each route by each visitor: bounded, so that the test is quick."""


def test_no_request_that_the_schema_allows_or_forbids_is_a_mistake_of_ours(tmp_path: Path) -> None:
    with open_office(str(tmp_path / "suite.db")) as office:
        ada, _ = disagree(office)
        application: Any = office.client.app
        schema = schemathesis.openapi.from_dict(application.openapi())
        statuses: Counter[int] = Counter()
        for found in schema.get_all_operations():
            operation: Any = found.ok()  # type: ignore[union-attr]
            for mode in schemathesis.GenerationMode:
                _try(operation.as_strategy(generation_mode=mode), (office.her, ada), statuses)
    assert not [status for status in statuses if status >= 500], statuses
    assert statuses[200] > TIMES
    assert statuses[422] > TIMES


def _try(
    cases: st.SearchStrategy[Any], visitors: tuple[Visit, ...], statuses: Counter[int]
) -> None:
    @seed(18)
    @settings(
        max_examples=TIMES,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(cases)
    def send(case: Any) -> None:
        for who in visitors:
            sent = case.as_transport_kwargs(base_url="http://testserver")
            sent["headers"] = {
                **{name: value for name, value in sent["headers"].items() if _plain(value)},
                "cookie": f"{COOKIE}={who.session}",
                CSRF_HEADER: csrf(who.session),
            }
            sent.pop("cookies", None)
            if isinstance(sent.get("data"), bytes | str):
                sent["content"] = sent.pop("data")
            with suppress(InvalidURL):  # longer than the client itself sends
                reply = who.client.request(**sent, follow_redirects=False)
                statuses[reply.status_code] += 1
                assert reply.status_code < 500, (case.method, case.path, sent, reply.text)

    with suppress(Unsatisfiable):  # of a route without parameters nothing can be wrong
        send()


def _plain(value: str) -> bool:
    return value.isascii() and value.isprintable()
