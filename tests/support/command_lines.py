"""Command lines that are parsed but not run: do command, options and values exist?"""

from __future__ import annotations

import re
import shlex
import subprocess
import tomllib
from pathlib import Path
from typing import Any

from tests.support.paths import ROOT
from typer.main import get_command

from proform.cli import app
from proform.cli.command import UsageError

RECORD = """
record() { printf '%s\\0' "$@" >> "$RECORDED"; printf '\\n' >> "$RECORDED"; }
command_not_found_handle() { record "$@"; }
PATH=/nowhere
"""

SYSTEM = {"adduser", "apt-get", "cat", "grep", "gzip", "head", "paste", "rm", "runuser"}
"""Programs of the system that the docs use."""


def recorded(script: str, folder: Path) -> list[list[str]]:
    """The commands that bash would run, with variables and blanks as it understands them."""
    record = folder / "recorded"
    record.unlink(missing_ok=True)
    record.touch()
    # A command with its path is no unknown one, so it becomes a function.
    named = set(re.findall(r"^[\w./-]*/[\w./-]+", script, re.MULTILINE))
    functions = "".join(f'{word}() {{ record "{word}" "$@"; }}\n' for word in sorted(named))
    subprocess.run(
        ["/bin/bash", "-ec", RECORD + functions + script],
        check=True,
        capture_output=True,
        cwd=folder,
        env={"RECORDED": str(record), "LC_ALL": "C.UTF-8"},
    )
    lines = record.read_text(encoding="utf-8").split("\0\n")
    return [line.split("\0") for line in lines if line]


def complaint(words: list[str]) -> str | None:
    """What is wrong with a command, if anything is."""
    program, *rest = words
    program = Path(program).name
    checks = {"proform": _proform, "python": _python, "python3": _python, "make": _make}
    if program in checks:
        return checks[program](rest)
    if program == "pip":
        return _pip(rest)
    return None if program in SYSTEM else f"no program {program!r} is known"


def _proform(words: list[str]) -> str | None:
    """Let the command's own parser read it."""
    command: Any = get_command(app)
    context = command.make_context("proform", ["--help"], resilient_parsing=True)
    while hasattr(command, "commands"):
        if not words or words[0].startswith("-"):
            break
        name, *words = words
        inner = command.get_command(context, name)
        if inner is None:
            return f"no command {name!r}"
        command = inner
        context = command.context_class(command, info_name=name, parent=context)
    if "--help" in words or "--version" in words:
        return None
    try:
        command.parse_args(context, list(words))
    except UsageError as error:
        message: str = error.format_message()
        return message
    return None


def synopsis(code: str) -> str | None:
    """What is wrong with a command in a sentence, which may lack what a call needs."""
    words = shlex.split(code)
    # A word in capitals stands for a value; 1 is a number and a name.
    words = ["1" if re.fullmatch("[A-Z]+", word) else word for word in words]
    # Of alternatives, --a|--b, the first; the other is parsed as well.
    both = [word.split("|") if word.startswith("-") else [word] for word in words]
    if any(len(choices) > 1 for choices in both):
        ways = ([choices[-way] for choices in both] for way in (0, 1))
        return next(filter(None, (synopsis(shlex.join(way)) for way in ways)), None)
    wrong = complaint(words)
    return wrong if wrong and not wrong.startswith(("Missing ", "Usage: ")) else None


def _python(words: list[str]) -> str | None:
    if words[:1] == ["-c"] or words[:2] in (["-m", "venv"], ["-m", "spacy"], ["-m", "pytest"]):
        return None
    module, *rest = words[1:] if words[0] == "-m" else [words[0].removesuffix(".py"), *words[1:]]
    path = ROOT / f"{module.replace('.', '/')}.py"
    if not path.is_file():
        path = ROOT / module.replace(".", "/") / "__main__.py"
    if not path.is_file():
        return f"no program {module!r}"
    text = path.read_text(encoding="utf-8")
    missing = [word for word in rest if word.startswith("--") and word not in text]
    return f"{path.name} does not know {missing}" if missing else None


def _make(words: list[str]) -> str | None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    missing = [word for word in words if not re.search(rf"^{word}:", makefile, re.MULTILINE)]
    return f"no target {missing}" if missing else None


def _pip(words: list[str]) -> str | None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for word in words:
        own = re.fullmatch(r"(?:proform|\.)\[(.*)\]", word)
        for extra in own[1].split(",") if own else ():
            if extra not in project["optional-dependencies"]:
                return f"no extra {extra!r}"
    return None
