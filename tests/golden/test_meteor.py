"""METEOR beside the program of its authors, version 1.5, whose jar is inside pycocoevalcap."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import NamedTuple
from zipfile import ZipFile

import numpy as np
import pytest

from proform.metric.meteor import Meteor, Stemmer, Vectors, meteor

MODULES = pytest.mark.parametrize("stem", [False, True], ids=["exact", "exact stem"])


class Scores(NamedTuple):
    corpus: float
    segments: Vectors


@dataclass(frozen=True)
class Jar:
    """The program; it splits words at blanks and minds case, unless it is told to normalise."""

    path: Path
    java: str
    folder: Path

    def words(self, language: str) -> frozenset[str]:
        """Its function words."""
        with ZipFile(self.path) as jar:
            return frozenset(jar.read(f"function/{language}.words").decode().split())

    def score(
        self, candidate: Sequence[str], reference: Sequence[str], language: str, *options: str
    ) -> Scores:
        for name, lines in (("candidate", candidate), ("reference", reference)):
            text = "".join(f"{line}\n" for line in lines)
            (self.folder / name).write_text(text, encoding="utf-8")
        run = (self.java, "-Xmx1G", "-Dfile.encoding=UTF-8", "-jar", str(self.path))
        printed = subprocess.run(
            [*run, "candidate", "reference", "-l", language, *options],
            cwd=self.folder,
            capture_output=True,
            encoding="utf-8",
            check=True,
        ).stdout
        segments = re.findall(r"^Segment \d+ score:\t(\S+)$", printed, re.MULTILINE)
        (corpus,) = re.findall(r"^Final score: +(\S+)$", printed, re.MULTILINE)
        return Scores(float(corpus), np.array(segments, float))


@pytest.fixture
def jar(tmp_path: Path) -> Jar:
    java, package = shutil.which("java"), find_spec("pycocoevalcap")
    if java is None:
        pytest.skip("needs Java, to run METEOR 1.5")
    if package is None or not package.submodule_search_locations:
        pytest.skip("needs the jar of METEOR 1.5: pip install pycocoevalcap")
    path = Path(package.submodule_search_locations[0]) / "meteor" / "meteor-1.5.jar"
    return Jar(path, java, tmp_path)


def java_hash(word: str) -> int:
    """What the program compares instead of words, so that `je` is the same to it as `l'`."""
    value = 0
    units = word.encode("utf-16-be")
    for high, low in zip(units[::2], units[1::2], strict=True):
        value = (31 * value + 256 * high + low) % 2**32
    return value


def hashed(metric: Meteor) -> Meteor:
    """The same metric, but with the mistakes that come from comparing hashes."""

    def key(module: Callable[[str], Hashable]) -> Callable[[str], Hashable]:
        return lambda word: java_hash(str(module(word)))

    modules = tuple(module._replace(key=key(module.key)) for module in metric.modules)
    return replace(metric, modules=modules)


def score(metric: Meteor, candidate: Sequence[str], reference: Sequence[str]) -> Scores:
    pairs = zip(candidate, reference, strict=True)
    rows = np.array([metric.count(one.split(), other.split()) for one, other in pairs])
    corpus = float(metric.scores(rows.sum(axis=0))["score"])
    # Where there is nothing to score, the program says 0.
    return Scores(corpus, np.nan_to_num(metric.scores(rows)["score"]))


def different(one: Scores, other: Scores) -> int:
    """How many segments have another score."""
    return int((abs(one.segments - other.segments) > 1e-6).sum())


def modules(*, stem: bool) -> tuple[str, str]:
    return "-m", "exact stem" if stem else "exact"


def lines(path: Path, start: int) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")[start : start + 1000]


@MODULES
@pytest.mark.parametrize(("language", "start"), [("fr", 0), ("fr", 2000), ("de", 0), ("es", 0)])
def test_french_news(
    jar: Jar, shared_data: Callable[[str], Path], language: str, start: int, *, stem: bool
) -> None:
    data = shared_data("autoprf-en-fr")
    candidate = lines(data / "mt-output.fr", start)
    reference = lines(data / "pronoun-test.tok.fr", start)
    theirs = jar.score(candidate, reference, language, *modules(stem=stem))
    # Whatever the language, the program takes the English list unless it is given another.
    metric = meteor(language, stem=stem, function_words=jar.words("english"))
    same = score(hashed(metric), candidate, reference)
    ours = score(metric, candidate, reference)
    assert abs(same.corpus - theirs.corpus) < 0.0002
    # A word that occurs often has more alignments than the beam holds.
    assert different(same, theirs) <= 25
    assert abs(ours.corpus - theirs.corpus) < 0.0005
    assert different(ours, theirs) <= 60


@MODULES
def test_the_figures_of_french_news(
    jar: Jar, shared_data: Callable[[str], Path], *, stem: bool
) -> None:
    data = shared_data("autoprf-en-fr")
    texts = lines(data / "mt-output.fr", 0), lines(data / "pronoun-test.tok.fr", 0)
    ours = score(meteor("fr", stem=stem, function_words=jar.words("english")), *texts)
    assert round(ours.corpus, 3) == (0.402 if stem else 0.397)


@MODULES
def test_english_talks(jar: Jar, shared_data: Callable[[str], Path], *, stem: bool) -> None:
    data = shared_data("apt-ref-anchored-es-en")
    candidate = lines(data / "TED_es-en_baseline.en", 0)
    reference = lines(data / "IWSLT14.TED.tst.tc.en", 0)
    theirs = jar.score(candidate, reference, "en", *modules(stem=stem))
    metric = meteor("en", stem=stem, function_words=jar.words("english"))
    ours = score(metric, candidate, reference)
    assert abs(ours.corpus - theirs.corpus) < 0.0002
    assert different(ours, theirs) <= 15


def sentences(seed: int, vocabulary: str) -> list[str]:
    """Words at random, many of them more than once, and some segments without any."""
    rng, words = Random(seed), vocabulary.split()  # noqa: S311
    return [" ".join(rng.choices(words, k=rng.randrange(13))) for _ in range(1000)]


VOCABULARY = {
    "de": "Haus Hauses Häuser kind Kinder Kindern die der das geht gehen , .",
    "en": "house houses housing runs running run it It the a of , .",
    "es": "casa casas niño niños habla hablan la las el él de , .",
    "fr": "maison maisons vient viennent je l' il elle les la de , .",
}


@MODULES
@pytest.mark.parametrize("language", VOCABULARY)
def test_random_sentences(jar: Jar, language: str, *, stem: bool) -> None:
    candidate, reference = sentences(1, VOCABULARY[language]), sentences(2, VOCABULARY[language])
    theirs = jar.score(candidate, reference, language, *modules(stem=stem))
    metric = hashed(meteor(language, stem=stem, function_words=jar.words("english")))
    ours = score(metric, candidate, reference)
    # Of two stems that are as good, the program does not always take the nearer.
    assert abs(ours.corpus - theirs.corpus) < (0.002 if stem else 1e-9)
    assert different(ours, theirs) <= (20 if stem else 0)


@MODULES
def test_on_pronouns(jar: Jar, *, stem: bool) -> None:
    pronouns = ["il", "elle", "je", "l'"]
    candidate, reference = sentences(3, VOCABULARY["fr"]), sentences(4, VOCABULARY["fr"])
    listed = jar.folder / "pronouns"
    listed.write_text("\n".join(pronouns), encoding="utf-8")
    options = ("-w", "1 0.2", "-p", "0.9 1.4 0.6 0.0", "-s", str(listed))
    theirs = jar.score(candidate, reference, "fr", *modules(stem=stem), *options)
    metric = hashed(meteor("fr", stem=stem, delta=0, function_words=pronouns))
    ours = score(metric, candidate, reference)
    assert abs(ours.corpus - theirs.corpus) < (0.001 if stem else 1e-9)
    assert different(ours, theirs) <= (5 if stem else 0)


@pytest.mark.parametrize("language", VOCABULARY)
def test_stems(jar: Jar, language: str) -> None:
    ours = Stemmer(language)
    assert ours is not None
    words = VOCABULARY[language].split()
    theirs = subprocess.run(
        [jar.java, "-Dfile.encoding=UTF-8", "-cp", str(jar.path), "Stemmer", language],
        input="\n".join(words),
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout
    assert [ours(word) for word in words] == theirs.split()


def test_words_with_one_hash(jar: Jar) -> None:
    theirs = jar.score(["je"], ["l'"], "fr", *modules(stem=False))
    metric = meteor("fr", stem=False)
    assert theirs.corpus == score(hashed(metric), ["je"], ["l'"]).corpus == 1
    assert score(metric, ["je"], ["l'"]).corpus == 0
