"""The interface as OpenAPI 3.1, made from the catalogue: one schema for each model, examples that validate."""

import orjson

from mediamill import __version__
from mediamill.catalogue import Catalogue, Model, Tool
from mediamill.generations import Status
from mediamill.web.problems import (
    FORBIDDEN,
    GENERATION_NOT_FOUND,
    INSUFFICIENT_CREDITS,
    MISSING_PARAMETERS,
    SERVER_ERROR,
    TOOL_NOT_FOUND,
    UNAUTHORIZED,
    UNAVAILABLE,
    Problem,
    too_many_requests,
)
from mediamill.web.reads import LIMIT_DEFAULT, LIMIT_MAX
from mediamill.web.schemas import JsonObject, ref, resource_schemas

JSON = "application/json"
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
        "tags": [{"name": "generations"}, {"name": "tools"}, {"name": "account"}],
        "paths": paths(catalogue),
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
                parameters=[in_path("id", "The generation's id.")],
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
    }  # fmt: skip


def run_operation(catalogue: Catalogue) -> JsonObject:
    """POST /api/run: one of the bodies that the catalogue allows."""
    described = operation(
        "run",
        "generations",
        "Start a generation",
        ref("Accepted"),
        problems=(MISSING_PARAMETERS, INSUFFICIENT_CREDITS, TOOL_NOT_FOUND),
    )
    bodies = [(tool, model) for tool in catalogue.tools.values() for model in tool.models.values()]
    described["requestBody"] = {
        "required": True,
        "content": {
            JSON: {
                "schema": {"anyOf": [ref(f"Run.{model.tool}.{model.slug}") for _, model in bodies]},
                "examples": {
                    f"{model.tool}/{model.slug}": {
                        "summary": f"{tool.name}: {model.name} ({model.price})",
                        "value": {"tool": tool.slug, "input": model.example},
                    }
                    for tool, model in bodies
                },
            }
        },
    }
    return described


def operation(
    name: str,
    tag: str,
    summary: str,
    success: JsonObject,
    *,
    problems: tuple[Problem, ...] = (),
    parameters: list[JsonObject] | None = None,
) -> JsonObject:
    """One method of one path; what every one of them can answer is added."""
    common = (UNAUTHORIZED, too_many_requests(1), SERVER_ERROR, UNAVAILABLE)
    return {
        "operationId": name,
        "tags": [tag],
        "summary": summary,
        "parameters": parameters or [],
        "responses": {
            "200": {"description": "Success", "content": {JSON: {"schema": success}}},
            **{str(problem.status): problem_answer(problem) for problem in (*problems, *common)},
        },
    }


def problem_answer(problem: Problem) -> JsonObject:
    """An answer with the one error shape."""
    answer: JsonObject = {
        "description": problem.message,
        "content": {JSON: {"schema": ref("Problem"), "example": {"message": problem.message}}},
    }
    if "Retry-After" in problem.headers:
        answer["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds to wait."}}
    return answer


def schemas(catalogue: Catalogue) -> JsonObject:
    """Every named schema."""
    by_model: JsonObject = {}
    for tool in catalogue.tools.values():
        for model in tool.models.values():
            by_model[f"Input.{tool.slug}.{model.slug}"] = {**model.schema(), "x-tool": tool.slug}
            by_model[f"Run.{tool.slug}.{model.slug}"] = run_body(tool, model)
    return {**resource_schemas(), **by_model}


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


def query(name: str, schema: JsonObject, description: str) -> JsonObject:
    """A query parameter."""
    return {"name": name, "in": "query", "schema": schema, "description": description}


def in_path(name: str, description: str) -> JsonObject:
    """A path parameter."""
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string"}, "description": description}
