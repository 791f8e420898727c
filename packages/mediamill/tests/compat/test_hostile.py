"""What no door lets through: strangers, other people's ids, addresses, keys and engines of a caller's choice."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx2

from mediamill import config
from mediamill.compat import DOORS, open_doors
from mediamill.compat.elevenlabs.table import TABLE as ELEVENLABS
from mediamill.compat.fal.table import TABLE as FAL
from mediamill.compat.openai.table import TABLE as OPENAI
from mediamill.compat.replicate.table import TABLE as REPLICATE
from mediamill.db import Transaction, named_queries
from tests.compat.front import Front, Person
from tests.places import REPOSITORY

SQL = named_queries(__file__)
STEERING_FIELDS = ("base_url", "api_base", "api_key", "key", "engine", "provider", "endpoint")
STEERING_HEADERS = ("X-Base-Url", "Api-Base", "X-Portkey-Provider", "X-LiteLLM-Api-Base", "X-Engine", "Api-Key")


@dataclass(frozen=True)
class Attacked:
    """A door, something that may be asked for there, and how what was asked for is looked at."""

    name: str
    create: str
    body: dict[str, Any]
    look: str  # the path of what has this id
    header: Callable[[str], dict[str, str]]
    message: Callable[[Any], str]  # of an error
    within: str = ""  # the field of the body in which the model's own fields are
    id: str = "id"
    is_form: bool = False  # what is asked for comes as a form

    async def asked(
        self, front: Front, body: dict[str, Any], headers: dict[str, str], path: str | None = None
    ) -> httpx2.Response:
        """The answer to this body."""
        if not self.is_form:
            return await front.ask("POST", path or self.create, body, headers=headers)
        parts = {name: (None, str(value)) for name, value in body.items()}
        return await front.client.post(path or self.create, files=parts, headers=headers)

    def with_field(self, name: str, value: object) -> dict[str, Any]:
        """The body with one field more."""
        if not self.within:
            return {**self.body, name: value}
        return {**self.body, self.within: {**self.body[self.within], name: value}}


ATTACKED = [
    Attacked(
        "openai",
        "/compat/openai/v1/videos",
        {"model": "sora-2", "prompt": "waves"},
        "/compat/openai/v1/videos/{id}",
        lambda key: {"Authorization": f"Bearer {key}"},
        lambda body: body["error"]["message"],
    ),
    Attacked(
        "replicate",
        "/compat/replicate/v1/predictions",
        {"version": "google/nano-banana", "input": {"prompt": "waves"}},
        "/compat/replicate/v1/predictions/{id}",
        lambda key: {"Authorization": f"Bearer {key}"},
        lambda body: body["detail"],
        within="input",
    ),
    Attacked(
        "fal",
        "/compat/fal/queue/fal-ai/nano-banana",
        {"prompt": "waves"},
        "/compat/fal/queue/fal-ai/nano-banana/requests/{id}/status",
        lambda key: {"Authorization": f"Key {key}"},
        lambda body: body["detail"],
        id="request_id",
    ),
    Attacked(
        "elevenlabs",
        "/compat/elevenlabs/v1/dubbing",
        {"source_url": "https://93.184.216.34/speech.mp3", "target_lang": "de"},
        "/compat/elevenlabs/v1/dubbing/{id}",
        lambda key: {"xi-api-key": key},
        lambda body: body["detail"],
        id="dubbing_id",
        is_form=True,
    ),
]
RUN = {"tool": "create-image", "input": {"model": "nano-banana", "prompt": "a tree"}}


async def test_strangers_are_answered_in_the_words_of_the_door(front: Front) -> None:
    for door in ATTACKED:
        key = front.ada.key
        for headers in ({}, door.header("mm_live_wrong"), {"Authorization": key}, {"X-Nothing": key}):
            for method, path in (
                ("POST", door.create),
                ("GET", door.look.format(id="gen_1")),
                ("GET", f"/compat/{door.name}/x"),
            ):
                answer = await front.ask(method, path, door.body, headers=headers)
                assert answer.status_code == 401, (headers, path)
                assert door.message(answer.json())

        assert await front.count() == 0


async def test_another_persons_id_is_unknown_there(front: Front) -> None:
    for door in ATTACKED:
        adas = await asked(front, door, front.ada)
        own = await front.ask("POST", "/api/run", RUN, headers={"Authorization": front.ben.key})
        for id in (adas, own.json()["id"], "gen_nobody", "..%2f..", "%00"):
            answer = await front.ask("GET", door.look.format(id=id), headers=door.header(front.ben.key))
            assert answer.status_code in (400, 404, 405), id
            assert door.message(answer.json()), id
        answer = await front.ask("GET", door.look.format(id=adas), headers=door.header(front.ada.key))

        assert answer.status_code in (200, 202)


async def test_looking_changes_nothing_and_costs_nothing(front: Front) -> None:
    for door in ATTACKED:
        id = await asked(front, door, front.ada)
        before = await front.service.database.read(everything)
        for _ in range(3):
            await front.ask("GET", door.look.format(id=id), headers=door.header(front.ada.key))

        assert await front.service.database.read(everything) == before


async def test_no_address_key_or_engine_is_the_callers_choice(front: Front) -> None:
    for door in ATTACKED:
        header = door.header(front.ada.key)
        answers: list[tuple[str, httpx2.Response]] = []
        for name in STEERING_FIELDS:
            body = door.with_field(name, "https://evil.example/v1")
            answers.append((name, await door.asked(front, body, header)))
        for name in STEERING_HEADERS:
            steered = {**header, name: "https://evil.example/v1"}
            answers.append((name, await door.asked(front, door.body, steered)))
        path = f"{door.create}?base_url=https://evil.example"
        answers.append(("query", await door.asked(front, door.body, header, path)))
        two_keys = {**header, "x-api-key": front.ben.key}
        answers.append(("two keys", await door.asked(front, door.body, two_keys)))

        assert [(name, answer.status_code) for name, answer in answers if answer.status_code not in (400, 422)] == []
        assert all(door.message(answer.json()) for _, answer in answers)
        assert await front.count() == 0


async def test_a_broken_body_is_an_error_in_the_words_of_the_door(front: Front) -> None:
    for door in ATTACKED:
        for wrong in (b"{", b"[]", b"\xff", b'{"model": NaN}'):
            answer = await front.client.post(
                door.create, content=wrong, headers={**door.header(front.ada.key), "Content-Type": "application/json"}
            )
            assert 400 <= answer.status_code < 500, wrong
            assert door.message(answer.json()), wrong

        assert await front.count() == 0


def test_every_door_is_closed_unless_it_is_opened() -> None:
    assert open_doors(config.read()) == ()
    for door in DOORS:
        assert open_doors(config.read(**{f"compat_{door.name}": True})) == (door,)


async def test_a_closed_door_is_no_path_of_ours_and_none_is_described(front: Front) -> None:
    described = (await front.client.get("/openapi.json")).text
    unknown = await front.client.get("/compat/midjourney/v1/models")

    assert "/compat" not in described
    assert unknown.status_code == 404


async def test_every_table_names_what_the_catalogue_has_and_stands_on_the_page(front: Front) -> None:
    catalogue = front.service.catalogue
    page = (REPOSITORY / "docs/compat.md").read_text()
    for mapping in (mapping for table in (OPENAI, REPLICATE, FAL, ELEVENLABS) for mapping in table.models):
        assert [name for name in mapping.names if f"`{name}`" not in page] == []
        fields = {one.name: one for one in catalogue.tools[mapping.tool].models[mapping.model].fields}
        for name, mapped in mapping.fields.items():
            if mapped.to is not None:
                allowed = fields[mapped.to].allowed
                assert not allowed or set(mapped.values.values()) <= set(allowed), (mapping.names, name)


async def asked(front: Front, door: Attacked, person: Person) -> str:
    answer = await door.asked(front, door.body, door.header(person.key))
    assert answer.status_code in (200, 201), answer.text
    id = answer.json()[door.id]
    assert isinstance(id, str)
    return id


def everything(tx: Transaction) -> list[tuple[Any, ...]]:
    """All rows of what is made, paid and owed."""
    return [
        tuple(row) for query in (SQL.generations, SQL.ledger, SQL.deliveries, SQL.attempts) for row in tx.all(query)
    ]
