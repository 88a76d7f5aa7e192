"""Bundles of options: a dataclass whose fields are options, taken by a command as one parameter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from inspect import Parameter, Signature, signature
from typing import Any, get_type_hints


def bundled(command: Callable[..., None]) -> Callable[..., None]:
    """The command as typer sees it: with the options of each bundle in the bundle's place."""
    hints = get_type_hints(command, include_extras=True)
    bundles: dict[str, Any] = {name: kind for name, kind in hints.items() if is_dataclass(kind)}

    def parameters() -> Iterator[Parameter]:
        for name, parameter in signature(command).parameters.items():
            if name not in bundles:
                yield parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=hints[name])
                continue
            parts = get_type_hints(bundles[name], include_extras=True)
            for part in fields(bundles[name]):
                yield Parameter(
                    part.name,
                    Parameter.KEYWORD_ONLY,
                    annotation=parts[part.name],
                    default=_default(part),
                )

    def run(**values: Any) -> None:  # noqa: ANN401 (whatever the options are)
        for name, kind in bundles.items():
            values[name] = kind(**{part.name: values.pop(part.name) for part in fields(kind)})
        command(**values)

    options = list(parameters())
    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__signature__ = Signature(options)  # type: ignore[attr-defined]
    run.__annotations__ = {option.name: option.annotation for option in options}
    return run


def _default(part: Field[Any]) -> Any:  # noqa: ANN401
    if part.default_factory is not MISSING:
        return part.default_factory()
    return Parameter.empty if part.default is MISSING else part.default
