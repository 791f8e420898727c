"""What every storage promises, told on each of them; and what the folder adds: durable, whole or absent."""

import asyncio
import functools
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mediamill import clock
from mediamill.errors import MediamillError
from mediamill.storage import (
    Asked,
    BeyondEnd,
    Extent,
    InvalidKey,
    NotStored,
    OpenFile,
    Span,
    Storage,
    StorageFailed,
    UnknownStorage,
    new_key,
    open_storage,
)
from tests.conformance.bucket import credentials, running_bucket

HOUR_SECONDS = 3_600
HERON = b"a heron stands in the reeds\n" * 40_000  # 1.1 MB: several pieces of a stream
KEY = "gen_0199c4d2a1b0/0123456789abcdef0123456789abcdef.mp3"
OTHER_KEY = "gen_0199c4d2a1b1/fedcba9876543210fedcba9876543210.mp3"


@pytest.fixture(params=["folder", "file-url", "bucket"])
def storage(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Storage]:
    if request.param == "folder":
        yield open_storage(tmp_path / "media")
    elif request.param == "file-url":
        yield open_storage((tmp_path / "media and more").as_uri())
    else:
        with running_bucket() as bucket:
            for name, value in credentials(bucket).items():
                monkeypatch.setenv(name, value)
            yield open_storage(f"{bucket.url}/media")


@pytest.fixture
def heron(tmp_path: Path) -> Path:
    path = tmp_path / "heron.mp3"
    path.write_bytes(HERON)
    return path


async def content(storage: Storage, key: str, asked: Asked | None = None) -> bytes:
    found = await storage.open(key, asked)
    assert isinstance(found, OpenFile), found
    whole = b"".join([piece async for piece in found.pieces])
    assert len(whole) == found.span.length
    return whole


async def keys(storage: Storage, prefix: str = "") -> set[str]:
    return {stored.key async for stored in storage.list(prefix)}


async def test_what_was_stored_comes_back(storage: Storage, heron: Path, tmp_path: Path) -> None:
    await storage.put(KEY, heron)

    assert len(HERON) == await storage.head(KEY)
    assert await content(storage, KEY) == HERON
    assert len(HERON) == await storage.fetch(KEY, tmp_path / "again.mp3")
    assert (tmp_path / "again.mp3").read_bytes() == HERON


@pytest.mark.parametrize("size", [0, 1, 5 << 20, (11 << 20) + 3])
async def test_files_of_every_size_come_back_whole(storage: Storage, tmp_path: Path, size: int) -> None:
    song = random.Random(size).randbytes(size)
    (tmp_path / "song").write_bytes(song)
    await storage.put(KEY, tmp_path / "song")

    assert size == await storage.head(KEY)
    assert await content(storage, KEY) == song


@pytest.mark.parametrize(
    ("asked", "part"),
    [
        (Asked(0, 0), slice(0, 1)),
        (Asked(5, 299_999), slice(5, 300_000)),
        (Asked(len(HERON) - 10, None), slice(-10, None)),
        (Asked(len(HERON) - 10, len(HERON) + 1_000), slice(-10, None)),
        (Asked(0, None), slice(None)),
        (Asked(None, 7), slice(-7, None)),
        (Asked(None, 10**12), slice(None)),
    ],
)
async def test_a_browser_gets_the_range_it_asks_for(storage: Storage, heron: Path, asked: Asked, part: slice) -> None:
    await storage.put(KEY, heron)
    start, stop, _ = part.indices(len(HERON))
    found = await storage.open(KEY, asked)

    assert isinstance(found, OpenFile)
    assert (len(HERON), Span(start, stop - 1)) == (found.size, found.span)
    assert HERON[part] == b"".join([piece async for piece in found.pieces])
    assert Extent(found.size, found.span) == await storage.extent(KEY, asked)


