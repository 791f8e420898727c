"""One table of endpoints: a line that comes or goes changes dispatch, 405, labels, the document and the reference."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.responses import Response

from mediamill import accounts, app, assembly, config
from mediamill.accounts import KeyScope, Plan
from mediamill.db import Transaction
from mediamill.http import ENDPOINTS, AppContext, Auth, Endpoint, Operation, RateClass, create_app
from mediamill.http.context import Call, answer
from mediamill.http.endpoints import PROBES
from mediamill.http.router import Router
from mediamill.telemetry import AccessLog, open_tracer
from scripts.reference.endpoints import reference


async def greet(call: Call) -> Response:
    return answer({"hello": call.path["name"], "account": call.account.email})


GREETING = Endpoint(
    "PUT",
    "/ext/greetings/{name}",
    greet,
    Auth.KEY,
    RateClass.READ,
    Operation(id="greet", tag="extras", summary="A greeting"),
    KeyScope.READ,
)
LEDGER = next(endpoint for endpoint in ENDPOINTS if endpoint.path == "/ext/ledger")
WITH_GREETING = (*ENDPOINTS, GREETING)
WITHOUT_LEDGER = tuple(endpoint for endpoint in ENDPOINTS if endpoint is not LEDGER)


class House:
    """A service whose table of endpoints can be chosen, and Ada, who has a key."""

    def __init__(self, context: AppContext, key: str) -> None:
        self.context = context
        self.headers = {"Authorization": key}

    def client(self, endpoints: tuple[Endpoint, ...]) -> httpx2.AsyncClient:
        application = create_app(self.context, AccessLog(enabled=False), open_tracer(None), endpoints)
        transport = httpx2.ASGITransport(application)
        return httpx2.AsyncClient(transport=transport, base_url="http://testserver", headers=self.headers)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    settings = config.read(data_dir=tmp_path)
    service = app.Service(settings, serves=True, pools={})
    await service.start()
    pepper = assembly.api_key_pepper(settings)

    def open_account(tx: Transaction) -> str:
        account = accounts.open_account(tx, "ada@example.com", Plan.FREE, 10)
        return accounts.issue_key(tx, account.id, "k", pepper)[1]

    key = await service.database.write(open_account)
    yield House(service.context(), key)
    await service.stop()


async def documented(client: httpx2.AsyncClient) -> dict[str, Any]:
    paths = json.loads((await client.get("/openapi.json")).content)["paths"]
    assert isinstance(paths, dict)
    return paths


async def labels(client: httpx2.AsyncClient) -> set[str]:
    page = (await client.get("/metrics")).text
    families = text_string_to_metric_families(page)
    return {sample.labels["route"] for family in families for sample in family.samples if "route" in sample.labels}


async def test_a_line_more_is_dispatched_counted_documented_and_listed(house: House) -> None:
    async with house.client(WITH_GREETING) as client:
        greeted = await client.put("/ext/greetings/heron")
        wrong = await client.get("/ext/greetings/heron")
        nobody = await client.put("/ext/greetings/heron", headers={"Authorization": "mm_no"})
        paths, seen = await documented(client), await labels(client)

    assert (200, {"hello": "heron", "account": "ada@example.com"}) == (greeted.status_code, greeted.json())
    assert "ratelimit-limit" in greeted.headers
    assert (405, "PUT", 401) == (wrong.status_code, wrong.headers["Allow"], nobody.status_code)
    assert "/ext/greetings/{name}" in seen
    assert ["put"] == list(paths["/ext/greetings/{name}"])
    assert {"401", "405", "429", "500", "503"} <= set(paths["/ext/greetings/{name}"]["put"]["responses"])
    assert "| `PUT /ext/greetings/{name}` | A greeting | API key | read |" in reference(WITH_GREETING)


async def test_a_line_less_is_gone_from_all_of_them(house: House) -> None:
    async with house.client(WITHOUT_LEDGER) as client:
        answers = [(await client.request(method, LEDGER.path)).status_code for method in ("GET", "POST")]
        paths, seen = await documented(client), await labels(client)

    assert [404, 404] == answers
    assert "other" in seen
    assert LEDGER.path not in seen
    assert LEDGER.path not in paths
    assert LEDGER.path not in reference(WITHOUT_LEDGER)
    assert LEDGER.path in reference(ENDPOINTS)


async def test_a_second_method_of_a_path_joins_its_allow_header(house: House) -> None:
    more = (*ENDPOINTS, replace(GREETING, method="PUT", path=LEDGER.path))
    async with house.client(more) as client:
        before = await client.patch(LEDGER.path)

    assert {"GET", "PUT"} == set(before.headers["Allow"].split(", "))


def test_an_open_endpoint_among_those_that_need_a_key_is_refused() -> None:
    hole = replace(GREETING, path="/ext/files/{id}/share", auth=Auth.NONE, scope=None)

    with pytest.raises(ValueError, match="open, but lies among paths that need a key"):
        Router((*ENDPOINTS, hole))


def test_every_endpoint_has_a_name_of_its_own_and_no_line_hides_another() -> None:
    names = [endpoint.operation.id for endpoint in ENDPOINTS]
    lines = [(endpoint.method, endpoint.path) for endpoint in ENDPOINTS]

    assert len(names) == len(set(names))
    assert len(lines) == len(set(lines))


@pytest.mark.parametrize(
    ("path", "label", "parameters"),
    [
        ("/api/generations", "/api/generations", {}),
        ("/api/generations/gen_1", "/api/generations/{id}", {"id": "gen_1"}),
        ("/ext/generations/gen_1/cancel", "/ext/generations/{id}/cancel", {"id": "gen_1"}),
        ("/media/gen_1/a.png", "/media/{key}", {"key": "gen_1/a.png"}),
        ("/", "/", {}),
    ],
)
def test_a_path_is_matched_whole(path: str, label: str, parameters: dict[str, str]) -> None:
    router = Router(ENDPOINTS)
    match = router.match(path)

    assert match is not None
    assert (label, parameters) == (match.route.label, match.parameters)
    assert label == router.label(path)


@pytest.mark.parametrize(
    "path",
    [
        "/api/generations/",
        "/api/generations/a/b",
        "/api/runs",
        "/docs/",
        "/docs\n",
        "/openapixjson",
        "",
        "//",
        "/ext/files/",
    ],
)
def test_a_path_that_only_resembles_one_is_none(path: str) -> None:
    assert Router(ENDPOINTS).match(path) is None
    assert Router(ENDPOINTS).label(path) == "other"


def test_a_process_without_the_interface_hides_nothing() -> None:
    """A worker's address: no path asks for a key there, because none takes one."""
    paths = ("/api", "/api/account", "/ext/quote", "/healthz")

    assert [False] * 4 == [Router(PROBES).needs_key(path) for path in paths]
    assert [True, True, True, False] == [Router(ENDPOINTS).needs_key(path) for path in paths]
