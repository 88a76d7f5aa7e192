"""Quality of annotators, the majority and identical translations, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.support.browser import accessible, enter, follow, visit
from tests.support.desk import Desk, sit
from tests.support.small_suite import NOW, TARGETS, filled
from tests.support.web_server import Running, serving

from proform.store.database import opened
from proform.store.suites import SYSTEM, add_target
from proform.store.tasks import TaskSet, assign, define_tasks


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """The small suite, with a system that is word for word another one."""
    where = str(tmp_path / "suite.db")
    with opened(where, create=True) as store:
        stored = filled(store)
        with store.writing() as connection:
            add_target(connection, stored, replace(TARGETS[1], name="copy"), SYSTEM, NOW)
    with serving(where) as running:
        yield running


def _draw(her: Page, *systems: str, **numbers: str) -> Page:
    """Draw one task of these systems for Ada; further fields of the form by their labels."""
    follow(her, "Tasks")
    form = her.locator("form[data-post='/api/research/tasks']")
    form.get_by_label("Name").fill("real")
    for label, number in {"Tasks": "1", "Agreement set (approximate size)": "0", **numbers}.items():
        form.get_by_label(label, exact=True).fill(number)
    for box in form.get_by_role("group", name="Systems").get_by_role("checkbox").all():
        box.set_checked(box.get_attribute("value") in systems)
    return her


def _give(her: Page) -> None:
    her.get_by_role("button", name="Draw tasks").click()
    expect(her.get_by_role("status")).to_contain_text("Drawn: ")
    field = her.get_by_label("Assign task 1 of real to")
    field.fill("Ada")
    field.press("Enter")
    expect(her.get_by_role("status")).to_contain_text("Ada has task 1 of real now")


def _know(her: Page, server: Running, answer: str) -> None:
    """The right answer to the first example of a system."""
    her.goto(f"{server.url}/research/examples/1")
    card = her.get_by_role("region", name="base", exact=True)
    card.get_by_text("Control example").click()
    card.get_by_label("The pronoun is").select_option(answer)
    card.get_by_role("button", name="Set the known answer for base").click()
    expect(her.locator("#message")).to_contain_text("annotators are not told")


def _all_correct(desk: Desk, size: int) -> None:
    for position in range(1, size + 1):
        desk.at(position)
        desk.press("e", "j")
    expect(desk.page.locator("#progress")).to_have_text(f"{size} of {size} done")
    desk.state("saved")


def test_control_examples_are_judged_unseen(
    browser: Browser, context: BrowserContext, server: Running
) -> None:
    her = visit(browser, server.link(None))
    _know(her, server, "right")
    _give(_draw(her, "new", **{"Control examples in each task (of 1)": "1"}))
    desk = sit(context, server)
    desk.go(1)
    for position in range(1, 5):
        desk.at(position)
        sent = desk.page.request.get(f"{server.url}/api/work/{position}").text()
        told = sent + str(desk.page.evaluate("document.body.innerText"))
        assert not re.search(r"control|\bknown", told, re.IGNORECASE)
        desk.press("e", "j")
    expect(desk.page.locator("#progress")).to_have_text("4 of 4 done")
    follow(her, "Quality")
    row = her.get_by_role("row", name="Ada").first
    expect(row).to_contain_text("100% of 1")
    _know(her, server, "wrong")  # it was wrong all the time
    follow(her, "Quality")
    expect(row).to_contain_text("0% of 1")
    expect(row).to_contain_text("1 judged before the known answer changed")
    look = her.get_by_role("group", name="worth a look").get_by_role("row", name="Ada")
    expect(look).to_contain_text("differs from the known answer")
    enter(her, look.get_by_role("link"))
    expect(her.get_by_role("heading", name="Example 1", exact=True)).to_be_visible()


def test_whoever_stays_below_the_pass_mark_is_told_and_repeats_the_training(
    browser: Browser, server: Running
) -> None:
    her = visit(browser, server.link(None))
    follow(her, "Quality")
    her.get_by_label("Pass mark, in % (0: none)").fill("80")
    her.get_by_role("button", name="Set", exact=True).click()
    expect(her.get_by_role("status")).to_contain_text("The pass mark is 80%.")
    follow(her, "People")
    her.get_by_label("Name", exact=True).fill("Ada")
    her.locator("#training input").check()
    her.get_by_role("button", name="Create link", exact=True).click()
    link = her.get_by_role("textbox", name="The link", exact=True)
    expect(link).to_have_value(re.compile("/enter/"))
    ada = visit(browser, link.input_value())
    enter(ada, ada.get_by_role("link", name="Begin"))
    while "/training/" in ada.url:
        for key in ("n", "Shift+N", "j"):
            ada.keyboard.press(key)
        expect(ada.locator("#outcome")).to_be_focused()
        enter(ada, ada.locator("#next"))
    expect(ada.get_by_text("At least 80% have to match before you go on")).to_be_visible()
    accessible(ada)
    ada.goto(f"{server.url}/work")
    expect(ada).to_have_url(f"{server.url}/training")
    with ada.expect_navigation(url="**/training/1"):
        ada.get_by_role("button", name="Repeat the training").click()
    expect(ada.locator("#outcome")).to_have_count(0)
    follow(her, "Quality")
    expect(her.get_by_role("row", name="Ada").first).to_contain_text("below the pass mark")


def test_identical_translations_are_judged_once_and_count_for_each(
    browser: Browser, context: BrowserContext, server: Running
) -> None:
    her = visit(browser, server.link(None))
    _draw(her, "base", "copy").get_by_label("Judge identical translations once").check()
    _give(her)
    expect(her.get_by_role("row", name="Ada")).to_contain_text("0 of 3 done")
    desk = sit(context, server)
    desk.go(1)
    _all_correct(desk, 3)
    follow(her, "Overview")
    counts = [her.get_by_role("row", name=name).inner_text() for name in ("base", "copy")]
    assert counts[0].split()[1:] == counts[1].split()[1:]
    assert "3" in counts[0].split()
    her.goto(f"{server.url}/research/examples/1")
    card = her.get_by_role("region", name="copy", exact=True)
    expect(card).to_contain_text("identical to base, and judged together with it")
    expect(card.locator(".mark.right").first).to_be_visible()
    accessible(her)


@pytest.fixture
def three(tmp_path: Path) -> Iterator[Running]:
    """Three people have the same nine translations."""
    where = str(tmp_path / "three.db")
    with opened(where, create=True) as store:
        stored = filled(store)
        with store.writing() as connection:
            define_tasks(connection, stored, TaskSet("june", 0, 9, 1), NOW)
            for name in ("Ada", "Bob", "Eve"):
                assign(connection, stored, "june", "IAA", name, NOW)
    with serving(where) as running:
        yield running


def test_the_majority_is_accepted_by_a_key_and_in_all_clear_cases(
    browser: Browser, three: Running
) -> None:
    wrong: set[int] = set()
    for name, key in (("Ada", "n"), ("Bob", "n"), ("Eve", "e")):
        desk = sit(browser.new_context(), three, name)
        desk.go(1)
        order = desk.batch()
        wrong |= {order[0], order[1]} if not wrong else set()
        for place, candidate in enumerate(order, 1):
            if candidate in wrong:
                desk.go(place)
                desk.press("Shift+Y", key)
                desk.state("saved")
    her = visit(browser, three.link(None))
    follow(her, "Adjudication")
    clear = her.get_by_role("button", name=re.compile(r"Accept the majority in clear cases \(2\)"))
    expect(clear).to_be_visible()
    enter(her, her.get_by_role("link", name="Settle example").first)
    expect(her.get_by_role("button", name="Accept the majority (2 of 3)")).to_be_visible()
    with her.expect_navigation():
        her.keyboard.press("m")
    expect(her.get_by_role("status").first).to_contain_text("Settled: your judgement prevails")
    follow(her, "Adjudication")
    her.on("dialog", lambda dialog: dialog.accept())
    with her.expect_navigation():
        her.get_by_role("button", name=re.compile(r"clear cases \(1\)")).click()
    expect(her.get_by_role("status")).to_contain_text("Settled by the majority: 1.")
    expect(her.get_by_text("No open disagreements.")).to_be_visible()
    her.goto(f"{three.url}/research/adjudication?settled=1")
    enter(her, her.get_by_role("link", name="Look again").first)
    expect(her.locator("textarea[name=remarks]")).to_have_value("majority: 2 of 3")
