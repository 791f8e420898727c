"""What a type checker says of a caller's code; mypy reads this file, nothing runs it.

Each `type: ignore` stands at a mistake that must be seen: were the types looser, it would be reported as unused.
"""

from collections.abc import AsyncIterator, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, assert_type

import httpx2

from mediamill_client import (
    Account,
    AsyncClient,
    BadRequest,
    Client,
    ConnectionFailed,
    FieldError,
    Generation,
    GenerationFailed,
    InputSchema,
    Inspection,
    LedgerEntry,
    MapResult,
    Model,
    Output,
    OutputType,
    Page,
    Plan,
    ProgressEvent,
    Quote,
    RateLimited,
    Status,
    StatusEvent,
    Tool,
    Upload,
    WaitTimeout,
)
from mediamill_client.typed.inputs import CreateImageAspectRatio, CreateImageInput


def blocking(listener: list[Status | str]) -> None:
    with Client(api_key="k", base_url="http://localhost:8000", timeout=None, http_client=httpx2.Client()) as client:
        assert_type(client, Client)
        assert_type(client.submit("create-image", {"prompt": "fog"}), Generation)
        assert_type(client.run("create-image", {"prompt": "fog"}, webhook="https://a.example", timeout=5), Generation)
        client.run("create-image", {}, on_update=lambda generation: listener.append(generation.status))
        assert_type(client.wait("gen_1", timeout=1.5), Generation)
        assert_type(client.generations.get("gen_1"), Generation)
        assert_type(client.generations.list(status=Status.ERROR, limit=100), Iterator[Generation])
        assert_type(client.generations.page(offset=20), Page)
        assert_type(client.generations.inspect("gen_1"), Inspection)
        assert_type(client.upload("cat.jpg"), Upload)
        assert_type(client.files.list(), tuple[Upload, ...])
        client.files.delete(client.files.list()[0])
        assert_type(client.tools.list(), tuple[Tool, ...])
        assert_type(client.tools.get("create-image").models, tuple[Model, ...])
        assert_type(client.tools.input_schema("create-image", "flux-2-flex"), InputSchema | None)
        assert_type(client.account.get(), Account)
        assert_type(client.download("gen_1", "out/"), Path)
        assert_type(client.download(client.wait("gen_1"), Path("out")), Path)
        assert_type(client.read("gen_1"), bytes)
        assert_type(client.quote("create-image", {"prompt": "fog"}), Quote)
        assert_type(client.ledger(), Iterator[LedgerEntry])
        assert_type(client.events("gen_1"), Iterator[StatusEvent | ProgressEvent])
        assert_type(client.with_options(timeout=None, retries=5), Client)
        assert_type(client.wait("gen_1").media.save("out"), Path)
        assert_type(client.wait("gen_1").media.stream(), Iterator[bytes])
        assert_type(client.webhooks.verify(b"{}", {}), Generation)

        client.submit("create-image")  # type: ignore[call-arg]
        client.submit("create-image", "fog")  # type: ignore[arg-type]
        client.run("create-image", {}, "https://a.example")  # type: ignore[call-arg]
        client.wait(5)  # type: ignore[arg-type]
        client.files.delete(5)  # type: ignore[arg-type]
        client.generations.get(None)  # type: ignore[arg-type]
    Client(http_client=httpx2.AsyncClient())  # type: ignore[arg-type]
    Client("k", "http://localhost", 60, 2, None, None)  # type: ignore[call-arg]


