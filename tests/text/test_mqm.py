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

from proform.errors import InputError
from proform.language.pack import Pack, load_pack
from proform.model import Verdict
from proform.text.lines import BLOCK
from proform.text.mqm import RatedSegment, Rating, Severity, read_ratings, verdict
from proform.text.tokens import Token, Tokenizer

HEADER = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\tcomment"
PRONOUNS = {"er", "sie", "es"}
GERMAN = Tokenizer(load_pack("de") or Pack("de", "German"))


def row(target: str, severity: str = "Major", source: str = "It rains.", **cells: str) -> str:
    named = {"system": "A", "doc": "talk.1", "seg": "7", "rater": "rater1"} | cells
    place = (named["system"], named["doc"], "1", named["seg"], named["rater"])
    return "\t".join((*place, source, target, "Fluency/Grammar", severity, ""))


def rating(target: str, span: range) -> Rating:
    segment = RatedSegment("talk.1", 7)
    return Rating("A", segment, "rater1", "", target, span, "Fluency", Severity.MAJOR)


@pytest.fixture
def read(write: Write) -> Callable[..., list[Rating]]:
    """The ratings of a file of these rows."""

    def ratings(*rows: str) -> list[Rating]:
        return list(read_ratings(write("mqm.tsv", "\n".join((HEADER, *rows, "")))))

    return ratings


Read = Callable[..., list[Rating]]


def pronouns(target: str) -> list[Token]:
    return [token for token in GERMAN.tokens(target) if token.text.lower() in PRONOUNS]


def verdicts(ratings: list[Rating]) -> list[tuple[str, Verdict]]:
    """Of all pronouns of a segment, by the ratings of one rater."""
    found = pronouns(ratings[0].target)
    return [(pronoun.text, verdict(ratings, pronoun)) for pronoun in found]


def test_a_row(read: Read) -> None:
    (found,) = read(row("Und <v>es </v>regnet."))
    assert found == Rating(
        system="A",
        segment=RatedSegment("talk.1", 7),
        rater="rater1",
        source="It rains.",
        target="Und es regnet.",
        span=range(4, 7),
        category="Fluency/Grammar",
        severity=Severity.MAJOR,
    )


def test_nothing_marked(read: Read) -> None:
    (found,) = read(row("Es regnet.", "No-error"))
    assert (found.span, found.severity) == (range(0), Severity.NO_ERROR)


def test_an_omission_is_marked_in_the_source(read: Read) -> None:
    (found,) = read(row("Regnet.", source="<v>It</v> rains."))
    assert (found.source, found.target, found.span) == ("It rains.", "Regnet.", range(0))


def test_a_mark_that_is_left_open_goes_to_the_end(read: Read) -> None:
    (found,) = read(row("Es regnet. <v>?"))
    assert (found.target, found.span) == ("Es regnet. ?", range(11, 12))


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
    ratings = read(long, short)
    assert [error.words for error in ratings] == [4, 1]
    assert verdicts(ratings) == [("Es", Verdict.INCORRECT)]


@pytest.mark.parametrize("severity", ["No-error", "Neutral"])
def test_what_is_no_error(read: Read, severity: str) -> None:
    assert verdicts(read(row("<v>Es</v> regnet", severity))) == [("Es", Verdict.CORRECT)]


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
    assert (found.target, found.span) == (text, range(start, end))


@given(WORDS, st.data())
def test_the_mark_decides(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    ends = st.integers(0, len(text))
    start, end = sorted((data.draw(ends), data.draw(ends)))
    error = rating(text, range(start, end))
    for pronoun in pronouns(text):
        inside = any(start <= place < end for place in range(pronoun.start, pronoun.end))
        said = verdict([error], pronoun)
        assert (said is Verdict.CORRECT) == (not inside)
        assert (said is Verdict.INCORRECT) == (inside and error.words <= 3)
        assert text[pronoun.start : pronoun.end] == pronoun.text


@given(WORDS, st.data())
def test_the_order_of_ratings_does_not_matter(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    spans = st.tuples(st.integers(0, len(text)), st.integers(0, len(text))).map(sorted)
    drawn = data.draw(st.lists(spans, min_size=1, max_size=4))
    ratings = [rating(text, range(*span)) for span in drawn]
    assert verdicts(ratings) == verdicts(ratings[::-1])


def test_talks_of_2021(shared_data: Callable[[str], Path]) -> None:
    ratings = list(read_ratings(shared_data("mqm-ted-en-de") / "mqm_ted_ende.tsv.gz"))
    assert len(ratings) == 8435
    assert len({one.system for one in ratings} - {"ref"}) == 13
    assert sum(bool(one.span) for one in ratings) == 4017
    by_rater: dict[tuple[str, RatedSegment, str], list[Rating]] = {}
    for one in ratings:
        by_rater.setdefault((one.system, one.segment, one.rater), []).append(one)
    assert {rater for *_, rater in by_rater} == {f"rater{number}" for number in range(1, 5)}
    counts = Counter(said for theirs in by_rater.values() for _, said in verdicts(theirs))
    # Marks of four words and more are too many to be taken for either.
    assert counts[Verdict.CORRECT] > 10 * counts[Verdict.INCORRECT]
    assert counts[Verdict.UNDECIDED] > 2 * counts[Verdict.INCORRECT]
