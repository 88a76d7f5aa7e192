"""Master files that do not hang together, and which translation is the reference."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.original_master import bring, write_master

from proform.errors import InputError, ProformError
from proform.store.database import opened
from proform.store.suites import suite_names


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (
            "update meta_data set tag_value = 'annotation_batch' where tag = 'file_type'",
            "an annotation batch, not a master file; merge it .* proform suite merge-batch",
        ),
        ("update meta_data set tag_value = 'else' where tag = 'file_type'", "its type is 'else'"),
        ("update meta_data set tag_value = 'PROTEST 2' where tag = 'file_version'", "'PROTEST 2'"),
        ("delete from meta_data where tag = 'file_version'", "its version is None"),
        ("delete from meta_data where tag = 'master_id'", "no master_id"),
        ("update meta_data set tag_value = x'00' where tag = 'apple'", "tag_value is b'"),
        ("insert into meta_data values ('x', 'a' || char(0))", "tag_value is 'a.x00', expected a"),
        ("update corpora set srctgt = 1, name = id", "no source corpus"),
        ("update corpora set name = 'my mt' where id = 2", "corpora, row 4: its name is taken"),
        ("update corpora set id = 1 where id = 3", "there are two of id 1"),
        ("insert into documents values (1, 1, 0, 0)", "there are two of corpus 1, id 1"),
        ("insert into documents values (99, 8, 0, 0)", "there is no corpus 8"),
        ("insert into sentences values (99, 8, 0, '')", "there is no corpus 8"),
        ("insert into sentences values (99, 1, 10, '')", "there are two of corpus 1, line 10"),
        ("insert into sentences values (99, 1, -1, '')", "-1 is not a line number"),
        ("insert into sentences values (99, 1, 2000000000, '')", "2000000000 is not a line number"),
        ("insert into sentences values (99, 1, 5000000000, '')", "line is 5000000000, expected"),
        ("insert into sentences values (99, 1, '--5', '')", "line is '--5', expected a number"),
        ("insert into sentences values (99, 1, '²', '')", "line is '²', expected a number"),
        ("insert into sentences values (99, 1, 1.5, '')", "line is 1.5, expected a number"),
        ("insert into sentences values (99, 1, 13, null)", "sentence is None, expected a text"),
        ("update sentences set sentence = 'x' where corpus = 3", "1 and 3 are different texts"),
        ("update sentences set sentence = cast(x'ff' as text)", "not a PROTEST file .*UTF-8"),
        ("update categories set id = 4", "there are two of id 4"),
        ("update categories set description = 'x'", "there are two of description 'x'"),
        ("update pro_candidates set category_no = 5", "there is no category 5"),
        ("update pro_candidates set id = 101", "there are two of id 101"),
        ("update pro_candidates set example_no = 5", "two of tgtcorpus 2, example_no 5"),
        ("update pro_candidates set srcpro = 'he'", "word 0 of line 11 is 'It', not 'he'"),
        ("update pro_candidates set srcpos = 12", "line 11 of corpus 1 has no word 12"),
        ("update pro_candidates set srcpos = -1", "line 11 of corpus 1 has no word -1"),
        ("update pro_candidates set line = 12, srcpos = 0", "line 12 of corpus 1 has no word 0"),
        ("update pro_candidates set line = 99", "there is no line 99 in corpus 1"),
        ("update pro_candidates set srcproindex = id", "example 5 is not the same for all"),
        ("update pro_candidates set tgtcorpus = 6 where tgtcorpus = 4", "3 and 6 are not a source"),
        ("update pro_candidates set srccorpus = 2", "2 and 2 are not a source and a translation"),
        ("update pro_candidates set srccorpus = 1 where id = 202", "goes with two source corpora"),
        ("update pro_antecedents set example_no = 6", "there is no example 6"),
        ("update pro_antecedents set ant_no = null", "it has no ant_no"),
        ("update pro_antecedents set srcstartpos = -1", "has no word -1"),
        ("update pro_antecedents set srcendpos = 5", "has no word 5"),
        ("update pro_antecedents set srcheadpos = 5", "has no word 5"),
        ("update pro_antecedents set srcendpos = id", "the antecedents of example 5 differ"),
        ("update translations set example_no = 6", "no example 6 in corpus 2"),
        ("update translations set tgtpos = 99", "line 11 of corpus 2 has no word 99"),
        ("update translations set line = 12", "line 12 of corpus 2 has no word 0"),
        ("update annotators set name = 'Ada'", "there are two of name 'Ada'"),
        ("update annotations set annotator_id = 5", "there is no annotator 5"),
        ("update tag_annotations set annotator_id = 5", "there is no annotator 5"),
        ("update annotations set candidate = 5", "there is no candidate 5"),
        ("update annotations set ant_annotation = 'OK'", "ant_annotation is 'OK', expected ok, b"),
        ("update token_annotations set line = 12, token = 0", "there is no word 0 in line 12"),
        ("update token_annotations set token = -1", "there is no word -1 in line 11"),
        ("insert into token_annotations values (9, 201, 11, 0, 'bad', 3)", "marked in two ways"),
        ("update annotation_tasks set task_no = 1", "task 1 or candidate 101 does not exist"),
        ("update annotation_tasks set candidate = 1", "task 5 or candidate 1 does not exist"),
        ("update task_definition set label = '1'", "there are two of taskset 'first', label '1'"),
        ("drop table annotation_tasks", "it has no table annotation_tasks"),
        ("drop table meta_data", "it has no meta_data"),
        ("alter table pro_antecedents drop column srcheadindex", "no column srcheadindex"),
    ],
)
def test_what_does_not_hang_together_is_told_and_nothing_is_written(
    tmp_path: Path, change: str, complaint: str
) -> None:
    path, store_path = write_master(tmp_path / "a.db", change), str(tmp_path / "suite.db")
    with pytest.raises(InputError, match=complaint) as caught:
        bring(store_path, path)
    assert str(caught.value).startswith(str(path))
    assert len(str(caught.value).splitlines()) == 1
    if (tmp_path / "suite.db").exists():
        with opened(store_path) as store, store.reading() as connection:
            assert suite_names(connection) == []


def test_the_reference_is_named_or_called_so(where: str, original: Path, tmp_path: Path) -> None:
    assert bring(where, original, "a", "my mt").reference == "my mt"
    key = "update meta_data set tag_value = tag_value || 'x' where tag = 'master_id'"
    other = write_master(tmp_path / "b.db", "update corpora set name = 'human' where id = 2", key)
    assert bring(where, other, "b").reference is None
    renamed = "update corpora set name = 'ref.fr' where id = 2"
    other = write_master(tmp_path / "c.db", renamed, key, key)
    assert bring(where, other, "c").reference == "ref.fr"
    with pytest.raises(InputError, match=r"no translation 'src'; it has 'Reference', 'my mt'"):
        bring(where, original, "d", "src")
    with pytest.raises(ProformError, match="the suite 'a' is in this store already"):
        bring(where, original, "a")
    with pytest.raises(ProformError, match="cannot be the name of a suite"):
        bring(where, original, "")
