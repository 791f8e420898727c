"""Answers become nouns: known words become enums, unknown words and fields do no harm, missing ones are named."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from mediamill_client import Account, Client, Model, OutputType, Plan, Status, Tool, answers
from tests.client.scripted_service import CREATED_AT, Answer, ScriptedService, generation

ACCOUNT = {"id": "acc_ada", "email": "ada@example.com", "credits": 966, "plan": "pro", "createdAt": CREATED_AT}
MOTION = {
    "slug": "motion-3d",
    "name": "Motion",
    "description": "Moves",
    "type": "3d",
    "outputType": "object",
    "thumbnail": "http://127.0.0.1/t.webp",
}


def test_the_account_is_read(client: Client, service: ScriptedService) -> None:
    service.on("GET /api/account", Answer(200, ACCOUNT))
    born_at = datetime(2026, 1, 31, 9, 30, 0, 125_000, UTC)

    assert Account("acc_ada", "ada@example.com", 966, Plan.PRO, born_at) == client.account.get()


def test_tools_are_read_with_and_without_models(client: Client, service: ScriptedService) -> None:
    models = [{"slug": "alpha-motion", "name": "Alpha Motion"}]
    service.on("GET /api/tools", Answer(200, {"data": [MOTION]}))
    service.on("GET /api/tools/motion-3d", Answer(200, MOTION | {"models": models}))
    bare = Tool("motion-3d", "Motion", "Moves", "3d", OutputType.OBJECT, "http://127.0.0.1/t.webp")

    assert (bare,) == client.tools.list()
    assert (Model("alpha-motion", "Alpha Motion"),) == client.tools.get("motion-3d").models


def test_a_generation_is_read_with_its_payload() -> None:
    found = answers.generation(generation("success", output="http://127.0.0.1/x.fbx", thumbnail="http://127.0.0.1/t"))

    assert (found.status, found.type, found.finished) == (Status.SUCCESS, OutputType.OBJECT, True)
    assert (found.output, found.thumbnail, found.error) == ("http://127.0.0.1/x.fbx", "http://127.0.0.1/t", None)
    assert found.payload == {"model": "alpha-motion", "prompt": "a slow walk"}


def test_an_order_and_a_list_leave_out_what_they_may() -> None:
    found = answers.generation({"id": "g", "status": "processing", "tool": "t", "createdAt": CREATED_AT})

    assert (found.output, found.thumbnail, found.error, found.type, found.payload) == (None, None, None, None, None)


def test_words_to_come_stay_words() -> None:
    found = answers.generation(generation("cancelled", type="hologram"))

    assert ("cancelled", "hologram", str, str) == (found.status, found.type, type(found.status), type(found.type))
    assert not found.finished
    assert answers.account(ACCOUNT | {"plan": "enterprise"}).plan == "enterprise"


def test_fields_to_come_are_kept_raw() -> None:
    found = answers.generation(generation(progress=0.5))

    assert found.raw["progress"] == 0.5
    assert answers.generation(generation()) == found
    assert "progress" not in repr(found)
    assert "mood" in answers.account(ACCOUNT | {"mood": "fine"}).raw


def test_generations_can_be_kept_in_sets() -> None:
    assert len({answers.generation(generation()), answers.generation(generation())}) == 1


@pytest.mark.parametrize(
    ("text", "offset"), [("2026-01-31T10:30:00+01:00", 1), ("2026-01-31T09:30:00Z", 0), ("2026-01-31T09:30:00", 0)]
)
def test_instants_are_never_naive(text: str, offset: int) -> None:
    found = answers.generation(generation(createdAt=text)).created_at

    assert datetime(2026, 1, 31, 9, 30, tzinfo=UTC) == found
    assert timedelta(hours=offset) == found.utcoffset()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"id": None}, "`id` is no string"),
        ({"status": 5}, "`status` is no string"),
        ({"output": 5}, "`output` is no string"),
        ({"createdAt": "yesterday"}, "`createdAt` is no ISO 8601 time"),
        ({"payload": "x"}, "`payload` is no JSON object"),
    ],
)
def test_what_breaks_the_interface_is_named(change: dict[str, Any], why: str) -> None:
    with pytest.raises(answers.MalformedResponse, match=why):
        answers.generation(generation() | change)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"data": {}}, "`data` is no array"),
        ({"pagination": None}, "`pagination` is no JSON object"),
        ({"pagination": {"total": "1", "limit": 1, "offset": 0, "hasMore": False}}, "`total` is no number"),
        ({"pagination": {"total": 1, "limit": 1, "offset": 0, "hasMore": 0}}, "`hasMore` is no boolean"),
    ],
)
def test_a_broken_list_is_named(change: dict[str, Any], why: str) -> None:
    good = {"data": [], "pagination": {"total": 1, "limit": 1, "offset": 0, "hasMore": False}}
    with pytest.raises(answers.MalformedResponse, match=why):
        answers.page(good | change)


INSPECTED: dict[str, Any] = {
    "engine": "procedural.painter",
    "engineVersion": "0.1.0",
    "model": "alpha-motion",
    "seed": 7,
    "credits": {"held": 0, "captured": 16},
    "queueSeconds": 0.25,
    "runSeconds": 1.5,
    "attempts": [
        {
            "number": 1,
            "engine": "procedural.painter",
            "startedAt": CREATED_AT,
            "endedAt": None,
            "outcome": None,
            "reason": None,
        }
    ],
    "queuePosition": None,
    "progress": 1.0,
    "stage": "",
    "provenance": {"method": "procedural"},
    "notUnderstood": ["sofa", "green"],
}


def test_an_inspection_is_read(client: Client, service: ScriptedService) -> None:
    shown = {**generation("success", output="http://127.0.0.1/x.fbx"), **INSPECTED}
    service.on(f"GET /ext/generations/{shown['id']}", Answer(200, shown))
    found = client.generations.inspect(shown["id"])

    assert found.generation == answers.generation(shown)
    assert (found.seed, found.credits_captured, found.queue_position) == (7, 16, None)
    assert (found.attempts[0].number, found.attempts[0].ended_at) == (1, None)
    assert found.not_understood == ("sofa", "green")
