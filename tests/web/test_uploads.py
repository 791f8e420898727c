"""Handing in files, through the whole application."""

import asyncio
import io
import wave
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import httpx2
import pytest

from mediamill import accounts, app, config
from mediamill.accounts import Plan
from mediamill.db import SqliteDatabase, Transaction
from mediamill.generations import enrol
from mediamill.media import expired_uploads

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)


def recording(seconds: float = 0.1) -> bytes:
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8_000)
        file.writeframes(b"\0\0" * int(8_000 * seconds))
    return buffer.getvalue()


@dataclass
class Desk:
    client: httpx2.AsyncClient
    ada: str
    ben: str
    service: app.Service

    async def hand_in(self, content: bytes, key: str | None = None, **headers: str) -> httpx2.Response:
        return await self.client.post(
            "/ext/files", content=content, headers={"Authorization": key or self.ada, **headers}
        )


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    settings = config.read(data_dir=tmp_path, upload_megabytes=1, image_megabytes_max=1, audio_megabytes_max=1)
    service = app.Service(settings, serves=True, pools={})
    application = service.application()
    await service.start()
    pepper = app.api_key_pepper(settings)

    def open_account(tx: Transaction, email: str) -> str:
        return accounts.issue_key(tx, enrol(tx, email, Plan.PRO, 10).id, "k", pepper)[1]

    keys = [await service.database.write(partial(open_account, email=f"{name}@example.com")) for name in ("ada", "ben")]
    transport = httpx2.ASGITransport(application)
    async with httpx2.AsyncClient(transport=transport, base_url="http://testserver") as client:
        yield Desk(client, keys[0], keys[1], service)
    await service.stop()


async def test_a_picture_becomes_a_url_that_serves_it(desk: Desk) -> None:
    answer = await desk.hand_in(PIXEL)
    shown = answer.json()
    fetched = await desk.client.get(shown["url"].removeprefix("http://localhost:8000"))

    assert (answer.status_code, shown["type"], shown["sizeBytes"]) == (200, "image", len(PIXEL))
    assert (fetched.content, fetched.headers["content-type"]) == (PIXEL, "image/png")
    assert fetched.headers["content-security-policy"] == "sandbox"


async def test_a_recording_is_known_by_its_bytes_not_by_what_it_is_called(desk: Desk) -> None:
    answer = await desk.hand_in(recording(), **{"Content-Type": "image/png"})

    assert answer.json()["type"] == "audio"


@pytest.mark.parametrize(
    "content", [b"#EXTM3U\nhttp://localhost/\n", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"hello", b"<html>"]
)
async def test_what_is_no_media_is_refused(desk: Desk, content: bytes) -> None:
    assert (await desk.hand_in(content)).status_code == 415
    assert list(desk.service.settings.data_dir.glob("uploads/*")) == []


async def test_empty_too_large_and_multipart_say_what_to_do(desk: Desk) -> None:
    assert "empty" in (await desk.hand_in(b"")).json()["message"]
    assert "larger than 1 MB" in (await desk.hand_in(PIXEL + b"\0" * 1_000_000)).json()["message"]
    multipart = await desk.hand_in(PIXEL, **{"Content-Type": "multipart/form-data; boundary=x"})
    assert "--data-binary" in multipart.json()["message"]


async def test_a_body_without_a_length_is_counted_as_it_comes(desk: Desk) -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(1_000):
            yield PIXEL + b"\0" * 10_000

    answer = await desk.client.post("/ext/files", content=endless(), headers={"Authorization": desk.ada})

    assert answer.status_code == 413


async def test_the_room_is_an_accounts_own(desk: Desk) -> None:
    big = PIXEL + b"\0" * 600_000
    assert (await desk.hand_in(big)).status_code == 200
    refused = await desk.hand_in(big)

    assert (refused.status_code, "room" in refused.json()["message"]) == (413, True)
    assert (await desk.hand_in(big, desk.ben)).status_code == 200


async def test_two_at_once_do_not_slip_past_the_quota(desk: Desk) -> None:
    big = PIXEL + b"\0" * 600_000
    answers = await asyncio.gather(*(desk.hand_in(big) for _ in range(4)))

    assert sorted(answer.status_code for answer in answers) == [200, 413, 413, 413]
    assert len(list((desk.service.settings.data_dir / "media").glob("upl_*/*"))) == 1


async def test_nobody_hands_in_without_a_key(desk: Desk) -> None:
    assert (await desk.client.post("/ext/files", content=PIXEL)).status_code == 401
    assert (await desk.client.get("/ext/files")).status_code == 405


async def test_an_upload_expires(desk: Desk) -> None:
    await desk.hand_in(PIXEL)
    database = desk.service.database
    assert isinstance(database, SqliteDatabase)
    now = database.clock()
    database.clock = lambda: now + 25 * 3_600_000

    assert len(await database.read(expired_uploads)) == 1
