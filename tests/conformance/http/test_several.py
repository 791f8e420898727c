"""Several generations at once over HTTP: their files as an archive, and their deletion."""

import io
import json
import zipfile
from typing import Any

import httpx2
import pytest

from tests.conformance.http.test_keys import with_key
from tests.service import Person, Service

SPEECH = ("text-to-speech", {"model": "voicevendor-tts", "prompt": "A heron waits."})


@pytest.fixture
def sal(mill: Service, request: pytest.FixtureRequest) -> Person:
    """Somebody new in every test."""
    return mill.open_account(f"sal-{abs(hash(request.node.name))}", credits=100)


def post(person: Person, path: str, body: Any) -> httpx2.Response:
    headers = {"Content-Type": "application/json"}
    return person.request("POST", f"/ext/generations/{path}", body=json.dumps(body).encode(), headers=headers)


def made(person: Person) -> dict[str, Any]:
    found = person.wait(person.start(SPEECH[0], **SPEECH[1]))
    assert found["status"] == "success"
    return found


def canceled(person: Person) -> str:
    id = person.start(SPEECH[0], **SPEECH[1])
    person.request("POST", f"/ext/generations/{id}/cancel")
    person.wait(id)
    return id


def contents(person: Person, generation: dict[str, Any]) -> bytes:
    path = generation["output"].removeprefix(person.service.public_url)
    return person.client.get(f"{person.service.address}{path}").content


def test_outputs_come_as_one_archive(sal: Person) -> None:
    first, second, without = made(sal), made(sal), canceled(sal)
    answer = post(sal, "archive", {"ids": [first["id"], without, second["id"], first["id"]]})

    assert (200, "application/zip") == (answer.status_code, answer.headers["Content-Type"])
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == [
            f"text-to-speech-{one['id']}.{one['output'].rpartition('.')[2]}" for one in (first, second)
        ]
        for one, name in zip((first, second), archive.namelist(), strict=True):
            assert archive.read(name) == contents(sal, one)


def test_an_archive_of_others_is_refused(sal: Person) -> None:
    mine = made(sal)
    other = sal.service.open_account(f"rob-{sal.id}")

    assert (403, 404) == (
        post(other, "archive", {"ids": [mine["id"]]}).status_code,
        post(sal, "archive", {"ids": [mine["id"], "gen_1"]}).status_code,
    )


def test_several_are_deleted_and_what_is_refused_is_named(sal: Person, service: Service) -> None:
    idle = service.open_account(f"idle-{sal.id}", credits=100)
    under_way = idle.start(SPEECH[0], **SPEECH[1])
    ended = idle.start(SPEECH[0], **SPEECH[1])
    idle.request("POST", f"/ext/generations/{ended}/cancel")
    rob = service.open_account(f"rob-{sal.id}", credits=100)
    robs = rob.start(SPEECH[0], **SPEECH[1])
    reader = with_key(idle, scopes=["read", "run"])
    assert post(reader, "delete", {"ids": [ended]}).status_code == 403
    answer = post(idle, "delete", {"ids": [ended, under_way, robs, "gen_1", ended]})

    assert answer.json() == {
        "deleted": [ended],
        "refused": [
            {"id": under_way, "message": "The generation has not ended yet; cancel it first"},
            {"id": robs, "message": "Forbidden"},
            {"id": "gen_1", "message": "Generation not found"},
        ],
    }
    assert (404, 200) == tuple(idle.get(f"/api/generations/{id}").status_code for id in (ended, under_way))
    assert idle.total() == 1
    first = made(sal)
    assert post(sal, "delete", {"ids": [first["id"]]}).json() == {"deleted": [first["id"]], "refused": []}
    path = first["output"].removeprefix(sal.service.public_url)
    assert sal.client.get(f"{sal.service.address}{path}").status_code == 410
    assert service.is_exact()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "missing"),
        ({"ids": []}, "too_short"),
        ({"ids": ["gen_1"] * 1_001}, "too_long"),
        ({"ids": [5]}, "invalid_type"),
        ({"ids": "gen_1"}, "invalid_type"),
        ({"ids": ["gen_1"], "more": 1}, "unknown_field"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
@pytest.mark.parametrize("path", ["archive", "delete"])
def test_a_list_that_is_none_is_refused(sal: Person, path: str, body: dict[str, Any], code: str) -> None:
    answer = post(sal, path, body)

    assert (400, [code]) == (answer.status_code, [fault["code"] for fault in answer.json()["errors"]])
