"""Pieces of OpenAPI operations: parameters, answers, request bodies."""

from mediamill.catalogue import Catalogue
from mediamill.http.endpoint import JsonObject
from mediamill.http.openapi.schemas import closed, ref
from mediamill.http.problems import Problem

JSON = "application/json"
HEADERS: dict[str, JsonObject] = {
    "Retry-After": {"schema": {"type": "integer"}, "description": "Seconds to wait before retrying."},
    "Allow": {"schema": {"type": "string"}, "description": "The allowed methods, separated by commas."},
}


def json_answer(schema: JsonObject) -> JsonObject:
    """The 200 answer of this schema."""
    return {"description": "Success", "content": {JSON: {"schema": schema}}}


def problem_answer(problem: Problem) -> JsonObject:
    """An error in the one error shape, with the headers that go with it."""
    answer: JsonObject = {
        "description": problem.message,
        "content": {JSON: {"schema": ref("Problem"), "example": {"message": problem.message}}},
    }
    described = {name: HEADERS[name] for name in problem.headers if name in HEADERS}
    if described:
        answer["headers"] = described
    return answer


def query(name: str, schema: JsonObject, description: str) -> JsonObject:
    """A query parameter."""
    return {"name": name, "in": "query", "schema": schema, "description": description}


def in_path(name: str, description: str) -> JsonObject:
    """A path parameter."""
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string"}, "description": description}


def header(name: str, description: str, **schema: object) -> JsonObject:
    """A request header."""
    return {"name": name, "in": "header", "schema": {"type": "string", **schema}, "description": description}


def run_bodies(catalogue: Catalogue) -> JsonObject:
    """The request body of a run: one schema and one example for each model."""
    bodies = [(tool, model) for tool in catalogue.tools.values() for model in tool.models.values()]
    return {
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


def code_body(_: Catalogue) -> JsonObject:
    """The request body of a sign-in: the code of the link."""
    schema = closed({"code": {"type": "string"}})
    examples = {"link": {"value": {"code": "f8Zb0cW3kq1xY7vJmA2Lpg"}}}
    return {"required": True, "content": {JSON: {"schema": schema, "examples": examples}}}


def json_body(schema: JsonObject, example: JsonObject) -> JsonObject:
    """The request body of this schema."""
    return {"required": True, "content": {JSON: {"schema": schema, "examples": {"example": {"value": example}}}}}


def file_body(_: Catalogue) -> JsonObject:
    """The request body of an upload: the bytes of the file."""
    return {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
