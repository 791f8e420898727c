"""The catalogue of a service as tools for agents: one for each tool, whichever its models are."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mcp_types import Tool as AgentTool
from mcp_types import ToolAnnotations

from mediamill_client.input_schema import InputSchema
from mediamill_client.types import Tool

# Of a field's schema: what agents' hosts understand. Patterns only restate what the service checks.
KEPT = ("type", "enum", "const", "minimum", "maximum", "minLength", "maxLength", "format", "anyOf", "items")
MEDIA = "x-media"  # marks a field that takes the address of a file


@dataclass(frozen=True, slots=True)
class OfferedTool:
    """A tool of the service as agents see it."""

    slug: str
    model: str | None  # what runs where no model is named
    definition: AgentTool


def offered(tools: Iterable[Tool], schemas: Sequence[InputSchema], *, takes_files: bool) -> dict[str, OfferedTool]:
    """Every tool that the service describes, by its slug."""
    found = {}
    for tool in tools:
        models = [schema for schema in schemas if schema.tool == tool.slug]
        if models:
            found[tool.slug] = _offered(tool, models, takes_files)
    return found


def _offered(tool: Tool, models: Sequence[InputSchema], takes_files: bool) -> OfferedTool:
    primary = models[0].model
    media = frozenset(name for one in models for name, field in one.fields.items() if MEDIA in field.raw)
    definition = AgentTool(
        name=tool.slug,
        title=tool.name,
        description=description_of(tool, models),
        input_schema=input_schema_of(models, media if takes_files else frozenset()),
        annotations=ToolAnnotations(
            read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False
        ),
    )
    return OfferedTool(tool.slug, primary, definition)


def description_of(tool: Tool, models: Sequence[InputSchema]) -> str:
    """What the tool makes, and what each of its models does and costs."""
    lines = [f"{tool.description} Makes {tool.output_type}."]
    for schema in models:
        default = " (default)" if schema is models[0] and len(models) > 1 else ""
        lines.append(f"Model {schema.model}{default}: {schema.raw.get('description', '')}".rstrip(": "))
    return "\n".join(lines)


def input_schema_of(models: Sequence[InputSchema], local_fields: frozenset[str]) -> dict[str, Any]:
    """One JSON schema for the fields of all models. What only some take is said; the service judges the rest."""
    names = dict.fromkeys(name for schema in models for name in schema.fields if name != "model")
    properties: dict[str, Any] = {
        "model": {"type": "string", "enum": [schema.model for schema in models], "default": models[0].model}
    }
    for name in names:
        properties[name] = field_of(name, models)
        if name in local_fields:
            properties[name].pop("format", None)
            properties[name]["description"] += " Or the path of a file in the shared folder."
    required = [name for name in names if all(is_required(name, schema) for schema in models)]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def is_required(name: str, schema: InputSchema) -> bool:
    """Whether a model cannot do without a field."""
    return name in schema.fields and schema.fields[name].required


def field_of(name: str, models: Sequence[InputSchema]) -> dict[str, Any]:
    """The schema of a field: that of all models, or each of them as an alternative."""
    takers = [schema for schema in models if name in schema.fields]
    raws = [schema.fields[name].raw for schema in takers]
    rules: list[dict[str, Any]] = []
    for raw in raws:
        if (rule := {word: raw[word] for word in KEPT if word in raw}) not in rules:
            rules.append(rule)
    merged: dict[str, Any] = dict(rules[0]) if len(rules) == 1 else {"anyOf": rules}
    sentences = dict.fromkeys(str(raw["description"]) for raw in raws if "description" in raw)
    if len(takers) < len(models):
        sentences[f"Only for {', '.join(schema.model for schema in takers)}."] = None
    merged["description"] = " ".join(sentences)
    if all_same := common(raws, "default"):
        merged["default"] = all_same[0]
    return merged


def common(raws: Sequence[Mapping[str, Any]], word: str) -> list[Any]:
    """The value that all of them give to a keyword; empty where they differ."""
    values = [raw.get(word) for raw in raws]
    return values[:1] if word in raws[0] and all(value == values[0] for value in values) else []
