"""`proform apt`: a drop-in for the script that the authors of APT published."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from typer import Argument

from proform.output import refuse_overwriting, writing


def apt(
    config: Annotated[
        Path, Argument(metavar="CONFIG", help="The script's INI file; its paths are as there.")
    ],
) -> None:
    """Score as the APT authors' published script does, from its own configuration file.

    Writes OUT.score and OUT.detail, where OUT is the output_file of the configuration.

    \b
    Example:
      proform apt data_es-en/config_1
    """  # noqa: D301 (\\b is for the help)
    from proform.released.config import read_config  # noqa: PLC0415 (numpy is slow to import)
    from proform.released.output import detail_file, score_file, score_line  # noqa: PLC0415
    from proform.released.run import run_released  # noqa: PLC0415

    settings = read_config(config)
    score, detail = (Path(f"{settings.output}.{end}") for end in ("score", "detail"))
    refuse_overwriting([score, detail], [config, *settings.files(), *settings.lists])
    result = run_released(settings)
    with writing(score) as score_out, writing(detail) as detail_out:
        score_out.write(score_file(result))
        detail_out.write(detail_file(result))
    print(score_line(result))  # noqa: T201
    print(f"proform: wrote {score} and {detail}", file=sys.stderr)  # noqa: T201
