"""Which model an input means."""

import pytest

from mediamill.catalogue import FaultCode, FieldFault, model_fault
from tests.catalogue.shop import CATALOGUE


@pytest.mark.parametrize(
    ("input", "expected"),
    [
        ({}, FieldFault("input.model", "Is required", FaultCode.MISSING)),
        ({"model": None}, FieldFault("input.model", "Must be a string", FaultCode.INVALID_TYPE)),
        ({"model": 5}, FieldFault("input.model", "Must be a string", FaultCode.INVALID_TYPE)),
        ({"model": ["drumgen"]}, FieldFault("input.model", "Must be a string", FaultCode.INVALID_TYPE)),
        ({"model": ""}, FieldFault("input.model", "Must not be empty", FaultCode.TOO_SHORT)),
        ({"model": "drumgen"}, None),
        ({"model": "no-such-model"}, None),
    ],
)
def test_an_input_has_to_name_a_model_where_it_is_required(
    input: dict[str, object], expected: FieldFault | None
) -> None:
    assert expected == model_fault(CATALOGUE.tools["drum-generator"], input)


@pytest.mark.parametrize("tool", ["create-image", "create-video", "voice-isolator"])
def test_three_tools_have_a_model_for_those_who_name_none(tool: str) -> None:
    assert model_fault(CATALOGUE.tools[tool], {}) is None


def test_a_model_named_badly_is_a_fault_even_where_it_is_optional() -> None:
    assert model_fault(CATALOGUE.tools["create-image"], {"model": None}) == FieldFault(
        "input.model", "Must be a string", FaultCode.INVALID_TYPE
    )


def test_every_other_tool_wants_its_model_named() -> None:
    optional = {slug for slug, tool in CATALOGUE.tools.items() if model_fault(tool, {}) is None}

    assert {"create-image", "create-video", "voice-isolator"} == optional
