"""Tables of models, sizes and settings, as TOML files beside the code."""

import tomllib
from importlib.resources import files
from typing import Any


def read_table(package: str, name: str) -> dict[str, Any]:
    """The data file of a package."""
    return tomllib.loads(files(package).joinpath(name).read_text())
