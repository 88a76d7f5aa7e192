"""Projects of MMAX2, written for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

COMMON = """<?xml version="1.0"?>
<!DOCTYPE common_paths>
<common_paths>
<basedata_path>Basedata/</basedata_path>
<markable_path>Markables/</markable_path>
<annotations>
<level name="coref" schemefile="coref_scheme.xml">$_coref_level.xml</level>
<level name="sentence" schemefile="sentence_scheme.xml">$_sentence_level.xml</level>
</annotations>
</common_paths>
"""


def markables(level: str, entries: Sequence[Mapping[str, str]]) -> str:
    rows = "".join(
        "<markable " + " ".join(f'{key}="{value}"' for key, value in entry.items()) + "/>\n"
        for entry in entries
    )
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE markables SYSTEM "markables.dtd">\n'
    space = f"www.eml.org/NameSpaces/{level}"
    return f'{head}<markables xmlns="{space}">\n{rows}</markables>\n'


def words(tokens: Mapping[str, str]) -> str:
    rows = "".join(f'<word id="{name}">{token}</word>\n' for name, token in tokens.items())
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE words SYSTEM "words.dtd">\n'
    return f"{head}<words>\n{rows}</words>\n"


def write_project(
    folder: Path, name: str, sentences: Sequence[str], mentions: Sequence[Mapping[str, str]] = ()
) -> Path:
    """A project with words word_1, word_2 …; sentences are written last first, as MMAX2 may."""
    tokens = {f"word_{n}": t for n, t in enumerate(" ".join(sentences).split(" "), 1)}
    spans, first = [], 1
    for sentence in sentences:
        last = first + len(sentence.split(" ")) - 1
        spans.append({"span": f"word_{first}..word_{last}"})
        first = last + 1
    for sub in ("Basedata", "Markables"):
        (folder / sub).mkdir(parents=True, exist_ok=True)
    project = folder / f"{name}.mmax"
    project.write_text(f"<mmax_project><words>{name}_words.xml</words></mmax_project>")
    (folder / "common_paths.xml").write_text(COMMON)
    (folder / "Basedata" / f"{name}_words.xml").write_text(words(tokens))
    level = folder / "Markables"
    (level / f"{name}_sentence_level.xml").write_text(markables("sentence", spans[::-1]))
    (level / f"{name}_coref_level.xml").write_text(markables("coref", mentions))
    return project
