"""Nothing an annotator says is lost, doubled or overwritten, whatever happens on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import APIResponse, Browser, BrowserContext, Error, Route, expect
from sqlalchemy import select
from tests.support.desk import Desk, everything, sit
from tests.support.small_suite import NOW
from tests.support.talk_suite import prepare_talk
from tests.support.web_server import Running, prepare, serving, serving_alone

from proform.errors import ProformError
from proform.store import schema
from proform.store.access import links, revoke
from proform.store.database import opened
from proform.store.roster import remove_annotator
from proform.store.suites import find_suite, retire
from proform.store.tasks import unassign

API = "**/api/work/*"


@pytest.fixture
def desk(context: BrowserContext, server: Running) -> Desk:
    """Ada, at her first example."""
    desk = sit(context, server)
    desk.go(1)
    desk.page.wait_for_load_state("networkidle")
    return desk


# Where nothing may arrive, the server is killed or the request is stopped: a save outlives its page
# (`keepalive`), and what outlives its page does not heed that the browser is set offline.
def test_offline_and_back(context: BrowserContext, tmp_path: Path) -> None:
    with _killed_under_the_first_example(context, tmp_path) as (desk, again):
        desk.press("y", "n", "r")
        desk.page.keyboard.type("on the train")
        desk.press("Escape")
        desk.state("waiting")
        desk.press("j")
        desk.at(2)
        desk.press("n")
        expect(desk.page.locator("#saving")).to_contain_text("2 answers are kept")
        desk.press("o")  # there is no overview to be had: stay
        expect(desk.page.locator("#said")).to_contain_text("cannot be reached")
        assert desk.revisions() == []
        with again():
            desk.state("saved")
            first, second = desk.stored(1), desk.stored(2)
    assert first is not None
    assert second is not None
    assert (first.pronoun, first.remarks, second.pronoun) == ("bad", "on the train", "bad")


@pytest.mark.parametrize("page", ["/work", "/work/3"])
def test_what_a_closed_page_could_not_send_the_next_one_does(
    context: BrowserContext, tmp_path: Path, page: str
) -> None:
    with _killed_under_the_first_example(context, tmp_path) as (desk, again):
        desk.press("y", "j")
        desk.at(2)
        desk.press("n")
        desk.state("waiting")
        desk.page.close()
        assert desk.revisions() == []
        with again():
            later = desk.another()
            later.page.goto(desk.server.url + page)
            later.state("saved")
            answers = [answer for n in (1, 2) if (answer := desk.stored(n))]
    assert [answer.pronoun for answer in answers] == ["ok", "bad"]


def test_waiting_answers_are_shown_when_their_example_is_opened_again(
    context: BrowserContext, tmp_path: Path
) -> None:
    with _killed_under_the_first_example(context, tmp_path) as (desk, again):
        desk.press("y")
        desk.state("waiting")
        desk.page.close()
        with again():
            later = desk.another()
            later.page.route(API, lambda route: _only("GET", route))
            later.go(1)
            later.state("waiting")
            assert later.judged() == "ok"
            later.reconnect()
            later.press("n")
            later.state("saved")
            assert [said.answer.pronoun for said in later.revisions()] == ["ok", "bad"]


@contextmanager
def _killed_under_the_first_example(
    context: BrowserContext, folder: Path
) -> Iterator[tuple[Desk, Callable[[], AbstractContextManager[Running]]]]:
    """Ada at her first example, whose server is gone; and how to start it again."""
    where = str(folder / "suite.db")
    prepare(where)
    with serving_alone(where, folder / "log") as server:
        desk = sit(context, server)
        desk.go(1)
        desk.page.wait_for_load_state("networkidle")
        server.kill()
        port = int(server.url.rpartition(":")[2])
        yield desk, lambda: serving_alone(where, folder / "log", port)


def test_leaving_the_page_sends_what_was_about_to_be_sent(desk: Desk) -> None:
    desk.press("r")
    desk.page.keyboard.type("in haste")
    desk.page.goto("about:blank")
    desk.until(lambda: (answer := desk.stored(1)) is not None and answer.remarks == "in haste")


def _only(method: str, route: Route) -> None:
    if route.request.method == method:
        route.continue_()
    else:
        route.abort()


def test_a_change_whose_reply_is_lost_is_not_taken_twice(desk: Desk) -> None:
    lost: list[int] = []

    def lose(route: Route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    desk.page.route(API, lose)
    desk.press("y")
    desk.state("waiting")
    desk.press("n")
    desk.state("saved")
    assert lost == [200]
    assert [said.answer.pronoun for said in desk.revisions()] == ["ok", "bad"]


def test_a_change_that_arrived_is_not_held_against_a_later_one(
    browser: Browser, desk: Desk
) -> None:
    def lose(route: Route) -> None:
        with suppress(Error):  # one that is under way when this ends is let through
            if route.request.method == "POST":
                route.fetch()
                route.abort()
            else:
                route.continue_()

    desk.page.route(API, lose)
    desk.press("y")
    desk.state("waiting")
    device = browser.new_context()
    other = desk.another(device)
    other.go(1)
    other.press("n")
    other.state("saved")
    desk.reconnect()
    desk.state("saved")
    assert [said.answer.pronoun for said in desk.revisions()] == ["ok", "bad"]
    device.close()


def test_a_reply_that_comes_late_does_not_turn_back_the_clock(desk: Desk) -> None:
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if route.request.method == "GET" and not held:
            held.append((route, route.fetch()))
        else:
            route.continue_()

    desk.page.route(API, hold)
    desk.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    desk.until(lambda: held)
    desk.press("y")
    desk.state("saved")
    shown = desk.page.locator("#target .line").first.element_handle()
    route, reply = held[0]
    with desk.page.expect_event("requestfinished"):
        route.fulfill(response=reply)
    # What is asked for later is answered when the late reply has been dealt with.
    desk.page.evaluate("fetch('/healthz').then((answer) => answer.text())")
    assert desk.judged() == "ok"
    assert shown.evaluate("line => line.isConnected")  # with the focus, wherever it was
    desk.press("n")
    desk.state("saved")
    assert [said.answer.pronoun for said in desk.revisions()] == ["ok", "bad"]


def test_what_is_pressed_after_next_is_for_the_next_example_though_nothing_is_saved_yet(
    desk: Desk,
) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST" and not held:
            held.append(route)
        else:
            route.continue_()

    desk.page.route(API, hold)
    desk.press("n", "j", "y", "j", "n", "n", "n")
    desk.at(3)
    desk.until(lambda: held)
    assert desk.revisions() == []
    held[0].continue_()
    desk.state("saved")
    answers = [answer for n in (1, 2, 3) if (answer := desk.stored(n))]
    assert [answer.pronoun for answer in answers] == ["bad", "ok", "bad"]


def test_an_example_that_is_not_here_yet_takes_no_answer(desk: Desk) -> None:
    held: list[Route] = []
    desk.page.route("**/ahead", lambda route: held.append(route))  # noqa: PLW0108 (it is marked)
    desk.page.route(API, lambda route: route.continue_())
    desk.page.evaluate("localStorage.clear()")
    desk.page.reload()
    desk.until(lambda: held)
    desk.press("y")
    held[0].continue_()
    desk.at(1)
    assert desk.judged() == "unset"


def test_quick_changes_arrive_in_order(desk: Desk) -> None:
    desk.press(*"ynynyn")
    desk.state("saved")
    revisions = desk.revisions()
    assert [said.revision for said in revisions] == list(range(1, len(revisions) + 1))
    assert revisions[-1].answer.pronoun == desk.judged() == "bad"


def test_a_killed_server_costs_nothing(context: BrowserContext, tmp_path: Path) -> None:
    where = str(tmp_path / "suite.db")
    prepare(where)
    text = "the server stops while this is being written, and comes back later"
    with serving_alone(where, tmp_path / "log") as server:
        desk = sit(context, server)
        desk.go(1)
        desk.press("y", "r")
        desk.page.keyboard.type(text[:20], delay=40)
        desk.state("saved")  # a part
        desk.page.keyboard.type(text[20:30], delay=40)
        server.kill()
        desk.page.keyboard.type(text[30:], delay=20)
        desk.state("waiting")
        before = desk.revisions()[-1].answer
        assert text.startswith(before.remarks or "-")
        assert before.remarks != text
        port = int(server.url.rpartition(":")[2])
        with serving_alone(where, tmp_path / "log", port):
            desk.state("saved")
            answer = desk.stored(1)
    assert answer is not None
    assert (answer.pronoun, answer.remarks) == ("ok", text)


def test_a_second_tab_follows_the_first(desk: Desk) -> None:
    other = desk.another()
    other.go(1)
    desk.press("y")
    desk.state("saved")
    expect(other.page.locator("[name=pronoun][value=ok]")).to_be_checked()
    other.press("n")
    other.state("saved")
    expect(desk.page.locator("[name=pronoun][value=bad]")).to_be_checked()
    assert [said.answer.pronoun for said in desk.revisions()] == ["ok", "bad"]


@pytest.mark.parametrize(
    ("key", "kept", "revisions"),
    [("m", "bad", ["ok", "bad"]), ("o", "ok", ["ok"])],
    ids=["mine", "other"],
)
def test_two_tabs_do_not_overwrite_each_other(
    desk: Desk, key: str, kept: str, revisions: list[str]
) -> None:
    other = desk.another()
    other.go(1)
    other.page.route(API, lambda route: route.abort())
    other.press("n", "t", *"familiar address", "Enter", "Escape", "Escape")
    other.state("waiting")
    desk.press("y")
    desk.state("saved")
    other.reconnect()
    other.state("outdated")
    dialog = other.page.get_by_role("dialog", name="Example 1 was changed elsewhere")
    expect(dialog.get_by_role("row", name="Pronoun correct")).to_contain_text("noyesdiffers")
    expect(dialog.get_by_role("row", name="Tags")).to_contain_text("familiar address–differs")
    assert [said.answer.pronoun for said in desk.revisions()] == ["ok"]
    other.choose(key)
    other.state("saved")
    assert other.judged() == kept
    assert [said.answer.pronoun for said in desk.revisions()] == revisions


def test_a_choice_between_two_devices_can_wait(browser: Browser, desk: Desk) -> None:
    device = browser.new_context()
    other = desk.another(device)
    other.go(1)
    other.page.route(API, lambda route: _only("GET", route))
    other.press("n")
    other.state("waiting")
    desk.press("y")
    desk.state("saved")
    other.reconnect()
    other.state("outdated")
    other.choose("d")
    other.press("j")
    other.at(2)
    with other.page.expect_response(lambda reply: reply.request.method == "POST"):
        other.press("n")  # goes through all the same
    other.page.reload()
    other.state("outdated")
    other.press("s")
    expect(other.page.get_by_role("dialog", name="Example 1 was changed")).to_be_visible()
    other.choose("m")
    other.state("saved")
    answers = [answer for n in (1, 2) if (answer := desk.stored(n))]
    assert [answer.pronoun for answer in answers] == ["bad", "bad"]
    device.close()


def test_an_ended_session_keeps_what_waits(desk: Desk) -> None:
    _revoke(desk.server)
    desk.press("y")
    desk.state("ended")
    expect(desk.page.get_by_role("alert")).to_contain_text("Open your personal link again")
    assert desk.revisions() == []
    somebody = desk.another()
    somebody.page.goto(desk.server.link("Bob"))  # the same browser, somebody else's link
    desk.press("n")
    desk.state("ended")
    assert everything(desk.server, "Bob") == []
    desk.another().page.goto(desk.server.link("Ada"))
    desk.press("y")
    desk.state("saved")
    assert desk.revisions()[-1].answer.pronoun == "ok"
    assert everything(desk.server, "Bob") == []


def _revoke(server: Running) -> None:
    with opened(server.where) as store, store.writing() as connection:
        suite = find_suite(connection, None).id
        for link in links(connection, suite):
            revoke(connection, suite, link.id, NOW)


def test_a_change_reaches_its_example_though_positions_moved(desk: Desk) -> None:
    before = desk.batch()
    base = _candidates(desk.server, "base")
    position = max(n for n, candidate in enumerate(before, 1) if candidate not in base)
    assert base & set(before[:position])
    desk.go(position)
    desk.page.route(API, lambda route: _only("GET", route))
    desk.press("n")
    desk.state("waiting")
    with opened(desk.server.where) as store, store.writing() as connection:
        retire(connection, find_suite(connection, None), "base", NOW)
    desk.reconnect()
    desk.state("saved")
    after = desk.batch()
    assert len(after) < len(before)
    (moved,) = [n for n in range(1, len(after) + 1) if desk.stored(n) is not None]
    assert after[moved - 1] == before[position - 1]
    assert moved != position


def test_a_change_of_an_example_that_is_gone_can_be_given_up(desk: Desk) -> None:
    base = _candidates(desk.server, "base")
    position = min(n for n, candidate in enumerate(desk.batch(), 1) if candidate in base)
    desk.go(position)
    desk.page.route(API, lambda route: _only("GET", route))
    desk.press("n")
    desk.state("waiting")
    with opened(desk.server.where) as store, store.writing() as connection:
        retire(connection, find_suite(connection, None), "base", NOW)
    desk.reconnect()
    dialog = desk.page.get_by_role("dialog", name="not accepted")
    expect(dialog).to_contain_text("no longer in your batch")
    desk.choose("x")
    desk.state("saved")
    assert desk.revisions() == []
    expect(desk.page.locator("[name=pronoun][value=unset]")).to_be_checked()


def _candidates(server: Running, system: str) -> set[int]:
    with opened(server.where) as store, store.reading() as connection:
        members = schema.candidates.join(
            schema.corpora, schema.corpora.c.id == schema.candidates.c.corpus
        )
        query = select(schema.candidates.c.id).select_from(members)
        return set(connection.scalars(query.where(schema.corpora.c.name == system)))


def test_what_the_server_refuses_is_kept_and_can_be_changed(desk: Desk) -> None:
    remarks = desk.page.locator("#remarks")
    desk.press("y")
    desk.state("saved")
    write = "(field, text) => { field.value = text; field.dispatchEvent(new Event('input')); }"
    remarks.evaluate(write, "half a character: \ud83d")
    dialog = desk.page.get_by_role("dialog", name="Example 1: not accepted")
    expect(dialog).to_contain_text("remarks: half of a surrogate pair")
    desk.press("Escape")
    desk.state("refused")
    assert [said.answer.remarks for said in desk.revisions()] == [""]
    remarks.fill("better")
    desk.state("saved")
    assert [said.answer.remarks for said in desk.revisions()] == ["", "better"]


@pytest.fixture
def thirty(tmp_path: Path) -> Iterator[Running]:
    """Ada has thirty examples of a talk."""
    where = str(tmp_path / "thirty.db")
    prepare_talk(where, 30)
    with serving(where) as running:
        yield running


def test_two_keys_for_a_right_answer(context: BrowserContext, thirty: Running) -> None:
    desk = sit(context, thirty)
    desk.go(1)
    keys = 0
    for position in range(1, 31):
        desk.at(position)
        several = desk.page.locator("#target button.pronoun").count() > 1
        pressed = ["e", "p", "j"] if several else ["e", "j"]
        desk.press(*pressed)
        keys += len(pressed)
    expect(desk.page.locator("#progress")).to_have_text("30 of 30 done")
    answers = [desk.stored(position) for position in range(1, 31)]
    assert all(one and (one.pronoun, one.status) == ("ok", "ana_ok ant_ok") for one in answers)
    assert keys / 30 <= 2.2


def test_it_goes_on_by_itself_if_wanted(context: BrowserContext, thirty: Running) -> None:
    desk = sit(context, thirty)
    desk.go(1)
    desk.page.get_by_label("Go on automatically").check()
    desk.press("Escape")
    for position in range(1, 5):
        desk.at(position)
        several = desk.page.locator("#target button.pronoun").count() > 1
        asked = desk.page.locator("#antecedent-part").is_visible()
        # What the page goes on by comes last: after it, nothing here can be in time.
        desk.press(*(["p"] if several else []), *(["Shift+Y"] if asked else []), "y")
    desk.at(5)
    # A second thought, and both keys in one task of the page, whatever else the machine does.
    desk.page.evaluate(
        """() => { for (const key of ["e", "u"]) {
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        } }"""
    )
    assert desk.judged() == "unset"
    desk.state("saved")
    # A timer that is set later and runs longer: when it is over, so is the pause before going on.
    desk.page.evaluate("new Promise((over) => setTimeout(over, 1_000))")
    desk.at(5)
    assert [answer and answer.pronoun for answer in map(desk.stored, range(1, 5))] == ["ok"] * 4


def test_twenty_examples_in_seven_seconds_over_a_slow_line(
    context: BrowserContext, thirty: Running
) -> None:
    desk = sit(context, thirty)
    slow = {"offline": False, "latency": 400, "downloadThroughput": -1, "uploadThroughput": -1}
    session = context.new_cdp_session(desk.page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", slow)
    desk.go(1)
    expect(desk.page.locator("#target .line").first).to_be_visible()
    desk.until(lambda: _kept(desk) == 30)
    for number in range(20):
        desk.page.wait_for_timeout(350)
        desk.press("e" if number % 2 else "n", "j")
        if desk.page.locator("dialog[open]").count():  # several words to choose from
            desk.choose("l")
    desk.at(21)
    desk.state("saved")
    answers = [desk.stored(position) for position in range(1, 21)]
    assert [one and one.pronoun for one in answers] == ["bad", "ok"] * 10


def _kept(desk: Desk) -> int:
    """How many examples the browser holds for times without network."""
    names = "Object.keys(localStorage).filter((name) => name.startsWith('proform example')).length"
    count: int = desk.page.evaluate(names)
    return count


def test_a_batch_goes_on_without_a_server_also_after_a_reload(
    context: BrowserContext, tmp_path: Path
) -> None:
    where = str(tmp_path / "talk.db")
    prepare_talk(where, 70)
    with serving_alone(where, tmp_path / "log") as server:
        desk = sit(context, server)
        desk.go(1)
        desk.press("n")
        desk.state("saved")
        desk.until(lambda: _kept(desk) >= 51)
        desk.until(lambda: desk.page.evaluate("caches.match('/work/').then(Boolean)"))
        desk.until(lambda: desk.page.evaluate("caches.match('/static/page.js').then(Boolean)"))
        server.kill()
        for position in range(1, 31):
            desk.at(position)
            desk.press("n", "j")
        desk.page.reload()
        desk.at(31)
        desk.press("k")
        desk.at(30)
        assert desk.judged() == "bad"
        desk.go(1)
        assert desk.judged() == "bad"
        desk.go(31)
        for position in range(31, 51):
            desk.at(position)
            desk.press("n", "j")
        desk.at(51)
        expect(desk.page.locator("#saving")).to_contain_text("49 answers are kept")
        port = int(server.url.rpartition(":")[2])
        with serving_alone(where, tmp_path / "log", port):
            desk.state("saved")
            assert len(desk.revisions()) == 50
    assert {said.answer.pronoun for said in everything(server, "Ada")} == {"bad"}


def test_a_browser_without_storage_saves_all_the_same(
    context: BrowserContext, server: Running
) -> None:
    refuse = "{ get() { throw new DOMException('denied', 'SecurityError'); } }"
    for kind in ("localStorage", "sessionStorage"):
        context.add_init_script(f"Object.defineProperty(window, '{kind}', {refuse});")
    desk = sit(context, server)
    desk.go(1)
    desk.press("n")
    desk.state("saved")
    desk.press("j")
    desk.at(2)
    desk.press("Control+z")
    desk.at(1)
    desk.state("saved")
    desk.page.route(API, lambda route: _only("GET", route))
    desk.press("y")
    desk.state("waiting")
    expect(desk.page.locator("#saving")).to_contain_text("in this tab only: do not close it")
    desk.reconnect()
    desk.state("saved")
    assert [said.answer.pronoun for said in desk.revisions()] == ["bad", "unset", "ok"]


def test_a_clock_that_jumps_holds_nothing_back(desk: Desk) -> None:
    desk.press("r")
    desk.page.keyboard.type("written bef")
    desk.page.evaluate("{ const then = Date.now; Date.now = () => then() - 86_400_000; }")
    desk.page.keyboard.type("ore and after")
    desk.until(lambda: (one := desk.stored(1)) and one.remarks == "written before and after")
    desk.page.evaluate("{ const then = Date.now; Date.now = () => then() + 172_800_000; }")
    desk.press("Escape", "n")
    desk.until(lambda: (one := desk.stored(1)) and one.pronoun == "bad")


def test_two_people_with_one_link_do_not_overwrite_each_other(
    browser: Browser, context: BrowserContext, server: Running
) -> None:
    link = server.link("Ada")
    device = browser.new_context()
    desks = []
    for one in (context, device):
        page = one.new_page()
        page.goto(link)
        desks.append(Desk(page, server, "Ada"))
    first, second = desks
    for desk in desks:
        desk.go(1)
    second.page.route(API, lambda route: route.abort())
    second.press("n")
    second.state("waiting")
    first.press("y")
    first.state("saved")
    second.reconnect()
    second.state("outdated")
    assert [said.answer.pronoun for said in first.revisions()] == ["ok"]
    device.close()


def test_who_is_retired_in_the_middle_of_a_save_is_told_and_keeps_the_answer(desk: Desk) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST" and not held:
            held.append(route)
        else:
            route.continue_()

    desk.press("y")
    desk.state("saved")
    desk.page.route(API, hold)
    desk.press("n")
    desk.until(lambda: held)
    with opened(desk.server.where) as store, store.writing() as connection:
        suite = find_suite(connection, None).id
        assert not remove_annotator(connection, suite, "Ada", NOW), "who has answered is retired"
    held[0].continue_()
    desk.state("ended")
    expect(desk.page.get_by_role("alert")).to_contain_text("Your session has ended")
    expect(desk.page.locator("#saving")).to_contain_text("1 answer is kept in this browser")
    assert desk.judged() == "bad"
    assert [said.answer.pronoun for said in desk.revisions()] == ["ok"]


def test_who_loses_a_task_in_the_middle_is_told_and_keeps_the_answer(desk: Desk) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST" and not held:
            held.append(route)
        else:
            route.continue_()

    desk.page.route(API, hold)
    desk.press("n")
    desk.until(lambda: held)
    with opened(desk.server.where) as store, store.writing() as connection:
        stored = find_suite(connection, None)
        for label in ("1", "2"):
            with suppress(ProformError):
                unassign(connection, stored, "june", label, "Ada")
    held[0].continue_()
    dialog = desk.page.get_by_role("dialog", name="Example 1: not accepted")
    expect(dialog).to_contain_text("no longer in your batch")
    desk.press("Escape")
    desk.state("refused")
    assert desk.judged() == "bad"
    assert desk.revisions() == []
