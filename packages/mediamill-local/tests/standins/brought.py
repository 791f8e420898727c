"""Weights brought in as `mediamill models import` does, and engines on them."""

from pathlib import Path

from mediamill.plugins import plugins
from mediamill.weights import PLUGIN_GROUP, LockedLicence, WeightsRows, place_of, read_rows
from mediamill.weights.bring import bring, linked

ACCEPTED_AT = "2026-11-23T12:00:00Z"


def known_rows() -> WeightsRows:
    """Of the installed packages."""
    return read_rows(None, plugins(PLUGIN_GROUP))


def brought(home: Path, name: str, source: Path) -> None:
    """The folder's files as the weights of that name, its licence accepted."""
    row = known_rows().named(name)
    licence = LockedLicence(row.licence.name, row.licence.url, ACCEPTED_AT)
    home.mkdir(parents=True, exist_ok=True)
    bring(row, source, place_of(home, name), licence, linked, spare=0, report=lambda _path: None)
