"""Texts and alignments side by side."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proform.errors import InputError, ProformError
from proform.text.corpus import Block, Corpus, Slips
from proform.text.documents import read_documents
from proform.text.formats import Role
from proform.text.lines import BLOCK
from proform.text.texts import open_systems, open_text, plain_text

TEXTS = {
    "source.en": "It rains .\nThey left\n",
    "reference.fr": "Il pleut .\nIls sont partis\n",
    "reference.align": "0-0 1-1 2-2\n0-0 1-1 1-2\n",
    "mine.fr": "Ça  pleut .\n\n",
    "mine.align": "0-0 1-1\n\n",
}


def corpus_in(
    folder: Path,
    systems: tuple[str, ...] = ("mine.fr",),
    alignments: tuple[str, ...] = ("mine.align",),
    docs: str | None = None,
) -> Corpus:
    return Corpus(
        source=open_text(str(folder / "source.en"), Role.SOURCE),
        reference=open_text(str(folder / "reference.fr"), Role.REFERENCE),
        systems=[text for name in systems for text in open_systems(str(folder / name), "fr")],
        links=[plain_text(folder / name) for name in ("reference.align", *alignments)],
        documents=None if docs is None else read_documents(folder / docs),
    )


def fill(folder: Path, **changes: str) -> Path:
    """The files of TEXTS, with changes: `mine_fr` is another content of mine.fr."""
    for name, text in TEXTS.items():
        content = changes.get(name.replace(".", "_"), text)
        (folder / name).write_text(content, encoding="utf-8", newline="")
    return folder


def blocks(corpus: Corpus) -> list[Block]:
    return [corpus.parse(raw) for raw in corpus.raw_blocks()]


def pairs(block: Block, translation: int) -> list[list[tuple[int, int]]]:
    links = block.translations[translation].links
    return [alignment.links for alignment in links.alignments(range(len(links)))]


def test_everything_is_read_side_by_side(tmp_path: Path) -> None:
    (block,) = blocks(corpus_in(fill(tmp_path)))
    assert (block.start, block.source) == (0, ["It rains .", "They left"])
    assert [translated.lines for translated in block.translations] == [
        ["Il pleut .", "Ils sont partis"],
        ["Ça pleut .", ""],
    ]
    assert pairs(block, 0) == [[(0, 0), (1, 1), (2, 2)], [(0, 0), (1, 1), (1, 2)]]
    assert pairs(block, 1) == [[(0, 0), (1, 1)], []]
    assert block.slips == [Slips(), Slips()]


def test_paths_are_texts_then_alignments(tmp_path: Path) -> None:
    corpus = corpus_in(fill(tmp_path))
    names = ["source.en", "reference.fr", "mine.fr", "reference.align", "mine.align"]
    assert corpus.paths() == [tmp_path / name for name in names]


def test_columns_of_a_table_go_with_plain_alignments(tmp_path: Path) -> None:
    fill(tmp_path, mine_align="0-0\n0-0\n")
    (tmp_path / "x.tsv").write_text("a\tb\nÇa .\tIl\nOn .\tEux\n")
    corpus = corpus_in(tmp_path, ("x.tsv",), ("mine.align", "mine.align"))
    (block,) = blocks(corpus)
    assert [text.lines for text in block.translations[1:]] == [["Ça .", "On ."], ["Il", "Eux"]]


def test_blocks_go_on_counting(tmp_path: Path) -> None:
    number = BLOCK + 2
    fill(
        tmp_path,
        source_en="It\n" * number,
        reference_fr="Il\n" * number + "\n",
        reference_align="0-0\n" * number,
        mine_fr="Ça\n" * number,
        mine_align="\n" * number,
    )
    found = blocks(corpus_in(tmp_path))
    assert [(block.start, len(block.source)) for block in found] == [(0, BLOCK), (BLOCK, 2)]


@pytest.mark.parametrize("name", sorted(set(TEXTS) - {"source.en"}))
def test_file_of_another_length_is_refused(tmp_path: Path, name: str) -> None:
    fill(tmp_path)
    with (tmp_path / name).open("a") as file:
        file.write("0-0\n")
    message = f"{tmp_path / name}:3: 3 lines, but {tmp_path / 'source.en'} has 2"
    with pytest.raises(InputError, match=re.escape(message)):
        blocks(corpus_in(tmp_path))


@pytest.mark.parametrize("name", sorted(set(TEXTS) - {"source.en"}))
def test_empty_file_is_refused(tmp_path: Path, name: str) -> None:
    fill(tmp_path)
    (tmp_path / name).write_text("")
    message = f"{tmp_path / name}:1: 0 lines, but {tmp_path / 'source.en'} has 2"
    with pytest.raises(InputError, match=re.escape(message)):
        blocks(corpus_in(tmp_path))


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_missing_file_is_refused(tmp_path: Path, name: str) -> None:
    fill(tmp_path)
    (tmp_path / name).unlink()
    message = f"{tmp_path / name}: cannot be read (No such file or directory)"
    with pytest.raises(InputError, match=re.escape(message)):
        blocks(corpus_in(tmp_path))


@pytest.mark.parametrize("name", ["source.en", "reference.fr", "mine.fr"])
@pytest.mark.parametrize("before", [1, BLOCK + 1])
def test_wrong_encoding_names_file_and_line(tmp_path: Path, name: str, before: int) -> None:
    for file in TEXTS:
        (tmp_path / file).write_bytes(b"\n" * (before + 1))
    (tmp_path / name).write_bytes(b"\n" * before + b"caf\xe9\n")
    message = f"{tmp_path / name}:{before + 1}: expected UTF-8, found the byte 0xe9"
    with pytest.raises(InputError, match=re.escape(message)):
        blocks(corpus_in(tmp_path))


@pytest.mark.parametrize("name", ["reference.align", "mine.align"])
@pytest.mark.parametrize("before", [1, BLOCK + 1])
def test_malformed_link_names_file_and_line(tmp_path: Path, name: str, before: int) -> None:
    for file in TEXTS:
        (tmp_path / file).write_bytes(b"\n" * (before + 1))
    (tmp_path / name).write_bytes(b"\n" * before + b"0:0\n")
    message = f"{tmp_path / name}:{before + 1}: expected `i-j`, found '0:0'"
    with pytest.raises(InputError, match=re.escape(message)):
        blocks(corpus_in(tmp_path))


@pytest.mark.parametrize(
    "link",
    ["0-3", "0-4", "0-900", "3-3", "5-0", "900-0"],
    ids=[
        "target, by one",
        "target, by two",
        "target, far",
        "both, by one",
        "source, by three",
        "source, far",
    ],
)
def test_link_outside_is_refused_at_once(tmp_path: Path, link: str) -> None:
    fill(tmp_path, mine_align=f"0-0 {link}\n\n")
    text = tmp_path / "mine.fr"
    what = f"the link {link} is outside the segment (3 source words, 3 in {text}); is it the align"
    with pytest.raises(InputError, match=re.escape(f"{tmp_path / 'mine.align'}:1: {what}")):
        blocks(corpus_in(tmp_path))


def test_link_outside_in_the_second_block_names_its_line(tmp_path: Path) -> None:
    number = BLOCK + 3
    fill(
        tmp_path,
        source_en="It\n" * number,
        reference_fr="Il\n" * number,
        reference_align="\n" * (number - 1) + "0-1\n",
        mine_fr="\n" * number,
        mine_align="\n" * number,
    )
    what = f"the link 0-1 is outside the segment (1 source words, 1 in {tmp_path / 'reference.fr'})"
    message = f"{tmp_path / 'reference.align'}:{number}: {what}"
    with pytest.raises(InputError, match=re.escape(message)):
        blocks(corpus_in(tmp_path))


def test_link_of_an_empty_line_is_outside(tmp_path: Path) -> None:
    fill(tmp_path, mine_align="0-0\n0-0\n")
    what = f"the link 0-0 is outside the segment (2 source words, 0 in {tmp_path / 'mine.fr'})"
    with pytest.raises(InputError, match=re.escape(f"{tmp_path / 'mine.align'}:2: {what}")):
        blocks(corpus_in(tmp_path))


def slipped(folder: Path, segments: int, slips: int) -> tuple[Block, ...]:
    """So many segments, of which the last ones have a link behind the end of the source."""
    fill(
        folder,
        source_en="It\n" * segments,
        reference_fr="Il\n" * segments,
        reference_align="0-0\n" * segments,
        mine_fr="Ça pleut\n" * segments,
        mine_align="0-0\n" * (segments - slips) + "1-1 0-0 2-1 1-0\n" * slips,
    )
    return tuple(blocks(corpus_in(folder)))


def test_slips_of_the_source_are_left_out_and_counted(tmp_path: Path) -> None:
    (block,) = slipped(tmp_path, 5, 2)
    assert pairs(block, 1) == [[(0, 0)]] * 5
    of_reference, of_mine = block.slips
    assert of_reference == Slips()
    assert of_mine.segments == 2
    sizes = f"1 source words, 2 in {tmp_path / 'mine.fr'}"
    what = f"the link 1-1 is outside the segment ({sizes})"
    assert str(of_mine.first).startswith(f"{tmp_path / 'mine.align'}:4: {what}; is it the align")


def test_few_slips_are_a_warning(tmp_path: Path) -> None:
    (block,) = slipped(tmp_path, 200, 2)
    warning = block.slips[1].warning(200)
    assert warning is not None
    assert warning.startswith(f"{tmp_path / 'mine.align'}:199: the link 1-1 is outside the segment")
    assert "; such links in 2 of 200 segments are left out: is it the alignment" in warning


def test_many_slips_are_an_error(tmp_path: Path) -> None:
    (block,) = slipped(tmp_path, 200, 3)
    message = f"{tmp_path / 'mine.align'}:198: the link 1-1 is outside the segment"
    with pytest.raises(InputError, match=re.escape(message)):
        block.slips[1].warning(200)


def test_slips_of_all_blocks_add_up(tmp_path: Path) -> None:
    found = slipped(tmp_path, BLOCK + 3, 5)
    total = sum((block.slips[1] for block in found), Slips())
    assert [block.slips[1].segments for block in found] == [2, 3]
    assert total.segments == 5
    assert total.first is not None
    assert total.first.line == BLOCK - 1


FIRST = InputError("x.align", 7, "what", hint="hint")


def test_no_slips_are_no_warning() -> None:
    assert Slips().warning(0) is None
    assert Slips().warning(100) is None


@settings(deadline=None)
@given(st.integers(1, 10**6))
def test_one_in_a_hundred_is_the_limit(slips: int) -> None:
    found = Slips(FIRST, slips)
    assert found.warning(100 * slips) is not None
    with pytest.raises(InputError, match=re.escape("x.align:7: what; hint")):
        found.warning(100 * slips - 1)


@settings(deadline=None)
@given(st.lists(st.integers(0, 5)))
def test_first_slip_is_that_of_the_first_block_with_one(counts: list[int]) -> None:
    slips = [
        Slips(InputError("x", line, "what"), count) if count else Slips()
        for line, count in enumerate(counts, 1)
    ]
    total = sum(slips, Slips())
    assert total.segments == sum(counts)
    expected = next((line for line, count in enumerate(counts, 1) if count), None)
    assert (total.first and total.first.line) == expected


def test_slips_travel_between_processes() -> None:
    copy = pickle.loads(pickle.dumps(Slips(FIRST, 3)))  # noqa: S301
    assert copy.segments == 3
    assert (str(copy.first), copy.first.line) == ("x.align:7: what; hint", 7)


@pytest.mark.parametrize(
    ("docs", "line", "what"),
    [
        ("a\n", 2, "1 document ids for 2 segments"),
        ("a\na\nb\n", 3, "3 document ids for 2 segments"),
        ("0\n2\n", 2, "a document starts at line 2, the texts have 2 lines"),
    ],
)
def test_documents_must_fit(tmp_path: Path, docs: str, line: int, what: str) -> None:
    path = fill(tmp_path) / "docs"
    path.write_text(docs)
    with pytest.raises(InputError, match=re.escape(f"{path}:{line}: {what}")):
        blocks(corpus_in(tmp_path, docs="docs"))


@pytest.mark.parametrize("docs", ["a\nb\n", "a\na\n\n", "0\n1\n", "0 a\n"])
def test_documents_that_fit(tmp_path: Path, docs: str) -> None:
    (fill(tmp_path) / "docs").write_text(docs)
    (block,) = blocks(corpus_in(tmp_path, docs="docs"))
    assert len(block.source) == 2


def test_names_and_numbers_that_are_right(tmp_path: Path) -> None:
    corpus = corpus_in(tmp_path, ("a.fr", "b.fr"), ("a.align", "b.align"))
    corpus.check_files()
    assert [system.name for system in corpus.systems] == ["a", "b"]


@pytest.mark.parametrize("alignments", [(), ("a",), ("a", "b", "c")])
def test_other_number_of_alignments_is_refused(tmp_path: Path, alignments: tuple[str, ...]) -> None:
    corpus = corpus_in(tmp_path, ("a.fr", "b.fr"), alignments)
    what = f"align_sys: {len(alignments)} given, 2 expected; one for each system"
    with pytest.raises(ProformError, match=re.escape(what)):
        corpus.check_files()


def from_stdin(*, source: bool, system: bool, links: bool) -> Corpus:
    return Corpus(
        source=open_text("-" if source else "s", Role.SOURCE),
        reference=open_text("r", Role.REFERENCE),
        systems=open_systems("mine=-" if system else "mine=m", "fr"),
        links=[plain_text(Path("r.align")), plain_text(Path("-" if links else "m.align"))],
        documents=None,
    )


@pytest.mark.parametrize("wanted", [(True, True, False), (True, False, True), (False, True, True)])
def test_standard_input_twice_is_refused(wanted: tuple[bool, bool, bool]) -> None:
    source, system, links = wanted
    corpus = from_stdin(source=source, system=system, links=links)
    with pytest.raises(ProformError, match=re.escape("standard input (-) can be only one of the")):
        corpus.check_files()


@pytest.mark.parametrize(
    "wanted", [(True, False, False), (False, True, False), (False, False, True)]
)
def test_standard_input_once_is_fine(wanted: tuple[bool, bool, bool]) -> None:
    source, system, links = wanted
    corpus = from_stdin(source=source, system=system, links=links)
    corpus.check_files()
    assert corpus.paths().count(Path("-")) == 1
