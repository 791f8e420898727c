"""A workflow of ComfyUI in its API format, and the inputs of its nodes that a table fills in."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from pydantic import Field

from mediamill_remote.mapping import Body, ModelMapping, Place
from mediamill_remote.tables import TableFault

WORKFLOW_BYTES_MAX = 256 * 1024  # ComfyUI shows it again in every look, and an answer may have a megabyte
NODES_SHOWN = 12  # of a workflow, in a sentence
DIGEST_CHARACTERS = 16  # of a workflow's SHA-256, in provenance

Node = Mapping[str, Any]


class WorkflowMapping(ModelMapping):
    """One model of ours, and the workflow that makes it: every place is "NODE.INPUT"."""

    workflow: str = Field(min_length=1, max_length=1_000)  # the file, beside the table
    output_name: Place | None = None  # the input that names the file: without it equal work gives an older file again


@dataclass(frozen=True, slots=True)
class Workflow:
    """A workflow that was read and fits its table."""

    nodes: Mapping[str, Node]
    digest: str

    def prompt(self, body: Body) -> dict[str, Any]:
        """The workflow with a body's values in its nodes' inputs."""
        prompt = {number: dict(deepcopy(node)) for number, node in self.nodes.items()}
        for number, values in body.items():
            prompt[number]["inputs"].update(leaves(values))
        return prompt


def read_workflow(mapping: WorkflowMapping, read: Callable[[str], bytes], file: str, entry: str) -> Workflow:
    """The workflow of an entry, whose file `read` gives. Raises TableFault, which names file, entry and field."""

    def fault(key: str, what: str) -> TableFault:
        return TableFault(file, entry, f"{key}: {what}")

    named = mapping.workflow
    try:
        content = read(named)
    except OSError as error:
        raise fault("workflow", f"`{named}` cannot be read: {error.strerror or error}") from None
    if len(content) > WORKFLOW_BYTES_MAX:
        raise fault("workflow", f"`{named}` is longer than {WORKFLOW_BYTES_MAX} bytes")
    try:
        nodes = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise fault("workflow", f"`{named}` is no JSON: {error}") from None
    if what := fault_of_nodes(nodes):
        raise fault("workflow", f"`{named}` {what}")
    for key, place in inputs_of(mapping):
        if what := fault_of_place(place, nodes):
            raise fault(key, f"`{place}`: {what}")
    filled = {place for _, place in inputs_of(mapping)}
    for key, place in inputs_of(mapping):
        if longer := next((one for one in filled if one.startswith(f"{place}.")), None):
            raise fault(key, f"`{place}`: `{longer}` is filled in too, and a table cannot say both")
    for key, place in results_of(mapping):
        if place.partition(".")[0] not in nodes:
            raise fault(key, f"`{place}`: {no_node(place, nodes)}")
    return Workflow(nodes, hashlib.sha256(content).hexdigest()[:DIGEST_CHARACTERS])


def fault_of_nodes(nodes: object) -> str | None:
    """Why a file holds no workflow in API format; None where it does."""
    if isinstance(nodes, Mapping) and isinstance(nodes.get("nodes"), list):
        return "is in the format of ComfyUI's editor; write it with its menu's `Export (API)`"
    if not isinstance(nodes, Mapping) or not nodes:
        return "holds no nodes"
    for number, node in nodes.items():
        if not isinstance(node, Mapping) or not isinstance(node.get("class_type"), str):
            return f"holds a node without `class_type`: {number}"
        if not isinstance(node.get("inputs"), Mapping):
            return f"holds a node without `inputs`: {number}"
    return None


def fault_of_place(place: str, nodes: Mapping[str, Node]) -> str | None:
    """Why nothing can be put there; None where something can."""
    number, _, name = place.partition(".")
    if number not in nodes:
        return no_node(place, nodes)
    inputs, kind = nodes[number]["inputs"], nodes[number]["class_type"]
    if name not in inputs:
        there = ", ".join(inputs) or "none"
        return f"node {number} ({kind}) has no input `{name}`; it has: {there}"
    value = inputs[name]
    if isinstance(value, list):
        source = value[0] if value else ""
        return f"input `{name}` of node {number} ({kind}) comes from node {source}; name an input of that one"
    return None


def no_node(place: str, nodes: Mapping[str, Node]) -> str:
    """The sentence for a place whose node is missing."""
    there = [f"{number} ({node['class_type']})" for number, node in nodes.items()]
    more = ", ..." if len(there) > NODES_SHOWN else ""
    return f"there is no node {place.partition('.')[0]}; there are: {', '.join(there[:NODES_SHOWN])}{more}"


def inputs_of(mapping: WorkflowMapping) -> Iterator[tuple[str, str]]:
    """Every key of an entry that fills in an input, and the input's place."""
    yield from (("fixed", place) for place in paths_in(mapping.fixed))
    for name, field in mapping.fields.items():
        if field.to:
            yield f"fields.{name}.to", field.to
        else:
            for value, table in field.values.items():
                yield from ((f"fields.{name}.values.{value}", place) for place in paths_in(table))
    yield from ((f"files.{name}.to", way.to) for name, way in mapping.files.items())
    if mapping.seed:
        yield "seed.to", mapping.seed.to
    if mapping.output_name:
        yield "output_name", mapping.output_name


def results_of(mapping: WorkflowMapping) -> Iterator[tuple[str, str]]:
    """Every key of an entry that says where a result stands, and the place."""
    yield from (("result", path) for paths in mapping.result or () for path in paths)
    for name, by_value in mapping.result_by.items():
        for value, found in by_value.items():
            yield from ((f"result_by.{name}.{value}", path) for paths in found for path in paths)


def paths_in(table: Mapping[str, Any]) -> Iterator[str]:
    """The dotted paths of all values in nested tables."""
    yield from (path for path, _ in leaves(table))


def leaves(table: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Dotted path -> value of nested tables; the name of an input may have dots in it."""
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from leaves(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", value
