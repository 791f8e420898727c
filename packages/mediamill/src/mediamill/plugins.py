"""What other installed packages add: entry points, found and located without importing anything of theirs."""

import importlib.metadata
import importlib.util
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import cast

MODULE = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")


@dataclass(frozen=True, slots=True)
class Plugin:
    """One entry point."""

    name: str
    value: str  # "package.module" or "package.module:Name"
    distribution: str
    version: str

    def files_of_module(self) -> Path | None:
        """The path of its module without a suffix, `…/package/module`; None where nothing has that name."""
        module = self.value.partition(":")[0].strip()
        if not MODULE.fullmatch(module):
            return None
        top, *below = module.split(".")
        try:
            spec = importlib.util.find_spec(top)  # of a top-level name this imports nothing
        except ValueError:  # a module without a spec, such as __main__
            return None
        if spec is None:
            return None
        if spec.submodule_search_locations is None:
            return None if below or spec.origin is None else Path(spec.origin).with_suffix("")
        folders = [Path(folder).joinpath(*below) for folder in spec.submodule_search_locations]
        return next((path for path in folders if path.is_dir() or path.with_suffix(".py").is_file()), None)


def plugins(group: str) -> Iterator[Plugin]:
    """The entry points of a group, by name; where two packages give the same name, both."""
    return iter(_plugins(tuple(sys.path), group))


@lru_cache(maxsize=4)  # names and versions are read from metadata: 1 ms each
def _plugins(path: tuple[str, ...], group: str) -> tuple[Plugin, ...]:
    return tuple(
        Plugin(found.name, found.value, found.dist.name, found.dist.version)
        for found in sorted(_entry_points(path).select(group=group), key=lambda one: (one.name, one.value))
        if found.dist is not None
    )


@lru_cache(maxsize=1)  # 10 ms
def _entry_points(_path: tuple[str, ...]) -> importlib.metadata.EntryPoints:
    """The entry points of everything installed on this path."""
    # Before Python 3.12 it is a mapping, which can be selected from likewise.
    return cast("importlib.metadata.EntryPoints", importlib.metadata.entry_points())
