"""The typed part of the Python client is the catalogue, as it is shipped."""

import dataclasses
import inspect

import pytest

from mediamill.catalogue import Field, FieldKind, Tool, load
from mediamill_client import AsyncClient, Client
from scripts import client_types

TOOLS = load().tools


def test_the_typed_methods_and_inputs_are_the_catalogues() -> None:
    kept = {path.name: path.read_text() for path in client_types.FOLDER.glob("*.py")}

    assert kept == client_types.files(), "python -m scripts.client_types"


@pytest.mark.parametrize("tool", TOOLS.values(), ids=list(TOOLS))
def test_both_clients_have_a_method_for_each_tool(tool: Tool) -> None:
    name = tool.slug.replace("-", "_")
    found = [inspect.signature(getattr(kind, name)).parameters for kind in (Client, AsyncClient)]

    assert list(found[0]) == list(found[1])
    assert found[0]["model"].default == tool.primary
    assert inspect.iscoroutinefunction(getattr(AsyncClient, name))


def changed(tool: Tool, name: str, **change: object) -> Tool:
    """The tool with one field of its primary model changed."""
    model = tool.models[tool.primary]
    fields = tuple(
        dataclasses.replace(field, **change) if field.name == name else field  # type: ignore[arg-type]
        for field in model.fields
    )
    return dataclasses.replace(tool, models={**tool.models, model.slug: dataclasses.replace(model, fields=fields)})


def test_a_change_of_the_catalogue_is_seen() -> None:
    image = TOOLS["create-image"]
    square = changed(image, "aspect_ratio", allowed=("1:1",))

    longer = changed(image, "prompt", length_max=9)

    assert "At most 9 characters." in client_types.methods("visual", [longer], asynchronous=False)
    assert "CreateImageAspectRatio" not in client_types.inputs([square])  # the other model takes more
    assert "aspect_ratio: Literal['1:1']" in client_types.inputs([square])


def test_models_that_take_different_fields_are_overloads() -> None:
    groups = client_types.groups_of(TOOLS["text-to-3d"])

    assert [[model.slug for model in group.models] for group in groups] == [["alpha3d-v3", "beta-v6"], ["trellis-2"]]


def test_a_choice_of_floats_is_a_number() -> None:
    field = Field(name="x", kind=FieldKind.CHOICE, description="X.", allowed=(0.1, 0.5))

    assert client_types.kind(TOOLS["create-image"], field) == "float"
    assert client_types.described(field) == "X. One of 0.1, 0.5."
