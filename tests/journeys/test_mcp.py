"""Agents at work with `mediamill mcp`: the official client on a running service, over pipes, HTTP and in memory."""

import base64
import io
import itertools
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, ImageContent, ResourceLink, TextContent
from PIL import Image

from mediamill_client.cli import program
from mediamill_client.mcp.budget import Budgets
from mediamill_client.mcp.runs import Rules
from mediamill_client.mcp.server import MediaServer
from mediamill_client.transport import async_http
from tests.codecs.samples import flat_png
from tests.places import REPOSITORY
from tests.service import MEDIAMILL, Person, Service, until

pytestmark = pytest.mark.xdist_group("journeys-rehearsal")
numbers = itertools.count(1)
SLOW = {"model": "slow", "duration": 0.3}


@pytest.fixture
def ada(house: Service) -> Person:
    """With a new account in each test."""
    return house.open_account(f"ada-of-the-agent-{next(numbers)}", credits=20)


@pytest.fixture
def grace(house: Service) -> Person:
    return house.open_account(f"grace-of-the-agent-{next(numbers)}", credits=20)


def environment(person: Person) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("MEDIAMILL_")}
    return inherited | {"MEDIAMILL_API_KEY": person.key, "MEDIAMILL_BASE_URL": person.service.address}


def media(person: Person, *, wait: float = 30.0, folder: Path | None = None, budget: int | None = None) -> MediaServer:
    rules = Rules(wait, 700_000, folder)
    return MediaServer(person.service.address, person.key, rules, Budgets(budget), async_http())


@asynccontextmanager
async def agent_of(server: MediaServer) -> AsyncIterator[Client]:
    """An agent in this process."""
    async with server.http, Client(server.server()) as agent:
        yield agent


def said(result: CallToolResult) -> str:
    first = result.content[0]
    assert isinstance(first, TextContent)
    return first.text


def kind_of(picture: bytes) -> str:
    with Image.open(io.BytesIO(picture)) as image:
        return f"image/{str(image.format).lower()}"


def written_in(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in folder.iterdir()]


def content_of(link: str) -> bytes:
    return httpx2.get(link.replace("localhost", "127.0.0.1"), trust_env=False).content


# Over pipes, as the hosts of agents start it


async def test_an_agent_makes_a_picture_over_pipes(ada: Person, tmp_path: Path) -> None:
    news: list[tuple[float, float | None, str | None]] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        news.append((progress, total, message))

    arguments = ["mcp", "--budget", "1", "--folder", str(tmp_path)]
    host = StdioServerParameters(command=str(MEDIAMILL), args=arguments, env=environment(ada))
    async with Client(host) as agent:
        tools = {tool.name: tool for tool in (await agent.list_tools()).tools}
        made = await agent.call_tool("rehearsal", SLOW, progress_callback=note)
        second = await agent.call_tool("rehearsal", SLOW)
        account = await agent.call_tool("mediamill-account", {})

    link, picture = made.content[1], made.content[2]
    assert isinstance(link, ResourceLink)
    assert isinstance(picture, ImageContent)
    shown = base64.b64decode(picture.data)
    assert "Price: 1 credit per run" in str(tools["rehearsal"].description)
    assert tools["create-image"].input_schema["properties"]["model"]["enum"] == ["nano-banana", "flux-2-flex"]
    assert not made.is_error
    assert link.mime_type == picture.mime_type == kind_of(shown)
    assert written_in(tmp_path) == [shown] == [content_of(link.uri)]
    assert [progress for progress, _, _ in news] == sorted({progress for progress, _, _ in news})
    assert {total for _, total, _ in news} == {1.0}
    assert second.is_error
    assert said(second) == "Not ordered: it would cost 1 credits, and 0 of the 1 credits of this session are left."
    assert account.structured_content["session"] == {"limit": 1, "spent": 1, "left": 0}
    assert ada.credits() == 19


