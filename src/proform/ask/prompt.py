"""Prompts: versioned text files with placeholders, and guidelines for categories below them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from proform.errors import InputError
from proform.judge.ask import Question, hashed
from proform.output import File, as_path

DEFAULT = "pronoun-1"
"""The version that is used unless another file is given."""

NEEDED = ("source", "translation", "pronoun")
KNOWN = (*NEEDED, "context", "antecedent", "guidelines", "source_language", "target_language")
OTHER = "other"
_SECTION = "--- guidelines"
_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True)
class Prompt:
    """A text with places for what a question shows, and what counts in each category."""

    name: str
    text: str
    guidelines: Mapping[str, str]
    digest: str

    def render(self, question: Question, languages: tuple[str, str]) -> str:
        """The text that a model gets; languages by their names."""
        source, target = languages
        general = self.guidelines.get(OTHER, "")
        values = question.fields | {
            "guidelines": self.guidelines.get(question.category, general),
            "source_language": source,
            "target_language": target,
            "context": question.context or "(none)",
            "antecedent": question.antecedent or "(not given)",
        }
        return _PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), self.text)


def load_prompt(file: File | None = None) -> Prompt:
    """A prompt of one's own, or the one that comes along."""
    path = as_path(file)
    if path is None:
        text = (files("proform.ask") / "prompts" / f"{DEFAULT}.txt").read_text(encoding="utf-8")
        return _prompt(Path(f"{DEFAULT}.txt"), text)
    try:
        return _prompt(path, path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise InputError(path, None, "not UTF-8") from error
    except OSError as error:
        raise InputError(path, None, f"cannot be read ({error.strerror})") from error


def _prompt(path: Path, whole: str) -> Prompt:
    text, _, section = whole.partition(_SECTION)
    names = set(_PLACEHOLDER.findall(text))
    for name in NEEDED:
        if name not in names:
            hint = f"a prompt needs {', '.join(f'{{{each}}}' for each in NEEDED)}"
            raise InputError(path, None, f"no placeholder {{{name}}}", hint=hint)
    guidelines = {}
    first = text.count("\n") + 2
    for number, line in enumerate(section.strip("\n").split("\n"), first):
        if line.strip():
            category, mark, rule = line.partition(":")
            if not mark:
                what = f"expected CATEGORY: what counts, found {line!r:.60}"
                raise InputError(path, number, what)
            guidelines[category.strip()] = rule.strip()
    return Prompt(path.stem, text.strip() + "\n", guidelines, hashed(whole))
