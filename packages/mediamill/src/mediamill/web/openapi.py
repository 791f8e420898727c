"""The interface as OpenAPI 3.1, made from the catalogue: one schema for each model, examples that validate."""

import orjson

from mediamill import __version__
from mediamill.catalogue import Catalogue, Model, Tool
from mediamill.generations import Status
from mediamill.web.openapi_extras import TAG, extra_paths, extra_schemas
from mediamill.web.openapi_parts import in_path, operation, query, run_bodies
from mediamill.web.openapi_webhooks import WEBHOOKS, webhook_paths, webhook_schemas
from mediamill.web.problems import (
    FORBIDDEN,
    GENERATION_NOT_FOUND,
    INSUFFICIENT_CREDITS,
    MISSING_PARAMETERS,
    OTHER_BODY,
    TOOL_NOT_FOUND,
)
from mediamill.web.reads import LIMIT_DEFAULT, LIMIT_MAX
from mediamill.web.schemas import JsonObject, ref, resource_schemas

TAGS = {
    "generations": "Start generations and read what became of them.",
    "tools": "What can be generated: every tool, with its models.",
    "account": "The account that the API key belongs to, and its credits.",
    WEBHOOKS: "What this service sends to the address given as `webhook`.",
    TAG: "Beside the interface: nobody needs these to generate.",
}
IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]([ -~]*[!-~])?$"},
    "description": "The same key and body within 24 hours give the same generation; another body gives 409.",
}
PREFER = {
    "name": "Prefer",
    "in": "header",
    "schema": {"type": "string"},
    "description": "`wait=N`: answer with the whole generation once it has ended, after N seconds (60) at the latest.",
}
DESCRIPTION = (
    "Post `{tool, input}`, get an id at once, poll it or be called back when the media is there. "
    "The API key goes into `Authorization` as it is, without `Bearer`."
)


def openapi_bytes(catalogue: Catalogue, base_url: str) -> bytes:
    """The document as JSON."""
    return orjson.dumps(openapi_document(catalogue, base_url))


def openapi_document(catalogue: Catalogue, base_url: str) -> JsonObject:
    """The whole document."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "mediamill", "version": __version__, "description": DESCRIPTION},
        "servers": [{"url": base_url}],
        "security": [{"apiKey": []}],
        "tags": [{"name": name, "description": described} for name, described in TAGS.items()],
        "paths": paths(catalogue),
        "webhooks": webhook_paths(),
        "components": {
            "securitySchemes": {"apiKey": {"type": "apiKey", "in": "header", "name": "Authorization"}},
            "schemas": schemas(catalogue),
        },
    }


def paths(catalogue: Catalogue) -> JsonObject:
    """Every path of the public interface."""
    return {
        "/api/run": {"post": run_operation(catalogue)},
        "/api/generations": {
            "get": operation(
                "listGenerations",
                "generations",
                "Generations, newest first",
                ref("GenerationPage"),
                problems=(MISSING_PARAMETERS,),
                parameters=[
                    query("limit", {"type": "integer", "minimum": 1, "default": LIMIT_DEFAULT},
                          f"Results per page; more than {LIMIT_MAX} is used as {LIMIT_MAX}."),
                    query("offset", {"type": "integer", "minimum": 0, "default": 0}, "Results to skip."),
                    query("status", {"type": "string", "enum": [*Status]}, "Only those in this status."),
                ],
            )
        },
        "/api/generations/{id}": {
            "get": operation(
                "getGeneration",
                "generations",
                "One generation",
                ref("Generation"),
                problems=(FORBIDDEN, GENERATION_NOT_FOUND),
                parameters=[in_path("id", "The generation's id."), PREFER],
            )
        },
        "/api/account": {"get": operation("getAccount", "account", "The account of this key", ref("Account"))},
        "/api/tools": {"get": operation("listTools", "tools", "All tools", ref("ToolList"))},
        "/api/tools/{slug}": {
            "get": operation(
                "getTool",
                "tools",
                "One tool with its models",
                ref("ToolDetail"),
                problems=(TOOL_NOT_FOUND,),
                parameters=[in_path("slug", "The tool's slug.")],
            )
        },
        **extra_paths(catalogue),
    }  # fmt: skip


def run_operation(catalogue: Catalogue) -> JsonObject:
    """POST /api/run: one of the bodies that the catalogue allows."""
    described = operation(
        "run",
        "generations",
        "Start a generation",
        {"anyOf": [ref("Accepted"), ref("Generation")]},
        problems=(MISSING_PARAMETERS, INSUFFICIENT_CREDITS, TOOL_NOT_FOUND, OTHER_BODY),
    )
    described["requestBody"] = run_bodies(catalogue)
    described["parameters"] = [IDEMPOTENCY_KEY, PREFER]
    return described


def schemas(catalogue: Catalogue) -> JsonObject:
    """Every named schema."""
    by_model: JsonObject = {}
    for tool in catalogue.tools.values():
        for model in tool.models.values():
            by_model[f"Input.{tool.slug}.{model.slug}"] = {**model.schema(), "x-tool": tool.slug}
            by_model[f"Run.{tool.slug}.{model.slug}"] = run_body(tool, model)
    return {**resource_schemas(), **webhook_schemas(), **extra_schemas(), **by_model}


def run_body(tool: Tool, model: Model) -> JsonObject:
    """The body that runs one model."""
    return {
        "type": "object",
        "title": f"{tool.name}: {model.name}",
        "additionalProperties": False,
        "required": ["tool", "input"],
        "properties": {
            "tool": {"type": "string", "const": tool.slug},
            "input": ref(f"Input.{tool.slug}.{model.slug}"),
            "webhook": {
                "type": "string",
                "format": "uri",
                "maxLength": 2048,
                "pattern": "^https://",
                "description": "Public HTTPS address that is told of success.",
            },
        },
    }
