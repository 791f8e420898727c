"""Which voice of a model speaks for each name of the interface."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

TABLES = Path(__file__).with_name("voices.toml")


def voices_of(model: str) -> Mapping[str, str]:
    """The model's voice by the interface's name."""
    voices: Mapping[str, str] = tomllib.loads(TABLES.read_text("utf-8"))[model]
    return voices
