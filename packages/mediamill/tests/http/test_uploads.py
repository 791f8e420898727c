"""Handing in files, through the whole application."""

import asyncio
import io
import os
import struct
import wave
import zlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import httpx2
import pytest

from mediamill import accounts, app, assembly, clock, config
from mediamill.accounts import Plan, open_account
from mediamill.db import SqliteDatabase, Transaction
from mediamill.storage import StagingDir, UploadPolicy, expired_uploads, reserve_room
from mediamill.storage.uploads import RESERVED_MS, UPLOADS_AT_ONCE_MAX
from tests.codecs.samples import flat_png

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)


def big_picture(size: int) -> bytes:
    """A picture of a pixel, with this many bytes of nothing in a chunk that nobody reads."""
    filler = b"\0" * (size - len(PIXEL) - 12)
    chunk = struct.pack(">I", len(filler)) + b"heRn" + filler + struct.pack(">I", zlib.crc32(b"heRn" + filler))
    return PIXEL[:-12] + chunk + PIXEL[-12:]


def recording(seconds: float = 0.1) -> bytes:
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8_000)
        file.writeframes(b"\0\0" * int(8_000 * seconds))
    return buffer.getvalue()


def left_behind(service: app.Service) -> list[Path]:
    """What uploads left in their folder, the lock of the service apart."""
    files = (service.settings.data_dir / "uploads").rglob("*")
    return [path for path in files if path.is_file() and path.suffix != ".lock"]


def path_of(answer: httpx2.Response) -> str:
    """The path of a file's link, with its signature."""
    url = answer.json()["url"]
    assert isinstance(url, str)
    return url.removeprefix("http://localhost:8000")


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
    pepper = assembly.api_key_pepper(settings)

    def key_of_a_new_account(tx: Transaction, email: str) -> str:
        return accounts.issue_key(tx, open_account(tx, email, Plan.PRO, 10).id, "k", pepper)[1]

    keys = [
        await service.database.write(partial(key_of_a_new_account, email=f"{name}@example.com"))
        for name in ("ada", "ben")
    ]
    transport = httpx2.ASGITransport(application)
    async with httpx2.AsyncClient(transport=transport, base_url="http://testserver") as client:
        yield Desk(client, keys[0], keys[1], service)
    await service.stop()
    assert left_behind(service) == []


async def test_a_picture_becomes_a_url_that_serves_it(desk: Desk) -> None:
    answer = await desk.hand_in(PIXEL)
    shown = answer.json()
    fetched = await desk.client.get(shown["url"].removeprefix("http://localhost:8000"))

    assert (answer.status_code, shown["type"], shown["sizeBytes"]) == (200, "image", len(PIXEL))
    assert (fetched.content, fetched.headers["content-type"]) == (PIXEL, "image/png")
    assert fetched.headers["content-security-policy"] == "sandbox"
    assert fetched.headers["cache-control"].startswith("private")


async def test_a_recording_is_known_by_its_bytes_not_by_what_it_is_called(desk: Desk) -> None:
    answer = await desk.hand_in(recording(), **{"Content-Type": "image/png"})

    assert answer.json()["type"] == "audio"


@pytest.mark.parametrize(
    "content",
    [
        b"#EXTM3U\nhttp://localhost/\n",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"hello",
        b"<html>",
        b"GIF89a/*<html><script>alert(1)</script>*/",
    ],
)
async def test_what_is_no_media_is_refused(desk: Desk, content: bytes) -> None:
    assert (await desk.hand_in(content)).status_code == 415
    assert left_behind(desk.service) == []


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


async def test_a_file_is_kept_as_what_it_was_checked_to_be(desk: Desk) -> None:
    answer = await desk.hand_in(PIXEL + b"<html><script>alert(1)</script>")
    fetched = await desk.client.get(path_of(answer))

    assert (answer.json()["sizeBytes"], fetched.content) == (len(PIXEL), PIXEL)


async def test_the_room_is_an_accounts_own(desk: Desk) -> None:
    big = big_picture(600_000)
    assert (await desk.hand_in(big)).status_code == 200
    refused = await desk.hand_in(big)

    assert (refused.status_code, "quota" in refused.json()["message"]) == (413, True)
    assert (await desk.hand_in(big, desk.ben)).status_code == 200


