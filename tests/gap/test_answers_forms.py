"""Hiding a pronoun so that nothing tells what it was, and naming what was hidden."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proform.gap.answers import OTHER, Gaps
from proform.language.pack import load_pack
from proform.suite.suite import Placed, Spot, Target

FRENCH = Gaps.of(load_pack("fr") or pytest.fail("no pack"))


def _placed(*positions: int) -> Placed:
    return Placed(tuple(Spot(0, position) for position in positions))


def _hidden(line: str, *positions: int, gaps: Gaps = FRENCH) -> str:
    (shown,) = gaps.hide(Target("x", [line]), _placed(*positions), range(1))
    assert sum(one.mark == "gap" for one in shown) == 1
    return " ".join(one.word or "_" for one in shown)


def _own(line: str, *positions: int, gaps: Gaps = FRENCH) -> str | None:
    return gaps.own(Target("x", [line]), _placed(*positions))


@pytest.mark.parametrize(
    ("line", "position", "own", "shown"),
    [
        ("Ils dorment .", 0, "ils", "_ dorment ."),
        ("Elle dort .", 0, "elle", "_ dort ."),
        ("C' est vrai .", 0, "ce", "_ est vrai ."),
        ("C'est vrai .", 0, "ce", "_ est vrai ."),
        ("Cela va .", 0, "ça/cela", "_ va ."),
        ("Ç' a été dur .", 0, "ça/cela", "_ a été dur ."),
        ("parce qu' ils dorment", 2, "ils", "parce que _ dorment"),
        ("parce qu'ils dorment", 1, "ils", "parce que _ dorment"),
        ("Qu&apos;il dorme", 0, "il", "que _ dorme"),
        ("S'il dort", 0, "il", "Si _ dort"),
        ("si l' on dort", 2, "on", "si _ dort"),
        ("si l'on dort", 1, "on", "si _ dort"),
        ("Où a-t-elle dormi", 1, "elle", "Où a _ dormi"),
        ("a -t-elle dormi", 1, "elle", "a _ dormi"),
        ("Est-ce vrai", 0, "ce", "Est _ vrai"),
        ("Je l'ai vu", 1, OTHER, "Je _ ai vu"),
        ("La lampe tombe", 1, OTHER, "La _ tombe"),
    ],
)
def test_one_word(line: str, position: int, own: str, shown: str) -> None:
    assert _own(line, position) == own
    assert _hidden(line, position) == shown


@pytest.mark.parametrize(
    ("line", "positions", "own", "shown"),
    [
        ("Elle s' ouvrait", (0, 1), "elle", "_ s' ouvrait"),  # s' belongs to the verb
        ("la lampe rouge , elle luit", (0, 4), "elle", "la lampe rouge , _ luit"),
        ("elle , elle luit", (0, 2), "elle", "_ , luit"),
        ("la lampe luit", (0, 1), OTHER, "_ luit"),
        ("ce sont eux", (0, 2), "ce", "_ sont"),
    ],
)
def test_several_words_make_one_gap(
    line: str, positions: tuple[int, ...], own: str, shown: str
) -> None:
    assert _own(line, *positions) == own
    assert _hidden(line, *positions) == shown


@pytest.mark.parametrize(
    ("language", "line", "own", "shown"),
    [
        ("de", "Geht's", "es", "Geht _"),
        ("de", "Dieses", "das/dies", "_"),
        ("es", "dárselo", "lo", "dár se _"),
        ("es", "Ello", "eso/esto/ello", "_"),
        ("en", "They're", "they", "_ 're"),
        ("en", "Those", "these/those", "_"),
        ("en", "We", OTHER, "_"),
    ],
)
def test_other_languages(language: str, line: str, own: str, shown: str) -> None:
    gaps = Gaps.of(load_pack(language) or pytest.fail("no pack"))
    assert _own(line, 0, gaps=gaps) == own
    assert _hidden(line, 0, gaps=gaps) == shown


def test_without_a_word_there_is_nothing_to_hide() -> None:
    assert _own("Il dort .") is None


def test_the_antecedent_is_marked_unless_it_is_hidden() -> None:
    placed = Placed((Spot(1, 0),), ((Spot(0, 1), Spot(1, 0)),))
    first, second = FRENCH.hide(Target("x", ["La lampe luit .", "Elle luit ."]), placed, range(2))
    assert [one.mark for one in first] == [None, "antecedent", None, None]
    assert [one.mark for one in second] == ["gap", None, None]


VOWEL = {"il": "qu'", "elle": "qu'", "ils": "qu'", "elles": "qu'", "on": "qu'"}
SI = {"il": "s'", "ils": "s'"}


def _written(before: list[str], pronoun: str, after: list[str], *, joined: bool) -> tuple[str, int]:
    """A sentence as French spells it, with que and si elided before some pronouns."""
    words = list(before)
    if words and words[-1] == "que":
        words[-1] = VOWEL.get(pronoun, "que")
    if words and words[-1] == "si":
        words[-1] = SI.get(pronoun, "si")
    if joined and words and words[-1].endswith("'"):
        pronoun = words.pop() + pronoun
    line = " ".join([*words, pronoun, *after])
    return line[0].upper() + line[1:], len(words)


@given(
    before=st.lists(st.sampled_from(["parce", "que", "si", "hier", ","]), max_size=4),
    after=st.lists(st.sampled_from(["dort", "dorment", "bien", "."]), min_size=1, max_size=3),
    pronouns=st.tuples(*[st.sampled_from([*FRENCH.named, "nous", "celui-ci", "Anna"])] * 2),
    joined=st.booleans(),
)
def test_what_is_shown_does_not_depend_on_what_is_hidden(
    before: list[str], after: list[str], pronouns: tuple[str, str], joined: bool
) -> None:
    shown = []
    for pronoun in pronouns:
        line, position = _written(before, pronoun, after, joined=joined)
        shown.append(_hidden(line, position))
    assert shown[0] == shown[1]


def test_settings_survive_being_stored() -> None:
    for language in ("fr", "de", "es", "en"):
        gaps = Gaps.of(load_pack(language) or pytest.fail("no pack"))
        assert Gaps.parse(gaps.dump()) == gaps
