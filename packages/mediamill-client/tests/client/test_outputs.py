"""Outputs as objects: addresses that save, read, stream and show themselves."""

import json
import pickle
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from mediamill_client import AsyncClient, Client, DownloadFailed, NoOutput, Output, UnusableOutput, answers
from tests.client.conftest import ADAS_KEY
from tests.client.scripted_service import Answer, ScriptedService, generation, told

HERON, MEDIA = "GET /api/generations/gen_heron", "GET /media/walk.fbx"
FBX = bytes(range(256)) * 4096


@pytest.fixture
def ready(service: ScriptedService) -> ScriptedService:
    service.on(HERON, told("success", output=f"{service.url}/media/walk.fbx"))
    return service


def test_an_output_saves_and_reads_itself(ready: ScriptedService, tmp_path: Path) -> None:
    ready.on(MEDIA, Answer(200, FBX))
    with Client(ADAS_KEY, ready.url) as client:
        output = client.generations.get("gen_heron").media
        saved = output.save(tmp_path)

        assert (saved.name, saved.read_bytes(), output.read()) == ("motion-3d-gen_heron.fbx", FBX, FBX)
        assert b"".join(output.stream()) == FBX
    assert all("authorization" not in heard.headers for heard in ready.asked(MEDIA))


async def test_the_same_on_an_event_loop(ready: ScriptedService, tmp_path: Path) -> None:
    ready.on(MEDIA, Answer(200, FBX))
    async with AsyncClient(ADAS_KEY, ready.url) as client:
        output = (await client.generations.get("gen_heron")).media
        saved = await output.asave(tmp_path / "walk.fbx")

        assert (saved.read_bytes(), await output.aread()) == (FBX, FBX)
        assert b"".join([chunk async for chunk in output.astream()]) == FBX
        with pytest.raises(UnusableOutput, match="use asave, aread or astream"):
            output.read()


def test_the_other_kind_says_what_to_use(ready: ScriptedService) -> None:
    with Client(ADAS_KEY, ready.url) as client:
        output = client.generations.get("gen_heron").media
        with pytest.raises(UnusableOutput, match="use save, read or stream"):
            output.astream()


@pytest.mark.parametrize("kind", ["blocking", "asynchronous"])
async def test_a_stream_that_breaks_is_taken_up_where_it_broke(ready: ScriptedService, kind: str) -> None:
    rest = FBX[700_000:]
    ready.on(MEDIA, Answer(200, FBX, cut_after=700_000), Answer(503, b""), Answer(206, rest))
    if kind == "blocking":
        with Client(ADAS_KEY, ready.url) as client:
            client._driver._sleep = lambda seconds: None
            received = b"".join(client.generations.get("gen_heron").media.stream())
    else:
        async with AsyncClient(ADAS_KEY, ready.url) as client_async:
            client_async._driver._sleep = no_sleep
            output = (await client_async.generations.get("gen_heron")).media
            received = b"".join([chunk async for chunk in output.astream()])
    ranges = [heard.headers.get("range") for heard in ready.asked(MEDIA)]

    assert received == FBX
    assert ranges[0] is None
    assert ranges[1] == ranges[2] is not None


async def no_sleep(seconds: float) -> None:
    """No time passes."""


def test_a_stream_that_is_not_there_is_an_error(ready: ScriptedService) -> None:
    ready.on(MEDIA, Answer(404, b"Not found"))
    with Client(ADAS_KEY, ready.url) as client, pytest.raises(DownloadFailed, match="404 Not Found") as caught:
        list(client.generations.get("gen_heron").media.stream())

    assert caught.value.status == 404


def test_an_output_is_its_address() -> None:
    output = answers.generation(generation("success", output="https://a.example/x.fbx")).media

    assert (output, f"{output}", str(output), type(output.url)) == ("https://a.example/x.fbx",) * 3 + (str,)
    assert json.dumps({"output": output}) == '{"output": "https://a.example/x.fbx"}'


def test_a_pickled_output_belongs_to_nobody(ready: ScriptedService) -> None:
    with Client(ADAS_KEY, ready.url) as client:
        made = client.generations.get("gen_heron")
        again = pickle.loads(pickle.dumps(made))

        assert again == made
        assert (again.media.file_name, again.media.kind) == ("motion-3d-gen_heron.fbx", "object")
        with pytest.raises(UnusableOutput, match="belongs to no client: get its generation from a Client first"):
            again.media.read()


def test_what_is_not_made_yet_has_no_media(service: ScriptedService) -> None:
    with pytest.raises(NoOutput, match="gen_heron has no output: its status is processing"):
        _ = answers.generation(generation("processing")).media


SHOWN = [
    ("image", "https://a.example/x.webp", '<img src="https://a.example/x.webp"'),
    ("video", "https://a.example/x.mp4", '<video src="https://a.example/x.mp4" controls poster="https://a.example/t"'),
    ("audio", "https://a.example/x.mp3", '<audio src="https://a.example/x.mp3" controls '),
    ("object", "https://a.example/x.glb", '<a href="https://a.example/x.glb" download><img src="https://a.example/t"'),
    ("text", "https://a.example/<x>&", '<a href="https://a.example/&lt;x&gt;&amp;" download>'),
]


@pytest.mark.parametrize(("kind", "url", "begin"), SHOWN)
def test_a_notebook_shows_the_media(kind: str, url: str, begin: str) -> None:
    made = answers.generation(generation("success", type=kind, output=url, thumbnail="https://a.example/t"))

    assert made.media._repr_html_().startswith(begin)
    assert made.media._repr_html_() in made._repr_html_()
    assert "motion-3d · gen_heron · success" in made._repr_html_()


def test_a_notebook_shows_why_there_is_none() -> None:
    failed = answers.generation(generation("error", error="<b>The engine broke</b>"))

    assert failed._repr_html_() == (
        "<small>motion-3d · gen_heron · error · &lt;b&gt;The engine broke&lt;/b&gt;</small>"
    )


def test_outputs_name_what_fetches_them() -> None:
    class Fetching:
        """Both kinds at once."""

        def save(self, output: Output, path: Any) -> Path:
            return Path(path)

        def read(self, output: Output) -> bytes:
            return output.encode()

        def stream(self, output: Output) -> Iterator[bytes]:
            yield output.encode()

        async def asave(self, output: Output, path: Any) -> Path:
            return Path(path)

        async def aread(self, output: Output) -> bytes:
            return output.encode()

        async def astream(self, output: Output) -> AsyncIterator[bytes]:
            yield output.encode()

    assert Output("https://a.example/x", media=Fetching()).read() == b"https://a.example/x"