async def test_two_at_once_do_not_slip_past_the_quota(desk: Desk) -> None:
    big = big_picture(600_000)
    answers = await asyncio.gather(*(desk.hand_in(big) for _ in range(4)))

    assert sorted(answer.status_code for answer in answers) == [200, 413, 413, 413]
    assert len(list((desk.service.settings.data_dir / "media").glob("upl_*/*"))) == 1


async def test_nobody_hands_in_without_a_key(desk: Desk) -> None:
    assert (await desk.client.post("/ext/files", content=PIXEL)).status_code == 401
    assert (await desk.client.get("/ext/files")).status_code == 401
    assert (await desk.client.delete("/ext/files/upl_1")).status_code == 401


async def test_an_upload_expires(desk: Desk) -> None:
    await desk.hand_in(PIXEL)
    database = desk.service.database
    assert isinstance(database, SqliteDatabase)
    now = database.clock()
    database.clock = lambda: now + 25 * 3_600_000

    assert len(await database.read(expired_uploads)) == 1


async def test_a_file_is_read_by_its_owner_or_through_a_link_that_has_not_expired(desk: Desk) -> None:
    link = path_of(await desk.hand_in(PIXEL))
    bare, _, query = link.partition("?")

    async def read(path: str, key: str | None = None) -> int:
        headers = {"Authorization": key} if key else {}
        return (await desk.client.get(path, headers=headers)).status_code

    assert [await read(link), await read(bare, desk.ada), await read(bare), await read(bare, desk.ben)] == [
        200,
        200,
        401,
        403,
    ]
    assert await read(link, desk.ben) == 200  # who has the link needs no key
    forged = query.replace("expires=1", "expires=9")
    for wrong in (forged, query[:-1], query.partition("&")[0], "expires=&signature=", "expires=%C2%B2&signature=x"):
        assert await read(f"{bare}?{wrong}") == 401
    other = path_of(await desk.hand_in(flat_png(3, 3)))
    assert await read(f"{other.partition('?')[0]}?{query}") == 401


