"""Names of a package that are loaded when they are asked for, so that importing it is quick."""

from collections.abc import Callable, Mapping
from importlib import import_module


def lazily(package: str, names: Mapping[str, str]) -> Callable[[str], object]:
    """The `__getattr__` of a package: each name, and the module that has it."""

    def load(name: str) -> object:
        if name not in names:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = import_module(names[name])
        return module if names[name] == f"{package}.{name}" else getattr(module, name)

    return load
