from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.command import Write

from proform.ask.questions import load_prompt
from proform.errors import InputError
from proform.judge.ask import Question
from proform.suite.categories import load_categories

QUESTION = Question("event_it", "it", "", "<<it>> rains", "<<il>> pleut")


def test_the_prompt_that_comes_along() -> None:
    prompt = load_prompt()
    text = prompt.render(QUESTION, ("English", "French"))
    assert "from English into French" in text
    assert "refers to an action or a whole statement" in text
    assert "Source: <<it>> rains\nTranslation: <<il>> pleut" in text
    assert '"pronoun": "right" or "wrong"' in text
    assert "guidelines" not in text
    assert (prompt.name, len(prompt.digest)) == ("pronoun-1", 24)


def test_every_category_has_guidelines() -> None:
    known = load_prompt().guidelines
    missing = [
        category.name for category in load_categories().categories if category.name not in known
    ]
    assert not missing


def test_a_prompt_of_ones_own(write: Write) -> None:
    path = write("mine.txt", "{pronoun}: {source} = {translation}? {guidelines} {json}\n")
    prompt = load_prompt(path)
    assert prompt.render(QUESTION, ("", "")) == "it: <<it>> rains = <<il>> pleut?  {json}\n"
    assert prompt.digest != load_prompt().digest
    more = write("more.txt", path.read_text() + "--- guidelines\nevent_it: be strict\n")
    assert "be strict" in load_prompt(more).render(QUESTION, ("", ""))


def test_prompts_that_cannot_be_used(write: Write, tmp_path: Path) -> None:
    for text, complaint in (
        ("{source} {pronoun}", r"no placeholder \{translation\}"),
        ("", r"no placeholder \{source\}"),
        ("{source} {translation} {pronoun}\n--- guidelines\nno colon\n", "expected CATEGORY"),
    ):
        with pytest.raises(InputError, match=complaint):
            load_prompt(write("mine.txt", text))
    with pytest.raises(InputError, match="cannot be read"):
        load_prompt(tmp_path / "nowhere.txt")
    broken = tmp_path / "broken.txt"
    broken.write_bytes(b"\xff{source}")
    with pytest.raises(InputError, match="not UTF-8"):
        load_prompt(broken)
