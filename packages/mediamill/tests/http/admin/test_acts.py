"""Every act of the admin API does what its key allows, and leaves exactly one line in the audit log."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import jsonschema_rs
import pytest

from mediamill.admin import AdminScope
from mediamill.http import ENDPOINTS, Auth, openapi_document
from tests.http.admin.acts import ACTS
from tests.http.admin.office import ABROAD, Office, opened
from tests.new_database import new_database

ENDPOINTS_OF_ACTS = {(one.method, one.path) for one in ENDPOINTS if one.auth is Auth.ADMIN and one.method != "GET"}
acts = pytest.mark.parametrize("place", ACTS, ids=" ".join)


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("office")
    (folder / "mediamill.db").write_bytes(new_database())
    return folder


@pytest.fixture(scope="module")
async def shared_office(shared_folder: Path) -> AsyncIterator[Office]:
    """One for all tests in which nothing is done but looked: to open one takes longer than they do."""
    async with opened(shared_folder, engine={"fal": {"concurrency": 2}}) as office:
        yield office


def test_every_act_is_tried_here() -> None:
    assert set(ACTS) == ENDPOINTS_OF_ACTS


@acts
async def test_an_act_writes_one_line_and_answers_as_documented(place: tuple[str, str], office: Office) -> None:
    act = await ACTS[place](office)
    before = await office.log()
    async with office.caller(await office.admin_key()) as olga:
        key_id = (await olga.get("/admin/key")).json()["id"]
        response = await olga.request(place[0], act.path, json=act.body)

    assert response.status_code == 200, response.text
    (line,) = (await office.log())[len(before) :]
    assert (line.actor, line.act) == (f"key:{key_id}", act.name)
    fits(office, place, response)
    assert await office.discrepancies() == []


def fits(office: Office, place: tuple[str, str], response: httpx2.Response) -> None:
    """The answer is as /openapi.json says."""
    method, path = place
    document = openapi_document(ENDPOINTS, office.service.catalogue, "http://testserver")
    ((kind, described),) = document["paths"][path][method.lower()]["responses"]["200"]["content"].items()
    assert response.headers["content-type"].partition(";")[0] == kind
    if kind == "application/json":
        whole = json.loads(json.dumps({**described["schema"], "components": document["components"]}))
        jsonschema_rs.Draft202012Validator(whole, validate_formats=True).validate(response.json())


@acts
async def test_an_act_that_is_refused_writes_nothing(place: tuple[str, str], shared_office: Office) -> None:
    """Without an admin key, with a client's, from another network, and without the scopes that it needs."""
    act = await ACTS[place](shared_office)
    right, looks_only = await shared_office.admin_key(), await shared_office.admin_key([AdminScope.READ])
    _, clients = await shared_office.account()
    before = await shared_office.log()
    strangers = [(None, None, 401), (clients, None, 401), (right, ABROAD, 404), (looks_only, None, 403)]
    for key, address, status in strangers:
        async with shared_office.caller(key, address) as stranger:
            assert (await stranger.request(place[0], act.path, json=act.body)).status_code == status

    assert await shared_office.log() == before


@acts
async def test_a_body_with_more_than_is_known_is_refused(place: tuple[str, str], shared_office: Office) -> None:
    act = await ACTS[place](shared_office)
    if act.body is None:
        pytest.skip("it reads no body")
    before = await shared_office.log()
    async with shared_office.caller(await shared_office.admin_key()) as olga:
        response = await olga.request(place[0], act.path, json={**act.body, "more": 1})

    assert response.status_code == 400
    assert {"field": "more", "message": "Is not a known field", "code": "unknown_field"} in response.json()["errors"]
    assert await shared_office.log() == before


READS = [(one.method, one.path) for one in ENDPOINTS if one.auth is Auth.ADMIN and one.method == "GET"]


@pytest.mark.parametrize("place", READS, ids=" ".join)
async def test_a_look_is_answered_as_documented_and_leaves_no_line(
    place: tuple[str, str], shared_office: Office
) -> None:
    ada, _ = await shared_office.account()
    generation = await shared_office.success(ada, webhook="https://hooks.example.com/")
    ids = {"/admin/accounts": ada.id, "/admin/generations": generation, "/admin/deliveries": generation}
    before = await shared_office.log()
    path = place[1]
    for beginning, id in ids.items():
        path = path.replace("{id}", id) if path.startswith(beginning) else path
    async with shared_office.caller(await shared_office.admin_key()) as olga:
        response = await olga.get(path)

    assert response.status_code == 200, response.text
    fits(shared_office, place, response)
    assert await shared_office.log() == before
