"""What cannot be scored: every complaint names the argument and the place."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.support.small_texts import DEMO, UNALIGNED, score_small

from proform import ProformError

GENERATOR = (line for line in ("It is red .",))


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "too many lines": ({"reference": ["a", "b", "c"]}, "reference:3: 3 lines, but source has 2"),
    "too few lines": ({"systems": {"base": ["a"]}}, "systems['base']:2: 1 lines, but source has 2"),
    "generator": ({"source": GENERATOR}, "source: a generator can be read only once"),
    "None": ({"source": None}, "source: expected lines, found NoneType"),
    "number": ({"reference": 3}, "reference: expected lines, found int"),
    "None in lines": ({"systems": {"base": ["a", None]}}, "systems['base']:2: expected a string"),
    "number in lines": ({"source": [1, 2]}, "source:1: expected a string, found 1"),
    "line break": ({"source": ["a\nb", "c"]}, "source:1: a line break inside a line"),
    "no systems": ({"systems": {}}, "systems: there is none"),
    "systems None": ({"systems": None}, "systems: expected texts, found None"),
    "one string": ({"systems": "base.fr"}, "systems: expected texts, found 'base.fr'"),
    "unnamed lines": ({"systems": [["a", "b"]]}, "systems[0]: expected a file, found list"),
    "odd name": ({"systems": {3: ["a", "b"]}}, "systems: 3 is not the name of a system"),
    "twice": (
        {
            "systems": [DEMO / "context.fr"] * 2,
            **UNALIGNED,
            "source": DEMO / "source.en",
            "reference": DEMO / "reference.fr",
        },
        "systems: 'context' is there twice; give each one a name of its own",
    ),
    "file and lines": ({"source": DEMO / "source.en"}, "reference:3: 2 lines, but"),
    "no file": ({"source": "nowhere.en"}, "nowhere.en: cannot be read"),
    "one alignment": ({"align_sys": None}, "align_ref and align_sys: give both, or neither"),
    "other system": ({"align_sys": {"x": ["", ""]}}, "align_sys: no alignment of 'base'"),
    "one too many": ({"align_sys": [["", ""]] * 2}, "align_sys: 2 given, 1 expected"),
    "alignments by name": ({"align_sys": {"base": 3}}, "align_sys['base']: expected lines"),
    "alignments of no kind": ({"align_sys": 3}, "align_sys: expected alignments, found int"),
    "links outside": ({"align_ref": ["0-9", ""]}, "align_ref:1: the link 0-9 is outside"),
    "no links": ({"align_ref": ["x", ""]}, "align_ref:1: expected `i-j`, found 'x'"),
    "links too long": ({"align_ref": ["", "", "0-0"]}, "align_ref:3: 3 lines, but source has 2"),
    "links and model": ({"model": "m"}, "align_ref and align_sys: there is nothing to align"),
    "metric": ({"metrics": ["aptt"]}, "metrics: unknown 'aptt'; there are apt, autoprf"),
    "no metric": ({"metrics": []}, "metrics: expected some, found []"),
    "metrics of no kind": ({"metrics": "apt"}, "metrics: expected some, found 'apt'"),
    "no judge": ({"metrics": [3]}, "metrics: 3 is not a judge"),
    "language": ({"languages": "french"}, "languages: not a pair of languages: 'french'"),
    "no languages": ({"languages": None}, "languages: not a pair of languages: None"),
    "no pack": ({"languages": "xx-yy"}, "languages: no language pack for 'yy', the target"),
    "repair": ({"repair": "all"}, "repair: unknown 'all'; there are informed, paper, none"),
    "option": ({"alingner": "x"}, "unknown argument 'alingner'; there are tokenized, back"),
    "anchor": ({"anchor": "x"}, "anchor: unknown 'x'; there are source, reference"),
    "heuristic": (
        {**UNALIGNED, "symmetrise": "x"},
        "symmetrise: unknown 'x'; there are agreement, inter",
    ),
    "background": ({**UNALIGNED, "background": "x"}, "background: expected a pair, found 'x'"),
    "background of no kind": ({**UNALIGNED, "background": 3}, "background: expected a pair"),
    "aligner": ({**UNALIGNED, "aligner": 3}, "aligner: expected one, found 3"),
    "model": ({**UNALIGNED, "model": 3}, "model: expected a path, found 3"),
    "align seed": ({**UNALIGNED, "align_seed": 0}, "align_seed: expected a whole number from 1"),
    "weights": ({"weights": 3}, "weights: expected text, found 3"),
    "documents": ({"documents": ["a"]}, "documents:2: 1 document ids for 2 segments"),
    "documents None": ({"documents": [None, "a"]}, "documents:1: expected a string, found None"),
    "positions": ({"positions": [3]}, "positions:1: expected a segment and a token, found 3"),
    "position": ({"positions": [(9, 0)]}, "positions:1: no segment 9, the source has 2"),
    "negative": ({"positions": [(0, -1)]}, "positions:1: expected a segment and a token, found"),
    "lexicon": ({"lexicon": 3}, "lexicon: expected one with readings, found 3"),
    "pronouns": ({"source_pronouns": 3}, "source_pronouns: expected lines, found int"),
    "identical": ({"identical": ["ce"]}, "identical[0]: expected lines, found str"),
    "equivalent": ({"equivalent": 3}, "equivalent: expected a list, found int"),
    "packs": ({"packs": "nowhere"}, "packs: nowhere: is not a directory of language packs"),
    "seed": ({"seed": -1}, "seed: expected a whole number from 0 on, found -1"),
    "resamples": ({"resamples": "x"}, "resamples: expected a whole number from 1 on, found 'x'"),
    "judgements": ({"judgements": 3}, "judgements: expected True, False or a function, found 3"),
    "detail": ({"detail": 3}, "detail: expected a path, found 3"),
}


@pytest.mark.parametrize(("changed", "message"), BAD.values(), ids=list(BAD))
def test_bad_input_names_the_argument_and_the_place(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(ProformError, match="^.*" + re.escape(message)):
        score_small(**changed)
