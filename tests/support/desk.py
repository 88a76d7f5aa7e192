"""An annotator at their browser, and what of it arrived in the store."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import monotonic

from playwright.sync_api import BrowserContext, Page, expect
from tests.support.small_suite import NOW
from tests.support.web_server import Running

from proform.store.answers import JUDGEMENTS, Answer, Said, annotator_id, history
from proform.store.database import opened
from proform.store.suites import find_suite
from proform.store.work import CORRECTNESS, listed


@dataclass(frozen=True)
class Desk:
    """A tab of an annotator."""

    page: Page
    server: Running
    name: str

    def go(self, position: int) -> None:
        """Open an example by its address."""
        self.page.goto(f"{self.server.url}/work/{position}")
        self.at(position)

    def at(self, position: int) -> None:
        """Wait until an example is shown, and takes answers."""
        expect(self.page.locator("#heading")).to_contain_text(f"Example {position} of")
        expect(self.page.locator("#example:not([inert])")).to_be_visible()

    def seek(self, selector: str) -> int:
        """Go on from the first example to one that has this; gives its position."""
        position = 1
        self.at(position)
        while not self.page.locator(selector).count():
            self.page.locator("#next").click()
            position += 1
            self.at(position)
        return position

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def choose(self, key: str) -> None:
        """Close the dialog that is open by a key, as soon as it listens to keys."""
        expect(self.page.locator("dialog[open][data-listening]")).to_be_visible()
        self.press(key)

    def state(self, state: str) -> None:
        """Wait until the page says so: saved, waiting, outdated …

        A page that could not reach its server tries again after 38 seconds at the latest.
        """
        expect(self.page.locator(f"#saving[data-state={state}]")).to_be_visible(timeout=120_000)

    def until(self, condition: Callable[[], object]) -> None:
        """Wait until something holds that the page does not show, while its requests go on."""
        deadline = monotonic() + 60
        while not condition():
            assert monotonic() < deadline, "it never held"
            self.page.wait_for_timeout(20)

    def reconnect(self) -> None:
        """Let requests through again."""
        self.page.unroute_all()

    def judged(self, question: str = "pronoun") -> str:
        """What the page shows as the answer to a question."""
        return self.page.locator(f"[name={question}]:checked").get_attribute("value") or ""

    def another(self, context: BrowserContext | None = None) -> Desk:
        """One more tab; in another context it is another device."""
        page = (context or self.page.context).new_page()
        if context:
            page.goto(self.server.link(self.name))
        return Desk(page, self.server, self.name)

    def batch(self) -> list[int]:
        """The ids of their candidates, in order."""
        with opened(self.server.where) as store, store.writing() as connection:
            suite = find_suite(connection, None).id
            annotator = annotator_id(connection, self.name, NOW)
            return listed(connection, suite, annotator, CORRECTNESS)

    def stored(self, position: int) -> Answer | None:
        """The answer in the store to the example at a position."""
        candidate = self.batch()[position - 1]
        with opened(self.server.where) as store, store.writing() as connection:
            said = JUDGEMENTS.latest_by(connection, annotator_id(connection, self.name, NOW)).get(
                candidate
            )
            return None if said is None else said.answer

    def revisions(self) -> list[Said]:
        """Everything they ever said."""
        return everything(self.server, self.name)


def in_order(wanted: Iterable[object], found: Iterable[object]) -> bool:
    """Does all this occur, one after the other? What else was saved between depends on the time."""
    rest = iter(found)
    return all(one in rest for one in wanted)


def everything(server: Running, name: str) -> list[Said]:
    """All that an annotator ever said."""
    with opened(server.where) as store, store.reading() as connection:
        suite = find_suite(connection, None).id
        return [said for said in history(connection, suite) if said.annotator == name]


def sit(context: BrowserContext, server: Running, name: str = "Ada") -> Desk:
    """Open a personal link."""
    page = context.new_page()
    page.goto(server.link(name))
    expect(page.locator("#go")).to_be_visible()
    return Desk(page, server, name)
