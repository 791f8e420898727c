"""What a model says of an input: its one spelling, or every fault at once."""

import random

import orjson
import pytest

from mediamill.catalogue import Checked, FaultCode, FieldFault, FieldKind, Limits, Model
from mediamill.catalogue.field import Field
from mediamill.catalogue.price import Fixed
from tests.catalogue.shop import CATALOGUE, faults_of, model_named, only_fault, values_of


def checked(slug: str, **given: object) -> Checked:
    found = model_named(slug).check({"model": slug, **given})
    assert isinstance(found, Checked)
    return found


def test_ada_gets_every_fault_of_her_input_at_once() -> None:
    faults = model_named("voicevendor-sound-effects").check(
        {"prompt": "", "duration": 4, "prompt_influence": "0.3", "webhook": "https://ada.test", "model": 7}
    )

    assert faults == (
        FieldFault("input.model", "Must be a string", FaultCode.INVALID_TYPE),
        FieldFault("input.prompt", "Must not be empty", FaultCode.TOO_SHORT),
        FieldFault("input.duration", "Must be one of: auto, 1, 2, 3, 5, 10, 15, 20, 30", FaultCode.NOT_ALLOWED),
        FieldFault("input.prompt_influence", "Must be a number", FaultCode.INVALID_TYPE),
        FieldFault(
            "input.webhook",
            "Is not a known field (known: model, prompt, duration, prompt_influence)",
            FaultCode.UNKNOWN_FIELD,
        ),
    )


@pytest.mark.parametrize(
    ("slug", "given", "message", "code"),
    [
        ("alpha-motion", {}, "Is required", "missing"),
        ("alpha-motion", {"prompt": "a" * 1025}, "Must be at most 1024 characters", "too_long"),
        ("alpha-motion", {"prompt": 5}, "Must be a string", "invalid_type"),
        ("alpha-motion", {"prompt": "a", "duration": 13}, "Must be between 0.5 and 12", "out_of_range"),
        ("alpha-motion", {"prompt": "a", "duration": "5"}, "Must be a number", "invalid_type"),
        ("alpha-motion", {"prompt": "a\0b"}, "Must not contain the NUL character", "not_allowed"),
        ("nano-banana", {"prompt": "a", "seed": 0.5}, "Must be an integer", "invalid_type"),
        (
            "voicevendor-sound-effects",
            {"prompt": "a", "duration": None},
            "Must be a string or a number",
            "invalid_type",
        ),
        ("demucs", {"file": "ftp://example.com/a"}, "Must be an http or https URL", "invalid_url"),
        ("demucs", {"file": "https://example.com/\0"}, "Must be an http or https URL", "invalid_url"),
        ("demucs", {"file": "https://" + "a" * 2041}, "Must be at most 2048 characters", "too_long"),
        ("drumgen", {"seed": float("inf")}, "Must be a finite number", "out_of_range"),
        ("drumgen", {"seed": 10**400}, "Must be a finite number", "out_of_range"),
        ("drumgen", {"model": "demucs"}, "Must be drumgen", "not_allowed"),
        ("drumgen", {"model": ""}, "Must not be empty", "too_short"),
    ],
)
def test_a_fault_says_what_would_be_right(slug: str, given: dict[str, object], message: str, code: str) -> None:
    fault = only_fault(slug, **given)

    assert (message, code) == (fault.message, fault.code)


@pytest.mark.parametrize("model", CATALOGUE.models(), ids=lambda model: model.slug)
def test_null_and_true_are_no_value_of_any_field(model: Model) -> None:
    for field in model.fields:
        nothing: list[object] = [None, True, False, [], {}]
        for value in nothing:
            input = {**model.example, field.name: value}

            assert [(f"input.{field.name}", "invalid_type")] == faults_of(model.slug, **input)


@pytest.mark.parametrize("model", CATALOGUE.models(), ids=lambda model: model.slug)
def test_the_example_of_a_model_is_taken_as_json_too(model: Model) -> None:
    assert isinstance(model.check(orjson.loads(orjson.dumps(model.example))), Checked)


def test_not_a_number_is_refused_even_when_a_parser_lets_it_through() -> None:
    assert faults_of("drumgen", seed=float("nan")) == [("input.seed", "out_of_range")]
    assert faults_of("nano-banana", prompt="a", seed=float("nan")) == [("input.seed", "invalid_type")]
    assert faults_of("voicevendor-music", prompt="a", duration=float("nan")) == [("input.duration", "not_allowed")]


def test_a_lone_surrogate_is_refused_even_when_a_parser_lets_it_through() -> None:
    assert faults_of("audiogen", prompt="\ud800") == [("input.prompt", "not_allowed")]


def test_texts_are_kept_as_they_were_sent() -> None:
    for prompt in (" ", "\t\n", "'; drop table", "{{7*7}}", "%s%n", "e\u0301", "\u202eabc", "\ufeff", "👩‍👩‍👧"):
        assert prompt == values_of("audiogen", prompt=prompt)["prompt"]


