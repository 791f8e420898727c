"""The door of the admin API: every endpoint is closed to whoever is not an operator with the right key."""

import re
from pathlib import Path

import httpx2
import pytest

from mediamill.admin import AdminScope
from mediamill.http import ENDPOINTS, Auth, Endpoint
from tests.http.admin.office import ABROAD, Office, opened

ADMIN = [endpoint for endpoint in ENDPOINTS if endpoint.auth is Auth.ADMIN]
ACTS = [endpoint for endpoint in ADMIN if endpoint.method != "GET"]


async def ask(client: httpx2.AsyncClient, endpoint: Endpoint) -> tuple[int, str]:
    path = re.sub(r"\{\w+(:path)?\}", "somebody", endpoint.path)
    response = await client.request(endpoint.method, path, json={} if endpoint.method != "GET" else None)
    return response.status_code, response.json()["message"]


async def test_without_any_admin_key_there_is_no_admin_api(office: Office) -> None:
    _, clients = await office.account()

    for endpoint in ADMIN:
        async with office.caller(clients) as client:
            assert await ask(client, endpoint) == (404, "Not found"), endpoint


async def test_from_another_network_there_is_no_admin_api(office: Office) -> None:
    key = await office.admin_key()

    for endpoint in ADMIN:
        async with office.caller(key, ABROAD) as client:
            assert await ask(client, endpoint) == (404, "Not found"), endpoint


async def test_who_came_through_an_unknown_proxy_is_from_another_network(office: Office) -> None:
    async with office.caller(await office.admin_key()) as client:
        assert (await client.get("/admin/key", headers={"X-Forwarded-For": "127.0.0.1"})).status_code == 404


async def test_without_a_key_or_with_a_clients_every_endpoint_is_refused(office: Office) -> None:
    await office.admin_key()
    _, clients = await office.account()

    for endpoint in ADMIN:
        for key in (None, clients, "mm_admin_somebody"):
            async with office.caller(key) as client:
                assert await ask(client, endpoint) == (401, "Invalid or missing API key"), endpoint


async def test_every_scope_that_an_endpoint_needs_is_needed(office: Office) -> None:
    keys = {scope: await office.admin_key([one for one in AdminScope if one is not scope]) for scope in AdminScope}

    for endpoint in ADMIN:
        for scope in endpoint.admin_scopes:
            async with office.caller(keys[scope]) as client:
                assert await ask(client, endpoint) == (403, "Forbidden"), (endpoint, scope)


def test_everything_but_the_key_itself_needs_a_scope_and_what_changes_something_more_than_reading() -> None:
    assert [endpoint.path for endpoint in ADMIN if not endpoint.admin_scopes] == ["/admin/key"]
    assert [one.path for one in ACTS if not {AdminScope.OPERATE, AdminScope.MONEY} & set(one.admin_scopes)] == []


async def test_an_admin_key_opens_nothing_of_an_account(office: Office) -> None:
    async with office.caller(await office.admin_key()) as client:
        assert [(await client.get(path)).status_code for path in ("/api/account", "/ext/ledger")] == [401, 401]


async def test_too_many_wrong_keys_from_an_address_are_told_to_wait(office: Office) -> None:
    right = await office.admin_key()
    async with office.caller("mm_admin_wrong", "127.9.9.9") as client:
        seen = [(await client.get("/admin/key")).status_code for _ in range(62)]
        valid = await client.get("/admin/key", headers={"Authorization": right})

    assert seen[:60] == [401] * 60
    assert seen[-1] == 429
    assert valid.status_code == 200


async def test_below_admin_a_key_comes_before_404_and_405(office: Office) -> None:
    async with office.caller(await office.admin_key()) as olga, office.caller(None) as nobody:
        answers = [
            (await client.request(method, path)).status_code
            for client in (olga, nobody)
            for method, path in (("GET", "/admin/nothing"), ("DELETE", "/admin/audit"), ("HEAD", "/admin/audit"))
        ]
        kept = await olga.get("/admin/key")

    assert answers == [404, 405, 405, 401, 401, 401]
    assert kept.headers["cache-control"] == "no-store"


async def test_the_networks_are_a_setting(tmp_path: Path) -> None:
    async with opened(tmp_path, admin_networks="203.0.113.0/24") as office:
        key = await office.admin_key()
        async with office.caller(key, ABROAD) as olga, office.caller(key) as at_home:
            assert ((await olga.get("/admin/key")).status_code, (await at_home.get("/admin/key")).status_code) == (
                200,
                404,
            )


async def test_a_key_is_told_what_it_may_do(office: Office) -> None:
    async with office.caller(await office.admin_key([AdminScope.READ, AdminScope.MONEY], ceiling=70)) as olga:
        shown = (await olga.get("/admin/key")).json()

    assert (shown["name"], shown["scopes"], shown["ceiling"], shown["movedToday"]) == ("olga", ["money", "read"], 70, 0)


@pytest.mark.parametrize(("query", "status"), [("limit=0", 400), ("offset=x", 400), ("limit=1&actor=nobody", 200)])
async def test_the_audit_log_is_paged(office: Office, query: str, status: int) -> None:
    async with office.caller(await office.admin_key()) as olga:
        response = await olga.get(f"/admin/audit?{query}")

    assert response.status_code == status
    if status == 200:
        assert response.json() == {"data": [], "pagination": {"total": 0, "limit": 1, "offset": 0, "hasMore": False}}
