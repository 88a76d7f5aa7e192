"""MQM ratings, and what they say of pronouns."""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.command import Write

from proform.errors import InputError, ProformError
from proform.language.pack import Pack, load_pack
from proform.meta.ratings import Rating, Severity, Span, judged, read_ratings
from proform.model import Verdict
from proform.text.lines import BLOCK
from proform.text.tokens import Token, Tokenizer

HEADER = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\tcomment"
PRONOUNS = {"er", "sie", "es"}
GERMAN = Tokenizer(load_pack("de") or Pack("de", "German"))


def row(target: str, severity: str = "Major", source: str = "It rains.", **cells: str) -> str:
    named = {"system": "A", "doc": "talk.1", "seg": "7", "rater": "rater1"} | cells
    place = (named["system"], named["doc"], "1", named["seg"], named["rater"])
    return "\t".join((*place, source, target, "Fluency/Grammar", severity, ""))


def rating(target: str, span: Span | None, severity: Severity = Severity.MAJOR) -> Rating:
    return Rating("A", "talk.1", 7, "rater1", "", target, None, span, "Fluency", severity)


@pytest.fixture
def read(write: Write) -> Callable[..., list[Rating]]:
    """The ratings of a file of these rows."""

    def ratings(*rows: str) -> list[Rating]:
        return list(read_ratings(write("mqm.tsv", "\n".join((HEADER, *rows, "")))))

    return ratings


Read = Callable[..., list[Rating]]


def pronouns(rating: Rating) -> list[Token]:
    return [token for token in GERMAN.tokens(rating.target) if token.text.lower() in PRONOUNS]


def verdicts(ratings: list[Rating]) -> list[tuple[str, Verdict]]:
    return [(one.pronoun.text, one.verdict) for one in judged(ratings, pronouns)]


def test_a_row(read: Read) -> None:
    (found,) = read(row("Und <v>es </v>regnet."))
    assert found == Rating(
        system="A",
        document="talk.1",
        segment=7,
        rater="rater1",
        source="It rains.",
        target="Und es regnet.",
        source_span=None,
        target_span=Span(4, 7),
        category="Fluency/Grammar",
        severity=Severity.MAJOR,
    )


def test_nothing_marked(read: Read) -> None:
    (found,) = read(row("Es regnet.", "No-error"))
    assert (found.target_span, found.severity) == (None, Severity.NO_ERROR)


def test_an_omission_is_marked_in_the_source(read: Read) -> None:
    (found,) = read(row("Regnet.", source="<v>It</v> rains."))
    assert (found.source, found.source_span, found.target_span) == ("It rains.", Span(0, 2), None)


def test_a_mark_that_is_left_open_goes_to_the_end(read: Read) -> None:
    (found,) = read(row("Es regnet. <v>?"))
    assert (found.target, found.target_span) == ("Es regnet. ?", Span(11, 12))


def test_gzip_and_windows_lines(tmp_path: Path) -> None:
    path = tmp_path / "mqm.tsv.gz"
    path.write_bytes(gzip.compress(f"{HEADER}\r\n{row('<v>Es</v>')}\r\n\r\n".encode()))
    assert [one.target for one in read_ratings(path)] == ["Es"]


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (row("</v>es<v>"), "found </v> <v>"),
        (row("es</v>"), "found </v>"),
        (row("<v>es <v>regnet</v></v>"), "found <v> <v> </v> </v>"),
        (row("<v>es</v> <v>regnet</v>"), "found <v> </v> <v> </v>"),
        (row("es", source="it</v>"), "found </v>"),
        (row("<V>es</V>"), "expected <v>…</v>, found '<V>'"),
        (row("<v>es</ v>"), "expected <v>…</v>, found '</ v>'"),
        (row("<v>es</v regnet"), "expected <v>…</v>, found '</v'"),
        (row("es", "Severe"), "unknown severity 'Severe'"),
        (row("es\tregnet"), "expected 10 columns as in the header, found 11"),
        ("A\ttalk.1", "expected 10 columns as in the header, found 2"),
        (row("es", seg="seven"), "expected a number as seg_id, found 'seven'"),
    ],
)
def test_broken_rows(read: Read, line: str, what: str) -> None:
    with pytest.raises(InputError) as caught:
        read(row("Es regnet.", "No-error"), "", line)
    assert caught.value.line == 4
    assert what in str(caught.value)


def test_the_line_of_an_error_far_down(read: Read) -> None:
    with pytest.raises(InputError) as caught:
        read(*[row("Es regnet.", "No-error")] * (BLOCK + 5), row("es</v>"))
    assert caught.value.line == BLOCK + 7


