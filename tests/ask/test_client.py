from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from tests.support.chat_server import KEY, MODEL, always, chatting, reply

from proform.ask.client import BrokenAnswerError, Server, _after, read_completion


def test_a_completion() -> None:
    with chatting(always("fine")) as server:
        completion = Server(f"{server.url}/chat/completions", MODEL, KEY).ask("?")
    assert completion.model == f"{MODEL}-2026-01-01"
    assert (completion.tokens_in, completion.tokens_out) == (10, 5)


def test_without_a_key_none_is_sent() -> None:
    with chatting(always("fine")) as server:
        Server(server.url, MODEL).ask("?")
    assert server.keys == {""}


def test_names_of_models() -> None:
    assert read_completion(reply("x", "qwen3"), "hub/qwen3").text == "x"
    assert read_completion(reply("x", "gpt-5-2026"), "gpt-5").model == "gpt-5-2026"
    with pytest.raises(BrokenAnswerError, match="another model"):
        read_completion(reply("x", "gpt-4"), "gpt-5")


@pytest.mark.parametrize("value", [None, [], {}, {"choices": None}, {"choices": ["x"]}])
def test_what_is_no_completion(value: object) -> None:
    with pytest.raises(BrokenAnswerError):
        read_completion(value, MODEL)


def test_when_to_try_again() -> None:
    assert _after(None, 3) == 3
    assert _after("7", 3) == 7
    assert _after("soon", 3) == 3
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=30))
    assert 25 < _after(later, 3) <= 30


def test_the_key_is_not_shown() -> None:
    assert KEY not in repr(Server("http://localhost", MODEL, KEY))
