"""Parts of speech that others know."""

from __future__ import annotations

from pathlib import Path

import pytest
from spacy.lang.en import English
from spacy.language import Language
from spacy.tokens import Doc
from tests.support.paths import SHARED

from proform.analysis.parser import UNKNOWN, FileTags, find_model
from proform.errors import ProformError

MODEL = SHARED / "models" / "en_ud_sm"
WORDS = ["The", "old", "dogs", "were", "sitting", "in", "a", "car", "."]
PENN = ["DT", "JJ", "NNS", "VBD", "VBG", "IN", "DT", "NN", "."]
TAGS = ["DET", "ADJ", "NOUN.pl", "AUX", "VERB.Part", "ADP", "DET", "NOUN.sg", "PUNCT"]


@pytest.mark.skipif(not MODEL.is_dir(), reason="the shared English model is not there")
def test_a_model_in_a_folder() -> None:
    tags = find_model("en", str(MODEL))
    assert tags.name == "spaCy en_pipeline 0.0.0"
    assert tags.tag([WORDS, []]) == [TAGS, []]


@Language.component("penn_tags")
def penn_tags(doc: Doc) -> Doc:
    for token, tag in zip(doc, PENN, strict=True):
        token.tag_ = tag
    return doc


def saved(folder: Path, component: str | None) -> str:
    """A model that only has one component."""
    model = English()
    if component:
        model.add_pipe(component)
    model.to_disk(folder)
    return str(folder)


@pytest.mark.parametrize("component", ["penn_tags", None])
def test_a_model_of_other_labels_or_none_is_refused(tmp_path: Path, component: str | None) -> None:
    tags = find_model("en", saved(tmp_path / "model", component))
    with pytest.raises(
        ProformError, match=f"no universal parts of speech .*{component or 'nothing'}"
    ):
        tags.tag([WORDS])


@pytest.mark.parametrize("config", [None, "garbage", "[nlp]\nlang = 3\n"])
def test_a_damaged_model_is_an_error_that_names_it(tmp_path: Path, config: str | None) -> None:
    folder = saved(tmp_path / "model", "penn_tags")
    (tmp_path / "model" / "config.cfg").unlink()
    if config is not None:
        (tmp_path / "model" / "config.cfg").write_text(config)
    with pytest.raises(ProformError, match=r"the spaCy model .*model cannot be loaded \(.+\)"):
        find_model("en", folder).tag([WORDS])


@pytest.mark.parametrize(
    ("language", "name", "what"),
    [
        ("en", "no_such_model", "'no_such_model' is no installed spaCy model and no folder of one"),
        ("en", "spacy", "no spaCy model of the language 'en' is installed"),
        ("en", "fr_core_news_md", "'fr_core_news_md' is a model of the language 'fr'"),
    ],
)
def test_what_is_no_model_is_said(language: str, name: str, what: str) -> None:
    with pytest.raises(ProformError, match=what):
        find_model(language, name)


def test_the_largest_model_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_model("fr", "spacy").package == "fr_core_news_md"
    monkeypatch.setattr("proform.analysis.parser.find_spec", lambda _: None)
    with pytest.raises(ProformError, match="spaCy is not installed"):
        find_model("fr", "spacy")


def test_tags_of_a_file() -> None:
    tags = FileTags({("It", "runs"): ["PRON", "VERB.Fin"]}, "file=1")
    assert tags.tag([["It", "runs"], ["No"]]) == [["PRON", "VERB.Fin"], [UNKNOWN]]
