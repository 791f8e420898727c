"""Requests that are multipart/form-data."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mediamill.engines.sdk import EngineFailed
from mediamill_remote.answers import FAILED
from mediamill_remote.mapping import Body, FileMapping


def form_of(body: Body, ways: Mapping[str, FileMapping], files: Mapping[str, Path]) -> dict[str, str | Path]:
    """A mapped body and the files that it lacks, field by field. Raises EngineFailed where a file is missing."""
    form: dict[str, str | Path] = {name: text(value) for name, value in body.items()}
    for name, way in ways.items():
        if name not in files:
            raise EngineFailed(sentence=FAILED)
        form[way.to] = files[name]
    return form


def text(value: Any) -> str:
    """A value as forms and queries have it."""
    return value if isinstance(value, str) else json.dumps(value)
