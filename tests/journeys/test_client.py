"""Ada with the Python client and the command line, on a running service."""

import asyncio
import itertools
import json
from pathlib import Path

import httpx2
import pytest
from click.testing import CliRunner
from PIL import Image

from mediamill_client import (
    AsyncClient,
    Client,
    MapResult,
    MediamillAPIError,
    NotFound,
    PermissionDenied,
    Status,
    StatusEvent,
    webhooks,
)
from mediamill_client.cli.files import files
from tests.codecs.samples import flat_png
from tests.service import Person, Service

LOOK_SECONDS = 1.0  # twice what the service takes to look for the next success
pytestmark = pytest.mark.xdist_group("journeys-mill")


@pytest.fixture(scope="module")
def ada(mill: Service) -> Person:
    return mill.open_account("ada-of-the-client")


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "heron.png"
    path.write_bytes(flat_png(5, 5))
    return path


def test_an_upload_is_listed_and_deleted(mill: Service, ada: Person, picture: Path) -> None:
    mallory = mill.open_account("mallory-of-the-client")
    with Client(ada.key, mill.address) as client, Client(mallory.key, mill.address) as hers:
        first, second = client.upload(picture), client.upload(picture)
        link = first.url.replace(mill.public_url, mill.address)
        before = httpx2.get(link, trust_env=False).status_code
        with pytest.raises(PermissionDenied):
            hers.files.delete(first)
        listed = client.files.list()
        client.files.delete(first)
        with pytest.raises(NotFound):
            client.files.delete(first.id)

        assert {file.id: file for file in listed} == {first.id: first, second.id: second}
        assert (first.type, first.size_bytes) == ("image", picture.stat().st_size)
        assert first.created_at < first.expires_at
        assert (before, httpx2.get(link, trust_env=False).status_code) == (200, 404)
        assert [file.id for file in client.files.list()] == [second.id]
        assert hers.files.list() == ()
        client.files.delete(second)


def test_the_command_line_lists_and_deletes_too(
    mill: Service, ada: Person, picture: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEDIAMILL_API_KEY", ada.key)
    monkeypatch.setenv("MEDIAMILL_BASE_URL", mill.address)
    with Client() as client:
        id = client.upload(picture).id
    listed = CliRunner().invoke(files, ["list", "--json"])
    deleted = CliRunner().invoke(files, ["delete", id])

    assert [shown["id"] for shown in json.loads(listed.stdout)] == [id]
    assert (deleted.exit_code, deleted.stdout) == (0, f"The file {id} is deleted.\n")
    assert CliRunner().invoke(files, ["list"]).stdout == ""
    assert CliRunner().invoke(files, ["delete", id]).exit_code == 3


@pytest.mark.slow
async def test_the_asynchronous_client_inspects_and_has_files(mill: Service, ada: Person, picture: Path) -> None:
    async with AsyncClient(ada.key, mill.address) as client:
        made = await client.run("drum-generator", {"model": "drumgen", "seed": 7}, timeout=60)
        found = await client.generations.inspect(made.id)
        file = await client.upload(picture)
        listed = await client.files.list()
        await client.files.delete(file)

        assert found.raw == ada.get(f"/ext/generations/{made.id}").json()
        assert (found.generation.output, found.model, found.seed) == (made.output, "drumgen", 7)
        assert [attempt.outcome for attempt in found.attempts] == ["success"]
        assert (found.progress, found.queue_position, found.credits_held) == (1, None, 0)
        assert (listed, await client.files.list()) == ((file,), ())
        with pytest.raises(NotFound):
            await client.generations.inspect("gen_0")


class Without(httpx2.HTTPTransport):
    """A service, or a proxy before it, that has no such address."""

    def __init__(self, ending: str) -> None:
        super().__init__()
        self.ending = ending
        self.preferred: list[str] = []

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        self.preferred += request.headers.get_list("prefer")
        if request.url.path.endswith(self.ending):
            return httpx2.Response(404, json={"message": "Not found"}, request=request)
        return super().handle_request(request)


def test_progress_states_and_events_come_from_the_stream(mill: Service, ada: Person) -> None:
    states: list[str] = []
    progress: list[tuple[float, str]] = []
    mill.grant(ada, 1)
    with Client(ada.key, mill.address) as client:
        made = client.run(
            "text-to-speech",
            {"model": "voicevendor-tts", "prompt": "Heron."},
            timeout=60,
            on_update=lambda seen: states.append(seen.status),
            on_progress=lambda fraction, stage: progress.append((fraction, stage)),
        )
        events = list(client.events(made))

        assert (states[0], states[-1]) == ("processing", "success")
        assert (progress[-1], sorted(progress)) == ((1.0, ""), progress)
        assert [event.status for event in events if isinstance(event, StatusEvent)][-1] == Status.SUCCESS
        assert len(made.media.read()) == sum(map(len, made.media.stream()))
        assert next(client.ledger()).kind == "capture"


def test_without_the_stream_the_service_answers_at_the_end(mill: Service, ada: Person) -> None:
    transport = Without("/events")
    with httpx2.Client(transport=transport) as http, Client(ada.key, mill.address, http_client=http) as client:
        made = client.run("drum-generator", {"model": "drumgen", "seed": 8}, timeout=30)
        looked = client.generations.get(made.id)

    assert made == looked
    assert transport.preferred
    assert transport.preferred[0].startswith("wait=")


def test_files_and_pictures_stand_in_inputs_as_they_are(mill: Service, ada: Person, picture: Path) -> None:
    with Client(ada.key, mill.address) as client:
        for image in (picture, flat_png(5, 5), Image.new("RGB", (5, 5), "red")):
            quote = client.quote("image-to-3d-object", {"model": "triposr", "image_url": image})
            assert (quote.credits, quote.is_final) == (4, True)
        with pytest.raises(MediamillAPIError, match="415"):
            client.quote("image-to-3d-object", {"model": "triposr", "image_url": b"no picture"})

        assert [file.type for file in client.files.list()] == ["image"] * 3
        for file in client.files.list():
            client.files.delete(file)


@pytest.mark.slow
def test_a_batch_that_is_started_again_makes_nothing_twice(mill: Service, ada: Person) -> None:
    inputs = [{"model": "drumgen", "seed": seed} for seed in range(2)]
    with Client(ada.key, mill.address) as client:
        first = made_by(list(client.map("drum-generator", inputs, batch="loops")))
        again = made_by(list(client.map("drum-generator", inputs, batch="loops", concurrency=1)))
        client.delete(first[0])

        assert first == again
        assert len(set(first)) == 2
        with pytest.raises(NotFound):
            client.generations.get(first[0])


def made_by(results: list[MapResult]) -> list[str]:
    return [result.get().id for result in results]


async def test_the_inbox_brings_what_a_webhook_would(mill: Service, ada: Person) -> None:
    async with AsyncClient(ada.key, mill.address) as client:
        secret = await client.webhooks.secret()
        waiting = asyncio.ensure_future(anext(client.webhooks.inbox()))
        seeds = itertools.count(100)
        while not waiting.done():  # the inbox begins with what succeeds once it is open
            made = await client.run("drum-generator", {"model": "drumgen", "seed": next(seeds)}, timeout=60)
            await asyncio.wait([waiting], timeout=LOOK_SECONDS)
        received = await waiting
        told = webhooks.verify(received.body, received.headers, secret.secret)

        assert (told.tool, told.type, told.status) == (made.tool, made.type, "success")
        assert (await client.generations.get(told.id)).output == told.output
