"""Names that are loaded when they are asked for."""

from __future__ import annotations

import json

import pytest

from proform.lazy import lazily


def test_a_name_is_that_of_its_module_or_the_module() -> None:
    load = lazily("json", {"dumps": "json", "decoder": "json.decoder"})
    assert load("dumps") is json.dumps
    assert load("decoder") is json.decoder


def test_another_name_is_missing_as_everywhere() -> None:
    load = lazily("json", {"dumps": "json"})
    with pytest.raises(AttributeError, match="module 'json' has no attribute 'loads'"):
        load("loads")