async def test_a_link_expires_with_its_file(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = await desk.hand_in(PIXEL)
    expires = int(path_of(answer).partition("expires=")[2].partition("&")[0])
    assert clock.iso(expires * 1_000)[:19] == answer.json()["expiresAt"][:19]

    monkeypatch.setattr("mediamill.http.handlers.media.clock.now", lambda: expires * 1_000)
    assert (await desk.client.get(path_of(answer))).status_code == 401


async def test_files_are_listed_newest_first_and_deleted_by_their_owner(desk: Desk) -> None:
    ids = [(await desk.hand_in(flat_png(side, side))).json()["id"] for side in (2, 3, 4)]
    await desk.hand_in(PIXEL, desk.ben)

    async def call(method: str, path: str, key: str) -> httpx2.Response:
        return await desk.client.request(method, path, headers={"Authorization": key})

    page = (await call("GET", "/ext/files?limit=2", desk.ada)).json()
    assert [file["id"] for file in page["data"]] == [ids[2], ids[1]]
    assert page["pagination"] == {"total": 3, "limit": 2, "offset": 0, "hasMore": True}
    link = page["data"][0]["url"].removeprefix("http://localhost:8000")
    assert (await desk.client.get(link)).status_code == 200

    statuses = [
        (await call("DELETE", f"/ext/files/{ids[2]}", key)).status_code for key in (desk.ben, desk.ada, desk.ada)
    ]
    assert statuses == [403, 204, 404]
    assert (await desk.client.get(link)).status_code == 404
    assert len(list((desk.service.settings.data_dir / "media").glob("upl_*/*"))) == 3
    assert (await call("GET", "/ext/files", desk.ada)).json()["pagination"]["total"] == 2


async def test_the_room_of_a_deleted_file_is_free_again(desk: Desk) -> None:
    first = await desk.hand_in(big_picture(600_000))
    assert (await desk.hand_in(big_picture(600_000))).status_code == 413
    await desk.client.delete(f"/ext/files/{first.json()['id']}", headers={"Authorization": desk.ada})

    assert (await desk.hand_in(big_picture(600_000))).status_code == 200


class Slow:
    """A body that begins, and goes on when told to."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.begun, self.go_on = asyncio.Event(), asyncio.Event()

    async def parts(self) -> AsyncIterator[bytes]:
        yield self.content[:10]
        self.begun.set()
        await self.go_on.wait()
        yield self.content[10:]


async def test_bodies_without_a_length_have_their_room_reserved_before_they_are_read(desk: Desk) -> None:
    first, second = Slow(big_picture(600_000)), Slow(big_picture(600_000))
    headers = {"Authorization": desk.ada}
    under_way = asyncio.create_task(desk.client.post("/ext/files", content=first.parts(), headers=headers))
    await first.begun.wait()
    refused = await desk.client.post("/ext/files", content=second.parts(), headers=headers)

    assert (refused.status_code, second.begun.is_set()) == (413, False)  # nothing of it was read
    first.go_on.set()
    assert (await under_way).status_code == 200


async def test_a_few_at_once_and_no_more(desk: Desk) -> None:
    bodies = [Slow(PIXEL) for _ in range(UPLOADS_AT_ONCE_MAX)]
    headers = {"Authorization": desk.ada, "Content-Length": str(len(PIXEL))}
    under_way = [
        asyncio.create_task(desk.client.post("/ext/files", content=body.parts(), headers=headers)) for body in bodies
    ]
    for body in bodies:
        await body.begun.wait()
    refused = await desk.hand_in(PIXEL)
    other = await desk.hand_in(PIXEL, desk.ben)
    for body in bodies:
        body.go_on.set()
    statuses = [answer.status_code for answer in await asyncio.gather(*under_way)]

    assert (refused.status_code, "(at most 4)" in refused.json()["message"]) == (429, True)
    assert "Retry-After" in refused.headers
    assert (other.status_code, statuses) == (200, [200] * UPLOADS_AT_ONCE_MAX)
    assert (await desk.hand_in(PIXEL)).status_code == 200


async def test_what_a_killed_service_had_reserved_is_free_a_minute_later(desk: Desk) -> None:
    database = desk.service.database
    assert isinstance(database, SqliteDatabase)

    def abandoned(tx: Transaction) -> None:
        account = accounts.find_by_email(tx, "ada@example.com")
        for _ in range(UPLOADS_AT_ONCE_MAX):
            reserve_room(tx, account.id, 100_000, 10**6, UploadPolicy(10**6, 10**6))

    await database.write(abandoned)
    assert (await desk.hand_in(PIXEL)).status_code == 429
    now = database.clock()
    database.clock = lambda: now + RESERVED_MS

    assert (await desk.hand_in(PIXEL)).status_code == 200


async def test_what_killed_services_were_receiving_is_swept_at_the_next_start(tmp_path: Path) -> None:
    folder = tmp_path / "uploads"
    folder.mkdir()
    alive, dead = StagingDir(folder), folder / ("d" * 32)
    dead.mkdir()
    (folder / f"{dead.name}.lock").touch()
    (dead / "half").write_bytes(PIXEL)
    (alive.path / "half").write_bytes(PIXEL)
    (folder / "tmpabc").write_bytes(PIXEL)  # as an older version left it
    os.utime(folder / "tmpabc", (0, 0))
    app.Service(config.read(data_dir=tmp_path), serves=True, pools={}).application()

    assert sorted(path.name for path in folder.iterdir()) == sorted([alive.name, f"{alive.name}.lock"])
    assert (alive.path / "half").exists()


async def test_a_disk_without_room_takes_no_files(tmp_path: Path) -> None:
    settings = config.read(data_dir=tmp_path, disk_free_megabytes_min=10**9)
    service = app.Service(settings, serves=True, pools={})
    application = service.application()
    await service.start()
    pepper = assembly.api_key_pepper(settings)
    key = await service.database.write(
        lambda tx: accounts.issue_key(tx, open_account(tx, "ada@example.com", Plan.PRO, 1).id, "k", pepper)[1]
    )
    transport = httpx2.ASGITransport(application)
    async with httpx2.AsyncClient(transport=transport, base_url="http://testserver") as client:
        answer = await client.post("/ext/files", content=PIXEL, headers={"Authorization": key})
    await service.stop()

    assert (answer.status_code, "Retry-After" in answer.headers) == (503, True)
    assert left_behind(service) == []
