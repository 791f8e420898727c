"""A request to ElevenLabs as it goes over the wire: what of a mapped body is path, query, JSON or form."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from mediamill.engines.sdk import EngineFailed
from mediamill_remote.answers import FAILED
from mediamill_remote.mapping import Body, ModelMapping

PATH, QUERY = "path", "query"  # tables of a body that do not go into it


@dataclass(frozen=True, slots=True)
class Call:
    """One POST: with `form` where it has files, else with `body`."""

    path: str
    body: Body | None = None
    form: Mapping[str, str | Path] | None = None


def call_of(mapping: ModelMapping, body: Body, files: Mapping[str, Path]) -> Call:
    """The request of a mapped body. Raises EngineFailed where a file is missing."""
    path = "/".join(["", mapping.endpoint, *(quote(text(one), safe="") for one in body.get(PATH, {}).values())])
    if query := {name: text(one) for name, one in body.get(QUERY, {}).items()}:
        path += f"?{urlencode(query)}"
    sent = {name: value for name, value in body.items() if name not in (PATH, QUERY)}
    if not mapping.files:
        return Call(path, body=sent)
    form: dict[str, str | Path] = {name: text(value) for name, value in sent.items()}
    for name, way in mapping.files.items():
        if name not in files:
            raise EngineFailed(sentence=FAILED)
        form[way.to] = files[name]
    return Call(path, form=form)


def text(value: Any) -> str:
    """A value as forms and queries have it."""
    return value if isinstance(value, str) else json.dumps(value)
