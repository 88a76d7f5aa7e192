"""An annotator judges examples in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.support.browser import accessible
from tests.support.desk import Desk, in_order, sit
from tests.support.small_suite import NOW, SUITE, TARGETS
from tests.support.talk_suite import prepare_talk
from tests.support.web_server import Running, serving

from proform.human.conflict import EXPLANATIONS, SPECIAL, Given, conflicts
from proform.human.opinion import opinion_of
from proform.model import Category
from proform.store.answers import Answer, Selected
from proform.store.database import opened
from proform.store.suites import REFERENCE, SYSTEM, add_target, save_suite
from proform.store.tasks import TaskSet, assign, define_tasks
from proform.suite.suite import Suite, Target, place

SIZE = 9

SCRIPT = "<script>window.owned=1</script>"
IMAGE = "<img/src=x/onerror=window.owned=1>"


@pytest.fixture
def desk(context: BrowserContext, server: Running) -> Desk:
    """Ada, at her first example."""
    desk = sit(context, server)
    desk.page.locator("#go").click()
    desk.at(1)
    return desk


def test_a_whole_batch_with_the_keyboard_only(context: BrowserContext, server: Running) -> None:
    desk = sit(context, server)
    for _ in range(10):
        desk.press("Tab")
        if desk.page.locator("#go:focus").count():
            break
    desk.press("Enter")
    for position in range(1, SIZE + 1):
        desk.at(position)
        desk.press("y")
        if desk.page.locator("#antecedent-part").is_visible():
            expect(desk.page.locator("#hints")).to_contain_text("antecedent is not judged yet")
            desk.press("Shift+Y")
        expect(desk.page.locator("#hints")).to_be_hidden()
        if position == 2:
            desk.press("t", *"free tag", "Enter", "Escape", "Escape", "r")
            desk.page.keyboard.type("a remark")
            desk.press("Escape")
        desk.state("saved")
        desk.press("j")
    expect(desk.page.locator("#progress")).to_have_text(f"{SIZE} of {SIZE} done")
    for position in range(1, SIZE + 1):
        answer = desk.stored(position)
        assert answer is not None
        assert (answer.pronoun, answer.status) == ("ok", "ana_ok ant_ok"), position
        assert answer.tags == ({"free tag"} if position == 2 else set())
        assert answer.remarks == ("a remark" if position == 2 else "")
    # Of three examples and three translations, one has no word for "they", one none for "it".
    selected = [len(answer.tokens) for n in range(1, SIZE + 1) if (answer := desk.stored(n))]
    assert sum(selected) == 3 * (1 + 1) + 3 * 1 + 3 * (1 + 2) - 2


def test_a_change_of_mind_is_one_more_revision(desk: Desk) -> None:
    desk.press("y")
    desk.state("saved")
    desk.press("n")
    desk.state("saved")
    assert [said.answer.pronoun for said in desk.revisions()] == ["ok", "bad"]
    desk.press("n")  # once more: the same
    assert desk.judged() == "bad"
    desk.press("u")
    desk.state("saved")
    assert desk.judged() == "unset"
    assert desk.revisions()[-1].answer.pronoun == "unset"


def test_undo_and_redo_reach_over_saves_examples_and_reloads(desk: Desk) -> None:
    desk.press("n")
    desk.state("saved")
    desk.press("j")
    desk.at(2)
    desk.press("r")
    desk.page.keyboard.type("three words here")
    desk.press("Escape")
    desk.state("saved")
    desk.press("Control+z")  # all letters at once
    expect(desk.page.locator("#remarks")).to_have_value("")
    desk.state("saved")
    desk.page.reload()
    desk.at(2)
    desk.press("Control+z")  # goes back to where it was
    desk.at(1)
    expect(desk.page.locator("#undo")).to_be_disabled()
    desk.state("saved")
    assert desk.judged() == "unset"
    assert [answer and answer.pronoun for answer in map(desk.stored, (1, 2))] == ["unset", "unset"]
    desk.press("Control+Shift+z", "Control+y")
    desk.at(2)
    expect(desk.page.locator("#remarks")).to_have_value("three words here")
    desk.state("saved")
    stored = [answer for n in (1, 2) if (answer := desk.stored(n))]
    assert [(one.pronoun, one.remarks) for one in stored] == [
        ("bad", ""),
        ("unset", "three words here"),
    ]
    said = [one.answer for one in desk.revisions()]  # nothing was taken out of the history
    assert in_order(["bad", "unset", "bad"], [one.pronoun for one in said])
    assert in_order(["three words here", "", "three words here"], [one.remarks for one in said])


def test_a_conflict_is_explained_and_can_be_left(desk: Desk) -> None:
    position = desk.seek("#target button.pronoun")
    desk.press("y", "p")  # the word was selected by itself
    desk.state("saved")
    desk.press("j")
    dialog = desk.page.get_by_role("dialog", name="Your answer contradicts itself")
    expect(dialog).to_contain_text("which of the highlighted words stand for it?")
    desk.press("Escape")  # amend
    desk.at(position)
    desk.press("j")
    expect(dialog).to_be_visible()
    desk.choose("l")
    desk.at(position + 1)
    desk.state("saved")
    answer = desk.stored(position)
    assert answer is not None
    assert (answer.status or "").split()[0] == "ana_notokens"
    desk.press("k")
    desk.at(position)
    desk.press("j")  # it was left so: no second question
    desk.at(position + 1)
    desk.press("o")
    expect(desk.page.locator(".steps .conflict")).to_have_count(1)


def test_only_marked_words_can_be_selected(desk: Desk) -> None:
    for position in range(1, SIZE + 1):
        desk.at(position)
        marked = desk.page.locator("#target .word")
        assert marked.count() == desk.page.locator("#target button").count()
        assert desk.page.locator("#source button").count() == 0
        for label in desk.page.locator(".word .what").all_text_contents():
            assert label in {"pronoun", "antecedent"}
        desk.press("j")


def test_a_pronoun_that_was_left_out_is_asked_for_as_such(desk: Desk) -> None:
    seen = []
    for position in range(1, SIZE + 1):
        desk.at(position)
        words = desk.page.locator("#target button.pronoun").count()
        note = desk.page.locator("#pronoun-note")
        assert note.is_visible() is (words == 0)
        if words == 0:
            seen.append(note.text_content() or "")
        desk.press("j")
    assert sorted(seen) == [
        "No word in the translation is linked to “They”. Is it right to leave it out here?",
        "No word in the translation is linked to “it”. Is it right to leave it out here?",
    ]


def test_tags_are_offered_found_and_taken_away(desk: Desk) -> None:
    desk.press("t")
    expect(desk.page.get_by_role("option")).to_have_count(8)
    desk.page.keyboard.type("polite")
    expect(desk.page.get_by_role("option")).to_have_count(3)
    desk.press("ArrowDown", "Enter")
    desk.page.keyboard.type("mine  own")
    desk.press("Enter")
    desk.state("saved")
    answer = desk.stored(1)
    assert answer is not None
    assert answer.tags == {"politeness_tu", "mine own"}
    desk.go(2)
    desk.press("t")
    expect(desk.page.get_by_role("option", name="mine own")).to_be_visible()
    desk.go(1)
    desk.page.get_by_role("button", name="Remove the tag familiar address").click()
    desk.state("saved")
    answer = desk.stored(1)
    assert answer is not None
    assert answer.tags == {"mine own"}


def test_help_lists_the_keys_and_can_switch_letters_off(desk: Desk) -> None:
    desk.press("?")
    dialog = desk.page.get_by_role("dialog", name="Keys")
    expect(dialog).to_contain_text("next unfinished example")
    dialog.get_by_label("Use single-key shortcuts").uncheck()
    desk.press("Escape")
    desk.press("y", "j")
    desk.at(1)
    assert desk.judged() == "unset"
    desk.press("Control+Enter")
    desk.at(2)


def test_the_guidelines_are_one_key_away(desk: Desk) -> None:
    desk.press("g")
    panel = desk.page.locator("#guidelines-text")
    expect(panel.locator("h1, h2").first).to_be_visible()
    desk.choose("g")
    expect(panel).to_be_hidden()
    desk.press("y")
    desk.state("saved")
    assert desk.judged() == "ok"


def test_texts_are_never_taken_for_markup(context: BrowserContext, tmp_path: Path) -> None:
    category = Category(f"event_{IMAGE}", agrees=False)
    lines = (f"{SCRIPT} is red .", f"It {SCRIPT} , and {IMAGE} worries me .", *SUITE.source[2:])
    example = replace(SUITE.examples[1], token=IMAGE, category=category.name)
    suite = replace(SUITE, source=lines, categories=(category,), examples=(example,))
    where = str(tmp_path / "suite.db")
    _store(
        where, suite, [replace(TARGETS[0], name=name, lines=lines) for name in (REFERENCE, SCRIPT)]
    )
    with serving(where) as server:
        desk = sit(context, server)
        desk.page.locator("#go").click()
        desk.at(1)
        expect(desk.page.locator("#source")).to_contain_text(SCRIPT)
        for place in ("#source mark", "#target button"):
            expect(desk.page.locator(place)).to_contain_text(IMAGE)
        desk.press("t")
        desk.page.keyboard.type(IMAGE)
        desk.press("Enter", "Escape", "Escape", "r")
        desk.page.keyboard.type(SCRIPT)
        desk.press("Escape")
        desk.state("saved")
        desk.page.reload()
        desk.at(1)
        expect(desk.page.locator("#given")).to_contain_text(IMAGE)
        expect(desk.page.locator("#remarks")).to_have_value(SCRIPT)
        desk.press("g", "Escape")
        desk.page.goto(f"{server.url}/work")
        expect(desk.page.locator("tbody")).to_contain_text("<img/src=x")
        for path in ("/work", "/work/1", "/work/2"):
            desk.page.goto(server.url + path)
            assert desk.page.evaluate("window.owned") is None
        answer = desk.stored(1)
        assert answer is not None
        assert (set(answer.tags), answer.remarks) == ({IMAGE}, SCRIPT)


def _store(where: str, suite: Suite, targets: list[Target]) -> None:
    with opened(where, create=True) as store, store.writing() as connection:
        stored = save_suite(connection, suite.checked(), "a-key", NOW)
        for number, target in enumerate(targets):
            side = SYSTEM if number else REFERENCE
            add_target(connection, stored, place(suite, target), side, NOW)
        define_tasks(connection, stored, TaskSet("june", 1, 0, 1), NOW)
        assign(connection, stored, "june", "1", "Ada", NOW)


def test_on_a_tablet_everything_is_in_reach(browser: Browser, server: Running) -> None:
    size = {"width": 768, "height": 1024}
    context = browser.new_context(viewport=size, has_touch=True, is_mobile=True)  # type: ignore[arg-type]
    desk = sit(context, server)
    _fits(desk.page)
    desk.page.locator("#go").tap()
    desk.seek("#target button.pronoun")
    _fits(desk.page)
    expect(desk.page.locator("#next")).to_be_in_viewport()
    desk.page.locator("#target button.pronoun").tap()
    desk.page.locator("[name=pronoun][value=ok]").tap()
    desk.state("saved")
    (said,) = desk.revisions()[-1:]
    assert (said.answer.pronoun, len(said.answer.tokens)) == ("ok", 1)
    context.close()


def _fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_in_the_way_of_anyone(
    context: BrowserContext, desk: Desk, scheme: str, width: int
) -> None:
    page = desk.page
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    position = desk.seek("#antecedent-part:not([hidden])")
    accessible(page)
    desk.press("y", "Shift+N", "ArrowRight", "Space", "t", *"some tag", "Enter")
    expect(page.locator("#hints")).to_be_visible()
    accessible(page)
    desk.press("Escape", "Escape", "?")
    accessible(page)
    desk.press("Escape", "g")
    expect(page.locator("#guidelines-text h1")).to_be_visible()
    accessible(page)
    desk.press("Escape")
    desk.state("saved")
    desk.press("j")
    expect(page.locator("#leaving")).to_be_visible()
    accessible(page)
    desk.press("Escape")
    desk.at(position)
    page.route("**/api/work/*", lambda route: route.abort())
    desk.press("n")
    desk.state("waiting")
    accessible(page)
    desk.reconnect()
    desk.state("saved")
    page.goto(f"{desk.server.url}/work")
    accessible(page)
    context.clear_cookies()
    page.goto(desk.server.url)
    accessible(page)


def test_pages_find_the_conflicts_that_the_server_finds(desk: Desk) -> None:
    """Every answer there can be, to examples with and without words and antecedents."""
    choices = ("ok", "bad", "unset")
    tags = [(), ("other",), *((tag,) for tag in SPECIAL), SPECIAL[:2], SPECIAL[1:]]
    cases, expected = [], []
    answers = product(choices, choices, tags)
    for (pronoun, antecedent, given), (agrees, marked, selected) in product(
        answers, product((True, False), (0, 1), (0, 1))
    ):
        if not agrees and antecedent != "unset":
            continue
        for of in ("pronoun", "antecedent"):
            words = [{"mark": of if marked else None, "part": 0}]
            tokens = [[0, 0]] if marked and selected else []
            answer = {"pronoun": pronoun, "antecedent": antecedent, "tags": given, "tokens": tokens}
            item = {"agrees": agrees, "target": [{"segment": 0, "words": words}]}
            cases.append([answer, item])
            counts = [marked, len(tokens)] if of == "pronoun" else [0, 0, marked, len(tokens)]
            codes = conflicts(Given(pronoun, antecedent, given, *counts), agrees=agrees)
            words_of = frozenset(Selected(*token) for token in [(0, 0)][: len(tokens)])
            entered = Answer(pronoun, antecedent, "", " ".join(codes), frozenset(given), words_of)
            state = opinion_of("Ada", entered, agrees=agrees).state
            told = [EXPLANATIONS[code] for code in codes if code in EXPLANATIONS]
            expected.append([state, told])
    checked = desk.page.evaluate(
        """async (cases) => {
            const { Conflicts } = await import("/static/conflicts.js");
            const rules = new Conflicts(JSON.parse(document.querySelector("main").dataset.rules));
            const checked = cases.map(([answer, item]) => rules.check(answer, item));
            return checked.map(({ state, conflicts }) => [state, conflicts]);
        }""",
        cases,
    )
    assert len(cases) == 672
    assert checked == expected


def test_words_are_shown_as_they_are_written(desk: Desk) -> None:
    desk.seek("#target button.pronoun")
    shown = [desk.page.locator(f"#{text} .line").all_inner_texts() for text in ("source", "target")]
    lines = [" ".join(line.split()) for text in shown for line in text]
    assert not any(" ," in line or " ." in line or "' " in line for line in lines), lines


PHONE = {"width": 390, "height": 844}


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)  # type: ignore[arg-type]
    yield context
    context.close()


def test_on_a_phone_the_questions_are_on_the_first_screen(
    phone: BrowserContext, tmp_path: Path
) -> None:
    where = str(tmp_path / "talk.db")
    prepare_talk(where, 2, between=12)
    with serving(where) as server:
        desk = sit(phone, server)
        _fits(desk.page)
        accessible(desk.page)
        desk.go(1)
        _fits(desk.page)
        for question in ("antecedent", "pronoun"):
            for value in ("ok", "bad"):
                choice = desk.page.locator(f"[name={question}][value={value}]")
                expect(choice).to_be_in_viewport(ratio=1)
        for text in ("source", "target"):
            expect(desk.page.locator(f"#{text} .pronoun")).to_be_in_viewport(ratio=1)
            _inside(desk.page, text)
        accessible(desk.page)
        for question in ("antecedent", "pronoun"):
            desk.page.locator(f"[name={question}][value=ok]").tap()
        desk.state("saved")
        desk.page.locator("#next").tap()
        desk.at(2)
        _inside(desk.page, "target")


def _inside(page: Page, text: str) -> None:
    """The pronoun of a long text is in the part of it that is seen."""
    there = page.locator(f"#{text}").evaluate(
        """(text) => {
            const inner = text.querySelector(".pronoun").getBoundingClientRect();
            const outer = text.getBoundingClientRect();
            return inner.top >= outer.top && inner.bottom <= outer.bottom && text.scrollTop > 0;
        }"""
    )
    assert there, text


def test_a_long_text_opens_at_its_pronoun(context: BrowserContext, tmp_path: Path) -> None:
    where = str(tmp_path / "talk.db")
    prepare_talk(where, 1, between=40)
    with serving(where) as server:
        desk = sit(context, server)
        desk.go(1)
        for text in ("source", "target"):
            expect(desk.page.locator(f"#{text} .pronoun")).to_be_in_viewport(ratio=1)
            _inside(desk.page, text)
        expect(desk.page.locator("[name=pronoun][value=ok]")).to_be_in_viewport(ratio=1)


def test_nothing_shouts_before_anything_is_judged(desk: Desk) -> None:
    expect(desk.page.locator("#state")).to_be_hidden()
    expect(desk.page.locator("#hints")).to_be_hidden()
    desk.press("n")
    expect(desk.page.locator("#state")).to_be_visible()