@pytest.mark.slow
def test_the_example_of_the_documentation_makes_a_sound(
    ada: Person, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (REPOSITORY / "docs/mcp.md").read_text()
    (example,) = re.findall(r"```python\n(.*?)```", page, re.S)
    monkeypatch.setenv("MEDIAMILL_API_KEY", ada.key)
    monkeypatch.setenv("MEDIAMILL_BASE_URL", ada.service.address)
    monkeypatch.setenv("PATH", f"{MEDIAMILL.parent}:{os.environ['PATH']}")
    exec(compile(example, "docs/mcp.md", "exec"), {"__name__": "example"})
    *tools, result = capsys.readouterr().out.splitlines()

    assert {"create-image", "text-to-speech", "mediamill-generation"} <= set(tools)
    assert result.startswith("['text', 'resource_link', 'audio'] http://localhost:")


# Over HTTP


@pytest.fixture(scope="module")
def door(house: Service) -> Iterator[str]:
    """The address of a program that callers bring their keys to, with five credits for each session."""
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith("MEDIAMILL_")}
    command = [str(MEDIAMILL), "mcp", "--http", "--callers-keys", "--port", "0", "--budget", "5"]
    command += ["--base-url", house.address]
    with subprocess.Popen(command, env=surroundings, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        greeting = running.stderr.readline()
        assert greeting.startswith("MCP is at http://127.0.0.1:"), greeting
        yield greeting.split()[-1]
        running.terminate()


@asynccontextmanager
async def at(address: str, person: Person, mode: str) -> AsyncIterator[Client]:
    """The agent of a person, who brings their key."""
    headers = {"Authorization": f"Bearer {person.key}"}
    http = httpx2.AsyncClient(headers=headers, trust_env=False, timeout=30)
    async with http, Client(streamable_http_client(address, http_client=http), mode=mode) as agent:
        yield agent


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_over_http_each_caller_spends_their_own(ada: Person, grace: Person, door: str, mode: str) -> None:
    async with at(door, ada, mode) as hers, at(door, grace, mode) as graces:
        made = await hers.call_tool("rehearsal", SLOW)
        stranger = await graces.call_tool("mediamill-generation", {"id": made.structured_content["id"]})
        left = [
            (await agent.call_tool("mediamill-account", {})).structured_content["session"]["left"]
            for agent in (hers, graces)
        ]

    assert not made.is_error
    assert (stranger.is_error, said(stranger)) == (True, "403 Forbidden")
    assert left == [4, 5]
    assert (ada.credits(), grace.credits()) == (19, 20)


@pytest.mark.slow
async def test_over_http_nobody_enters_without_a_key_or_in_somebodys_session(
    ada: Person, grace: Person, door: str
) -> None:
    hello: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": "initialize"}
    hello["params"] = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "a", "version": "1"}}
    accepts = {"Accept": "application/json, text/event-stream"}
    async with httpx2.AsyncClient(trust_env=False, timeout=30) as http:
        refused = await http.post(door, json=hello, headers=accepts)
        opened = await http.post(door, json=hello, headers=accepts | {"Authorization": ada.key})
        session = accepts | {"Mcp-Session-Id": opened.headers["mcp-session-id"]}
        ping = {"jsonrpc": "2.0", "id": 2, "method": "ping"}
        robbed = await http.post(door, json=ping, headers=session | {"Authorization": grace.key})
        served = await http.post(door, json=ping, headers=session | {"Authorization": ada.key})

    assert (refused.status_code, refused.headers["www-authenticate"]) == (401, "Bearer")
    assert (robbed.status_code, served.status_code) == (404, 200)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--api-key", "a b"], "The API key holds spaces"),
        (["--http", "--host", "0.0.0.0"], "others would spend your credits"),
        (["--http", "--folder", "."], "does not go with --http"),
        (["--callers-keys"], "goes with --http"),
    ],
)
def test_what_cannot_work_or_would_give_credits_away_is_refused(
    ada: Person, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    monkeypatch.setenv("MEDIAMILL_API_KEY", ada.key)
    monkeypatch.setattr(sys, "argv", ["mediamill", "mcp", *words])
    with pytest.raises(SystemExit, match="2"):
        program.run(program.cli)

    assert sentence in capsys.readouterr().err


# What an agent may meet


async def test_a_call_that_takes_too_long_is_answered_and_can_be_waited_on(ada: Person) -> None:
    async with agent_of(media(ada, wait=0.0)) as agent:
        first = await agent.call_tool("rehearsal", SLOW)
    async with agent_of(media(ada)) as agent:
        later = await agent.call_tool("mediamill-generation", {"id": first.structured_content["id"]})

    assert "is not ready yet" in said(first)
    assert (first.is_error, later.is_error) == (False, False)
    assert later.structured_content["status"] == "success"


async def test_a_call_that_is_given_up_cancels_its_run(ada: Person) -> None:
    server = media(ada, budget=5)
    async with agent_of(server) as agent:
        with anyio.move_on_after(0.5):
            await agent.call_tool("rehearsal", {"model": "slow", "duration": 60})
        await anyio.to_thread.run_sync(
            lambda: until(lambda: ada.total("error") == 1, seconds=10, what="the run is canceled")
        )
        account = await agent.call_tool("mediamill-account", {})

    assert account.structured_content["session"]["spent"] == 0
    assert ada.credits() == 20


async def test_a_run_can_be_canceled_by_its_id(ada: Person) -> None:
    async with agent_of(media(ada, wait=0.0)) as agent:
        first = await agent.call_tool("rehearsal", {"model": "slow", "duration": 60})
        canceled = await agent.call_tool("mediamill-cancel", {"id": first.structured_content["id"]})
        again = await agent.call_tool("mediamill-generation", {"id": first.structured_content["id"]})

    assert not canceled.is_error
    assert (again.is_error, said(again).partition(" ")[2]) == (True, "failed and costs nothing: Canceled")


async def test_refusals_are_told_to_the_agent_in_the_services_words(ada: Person) -> None:
    failing = {"model": "always-fails", "prompt": "The heron flew away."}
    async with agent_of(media(ada, budget=10)) as agent:
        failed = await agent.call_tool("rehearsal", failing)
        wrong = await agent.call_tool("create-image", {"prompt": "", "size": 3})
        account = await agent.call_tool("mediamill-account", {})
        with pytest.raises(MCPError, match="Unknown tool: paint"):
            await agent.call_tool("paint", {})

    assert failed.is_error
    assert said(failed).endswith("failed and costs nothing: The heron flew away.")
    assert wrong.is_error
    assert "input.prompt: " in said(wrong)
    assert "input.size: " in said(wrong)
    assert account.structured_content["session"]["spent"] == 0


async def test_only_files_of_the_shared_folder_are_uploaded(ada: Person, tmp_path: Path) -> None:
    shared, secret = tmp_path / "shared", tmp_path / "secret.png"
    shared.mkdir()
    (shared / "mug.png").write_bytes(flat_png(8, 8))
    secret.write_bytes(flat_png(8, 8))
    (shared / "link.png").symlink_to(secret)
    async with agent_of(media(ada, folder=shared, budget=1)) as agent:
        inside = await agent.call_tool("image-to-3d-object", {"model": "triposr", "image_url": "mug.png"})
        outside = [
            await agent.call_tool("image-to-3d-object", {"model": "triposr", "image_url": path})
            for path in ("../secret.png", str(secret), "link.png", "none.png")
        ]

    assert said(inside).startswith("Not ordered: it would cost 4 credits")  # its file is good, its price is too high
    assert all(one.is_error and "in the shared folder" in said(one) for one in outside)
    assert ada.get("/ext/files").json()["pagination"]["total"] == 1


async def test_without_a_shared_folder_no_file_is_read(ada: Person, tmp_path: Path) -> None:
    secret = tmp_path / "secret.png"
    secret.write_bytes(flat_png(8, 8))
    async with agent_of(media(ada)) as agent:
        told = [
            await agent.call_tool("image-to-3d-object", {"model": "triposr", "image_url": str(secret)}),
            await agent.call_tool("image-to-3d-object", {"image_url": {"file": [str(secret)]}}),
        ]

    assert all(one.is_error and "no folder is shared with this agent" in said(one) for one in told)
    assert ada.get("/ext/files").json()["pagination"]["total"] == 0


async def test_a_wrong_key_and_an_absent_service_are_told(ada: Person) -> None:
    wrong = media(ada)
    wrong.own_key = "mm_live_nobody"
    absent = media(ada)
    absent.base_url = "http://127.0.0.1:1"
    for server, sentence in ((wrong, "401 Invalid or missing API key"), (absent, "Cannot reach http://127.0.0.1:1")):
        async with agent_of(server) as agent:
            with pytest.raises(MCPError, match=sentence):
                await agent.list_tools()
