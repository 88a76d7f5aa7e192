"""The page stands alone, and nothing that inputs hold can do it harm."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest
from tests.support.annotations import annotate
from tests.support.command import Write
from tests.support.report_content import content, read_now, table
from tests.support.report_page import HOSTILE, Read

from proform.report.page import make_page, render
from proform.store.answers import Answer

LOADING = {"src", "srcset", "data", "poster", "action", "formaction", "background", "ping"}


@pytest.fixture(scope="module")
def page(made: Path) -> str:
    found = content(made / "scores.json", made / "detail.tsv", made / "suite.db")
    return render(make_page(found, "Three systems"))


def test_everything_is_closed(page: str) -> None:
    assert page.startswith("<!doctype html>")
    assert Read(page).open == []


def test_nothing_is_loaded_from_anywhere(page: str) -> None:
    read = Read(page)
    for tag, attributes in read.elements:
        assert not LOADING & set(attributes), tag
        assert "style" not in attributes, "which the policy forbids"
        assert not [name for name in attributes if name.startswith("on")]
        if "href" in attributes:
            assert attributes["href"].startswith("#")
    assert not read.named("link")
    assert not read.named("img")
    assert "url(" not in "".join(read.inside["style"])
    assert "@import" not in "".join(read.inside["style"])


def test_the_policy_lets_in_our_style_and_script_and_nothing_else(page: str) -> None:
    read = Read(page)
    (policy,) = [m["content"] for m in read.named("meta") if m.get("http-equiv")]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    (style,) = read.inside["style"]
    data, script = read.inside["script"]
    assert re.fullmatch(r"[A-Za-z0-9+/=]+", data)
    for kind, text in (("style-src", style), ("script-src", script)):
        assert rules[kind] == f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
    where = page.index("Content-Security-Policy")
    assert where < page.index("<style") < page.index("<script")


def test_hostile_texts_stay_texts(made: Path, write: Write, tmp_path: Path) -> None:
    row = {
        "system": HOSTILE,
        "metric": HOSTILE,
        "document": HOSTILE,
        "category": HOSTILE,
        "reason": HOSTILE,
        "explanation": HOSTILE,
        "source": f"{HOSTILE} It is",
        "position": str(HOSTILE.count(" ") + 1),
        "reference": HOSTILE,
        "candidate": HOSTILE,
    }
    rows = write("detail.tsv", table(row, {**row, "system": "new", "metric": "apt", "reason": "4"}))
    where = tmp_path / "annotated.db"
    where.write_bytes((made / "suite.db").read_bytes())
    answer = Answer("ok", "ok", HOSTILE, None, frozenset({HOSTILE}))
    annotate(str(where), {(2, "context"): [(HOSTILE, answer)]})
    human = write("human.tsv", f"system\t{HOSTILE.replace(chr(34), '')}\nnew\t1\n")
    text = render(make_page(content(rows, where, human), HOSTILE))
    read = Read(text)
    assert read.open == []
    assert len(read.named("script")) == 2
    assert not read.named("img")
    assert "<script>alert" not in text
    assert "<!--" not in text
    assert read.inside["title"][0] == HOSTILE  # the others are of marks in pictures
    assert "49" not in read.inside["title"][0]


def test_the_same_input_gives_the_same_page(made: Path) -> None:
    first, second = (render(make_page(read_now(made / "suite.db"))) for _ in range(2))
    assert first == second


def test_headings_tables_and_landmarks(page: str) -> None:
    read = Read(page)
    levels = [int(tag[1]) for tag, _ in read.elements if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b - a <= 1 for a, b in pairwise(levels))
    assert [len(read.named(name)) for name in ("main", "header", "footer")] == [1, 1, 1]
    assert all(cell.get("scope") for cell in read.named("th"))
    assert len(read.named("caption")) == len(read.named("table"))
    ids = [attributes["id"] for _, attributes in read.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    for _, attributes in read.elements:
        for name in ("aria-labelledby", "for"):
            assert attributes.get(name, ids[0]) in ids


def test_without_pronouns_the_page_says_where_to_get_them(made: Path) -> None:
    text = render(make_page(content(made / "scores.json")))
    assert "proform score --detail" in text
    assert len(Read(text).named("script")) == 1


def test_what_is_to_be_kept_in_mind_is_on_the_page(made: Path, write: Write) -> None:
    human = write("human.tsv", "system\tadequacy\nstranger\t1\n")
    text = render(make_page(content(made / "scores.json", human)))
    assert "left out 1 system, &#39;stranger&#39;" in text
    assert "Against sentence: * p &lt; 0.05" in text
