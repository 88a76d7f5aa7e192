from __future__ import annotations

import json
from pathlib import Path

from tests.support.chat_server import MODEL, reply

from proform.ask.batch import read_batch


def test_answers_of_providers(tmp_path: Path) -> None:
    usage = {"input_tokens": 3, "output_tokens": 4}
    message = {"content": [{"text": "b"}], "model": MODEL, "usage": usage}
    records = [
        {"custom_id": "1", "response": {"body": reply("a")}},
        {"custom_id": "2", "result": {"type": "succeeded", "message": message}},
        {"custom_id": "3", "text": "c"},
        {"custom_id": "4", "response": None, "error": "expired"},
        {"custom_id": "5", "response": {"body": None}},
        {"custom_id": "6", "result": {"type": "errored"}},
    ]
    path = tmp_path / "batch.jsonl"
    path.write_text("\n".join(map(json.dumps, records)) + "\n\n")
    returned = list(read_batch(path, MODEL))
    assert [each.completion and each.completion.text for each in returned] == [
        *("a", "b", "c"),
        *(None, None, None),
    ]
    assert returned[1].completion is not None
    assert returned[1].completion.tokens_out == 4
    failures = [each.failure for each in returned[3:]]
    assert failures == ["expired", "the reply has no choices", "the request errored"]