@pytest.mark.parametrize(
    ("slug", "field", "sent", "kept"),
    [
        ("voicevendor-sound-effects", "duration", 5, "5"),
        ("voicevendor-sound-effects", "duration", 5.0, "5"),
        ("voicevendor-sound-effects", "duration", "5", "5"),
        ("voicevendor-music", "duration", 30.0, 30),
        ("ltx-video", "duration", 8.0, 8),
        ("alpha-motion", "duration", 5.0, 5),
        ("alpha-motion", "duration", 5, 5),
        ("alpha-motion", "duration", 4.5, 4.5),
        ("nano-banana", "seed", 7.0, 7),
        ("nano-banana", "seed", -0.0, 0),
        ("drumgen", "seed", 7.0, 7),
        ("drumgen", "seed", 2.0**62, 2**62),
        ("drumgen", "seed", 2**62 + 1, 2**62 + 1),
        ("drumgen", "seed", 1e300, 1e300),
        ("drumgen", "seed", 0.25, 0.25),
    ],
)
def test_equal_values_have_one_spelling(slug: str, field: str, sent: object, kept: object) -> None:
    value = values_of(slug, **{**model_named(slug).example, field: sent})[field]

    assert (type(kept), repr(kept)) == (type(value), repr(value))


def test_what_was_checked_can_be_written_as_json_and_names_no_model() -> None:
    for model in CATALOGUE.models():
        values = values_of(model.slug, **model.example)

        assert values == orjson.loads(orjson.dumps(values))
        assert "model" not in values


def test_an_optional_model_need_not_be_named_and_the_others_must() -> None:
    assert isinstance(model_named("nano-banana").check({"prompt": "fog"}), Checked)
    # Without a name the tool's primary model is meant, which flux-2-flex is not.
    assert model_named("flux-2-flex").check({"prompt": "fog"}) == (
        FieldFault("input.model", "Is required", FaultCode.MISSING),
    )
    assert model_named("drumgen").check({}) == (FieldFault("input.model", "Is required", FaultCode.MISSING),)


def test_a_random_seed_is_drawn_once_and_any_other_is_kept() -> None:
    drawn = checked("nano-banana", prompt="fog").drawn(lambda n: n - 1)

    assert drawn.values["seed"] == 2**53 - 1
    assert drawn == drawn.drawn(lambda _: 0)
    assert checked("nano-banana", prompt="fog", seed=7.0).drawn(lambda _: 0).values["seed"] == 7
    assert checked("drumgen", seed=-1.0).drawn(lambda _: 5).values["seed"] == 5
    assert checked("drumgen", seed=-2).drawn(lambda _: 5).values["seed"] == -2


def test_seeds_are_drawn_by_themselves_and_differ() -> None:
    random_one = checked("drumgen")

    assert len({random_one.drawn().values["seed"] for _ in range(20)}) == 20


def test_a_drawn_seed_keeps_to_the_bound_of_its_field() -> None:
    small = model_with(
        Field(name="seed", kind=FieldKind.SEED, description="", default=-1, minimum=-1, maximum=3, whole=True)
    )
    dice = random.Random(1)
    found = small.check({"model": "x"})
    assert isinstance(found, Checked)

    assert {0, 1, 2, 3} == {found.drawn(dice.randrange).values["seed"] for _ in range(100)}


def test_an_optional_field_without_default_is_absent_when_not_sent() -> None:
    model = model_with(Field(name="negative_prompt", kind=FieldKind.TEXT, description="", length_max=9))
    found = model.check({"model": "x"})

    assert Checked({}) == found
    assert Checked({"negative_prompt": ""}) == model.check({"model": "x", "negative_prompt": ""})


def test_bounds_on_one_side_are_said_so() -> None:
    low = model_with(Field(name="n", kind=FieldKind.NUMBER, description="", minimum=1))
    high = model_with(Field(name="n", kind=FieldKind.NUMBER, description="", maximum=9))

    assert low.check({"model": "x", "n": 0}) == (FieldFault("input.n", "Must be at least 1", FaultCode.OUT_OF_RANGE),)
    assert high.check({"model": "x", "n": 10}) == (FieldFault("input.n", "Must be at most 9", FaultCode.OUT_OF_RANGE),)


def test_thirty_thousand_unknown_fields_are_refused_by_name() -> None:
    faults = model_named("drumgen").check({"model": "drumgen", **{f"a{i}": 1 for i in range(30_000)}})

    assert not isinstance(faults, Checked)
    assert len({fault.field for fault in faults}) == 30_000


def model_with(field: Field) -> Model:
    return Model(
        tool="t",
        slug="x",
        name="X",
        description="",
        required=True,
        primary=True,
        fields=(field,),
        price=Fixed(1),
        pool="cpu",
        limits=Limits(1, 1, 1),
    )
