"""Settings that are better than what was published, and those that were."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from tests.support.command import Proform
from tests.support.demo_suite import score_arguments
from tests.support.paths import DEMO
from tests.support.small_texts import UNALIGNED, score_small

from proform import ProformError, align
from proform.alignment.symmetrise import SYMMETRISATIONS
from proform.judge import REPAIRS
from proform.settings import REPAIR, SYMMETRISATION, PaperSetting


@pytest.mark.parametrize(
    ("setting", "known"), [(REPAIR, REPAIRS), (SYMMETRISATION, SYMMETRISATIONS)]
)
def test_both_values_exist_and_differ(setting: PaperSetting, known: Iterable[str]) -> None:
    assert {setting.usual, setting.published} <= set(known)
    assert setting.usual != setting.published
    assert setting.choose(None, as_published=False) == setting.usual
    assert setting.choose(None, as_published=True) == setting.published
    assert setting.choose(setting.published, as_published=True) == setting.published
    with pytest.raises(ProformError, match=f"'{setting.usual}', but as_published sets it to"):
        setting.choose(setting.usual, as_published=True)


def test_signatures_name_it() -> None:
    usual, published = score_small(), score_small(as_published=True)
    assert "|repair:informed|" in usual.signature
    assert "published" not in usual.signature
    assert "|settings:published|" in published.signature
    assert "|repair:paper|weights:1,0.5,0,0,0,0|" in published.signature
    raw = {**UNALIGNED, "tokenized": True}
    assert "|settings:published|tok:blanks+blanks|aligner:" in _signature(as_published=True, **raw)
    assert "grow-diag-final" in _signature(as_published=True, **raw)
    assert "grow-diag-final" not in _signature(**raw)


def _signature(**options: object) -> str:
    return score_small(**options).signature


def test_texts_are_aligned_as_published() -> None:
    texts = ["It is red .", "They are here ."], ["Il est rouge .", "Ils sont là ."], "en-fr"
    assert "grow-diag-final" in align(*texts, as_published=True).signature
    with pytest.raises(ProformError, match="symmetrise: 'union', but as_published sets it to"):
        align(*texts, as_published=True, symmetrise="union")


@pytest.mark.parametrize("option", [("--repair", "informed"), ("--no-repair",)])
def test_the_command_refuses_what_contradicts(proform: Proform, option: tuple[str, ...]) -> None:
    done = proform(*score_arguments(DEMO, "en-fr"), "--as-published", *option)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "but as_published sets it to 'paper'; leave out one of the two" in done.stderr


def test_weights_are_left_to_the_user(proform: Proform) -> None:
    done = proform(*score_arguments(DEMO, "en-fr"), "--as-published", "--weights", "apt-a")
    assert done.exit_code == 0
    assert "|settings:published|anchor:source|repair:paper|weights:1,0,0,0,0,0|" in done.stdout


def test_what_is_no_pronoun_is_other_only_as_published(proform: Proform) -> None:
    cases = ("-f", "tsv")
    usual = proform(*score_arguments(DEMO, "en-fr"), *cases).stdout
    published = proform(*score_arguments(DEMO, "en-fr"), "--as-published", *cases).stdout
    assert "\t58\t1\t13\t6\t0\t0\t" in usual
    assert "\t58\t1\t15\t4\t0\t0\t" in published
