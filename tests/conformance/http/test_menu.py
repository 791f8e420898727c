"""Every row of the table of tools and models: what is accepted, what it costs, what is refused and how."""

from typing import Any

import pytest

from tests.conformance.http.judge import ID, INSTANT, NO_MODEL, Refusal, refusal, validation_failed
from tests.conformance.http.menu import MENU, TOOLS, Dish
from tests.service import Person

pytestmark = pytest.mark.xdist_group("http")


def labelled(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 30 else f"{text[:12]}…{len(value) if isinstance(value, str) else len(text)}"


NO_STRINGS: list[object] = [None, 5, True, [], {}, ["demucs"]]
FIELDS = [pytest.param(dish, name, id=f"{dish.id} {name}") for dish in MENU for name in dish.fields]


def test_the_menu_and_the_tools_name_the_same_models() -> None:
    listed = {(tool, model) for tool, (_, _, models) in TOOLS.items() for model in models}

    assert {(dish.tool, dish.model) for dish in MENU} == listed


@pytest.mark.parametrize("dish", MENU, ids=lambda dish: dish.id)
def test_the_least_is_accepted_and_held_at_its_price(ada: Person, dish: Dish) -> None:
    assert_accepted(ada, dish, dish.least, "the least")


@pytest.mark.parametrize(("dish", "name"), FIELDS)
def test_what_the_table_allows_is_accepted_and_held_at_its_price(ada: Person, dish: Dish, name: str) -> None:
    for value in dish.fields[name].good:
        assert_accepted(ada, dish, {**dish.least, name: value}, labelled(value))


def assert_accepted(ada: Person, dish: Dish, asked: dict[str, Any], label: str) -> None:
    before = ada.credits()
    response = ada.run(dish.tool, asked)

    assert response.status_code == 200, (label, response.text)
    accepted = response.json()
    assert set(accepted) == {"id", "status", "tool", "createdAt"}
    assert ID.fullmatch(accepted["id"])
    assert (accepted["status"], accepted["tool"]) == ("processing", dish.tool)
    assert INSTANT.fullmatch(accepted["createdAt"])
    assert dish.price(asked) == before - ada.credits(), label


@pytest.mark.parametrize("dish", MENU, ids=lambda dish: dish.id)
def test_all_fields_together_are_accepted(ada: Person, dish: Dish) -> None:
    asked = {"model": dish.model, **{name: kind.good[-1] for name, kind in dish.fields.items()}}
    before = ada.credits()
    response = ada.run(dish.tool, asked, webhook="https://8.8.8.8/hook")

    assert response.status_code == 200, response.text
    assert dish.price(asked) == before - ada.credits()


@pytest.mark.parametrize("dish", MENU, ids=lambda dish: dish.id)
def test_a_generation_has_the_type_of_what_its_tool_makes(ada: Person, dish: Dish) -> None:
    made = ada.generation(ada.start(dish.tool, **dish.least))

    assert (dish.tool, dish.makes) == (made["tool"], made["type"])


@pytest.mark.parametrize(
    ("characters", "credits"), [(1, 1), (9, 1), (10, 1), (11, 2), (20, 2), (21, 3), (2_999, 300), (3_000, 300)]
)
@pytest.mark.parametrize("letter", ["a", "é", "😀", " ", "\n", "\u0301"])
def test_speech_is_paid_by_the_code_point(ada: Person, characters: int, credits: int, letter: str) -> None:
    before = ada.credits()
    ada.start("text-to-speech", model="voicevendor-tts", prompt=letter * (characters - 1) + "x")

    assert credits == before - ada.credits()


@pytest.mark.parametrize(("dish", "name"), FIELDS)
def test_what_the_table_does_not_allow_is_refused(ada: Person, dish: Dish, name: str) -> None:
    before = ada.credits()
    for value, code in dish.fields[name].bad:
        response = ada.run(dish.tool, {**dish.least, name: value})

        assert validation_failed((f"input.{name}", code)) == refusal(response), labelled(value)
    assert before == ada.credits()


@pytest.mark.parametrize("dish", MENU, ids=lambda dish: dish.id)
def test_every_required_field_is_missed(ada: Person, dish: Dish) -> None:
    missing = [(f"input.{name}", "missing") for name in dish.required]
    response = ada.run(dish.tool, {"model": dish.model})

    if missing:
        assert validation_failed(*missing) == refusal(response)
    else:
        assert response.status_code == 200


@pytest.mark.parametrize("dish", MENU, ids=lambda dish: dish.id)
def test_the_model_is_required_where_the_table_says_so(ada: Person, dish: Dish) -> None:
    asked = {name: value for name, value in dish.least.items() if name != "model"}
    before = ada.credits()
    response = ada.run(dish.tool, asked)

    primary_model_is_meant = dish.tool in ("create-image", "create-video", "voice-isolator")
    if primary_model_is_meant:
        assert response.status_code == 200, response.text
        price = {"create-image": 8, "create-video": 25, "voice-isolator": 1}[dish.tool]
        assert price == before - ada.credits()
    else:
        assert validation_failed(("input.model", "missing")) == refusal(response)


@pytest.mark.parametrize("dish", MENU, ids=lambda dish: dish.id)
def test_a_model_is_a_string(ada: Person, dish: Dish) -> None:
    for value in NO_STRINGS:
        response = ada.run(dish.tool, {**dish.least, "model": value})

        assert validation_failed(("input.model", "invalid_type")) == refusal(response), value


@pytest.mark.parametrize("dish", MENU, ids=lambda dish: dish.id)
def test_a_model_that_the_tool_does_not_have_is_not_found(ada: Person, dish: Dish) -> None:
    elsewhere = next(other.model for other in MENU if other.model not in TOOLS[dish.tool][2])
    for model in (elsewhere, "no-such-model", dish.model.upper(), f"{dish.model} ", f"{dish.model}\x00"):
        response = ada.run(dish.tool, {**dish.least, "model": model})

        assert Refusal(404, NO_MODEL) == refusal(response), model


@pytest.mark.parametrize("dish", MENU, ids=lambda dish: dish.id)
def test_unknown_fields_are_refused_wherever_they_stand(ada: Person, dish: Dish) -> None:
    asked = {**dish.least, "Prompt": "x", "cost": 0, "": 1}
    response = ada.run(dish.tool, asked, account="ada", status="success", webhooks="https://8.8.8.8/")

    unknown = ("account", "status", "webhooks", "input.Prompt", "input.cost", "input.")
    assert validation_failed(*((name, "unknown_field") for name in unknown)) == refusal(response)


def test_every_fault_is_told_at_once(ada: Person) -> None:
    asked = {"model": "voicevendor-sound-effects", "duration": 4, "prompt_influence": "0.3", "seed": 1}
    response = ada.run("sound-effects", asked, webhook="http://8.8.8.8/", owner=None)

    assert validation_failed(
        ("input.prompt", "missing"),
        ("input.duration", "not_allowed"),
        ("input.prompt_influence", "invalid_type"),
        ("input.seed", "unknown_field"),
        ("webhook", "invalid_url"),
        ("owner", "unknown_field"),
    ) == refusal(response)


def test_a_url_is_judged_beside_other_faults(ada: Person) -> None:
    asked = {"model": "demucs", "file": "https://10.0.0.1/song.mp3", "instrument": "flute"}
    response = ada.run("song-splitter", asked, webhook="https://192.168.1.1/", more=1)

    assert validation_failed(
        ("input.file", "forbidden_url"),
        ("input.instrument", "not_allowed"),
        ("webhook", "forbidden_url"),
        ("more", "unknown_field"),
    ) == refusal(response)


def test_trellis_takes_a_picture_and_no_prompt(ada: Person) -> None:
    response = ada.run("text-to-3d", {"model": "trellis-2", "prompt": "a heron"})

    assert validation_failed(("input.prompt", "unknown_field"), ("input.image_url", "missing")) == refusal(response)


def test_a_free_run_needs_no_credits(ben: Person) -> None:
    accepted = ben.start("drum-generator", model="drumgen")

    assert (0, accepted) == (ben.credits(), ben.generation(accepted)["id"])


@pytest.mark.parametrize("asked", [pytest.param(dish, id=dish.id) for dish in MENU if dish.price(dish.least) > 0])
def test_what_costs_anything_is_refused_without_credits(ben: Person, asked: Dish) -> None:
    before = ben.total()
    response = ben.run(asked.tool, asked.least)

    assert Refusal(402, "Insufficient credits") == refusal(response)
    assert (0, before) == (ben.credits(), ben.total())


def test_an_input_at_the_limit_of_one_model_is_too_long_for_another(ada: Person) -> None:
    prompt = "h" * 601
    response = ada.run("text-to-3d", {"model": "beta-v6", "prompt": prompt})

    assert validation_failed(("input.prompt", "too_long")) == refusal(response)
    assert ada.start("text-to-3d", model="alpha3d-v3", prompt=prompt)
