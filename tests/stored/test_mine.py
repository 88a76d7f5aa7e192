"""A suite is mined the same in one go, in parts, by several processes, and from any files."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from distributed import Client, LocalCluster
from tests.support.mined_text import corpus, write
from tests.support.paths import SHARED

import proform
from proform.errors import InputError, ProformError
from proform.store import suites
from proform.stored.mine import MinedSuite
from proform.suite.mining.harvest import AFTER, BEFORE
from proform.suite.mining.selection import Wanted
from proform.suite.suite import Target

WANT: Wanted = {"anaphoric_inter_subject_it": 6, "anaphoric_intra_they": {"ils": 4}}
OPTIONS: dict[str, Any] = {"want": WANT, "sure": 0.3, "tokenized": True, "jobs": 1}


def reference_of(mined: MinedSuite) -> Target | None:
    with suites.reading_suite(mined.suite.where, mined.suite.name) as (connection, stored):
        return suites.reference_of(connection, stored)


def told(mined: MinedSuite) -> tuple[object, ...]:
    """All that a suite is, without when and where it was stored."""
    suite = mined.suite.value
    return suite.source, suite.documents, suite.examples, reference_of(mined), str(mined)


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str, str]:
    source, reference, documents = write(tmp_path_factory.mktemp("corpus"), corpus(80))
    return str(source), str(reference), str(documents)


@pytest.fixture(scope="module")
def mined(texts: tuple[str, str, str], tmp_path_factory: pytest.TempPathFactory) -> MinedSuite:
    source, reference, documents = texts
    store = tmp_path_factory.mktemp("whole") / "s.db"
    return proform.mine(source, "en-fr", store, reference=reference, documents=documents, **OPTIONS)


def test_examples_have_a_category_an_antecedent_and_their_context(mined: MinedSuite) -> None:
    suite = mined.suite.value
    rows = corpus(80)
    by_source = [row[1] for row in rows]
    assert len(suite.examples) >= 8
    for example in suite.examples:
        assert example.category in WANT
        assert example.antecedents
        proposed = r"category and antecedent are proposed, not checked \((0\.\d\d|1\.00)\)"
        assert re.match(proposed, example.note)
        document = next(d for d in suite.documents if d.first <= example.segment <= d.last)
        lines = suite.source[document.first : document.last + 1]
        assert document.last - document.first <= BEFORE + AFTER
        start = next(n for n, row in enumerate(rows) if row[0] == document.name)
        assert list(lines) == by_source[start : start + len(lines)]
    report = {row["category"]: row for row in mined.to_records("categories")}
    assert report["total"]["picked"] == len(suite.examples)


def test_what_is_not_sure_enough_is_counted(texts: tuple[str, str, str], tmp_path: Path) -> None:
    source, reference, documents = texts
    found = proform.mine(
        *(source, "en-fr", tmp_path / "s.db"),
        reference=reference,
        documents=documents,
        **(OPTIONS | {"sure": 0.9}),
    )
    reasons = {str(row["reason"]): row["n"] for row in found.to_records("left out")}
    assert reasons["category not sure enough"]


@pytest.mark.parametrize("number", [1, 5, 16])
def test_parts_make_the_suite_of_one_run(
    texts: tuple[str, str, str], mined: MinedSuite, tmp_path: Path, number: int
) -> None:
    source, reference, documents = texts
    parts = [
        proform.mine_shard(
            *(f"{k}/{number}", tmp_path / f"part.{k}", source, "en-fr"),
            reference=reference,
            documents=documents,
            **OPTIONS,
        )
        for k in range(1, number + 1)
    ]
    merged = proform.merge_mined(parts[::-1], tmp_path / "merged.db")
    assert told(merged) == told(mined)


def test_processes_and_files_change_nothing(
    mined: MinedSuite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("proform.suite.mining.chunks._CHUNK", 20)
    rows = corpus(80)
    table = tmp_path / "table"
    table.mkdir()
    for number in range(4):
        text = "doc\tsrc\tref\n" + "".join(
            "\t".join(row) + "\n" for row in rows[number * 80 : (number + 1) * 80]
        )
        (table / f"{number}.tsv.gz").write_bytes(gzip.compress(text.encode()))
    options = OPTIONS | {"jobs": 2}
    of_files = proform.mine(str(table), "en-fr", tmp_path / "files.db", **options)
    assert told(of_files) == told(mined)


def test_workers_of_a_cluster_make_the_suite_of_one_run(
    texts: tuple[str, str, str], mined: MinedSuite, tmp_path: Path
) -> None:
    source, reference, documents = texts
    how = {"reference": reference, "documents": documents, **OPTIONS}
    local = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0")
    with local, Client(local) as client:
        spread = {"cluster": client, "shards": 5, "parts": tmp_path / "parts", **how}
        of_workers = proform.mine(source, "en-fr", tmp_path / "s.db", **spread)
        assert told(of_workers) == told(mined)
        before = {path: path.stat().st_mtime_ns for path in (tmp_path / "parts").iterdir()}
        assert len(before) == 5
        again = proform.mine(source, "en-fr", tmp_path / "again.db", **spread)
    assert told(again) == told(mined)
    assert {path: path.stat().st_mtime_ns for path in before} == before  # not mined again
    merged = proform.merge_mined(sorted(before), tmp_path / "merged.db")
    assert told(merged) == told(mined)


def test_another_seed_draws_other_examples(
    texts: tuple[str, str, str], mined: MinedSuite, tmp_path: Path
) -> None:
    source, reference, documents = texts
    other = proform.mine(
        *(source, "en-fr", tmp_path / "s.db"),
        reference=reference,
        documents=documents,
        seed=2,
        **OPTIONS,
    )
    assert other.suite.value.source != mined.suite.value.source
    assert other.to_records("left out") != []


def test_without_a_reference_forms_are_those_of_the_source(
    texts: tuple[str, str, str], tmp_path: Path
) -> None:
    options = OPTIONS | {"want": {"anaphoric_inter_subject_it": 5}}
    mined = proform.mine(texts[0], "en-fr", tmp_path / "s.db", documents=texts[2], **options)
    assert reference_of(mined) is None
    assert "by form: it 5" in str(mined)


def test_links_that_are_given_are_used_and_checked(
    texts: tuple[str, str, str], tmp_path: Path
) -> None:
    rows = corpus(80)
    links = [
        " ".join(f"{k}-{k}" for k in range(min(len(s.split()), len(t.split())))) for _, s, t in rows
    ]
    path = tmp_path / "links"
    path.write_text("\n".join(links) + "\n", encoding="utf-8")
    source, reference, documents = texts
    options = OPTIONS | {"reference": reference, "documents": documents, "align_ref": str(path)}
    mined = proform.mine(source, "en-fr", tmp_path / "s.db", **options)
    assert reference_of(mined) is not None
    for wrong, complaint in (("0-x", "links:2: expected pairs"), ("0-99", "links:2: a link to")):
        path.write_text("\n".join([links[0], wrong, *links[2:]]) + "\n", encoding="utf-8")
        with pytest.raises(InputError, match=complaint):
            proform.mine(source, "en-fr", tmp_path / "t.db", **options)


def test_chains_of_coreference_go_before_what_is_proposed(tmp_path: Path) -> None:
    source, reference, documents = write(tmp_path, corpus(1))
    words = [row[1].split() for row in corpus(1)]
    flat = [word for line in words for word in line]
    noun, pronoun = 3, len(words[0])
    chains = tmp_path / "chains.jsonl"
    clusters = [[[noun, noun], [pronoun, pronoun]]]
    record = {"doc_key": "d0", "tokens": flat, "clusters": clusters}
    chains.write_text(json.dumps(record) + "\n", encoding="utf-8")
    mined = proform.mine(
        *(str(source), "en-fr", tmp_path / "s.db"),
        reference=str(reference),
        documents=str(documents),
        antecedents=str(chains),
        **OPTIONS | {"want": {"anaphoric_inter_subject_it": 5}},
    )
    (example,) = mined.suite.value.examples
    assert example.note == "category and antecedent are annotated"
    assert [mined.suite.value.head(noun) for noun in example.antecedents] == [flat[noun]]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"want": {"no_such": 3}}, "no category 'no_such'"),
        ({"want": {"event_it": -1}}, "event_it: expected a number"),
        ({"want": {"addressee_generic_you": 3}}, "nothing tells this category"),
        ({"sure": 0}, "sure: expected a probability"),
        ({"want": {"anaphoric_singular_they": 3}, "sure": 1.0}, "no example in 319 segments"),
        ({"reference": None, "align_ref": "x"}, "align_ref: there is no reference"),
        ({"source": "-"}, "standard input cannot be cut"),
        ({"languages": "fr-en"}, "no categories can be proposed in 'fr'"),
        ({"languages": "en-ja"}, "no model for en-ja"),
    ],
)
def test_what_cannot_be_mined_is_said(
    texts: tuple[str, str, str], tmp_path: Path, change: dict[str, Any], complaint: str
) -> None:
    source, reference, documents = texts
    options = OPTIONS | {"reference": reference, "documents": documents} | change
    given = options.pop("source", source), options.pop("languages", "en-fr")
    with pytest.raises(ProformError, match=complaint):
        proform.mine(*given, tmp_path / "s.db", **options)
    assert not (tmp_path / "s.db").exists()


def test_a_document_that_comes_back_is_an_error(tmp_path: Path) -> None:
    rows = corpus(4)
    source, reference, documents = write(tmp_path, [*rows, rows[0]])
    with pytest.raises(InputError, match="the document 'd0' comes back"):
        proform.mine(
            *(str(source), "en-fr", tmp_path / "s.db"),
            reference=str(reference),
            documents=str(documents),
            **OPTIONS,
        )


def _parts(texts: tuple[str, str, str], folder: Path, **options: Any) -> list[Path]:
    source, reference, documents = texts
    settings = OPTIONS | {"reference": reference, "documents": documents} | options
    name = f"p{options.get('seed', 1)}"
    return [
        proform.mine_shard(f"{k}/3", folder / f"{name}.{k}", source, "en-fr", **settings)
        for k in (1, 2, 3)
    ]


def _doubled(parts: list[Path], _: list[Path]) -> list[Path]:
    copy = parts[0].with_name("copy")
    copy.write_bytes(parts[0].read_bytes())
    return [*parts, copy]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda parts, _: parts[:2], "of 3 parts, 1 missing: 3"),
        (_doubled, "part 1 of 3 again"),
        (lambda parts, others: [*parts[:2], others[2]], "part of another run .options not as in"),
    ],
)
def test_parts_that_do_not_fit_are_refused(
    texts: tuple[str, str, str],
    tmp_path: Path,
    change: Callable[[list[Path], list[Path]], list[Path]],
    complaint: str,
) -> None:
    parts, others = _parts(texts, tmp_path), _parts(texts, tmp_path, seed=2)
    with pytest.raises(ProformError, match=complaint):
        proform.merge_mined(change(parts, others), tmp_path / "s.db")
    assert not (tmp_path / "s.db").exists()


def test_what_is_missing_is_left_out_only_if_told_and_said(
    texts: tuple[str, str, str], tmp_path: Path
) -> None:
    parts = _parts(texts, tmp_path)
    parts[1].write_bytes(parts[1].read_bytes()[:100])
    with pytest.raises(InputError, match=r"p1\.2"):
        proform.merge_mined(parts, tmp_path / "s.db")
    mined = proform.merge_mined(parts, tmp_path / "s.db", skip_missing=True)
    assert mined.notes[0] == "only 2 of 3 parts: this is not the whole corpus"


def test_a_part_that_is_there_is_not_mined_again(
    texts: tuple[str, str, str], tmp_path: Path
) -> None:
    parts = _parts(texts, tmp_path)
    before = [part.stat().st_mtime_ns for part in parts]
    assert [part.stat().st_mtime_ns for part in _parts(texts, tmp_path)] == before


def test_a_corpus_that_changed_since_is_noticed(tmp_path: Path) -> None:
    rows = corpus(30)
    paths = tuple(map(str, write(tmp_path, rows)))
    parts = _parts((paths[0], paths[1], paths[2]), tmp_path)
    write(tmp_path, corpus(30, seed=8))
    with pytest.raises(ProformError, match="not the corpus or the settings"):
        proform.merge_mined(parts, tmp_path / "s.db")


@pytest.mark.skipif(
    not (SHARED / "data/europarl").is_dir(), reason="shared/data/europarl is not there"
)
def test_europarl_in_parts_gives_the_same_suite(tmp_path: Path) -> None:
    for side in ("en", "fr"):
        with gzip.open(SHARED / f"data/europarl/en-fr.{side}.gz", "rt", encoding="utf-8") as file:
            lines = [next(file) for _ in range(1600)]
        (tmp_path / f"text.{side}").write_text("".join(lines), encoding="utf-8")
    source, reference = (str(tmp_path / f"text.{side}") for side in ("en", "fr"))
    whole = proform.mine(source, "en-fr", tmp_path / "s.db", reference=reference)
    for number in (16, 64):
        parts = [
            proform.mine_shard(
                *(f"{k}/{number}", tmp_path / f"{number}.{k}", source, "en-fr"),
                reference=reference,
                jobs=1,
            )
            for k in range(1, number + 1)
        ]
        assert told(proform.merge_mined(parts, tmp_path / f"{number}.db")) == told(whole)
