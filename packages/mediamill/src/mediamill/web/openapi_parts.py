"""Pieces of the OpenAPI document: operations, parameters, problems, the bodies that start a run."""

from mediamill.catalogue import Catalogue
from mediamill.web.problems import (
    SERVER_ERROR,
    UNAUTHORIZED,
    UNAVAILABLE,
    Problem,
    method_not_allowed,
    too_many_requests,
)
from mediamill.web.schemas import JsonObject, ref

JSON = "application/json"
WRONG_METHOD = method_not_allowed(())
HEADERS: dict[str, JsonObject] = {
    "Retry-After": {"schema": {"type": "integer"}, "description": "Seconds to wait."},
    "Allow": {"schema": {"type": "string"}, "description": "The methods that this path has, separated by commas."},
}


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
    common = (UNAUTHORIZED, WRONG_METHOD, too_many_requests(1), SERVER_ERROR, UNAVAILABLE)
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


def run_bodies(catalogue: Catalogue) -> JsonObject:
    """One of the bodies that the catalogue allows."""
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
