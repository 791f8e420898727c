"""A request to ElevenLabs as it goes over the wire: what of a mapped body is path, query, JSON or form."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlencode

from mediamill_remote.forms import form_of, text
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
    return Call(path, form=form_of(sent, mapping.files, files))
