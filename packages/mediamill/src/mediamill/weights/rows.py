"""The rows that installed packages bring and those of the operator's own file."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import ValidationError

from mediamill.config import InvalidSettings
from mediamill.errors import MediamillError
from mediamill.plugins import Plugin
from mediamill.weights.row import RowTable, WeightsRow

PLUGIN_GROUP = "mediamill.weights"  # entry points whose value is a module with a TOML file beside it
OF_PACKAGE = "weights.toml"  # of an entry point that names a package rather than a module


class UnknownWeights(MediamillError):
    """There are no weights called `{name}`; there are: {known}."""

    code = "unknown_weights"


@dataclass(frozen=True, slots=True)
class BrokenRows:
    """Rows of an installed package that cannot be used, and why, in one sentence for the operator."""

    name: str
    package: str
    fault: str


@dataclass(frozen=True, slots=True)
class WeightsRows:
    """All that can be pulled, by name."""

    rows: Mapping[str, WeightsRow]
    broken: tuple[BrokenRows, ...] = ()

    def named(self, name: str) -> WeightsRow:
        """The row of that name. Raises UnknownWeights."""
        if name not in self.rows:
            raise UnknownWeights(name=name, known=", ".join(sorted(self.rows)) or "none: no installed package has rows")
        return self.rows[name]


def read_rows(own: Path | None, installed: Iterable[Plugin]) -> WeightsRows:
    """Every row; one of the operator's own file takes the place of an installed one of its name.

    A package whose file has a fault is left out: `broken`. Raises InvalidSettings with the faults of the operator's.
    """
    rows: dict[str, WeightsRow] = {}
    broken = []
    for plugin in installed:
        try:
            found = read_file(file_of(plugin), f"{plugin.distribution} {plugin.version}".strip())
            twice = sorted(rows.keys() & found.keys())
            if twice:
                raise ValueError(f"{rows[twice[0]].source} has weights called `{twice[0]}` already")
        except ValueError as fault:
            broken.append(BrokenRows(plugin.name, plugin.distribution, f"{fault}."))
        else:
            rows |= found
    if own is not None:
        try:
            rows |= laid_over(read_file(own, str(own)), rows)
        except ValueError as fault:
            raise InvalidSettings(fault=f"weights_file: {fault}") from None
    return WeightsRows(dict(sorted(rows.items())), tuple(broken))


def file_of(plugin: Plugin) -> Path:
    """The TOML file beside the module that an entry point names. Raises ValueError."""
    module = plugin.files_of_module()
    if module is None or ":" in plugin.value:
        raise ValueError(f"`{plugin.value}` is not the name of a module")
    return module / OF_PACKAGE if module.is_dir() else module.with_suffix(".toml")


def read_file(file: Path, source: str) -> dict[str, WeightsRow]:
    """The rows of a file, by name. Raises ValueError, which names file and row."""
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as fault:  # tomllib.TOMLDecodeError and UnicodeDecodeError are ValueErrors
        raise ValueError(f"{file} cannot be read: {fault}") from None
    rows = {}
    for name, table in tables.items():
        try:
            rows[name] = RowTable.model_validate(table).row(name, source)
        except ValidationError as error:
            faults = (f"{'.'.join(map(str, one['loc'])) or 'it'}: {one['msg']}" for one in error.errors())
            raise ValueError(f"{file}: [{name}]: {'; '.join(faults)}") from None
        except ValueError as fault:
            raise ValueError(f"{file}: [{name}]: {fault}") from None
    return rows


def laid_over(own: Mapping[str, WeightsRow], under: Mapping[str, WeightsRow]) -> dict[str, WeightsRow]:
    """The operator's rows, each saying whose place it takes."""
    return {name: replace(row, replaces=under[name].source) if name in under else row for name, row in own.items()}
