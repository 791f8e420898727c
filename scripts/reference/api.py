"""docs/reference/api.md: parameters, bodies and answers of every operation, from the OpenAPI document."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from mediamill.catalogue import Catalogue
from mediamill.http import Endpoint
from mediamill.http.openapi import openapi_bytes

JsonObject = Mapping[str, Any]
COMMON = {"401", "403", "405", "429", "500", "503"}  # answers of nearly every operation
RUNS = ("Run.", "Input.")  # schemas of the models: /api/tools and /docs show them with their fields
ANY_RUN = '`{"tool": …, "input": {…}, "webhook": …}` with the fields of the model ([catalogue](catalogue.md))'
HEAD = """# API

Made by `python -m scripts.reference` from the OpenAPI document of the packaged catalogue; a test says so. Your own
service has the document for its own catalogue as `/openapi.json` and shows it, with a curl command for every
endpoint, at `/docs`. [Endpoints](endpoints.md) is the same in one line each, with keys, scopes and rates.

Bodies are JSON, in UTF-8, and so are answers; an error is `{"message": "…"}` with its status. Beside what stands at
each operation, any may answer 401 (no valid key), 403 (the key may not), 405, 429 and 503 (both with `Retry-After`)
or 500.
"""


def reference(endpoints: tuple[Endpoint, ...], catalogue: Catalogue) -> str:
    """The page as Markdown."""
    document = json.loads(openapi_bytes(endpoints, catalogue, "http://localhost:8000"))
    lines = [HEAD]
    for tag in document["tags"]:
        lines += [f"## {tag['name'].capitalize()}\n", f"{tag['description']}\n"]
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                if tag["name"] in operation.get("tags", ()):
                    lines += told(method, path, operation)
    lines += ["## Schemas\n", "What bodies and answers are made of. Members that are not marked may be left out.\n"]
    for name, schema in document["components"]["schemas"].items():
        if not name.startswith(RUNS):
            lines += [f"### {name}\n", *members(schema)]
    return "\n".join(lines)


def told(method: str, path: str, operation: JsonObject) -> Iterator[str]:
    """One operation."""
    yield f"### `{method.upper()} {path}`\n"
    yield f"{operation['summary']}.\n"
    if parameters := operation.get("parameters"):
        yield "| parameter | in | type | meaning |"
        yield "|---|---|---|---|"
        for one in parameters:
            star = " (required)" if one.get("required") else ""
            about = cell(one.get("description", ""))
            yield f"| `{one['name']}`{star} | {one['in']} | {kind(one['schema'])} | {about} |"
        yield ""
    if body := operation.get("requestBody"):
        yield f"Body: {', '.join(content(body['content']))}.\n"
    for status, answer in operation["responses"].items():
        if status.startswith("2"):
            found = ", ".join(content(answer.get("content", {}))) or "nothing"
            yield f"{status}: {found}.\n"
    own = {
        status: answer
        for status, answer in operation["responses"].items()
        if status[0] in "45" and status not in COMMON
    }
    if own:
        yield "Errors: " + "; ".join(f"{status} “{answer['description']}”" for status, answer in own.items()) + ".\n"


def content(found: JsonObject) -> Iterator[str]:
    for media, one in found.items():
        yield kind(one["schema"]) if media == "application/json" else f"`{media}`"


def members(schema: JsonObject) -> Iterator[str]:
    """The table of an object's members; of another schema its type."""
    if about := schema.get("description"):
        yield f"{about}\n"
    if not (properties := schema.get("properties")):
        yield f"{kind(schema)}\n"
        return
    yield "| member | type | meaning |"
    yield "|---|---|---|"
    for name, one in properties.items():
        star = " (always)" if name in schema.get("required", ()) else ""
        yield f"| `{name}`{star} | {kind(one)} | {cell(one.get('description', ''))} |"
    yield ""


def kind(schema: JsonObject) -> str:
    """A type in a few words, with a link to the schema that it names."""
    if name := schema.get("$ref", "").rpartition("/")[2]:
        return f"`{name}`" if name.startswith(RUNS) else f"[{name}](#{name.lower()})"
    if choices := schema.get("anyOf", schema.get("oneOf")):
        refs = [str(choice.get("$ref", "")) for choice in choices]
        if all("/Run." in ref for ref in refs):
            return ANY_RUN
        return " or ".join(dict.fromkeys(kind(choice) for choice in choices))
    if values := schema.get("enum"):
        return " or ".join(f"`{json.dumps(value)}`" for value in values)
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    named = schema.get("type", "any")
    names: Iterable[str] = [named] if isinstance(named, str) else named
    return cell(
        " or ".join(f"list of {kind(schema.get('items', {}))}" if one == "array" else one for one in names)
    ) + bounds(schema)


def bounds(schema: JsonObject) -> str:
    """Lengths, limits and the default, where there are any."""
    told = [f"{word} {schema[key]}" for key, word in BOUNDS.items() if key in schema]
    if "default" in schema:
        told.append(f"default {json.dumps(schema['default'])}")
    return f" ({', '.join(told)})" if told else ""


BOUNDS = {
    "minimum": "from",
    "maximum": "to",
    "minLength": "length from",
    "maxLength": "length to",
    "maxItems": "at most",
}


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
