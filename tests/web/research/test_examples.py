"""The list of examples with its filters, and one example with all that was said of it."""

from __future__ import annotations

from dataclasses import replace

from tests.support.office import BAD, Office, disagree
from tests.support.small_suite import INTER, NOW, SPLIT, SUITE, TARGETS

from proform.store.access import RESEARCHER, invite
from proform.store.suites import SYSTEM, add_target, save_suite


def test_revisions_are_shown_with_what_they_changed(office: Office) -> None:
    ada, _ = disagree(office)
    office.judge(ada, {(2, "base"): {**BAD, "remarks": "on second thought"}})
    page = office.her.page("/research/examples/2")
    assert "History: 3 revisions" in page
    assert page.count("on second thought") == 2
    # In base: three parts of Ada's first, the same of her second, Bob's pronoun; elsewhere four.
    assert page.count('class="changed"') == 11
    assert page.count('class="remarks changed"') == 2
    assert "why?" in page


def test_filters(office: Office) -> None:
    disagree(office)

    def found(query: str) -> list[int]:
        page = office.her.page(f"/research/examples?{query}")
        return [n for n in (1, 2, 3) if f'href="/research/examples/{n}' in page]

    assert found("") == [1, 2, 3]
    assert found(f"category={INTER}") == [1]
    assert found(f"category={SPLIT}&system=base") == [3]
    assert found("system=nowhere") == []
    assert found("judged=right") == [1]
    assert found("judged=wrong") == [2]
    assert found("judged=disputed") == [2]
    assert found("judged=disputed&system=new") == []
    assert found("judged=unjudged") == [1, 3]
    assert found("judged=right&annotator=Ada") == [1, 2]
    assert found("judged=right&annotator=Bob") == [1]
    assert found("judged=disputed&annotator=Ada") == [2]
    assert found("judged=unjudged&annotator=Ada&system=base") == [3]
    assert found("annotator=Ada") == [1, 2]
    assert found("annotator=Eve") == []
    assert found("tag=ant_unsure") == [2]
    assert found("tag=ant_unsure&annotator=Bob") == []
    assert found("conflict=1") == [1]
    assert found("conflict=1&annotator=Bob") == [1]
    assert found("conflict=1&annotator=Ada") == []
    assert found("text=BICYCLETTE") == [1, 2]  # it is context of the second
    assert found("text=dormaient") == [3]
    assert found("text=why%3F") == [2]
    assert found("text=nothing+like+it") == []
    assert found("match=approved&system=new") == [1]
    assert found("match=referred&system=new") == [2, 3]
    assert found("match=approved&system=reference") == []


def test_an_example_is_reached_from_a_filtered_list(quick_office: Office) -> None:
    disagree(quick_office)
    page = quick_office.her.page("/research/examples/1?system=base&judged=right")
    assert "(1 of 1)" in page
    assert 'rel="next"' not in page
    page = quick_office.her.page("/research/examples/2?system=base")
    assert "(2 of 3)" in page
    assert 'href="/research/examples/3?system=base"' in page


def test_long_lists_have_pages(quick_office: Office) -> None:
    with quick_office.store.writing() as connection:
        example = SUITE.examples[1]
        many = tuple(replace(example, number=number) for number in range(1, 61))
        suite = save_suite(connection, replace(SUITE, name="many", examples=many), "k", NOW)
        target = replace(TARGETS[1], placed=dict.fromkeys(range(1, 61), TARGETS[1].placed[2]))
        add_target(connection, suite, target, SYSTEM, NOW)
        secret = invite(connection, suite.id, RESEARCHER, None, NOW)
    her = quick_office.enter(f"/enter/{secret}")
    first, last = (her.page(f"/research/examples?page={page}") for page in (1, 3))
    assert "page 1 of 3" in first
    assert 'href="/research/examples/25"' in first
    assert 'href="/research/examples/26"' not in first
    assert 'href="/research/examples/60"' in last
    assert 'rel="next"' not in last
    assert her.page("/research/examples?page=99") == last