@pytest.mark.parametrize("asked", [Asked(len(HERON), None), Asked(10**12, 10**12 + 1), Asked(None, 0)])
async def test_a_range_beyond_the_end_is_said_with_the_size(storage: Storage, heron: Path, asked: Asked) -> None:
    await storage.put(KEY, heron)

    assert BeyondEnd(len(HERON)) == await storage.open(KEY, asked) == await storage.extent(KEY, asked)


async def test_of_an_empty_file_no_range_can_be_had(storage: Storage, tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    await storage.put(KEY, tmp_path / "empty")

    for asked in (Asked(0, None), Asked(0, 5), Asked(None, 5)):
        assert BeyondEnd(0) == await storage.open(KEY, asked) == await storage.extent(KEY, asked)
    assert await content(storage, KEY) == b""


async def test_what_is_not_there_is_said_so(storage: Storage, tmp_path: Path) -> None:
    assert await storage.head(KEY) is None
    for asked in (None, Asked(0, 0), Asked(None, 0)):
        assert await storage.open(KEY, asked) is None
        assert await storage.extent(KEY, asked) is None
    with pytest.raises(NotStored):
        await storage.fetch(KEY, tmp_path / "nothing")
    await storage.delete([KEY, OTHER_KEY])

    assert await keys(storage) == set()


async def test_deleting_takes_what_was_named_and_nothing_else(storage: Storage, heron: Path) -> None:
    for key in (KEY, OTHER_KEY):
        await storage.put(key, heron)
    await storage.delete([KEY, "gen_none/0.mp3"])

    assert await storage.head(KEY) is None
    assert await content(storage, OTHER_KEY) == HERON


async def test_a_generation_s_files_are_listed_without_its_neighbours(storage: Storage, heron: Path) -> None:
    stored = {KEY, "gen_0199c4d2a1b0/thumbnail.jpg", OTHER_KEY, "gen_0199c4d2a1b00/longer.mp3"}
    for key in stored:
        await storage.put(key, heron)
    own = {KEY, "gen_0199c4d2a1b0/thumbnail.jpg"}

    assert stored == await keys(storage)
    assert own == await keys(storage, "gen_0199c4d2a1b0")
    assert own == await keys(storage, "gen_0199c4d2a1b0/")
    assert await keys(storage, "gen_none") == set()
    assert {len(HERON)} == {entry.size async for entry in storage.list()}
    assert all(0 < instant <= clock.now() + 1_000 for instant in [entry.modified_at async for entry in storage.list()])


@pytest.mark.parametrize(
    "key",
    [
        "",
        "/etc/passwd",
        "../secret.key",
        "gen_1/../../secret.key",
        "gen_1/..",
        "gen_1/a..b",
        "gen_1//a.mp3",
        "gen_1/a.mp3/",
        ".staging/0123",
        "gen_1/.hidden",
        "gen_1/a#1",
        "gen_1/a%2e%2e",
        "gen_1/a\\b",
        "gen_1/a\nb",
        "gen_1/a.mp3\n",
        "gen_1/\u202e3pm.exe",
        "gen_1/a\0",
        "gen_1/" + "a" * 300,
        "a/b/c/d/e",
    ],
)
async def test_a_key_that_could_lead_elsewhere_is_refused_everywhere(storage: Storage, heron: Path, key: str) -> None:
    with pytest.raises(InvalidKey):
        await storage.put(key, heron)
    with pytest.raises(InvalidKey):
        await storage.head(key)
    with pytest.raises(InvalidKey):
        await storage.open(key, Asked(0, 0))
    with pytest.raises(InvalidKey):
        await content(storage, key)
    with pytest.raises(InvalidKey):
        await storage.delete([key])
    if key:
        with pytest.raises(InvalidKey):
            await keys(storage, f"{key}//")


async def test_a_missing_source_stores_nothing(storage: Storage, tmp_path: Path) -> None:
    with pytest.raises(MediamillError):
        await storage.put(KEY, tmp_path / "never-made.mp3")

    assert await storage.head(KEY) is None
    assert await keys(storage) == set()


async def test_many_at_once_do_not_disturb_each_other(storage: Storage, tmp_path: Path) -> None:
    songs = {new_key(f"gen_{number % 4}", ".mp3"): random.Random(number).randbytes(50_000) for number in range(24)}
    for key, song in songs.items():
        (tmp_path / key.replace("/", "_")).write_bytes(song)
    await asyncio.gather(*(storage.put(key, tmp_path / key.replace("/", "_")) for key in songs))

    assert songs == {key: await content(storage, key) for key in songs}


async def test_sweeping_a_clean_storage_changes_nothing(storage: Storage, heron: Path) -> None:
    await storage.put(KEY, heron)

    assert await storage.sweep() == 0
    assert await content(storage, KEY) == HERON


def test_a_new_key_is_a_name_nobody_guesses() -> None:
    made = {new_key("gen_0199c4d2a1b0", ".MP3") for _ in range(1_000)}

    assert len(made) == 1_000
    assert all(re.fullmatch(r"gen_0199c4d2a1b0/[0-9a-f]{32}\.mp3", key) for key in made)


@pytest.mark.parametrize(
    "url",
    ["gs://marsh", "s3://", "http://marsh.test/media", "file://elsewhere/x", "memory:///",
     "s3://marsh/../x", "s3://marsh/a//b", "s3://marsh/a?x=1", "s3://ada@marsh/a"],
)  # fmt: skip
def test_an_unknown_storage_is_refused_with_a_sentence(url: str) -> None:
    with pytest.raises(UnknownStorage, match=r"give a folder or s3://bucket/prefix"):
        open_storage(url)


async def test_the_folder_is_synced_before_and_after_the_name_appears(
    tmp_path: Path, heron: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = open_storage(tmp_path / "media")
    target = tmp_path / "media" / KEY
    synced: list[tuple[str, bool]] = []

    def record(descriptor: int) -> None:
        synced.append((str(Path(f"/proc/self/fd/{descriptor}").readlink()), target.exists()))

    monkeypatch.setattr(os, "fsync", record)
    await storage.put(KEY, heron)

    content_path, named = synced[0]
    assert Path(content_path).parent.parent == tmp_path / "media" / ".staging"
    assert not named
    assert synced[1:] == [(str(target.parent), True), (str(tmp_path / "media"), True)]


async def test_a_new_storage_folder_is_itself_durable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda fd: synced.append(str(Path(f"/proc/self/fd/{fd}").readlink())))
    open_storage(tmp_path / "data" / "media")

    assert {str(tmp_path), str(tmp_path / "data"), str(tmp_path / "data" / "media")} <= set(synced)


async def test_when_the_disk_fails_at_the_sync_nothing_is_there(
    tmp_path: Path, heron: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = open_storage(tmp_path / "media")
    real = os.fsync

    def failing(left: Iterator[bool], descriptor: int) -> None:
        if next(left):
            raise OSError(5, "Input/output error")
        real(descriptor)

    for outcomes in ([True], [False, True], [False, False, True]):
        monkeypatch.setattr(os, "fsync", functools.partial(failing, iter(outcomes)))
        with pytest.raises(StorageFailed, match="Input/output error"):
            await storage.put(KEY, heron)

        assert await storage.head(KEY) is None
        assert [path for path in (tmp_path / "media").rglob("*") if path.is_file() and path.suffix != ".lock"] == []


async def test_a_failed_put_leaves_what_was_stored_before(tmp_path: Path, heron: Path) -> None:
    storage = open_storage(tmp_path / "media")
    await storage.put(KEY, heron)
    with pytest.raises(StorageFailed):
        await storage.put(KEY, tmp_path / "never-made.mp3")

    assert await content(storage, KEY) == HERON


async def test_a_cancelled_put_leaves_nothing_half(tmp_path: Path) -> None:
    storage = open_storage(tmp_path / "media")
    (tmp_path / "long").write_bytes(b"x" * (30 << 20))
    for step in range(6):
        task = asyncio.create_task(storage.put(KEY, tmp_path / "long"))
        for _ in range(step):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

        assert await storage.head(KEY) in (None, 30 << 20)


def test_a_killed_process_leaves_a_whole_file_or_none(tmp_path: Path) -> None:
    program = (
        "import asyncio, sys; from pathlib import Path; from mediamill.storage import new_key, open_storage\n"
        "async def main():\n"
        "    storage = open_storage(sys.argv[1])\n"
        "    while True:\n"
        "        print('put', flush=True)\n"
        "        await storage.put(new_key('gen_1', '.mp3'), Path(sys.argv[2]))\n"
        "asyncio.run(main())\n"
    )
    (tmp_path / "song").write_bytes(b"y" * (8 << 20))
    leftovers = 0
    for _ in range(4):
        arguments = [sys.executable, "-c", program, str(tmp_path / "media"), str(tmp_path / "song")]
        with subprocess.Popen(arguments, stdout=subprocess.PIPE) as worker:
            assert worker.stdout is not None
            for _ in range(3):
                worker.stdout.readline()
            worker.kill()
        leftovers += len(list((tmp_path / "media" / ".staging").iterdir()))
        for path in (tmp_path / "media" / "gen_1").iterdir():
            assert path.stat().st_size == 8 << 20

    assert leftovers, "no kill hit a put: this proved nothing"


async def test_sweeping_takes_old_leftovers_and_spares_puts_under_way(tmp_path: Path, heron: Path) -> None:
    storage = open_storage(tmp_path / "media")
    staging = tmp_path / "media" / ".staging"
    await storage.put(KEY, heron)
    (staging / "0123#1").write_bytes(b"half")
    (staging / "4567").write_bytes(b"whole, but never named")
    (staging / "89ab").write_bytes(b"being written by another process")
    (tmp_path / "media" / "gen_emptied").mkdir()
    long_ago = clock.now() / 1000 - 2 * HOUR_SECONDS
    for old in (staging / "0123#1", staging / "4567", tmp_path / "media" / "gen_emptied", tmp_path / "media" / KEY):
        os.utime(old, (long_ago, long_ago))

    assert await storage.sweep() == 2
    assert {path.name for path in staging.iterdir() if path.is_file() and path.suffix != ".lock"} == {"89ab"}
    assert not (tmp_path / "media" / "gen_emptied").exists()
    assert await content(storage, KEY) == HERON
    assert await keys(storage) == {KEY}


def test_what_a_dead_process_had_staged_is_swept_at_once(tmp_path: Path, heron: Path) -> None:
    program = (
        "import asyncio, os, sys; from pathlib import Path; from mediamill.storage import new_key, open_storage\n"
        "storage = open_storage(sys.argv[1]); asyncio.run(storage.put(new_key('gen_1', '.mp3'), Path(sys.argv[2])))\n"
        "(Path(sys.argv[1]) / '.staging' / storage._staging.name / 'half').write_bytes(b'half')\n"
        "print('staged', flush=True); sys.stdin.readline(); os._exit(1)\n"
    )
    arguments = [sys.executable, "-c", program, str(tmp_path / "media"), str(heron)]
    storage = open_storage(tmp_path / "media")
    asyncio.run(storage.put(KEY, heron))
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as worker:
        assert worker.stdout is not None
        worker.stdout.readline()
        assert asyncio.run(storage.sweep()) == 0  # it lives
        worker.kill()

    assert asyncio.run(storage.sweep()) == 1
    assert [] == list((tmp_path / "media" / ".staging").glob("*/*"))
    asyncio.run(storage.put(KEY, heron))  # our own desk is still there


async def test_a_storage_that_cannot_write_says_so_in_one_sentence(tmp_path: Path, heron: Path) -> None:
    storage = open_storage(tmp_path / "media")
    (tmp_path / "media" / ".staging").rmdir()
    (tmp_path / "media" / ".staging").write_text("a file where the folder should be")
    with pytest.raises(StorageFailed) as failed:
        await storage.put(KEY, heron)

    assert str(failed.value).startswith(f"The storage could not store {KEY}: ")
    assert "\n" not in str(failed.value)