@pytest.mark.parametrize("header", ["", "system\tdoc", f"{HEADER}\trater", row("es")])
def test_broken_headers(write: Write, header: str) -> None:
    with pytest.raises(InputError, match=r"mqm\.tsv:1: expected one column"):
        list(read_ratings(write("mqm.tsv", header)))


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("Es regnet, und sie lacht.", [Verdict.CORRECT, Verdict.CORRECT]),
        ("<v>Es</v> regnet, und sie lacht.", [Verdict.INCORRECT, Verdict.CORRECT]),
        ("Es regnet, <v>und sie lacht</v>.", [Verdict.CORRECT, Verdict.INCORRECT]),
        ("Es regnet<v>, und sie lacht .</v>", [Verdict.CORRECT, Verdict.INCORRECT]),
        ("Es <v>regnet, und sie lacht</v>.", [Verdict.CORRECT, Verdict.UNDECIDED]),
        ("Es regnet<v>, und </v>sie lacht.", [Verdict.CORRECT, Verdict.CORRECT]),
        ("Es regnet, und s<v>ie</v> lacht.", [Verdict.CORRECT, Verdict.INCORRECT]),
        ("Es regne<v>t, und sie l</v>acht.", [Verdict.CORRECT, Verdict.UNDECIDED]),
        ("Es<v></v> regnet, und sie lacht.", [Verdict.CORRECT, Verdict.CORRECT]),
    ],
)
def test_verdicts(read: Read, target: str, expected: list[Verdict]) -> None:
    assert verdicts(read(row(target))) == list(zip(("Es", "sie"), expected, strict=True))


def test_a_short_mark_decides_where_a_long_one_does_not(read: Read) -> None:
    long, short = row("<v>Es regnet heute hier</v>"), row("<v>Es</v> regnet heute hier")
    (one,) = judged(read(long, short), pronouns)
    assert one.verdict is Verdict.INCORRECT
    assert [error.words for error in one.errors] == [4, 1]


@pytest.mark.parametrize("severity", ["No-error", "Neutral"])
def test_what_is_no_error(read: Read, severity: str) -> None:
    assert verdicts(read(row("<v>Es</v> regnet", severity))) == [("Es", Verdict.CORRECT)]


def test_raters_speak_for_themselves(read: Read) -> None:
    ratings = read(
        row("<v>Es</v> regnet", rater="rater1"),
        row("Es regnet", "No-error", rater="rater2"),
        row("<v>Sie</v> lacht", rater="rater1", seg="8"),
        row("<v>Er</v> regnet", rater="rater1", system="B"),
    )
    found = [(j.system, j.segment, j.rater, j.verdict.value) for j in judged(ratings, pronouns)]
    assert found == [
        ("A", 7, "rater1", "incorrect"),
        ("A", 7, "rater2", "correct"),
        ("A", 8, "rater1", "incorrect"),
        ("B", 7, "rater1", "incorrect"),
    ]


def test_two_targets_of_one_segment(read: Read) -> None:
    with pytest.raises(ProformError, match="two targets of A in segment 7 by rater1"):
        verdicts(read(row("<v>Es</v> regnet"), row("<v>Er</v> regnet")))


WORDS = st.lists(st.sampled_from(["er", "sie", "es", "lacht", "und", ",", "Haus"]), min_size=1)


@given(WORDS, st.data())
def test_tags_and_spans_say_the_same(
    tmp_path_factory: pytest.TempPathFactory, words: list[str], data: st.DataObject
) -> None:
    text = " ".join(words)
    ends = st.integers(0, len(text))
    start, end = sorted((data.draw(ends), data.draw(ends)))
    marked = f"{text[:start]}<v>{text[start:end]}</v>{text[end:]}"
    path = tmp_path_factory.mktemp("mqm") / "mqm.tsv"
    path.write_text(f"{HEADER}\n{row(marked)}\n", encoding="utf-8")
    (found,) = read_ratings(path)
    assert (found.target, found.target_span) == (text, Span(start, end))


@given(WORDS, st.data())
def test_the_mark_decides(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    ends = st.integers(0, len(text))
    start, end = sorted((data.draw(ends), data.draw(ends)))
    error = rating(text, Span(start, end))
    for one in judged([error], pronouns):
        inside = any(start <= place < end for place in range(one.pronoun.start, one.pronoun.end))
        assert (one.verdict is Verdict.CORRECT) == (not inside)
        assert (one.verdict is Verdict.INCORRECT) == (inside and error.words <= 3)
        assert text[one.pronoun.start : one.pronoun.end] == one.pronoun.text


@given(WORDS, st.data())
def test_the_order_of_ratings_does_not_matter(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    spans = st.tuples(st.integers(0, len(text)), st.integers(0, len(text))).map(sorted)
    ratings = [rating(text, Span(*span)) for span in data.draw(st.lists(spans, max_size=4))]
    assert verdicts(ratings) == verdicts(ratings[::-1])


def test_talks_of_2021(shared_data: Callable[[str], Path]) -> None:
    ratings = list(read_ratings(shared_data("mqm-ted-en-de") / "mqm_ted_ende.tsv.gz"))
    assert len(ratings) == 8435
    assert len({one.system for one in ratings} - {"ref"}) == 13
    assert sum(one.source_span is not None for one in ratings) == 14
    assert sum(one.target_span is not None for one in ratings) == 4017
    found = list(judged(ratings, pronouns))
    assert {one.rater for one in found} == {f"rater{number}" for number in range(1, 5)}
    counts = Counter(one.verdict for one in found)
    # Marks of four words and more are too many to be taken for either.
    assert counts[Verdict.CORRECT] > 10 * counts[Verdict.INCORRECT]
    assert counts[Verdict.UNDECIDED] > 2 * counts[Verdict.INCORRECT]