def tools(client: Client) -> None:
    assert_type(client.create_image(prompt="fog", aspect_ratio="16:9"), Generation)
    client.create_image(prompt="fog", model="flux-2-flex", seed=7, timeout=5, on_progress=print)
    client.text_to_3d(prompt="a chair")
    client.text_to_3d(model="trellis-2", image_url=Path("chair.png"))
    client.image_to_3d_object(image_url=b"GIF", model="triposr")
    client.sound_effects(model="voicevendor-sound-effects", prompt="a door", duration=5, prompt_influence=0.3)
    client.sound_effects(model="voicevendor-sound-effects", prompt="a door", duration="auto")
    fog: CreateImageInput = {"model": "nano-banana", "prompt": "fog", "aspect_ratio": "1:1"}
    ratio: CreateImageAspectRatio = "9:16"
    assert_type(client.run("create-image", fog), Generation)
    assert_type(client.map("create-image", [fog, {**fog, "aspect_ratio": ratio}]), Iterator[MapResult])

    client.create_image(prompt="fog", aspect_ratio="2:1")  # type: ignore[arg-type]
    client.create_image(prompt="fog", model="triposr")  # type: ignore[arg-type]
    client.create_image(aspect_ratio="1:1")  # type: ignore[call-arg]
    client.create_image(prompt="fog", size=5)  # type: ignore[call-arg]
    client.create_image("fog")  # type: ignore[call-arg]
    client.text_to_3d(model="trellis-2", prompt="a chair")  # type: ignore[call-overload]
    client.sound_effects(prompt="a door", duration=5)  # type: ignore[call-overload]
    client.text_to_speech(prompt="Hello.", voice="Ada")  # type: ignore[arg-type]
    client.create_video(prompt="fog", duration=4)  # type: ignore[arg-type]
    client.translate_audio(audio_url=5)  # type: ignore[arg-type]
    square: CreateImageInput = {"prompt": "fog", "aspect_ratio": "2:1"}  # type: ignore[typeddict-item]
    print(square)


async def tools_on_a_loop(client: AsyncClient) -> None:
    assert_type(await client.create_image(prompt="fog", aspect_ratio="16:9"), Generation)
    assert_type(await client.text_to_3d(model="trellis-2", image_url="chair.png"), Generation)
    assert_type(client.map("create-image", []), AsyncIterator[MapResult])

    await client.create_image(prompt="fog", aspect_ratio="2:1")  # type: ignore[arg-type]
    await client.text_to_3d(model="trellis-2", prompt="a chair")  # type: ignore[call-overload]


async def asynchronous() -> None:
    async with AsyncClient("k", http_client=httpx2.AsyncClient()) as client:
        assert_type(client, AsyncClient)
        assert_type(await client.submit("create-image", {"prompt": "fog"}), Generation)
        assert_type(await client.run("create-image", {}, on_update=listen), Generation)
        assert_type(await client.wait("gen_1"), Generation)
        assert_type(client.generations.list(), AsyncIterator[Generation])
        assert_type([generation.id async for generation in client.generations.list()], list[str])
        assert_type(await client.generations.page(), Page)
        assert_type(await client.generations.inspect("gen_1"), Inspection)
        assert_type(await client.files.list(), tuple[Upload, ...])
        await client.files.delete("upl_1")
        assert_type(await client.tools.list(), tuple[Tool, ...])
        assert_type(await client.account.get(), Account)
        assert_type(await client.download("gen_1", "out/"), Path)
        assert_type(await client.read("gen_1"), bytes)

        print(client.generations.get("gen_1").status)  # type: ignore[attr-defined]
    AsyncClient(http_client=httpx2.Client())  # type: ignore[arg-type]


async def listen(generation: Generation) -> None:
    print(generation.status)


def nouns(generation: Generation, page: Page, account: Account, tool: Tool) -> None:
    assert_type(generation.status, Status | str)
    assert_type(generation.output, Output | None)
    assert_type(generation.media, Output)
    url: str = generation.media
    print(url)
    assert_type(generation.type, OutputType | str | None)
    assert_type(generation.payload, Mapping[str, Any] | None)
    assert_type(generation.created_at, datetime)
    assert_type(generation.finished, bool)
    assert_type([one.id for one in page], list[str])
    assert_type(account.credits, int | float)
    assert_type(account.plan, Plan | str)
    assert_type(tool.output_type, OutputType | str)

    generation.status = Status.SUCCESS  # type: ignore[misc]
    len(generation.output)  # type: ignore[arg-type]


def errors(client: Client) -> None:
    try:
        client.run("create-image", {})
    except BadRequest as error:
        assert_type(error.errors, tuple[FieldError, ...])
    except RateLimited as error:
        assert_type(error.retry_after, float | None)
    except ConnectionFailed as error:
        assert_type(error.may_have_arrived, bool)
    except GenerationFailed as error:
        assert_type(error.generation, Generation)
    except WaitTimeout as error:
        assert_type((error.id, error.generation), tuple[str, Generation | None])
