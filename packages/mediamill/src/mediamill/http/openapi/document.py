"""The interface as OpenAPI 3.1: the operations of the endpoints, one schema for each model of the catalogue."""

from collections.abc import Iterable

import orjson

from mediamill import __version__
from mediamill.catalogue import Catalogue, Model, Tool
from mediamill.http.endpoint import Auth, Endpoint, JsonObject
from mediamill.http.openapi.account_schemas import account_schemas
from mediamill.http.openapi.admin_operations import ADMIN
from mediamill.http.openapi.admin_oversight import oversight_schemas
from mediamill.http.openapi.admin_sales import sales_schemas
from mediamill.http.openapi.admin_schemas import admin_schemas
from mediamill.http.openapi.admin_work import work_schemas
from mediamill.http.openapi.extra_schemas import extra_schemas
from mediamill.http.openapi.operations import ACCOUNT, EXTRAS, GENERATIONS, TOOLS
from mediamill.http.openapi.parts import problem_answer
from mediamill.http.openapi.schemas import ref, resource_schemas
from mediamill.http.openapi.webhooks import WEBHOOKS, webhook_paths, webhook_schemas
from mediamill.http.problems import (
    FORBIDDEN,
    NOT_FOUND,
    SERVER_ERROR,
    UNAUTHORIZED,
    UNAVAILABLE,
    Problem,
    method_not_allowed,
    too_many_requests,
)

TAGS = {
    GENERATIONS: "Start generations and read their results.",
    TOOLS: "The tools that this service offers, and their models.",
    ACCOUNT: "The account of the API key, and its credits.",
    WEBHOOKS: "Requests that this service sends to the `webhook` URL of a run.",
    EXTRAS: "Additions that no client needs to generate media.",
    ADMIN: "For operators: needs an admin key, from the networks of `MEDIAMILL_ADMIN_NETWORKS`; 404 otherwise.",
}
KEY_IN_HEADER = {"type": "apiKey", "in": "header", "name": "Authorization"}
DESCRIPTION = (
    "Post `{tool, input}`, get an id immediately, then poll it or receive a webhook when the output is ready. "
    "Send the API key in `Authorization` as it is, without `Bearer`; `x-scope` says which scope it has to have."
)


def openapi_bytes(endpoints: Iterable[Endpoint], catalogue: Catalogue, base_url: str) -> bytes:
    """The document as JSON."""
    return orjson.dumps(openapi_document(endpoints, catalogue, base_url))


def openapi_document(endpoints: Iterable[Endpoint], catalogue: Catalogue, base_url: str) -> JsonObject:
    """The document of these endpoints, of those that have a tag."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "mediamill", "version": __version__, "description": DESCRIPTION},
        "servers": [{"url": base_url}],
        "security": [{"apiKey": []}],
        "tags": [{"name": name, "description": described} for name, described in TAGS.items()],
        "paths": paths(endpoints, catalogue),
        "webhooks": webhook_paths(),
        "components": {
            "securitySchemes": {"apiKey": KEY_IN_HEADER, "adminKey": KEY_IN_HEADER},
            "schemas": schemas(catalogue),
        },
    }


def paths(endpoints: Iterable[Endpoint], catalogue: Catalogue) -> JsonObject:
    """Every path with its methods."""
    found: JsonObject = {}
    for endpoint in endpoints:
        if endpoint.operation.tag:
            found.setdefault(endpoint.path, {})[endpoint.method.lower()] = operation(endpoint, catalogue)
    return found


def operation(endpoint: Endpoint, catalogue: Catalogue) -> JsonObject:
    """One endpoint."""
    described = endpoint.operation
    found: JsonObject = {
        "operationId": described.id,
        "tags": [described.tag],
        "summary": described.summary,
        "parameters": list(described.parameters),
        "responses": responses(endpoint),
    }
    if endpoint.auth is Auth.ADMIN:
        found["security"] = [{"adminKey": []}]
    if endpoint.auth is Auth.NONE:
        found["security"] = []
    if endpoint.scope:
        found["x-scope"] = endpoint.scope.value
    if described.body:
        found["requestBody"] = described.body(catalogue)
    return found


def responses(endpoint: Endpoint) -> JsonObject:
    """Every answer by its status."""
    described = endpoint.operation
    found: JsonObject = {"200": described.success} if described.success else {}
    for problem in (*described.problems, *common_problems(endpoint)):
        found[str(problem.status)] = problem_answer(problem)
    if described.no_content:
        found["204"] = {"description": described.no_content}
    return found


def common_problems(endpoint: Endpoint) -> tuple[Problem, ...]:
    """The errors that follow from who may call it and how often."""
    with_key = (UNAUTHORIZED, FORBIDDEN) if endpoint.auth in (Auth.KEY, Auth.ADMIN) else ()
    limited = (too_many_requests(1),) if endpoint.rate or endpoint.auth is Auth.ADMIN else ()
    if endpoint.auth is Auth.ADMIN:
        with_key = (*with_key, NOT_FOUND)
    return (*with_key, method_not_allowed(()), *limited, SERVER_ERROR, UNAVAILABLE)


def schemas(catalogue: Catalogue) -> JsonObject:
    """Every named schema."""
    by_model: JsonObject = {}
    for tool in catalogue.tools.values():
        for model in tool.models.values():
            by_model[f"Input.{tool.slug}.{model.slug}"] = {**model.schema(), "x-tool": tool.slug}
            by_model[f"Run.{tool.slug}.{model.slug}"] = run_body(tool, model)
    account, operators = (
        account_schemas(),
        {**admin_schemas(), **work_schemas(), **oversight_schemas(), **sales_schemas()},
    )
    named = (resource_schemas(), webhook_schemas(), extra_schemas(), account, operators, by_model)
    return {name: schema for schemas in named for name, schema in schemas.items()}


def run_body(tool: Tool, model: Model) -> JsonObject:
    """The schema of the body that runs one model."""
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
                "description": "Public HTTPS URL to notify on success.",
            },
        },
    }
