"""What only a shell can get wrong: whose HTTP client it is, when it closes, and what it leaves alone."""

import threading
from typing import Any

import httpx2
import pytest

from mediamill_client import AsyncClient, Client, answers, async_resources, resources
from tests.client.conftest import ADAS_KEY, FrozenClock, MakeClient
from tests.client.scripted_service import Answer, ScriptedService, accepted, generation, told


def test_leaving_the_block_closes_the_connections(service: ScriptedService) -> None:
    with Client(ADAS_KEY, service.url) as client:
        pass

    assert client._driver.http.is_closed


def test_an_http_client_of_ones_own_stays_open(service: ScriptedService) -> None:
    service.on("POST /api/run", accepted())
    with httpx2.Client(headers={"X-Team": "herons"}) as own:
        with Client(ADAS_KEY, service.url, http_client=own) as client:
            client.submit("motion-3d", {})

        assert not own.is_closed
        assert service.heard[0].headers["x-team"] == "herons"


def test_an_http_client_of_ones_own_changes_neither_key_nor_redirects(service: ScriptedService) -> None:
    service.on("POST /api/run", accepted())
    service.on("GET /api/account", Answer(302, b"", {"Location": "/elsewhere"}))
    service.on("GET /media/x.fbx", Answer(200, b"fbx"))
    made = answers.generation(generation("success", output=f"{service.url}/media/x.fbx"))
    stubborn = httpx2.Client(auth=("ada", "hunter2"), headers={"Authorization": "Bearer x"}, follow_redirects=True)
    with stubborn, Client(ADAS_KEY, service.url, http_client=stubborn) as client:
        client.submit("motion-3d", {})
        client.read(made)
        with pytest.raises(Exception, match="302 The service leads to /elsewhere"):
            client.account.get()

    assert [heard.headers.get("authorization") for heard in service.heard] == [ADAS_KEY, None, ADAS_KEY]


def test_one_client_serves_several_threads(service: ScriptedService) -> None:
    service.on("POST /api/run", accepted())
    service.on("GET /api/generations/gen_heron", told("success"))
    finished: list[str] = []
    with Client(ADAS_KEY, service.url) as client:
        threads = [
            threading.Thread(target=lambda: finished.append(client.run("motion-3d", {}).status)) for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(10)

    assert finished == ["success"] * 8


def test_what_a_listener_raises_ends_the_wait(client: Client, service: ScriptedService) -> None:
    def listener(_: Any) -> None:
        raise LookupError("enough")

    service.on("POST /api/run", accepted())
    with pytest.raises(LookupError, match="enough"):
        client.run("motion-3d", {}, on_update=listener)


def test_without_a_frozen_clock_time_really_passes(service: ScriptedService) -> None:
    service.on("POST /api/run", accepted())
    service.on("GET /api/generations/gen_heron", told("processing"), told("success"))
    seen: list[str] = []
    with Client(ADAS_KEY, service.url) as client:
        client.run("motion-3d", {}, timeout=20, on_update=lambda generation: seen.append(generation.status))

    assert seen == ["processing", "success"]


def test_both_shells_offer_the_same() -> None:
    def offered(kind: type) -> set[str]:
        return {name for name in vars(kind) if not name.startswith("_")}

    assert offered(AsyncClient) - {"aclose"} == offered(Client) - {"close"}
    for name in ("AccountOfKey", "Files", "Generations", "Tools", "Webhooks"):
        assert offered(getattr(async_resources, f"Async{name}")) == offered(getattr(resources, name))


def test_the_client_names_itself(make_client: MakeClient, service: ScriptedService, clock: FrozenClock) -> None:
    service.on("POST /api/run", accepted())
    make_client(api_key=ADAS_KEY, base_url=service.url).submit("motion-3d", {})

    assert service.heard[0].headers["user-agent"].startswith("mediamill-python/")
    assert service.heard[0].headers["content-type"] == "application/json"
