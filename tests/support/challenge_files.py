"""Made-up challenge sets in the formats of their authors, of any shape."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

NOUNS = {"er": ("bucket", "Eimer"), "sie": ("lamp", "Lampe"), "es": ("house", "Haus")}


def contrapro(size: int, seed: int = 1, *, errors: int = 3) -> list[dict[str, Any]]:
    """A set like ContraPro: distances, null intrasegmental, one wrong version or several."""
    rng = random.Random(seed)  # noqa: S311 (not for secrets)
    return [_example(n, rng, errors) for n in range(size)]


def _example(n: int, rng: random.Random, errors: int) -> dict[str, Any]:
    pronoun = rng.choice(list(NOUNS))
    english, german = NOUNS[pronoun]
    others = [other for other in NOUNS if other != pronoun][: rng.randint(1, min(errors, 2))]
    distance = rng.choice([0, 1, 2, 3, 4, 7])
    right = f"Da ist {pronoun} {n}."
    source = f"There it is {n}."
    if not distance:
        source = f"The {english} fell and it is {n}."
        right = f"{german} fiel und {pronoun} ist {n}."
    return {
        "src segment": source,
        "ref segment": right,
        "src pronoun": "it",
        "ref pronoun": pronoun.capitalize() if rng.random() < 0.2 else pronoun,
        "ante distance": distance,
        "intrasegmental": None if rng.random() < 0.3 else distance == 0,
        "document id": f"film{n // 4}",
        "segment id": 10 * (n % 4) + 9,
        "src ante phrase": f"The {english}",
        "src ante head": english,
        "ref ante head": german,
        "errors": [
            {
                "contrastive": right.replace(pronoun, other),
                "replacement": other,
                "replacement gender": "x",
                "type": "pronominal coreference",
            }
            for other in others
        ],
    }


def documents(folder: Path, examples: Iterable[dict[str, Any]], base: int) -> None:
    """OpenSubtitles-like documents: segments are counted from `base`."""
    texts: dict[str, dict[int, tuple[str, str]]] = {}
    for example in examples:
        lines = texts.setdefault(example["document id"], {})
        at = example["segment id"] - base
        lines[at] = example["src segment"], example["ref segment"]
        distance = example["ante distance"]
        if distance:
            english, german = example["src ante head"], example["ref ante head"]
            lines[at - distance] = f"The {english} fell.", f"{german} fiel."
    for name, lines in texts.items():
        for side, language in enumerate(("en", "de")):
            rows = [lines.get(n, ("Well.", "Gut."))[side] for n in range(max(lines) + 1)]
            path = folder / f"{name}.{language}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")


CTXPRO = [
    {
        "src pronoun": "it",
        "expected": "la",
        "rule": "ACC.FEM.SING",
        "ante distance": 1,
        "intrasegmental": False,
        "src segment": "I want to buy it.",
        "ref segment": "Quiero comprar la luz y la quiero.",
        "src ante segment": "The lamp is red.",
        "ref ante segment": "La lámpara es roja.",
        "src ante head": "lamp",
        "ref ante head": "lámpara",
        "src ante phrase": "The lamp",
        "document id": "en-es/1",
        "segment id": 4,
    },
    {
        "src pronoun": "it",
        "expected": "lo",
        "rule": "ACC.MASC.SING",
        "ante distance": 0,
        "intrasegmental": True,
        "src segment": "Take the book and read it.",
        "ref segment": "Toma el libro y lo lees.",
        "src ante segment": "Take the book and read it.",
        "ref ante segment": "Toma el libro y lo lees.",
        "src ante head": "book",
        "ref ante head": "libro",
        "src ante phrase": "the book",
        "document id": "en-es/1",
        "segment id": 9,
    },
]
CTXPRO_INPUTS = (
    "Look.<eos> The lamp is red.<eos> I want to buy it.\n"
    "Yes.<eos> No.<eos> Take the book and read it.\n"
)

DISCEVALMT = {
    "1": {
        "src": ["The lamp is new.", "It is red."],
        "trg": [
            {
                "correct": ["La lampe est neuve.", "Elle est rouge."],
                "incorrect": ["La lampe est neuve.", "Il est rouge."],
                "type": "f.sg",
            },
            {
                "semi-correct": ["Le lampadaire est neuf.", "Il est rouge."],
                "incorrect": ["Le lampadaire est neuf.", "Elle est rouge."],
                "type": "m.sg",
            },
        ],
    },
    "2": {
        "src": ["I saw the birds.", "They sing."],
        "trg": [
            {
                "correct": ["J'ai vu les oiseaux.", "Ils chantent."],
                "incorrect": ["J'ai vu les oiseaux.", "Elles chantent."],
                "type": "m.pl",
            }
        ],
    },
}

CONSISTENCY = [
    {
        "src": "Sit down . _eos Do you hear ?",
        "dst": ["Сядь . _eos Вы слышите ?", "Сядь . _eos Ты слышишь ?"],
        "true_ind": 1,
        "ctx_dist": 1,
    },
    {
        "src": "Sit down . _eos So . _eos Do you hear ?",
        "dst": [
            "Сядьте . _eos Так . _eos Вы слышите ?",
            "Сядьте . _eos Так . _eos Ты слышишь ?",
            "Сядьте . _eos Так . _eos Тебе слышно ?",
        ],
        "true_ind": 0,
        "ctx_dist": 2,
    },
]

_LAMP = "The lamp fell.<eos> It is red.\tLa lampe est tombée.<eos> {} est rouge."
_CAT = "Hi.<eos> The cat is here and it sleeps.\tSalut.<eos> Le chat est là et {} dort."
TABLE = (
    f"0\t1\tcorrect\telle\t{_LAMP.format('Elle')}\n"
    f"0\t1\tcontrastive\til\t{_LAMP.format('Il')}\n"
    f"1\t0\tcorrect\til\t{_CAT.format('il')}\n"
    f"1\t0\tcontrastive\telle\t{_CAT.format('elle')}\n"
)


def put(path: Path, content: Any) -> Path:
    """Write a set as JSON."""
    path.write_text(json.dumps(content, ensure_ascii=False, indent=1), encoding="utf-8")
    return path


def extracted(folder: Path, pairs: Sequence[tuple[str, str, str]], size: int = 2) -> Path:
    """Files like LCPT's: source, right and wrong version of each example, and their context."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [(source, target) for source, right, wrong in pairs for target in (right, wrong)]
    for end, side in (("src", 0), ("trg", 1)):
        text = "".join(f"{line[side]}\n" for line in lines)
        (folder / f"current.{end}").write_text(text, encoding="utf-8")
        word = "Before" if end == "src" else "Avant"
        context = "".join(
            f"{word} {k} of {n // 2}.\n" for n in range(len(lines)) for k in range(size)
        )
        (folder / f"c{size}.context.{end}").write_text(context, encoding="utf-8")
    return folder


PAIRS = (
    ("The lamp is here and it is red.", "La lampe est là et elle est rouge.",
     "La lampe est là et il est rouge."),
    ("They came.", "Qu'ils viennent.", "Qu'elles viennent."),
)  # fmt: skip
