"""What a bucket asks of a storage besides what every storage promises: few calls, little memory, nothing left half."""

import asyncio
import random
import signal
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme

from mediamill.db import Database
from mediamill.dispatch import Maintenance
from mediamill.storage import Asked, OpenFile, Storage, StorageFailed, StorageUnusable, new_key, open_storage
from mediamill.storage.bucket import PART_BYTES, PUTS_AT_ONCE
from mediamill.units import HOUR_MS
from tests.conformance.bucket import Bucket, Fault, credentials, every_third, running_bucket

SONG = f"gen_{'1' * 32}/{'2' * 32}.mp3"
CAT = f"upl_{'3' * 32}/{'4' * 32}.png"
LONG_BYTES = 2 * PART_BYTES + 1_000  # three parts
SOUND = b"a song of the reeds"


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bucket]:
    with running_bucket() as running:
        for name, value in credentials(running).items():
            monkeypatch.setenv(name, value)
        yield running


@pytest.fixture
def storage(bucket: Bucket) -> Storage:
    return open_storage(f"{bucket.url}/media")


@pytest.fixture
def song(tmp_path: Path) -> Path:
    path = tmp_path / "song.mp3"
    path.write_bytes(SOUND)
    return path


@pytest.fixture
def long_song(tmp_path: Path) -> Path:
    path = tmp_path / "long.mp3"
    path.write_bytes(random.Random(7).randbytes(LONG_BYTES))
    return path


async def content(storage: Storage, key: str, asked: Asked | None = None) -> bytes:
    found = await storage.open(key, asked)
    assert isinstance(found, OpenFile), found
    return b"".join([piece async for piece in found.pieces])


async def test_each_file_says_itself_how_it_is_to_be_given_out(
    storage: Storage, bucket: Bucket, song: Path, long_song: Path
) -> None:
    other = new_key(f"gen_{'1' * 32}", ".wav")
    await storage.put(SONG, song)
    await storage.put(CAT, song)
    await storage.put(other, long_song)

    headers = bucket.headers_of(f"media/{SONG}")
    assert "audio/mpeg" == headers["Content-Type"]
    assert "public, max-age=31536000, immutable" == headers["Cache-Control"]
    assert f'inline; filename="{SONG.replace("/", "-")}"' == headers["Content-Disposition"]
    assert ("image/png", "private, max-age=300") == tuple(
        bucket.headers_of(f"media/{CAT}")[name] for name in ("Content-Type", "Cache-Control")
    )
    assert "audio/wav" == bucket.headers_of(f"media/{other}")["Content-Type"]


@pytest.mark.parametrize("asked", [None, Asked(0, 3), Asked(4, None), Asked(None, 5), Asked(1_000, None)])
async def test_reading_takes_one_call(storage: Storage, bucket: Bucket, song: Path, asked: Asked | None) -> None:
    await storage.put(SONG, song)
    bucket.calls.clear()
    found = await storage.open(SONG, asked)
    if isinstance(found, OpenFile):
        assert b"".join([piece async for piece in found.pieces])

    assert 1 == len(bucket.calls), bucket.calls


async def test_two_installations_in_one_bucket_see_nothing_of_each_other(
    bucket: Bucket, song: Path, tmp_path: Path
) -> None:
    mill, mills, inner, whole = (
        open_storage(f"{bucket.url}{prefix}") for prefix in ("/mill", "/mills", "/mill/inner", "")
    )
    for storage in (mill, mills, inner):
        await storage.put(SONG, song)

    assert [SONG] == [file.key async for file in mills.list()] == [file.key async for file in inner.list()]
    assert 3 == len(await listed(whole))
    await mill.delete([file.key async for file in mill.list() if file.key == SONG])
    assert sorted([f"mills/{SONG}", f"mill/inner/{SONG}"]) == sorted(bucket.objects())
    assert await mill.head(SONG) is None
    assert await mills.head(SONG) == len(SOUND)


async def test_a_thousand_files_go_with_one_call(storage: Storage, bucket: Bucket, song: Path) -> None:
    keys = [new_key(f"gen_{'1' * 32}", ".mp3") for _ in range(1_200)]
    for key in (keys[0], keys[700], keys[-1]):
        await storage.put(key, song)
    bucket.calls.clear()
    await storage.delete(keys)

    assert ["POST", "POST"] == [call.method for call in bucket.calls]
    assert [] == bucket.objects()


async def test_a_listing_comes_page_by_page(
    storage: Storage, bucket: Bucket, song: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mediamill.storage.bucket.LISTED_AT_ONCE", 5)
    keys = {new_key(f"gen_{'1' * 32}", ".mp3") for _ in range(23)}
    for key in keys:
        await storage.put(key, song)
    bucket.page_keys = 5
    bucket.calls.clear()
    listing = aiter(storage.list())
    first = await anext(listing)

    assert len(bucket.calls) < 5  # what nobody has asked for yet was not fetched
    assert keys == {first.key, *[file.key async for file in listing]}
    assert 5 == len(bucket.calls)


async def test_a_listing_that_is_cut_goes_on_where_it_was(
    storage: Storage, bucket: Bucket, song: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mediamill.storage.bucket.LISTED_AT_ONCE", 5)
    keys = sorted(new_key(f"gen_{'1' * 32}", ".mp3") for _ in range(23))
    for key in keys:
        await storage.put(key, song)
    bucket.page_keys = 5
    bucket.calls.clear()
    bucket.fault = lambda call: Fault.CUT if call.number % 2 == 0 else None

    assert keys == await listed(storage)
    assert len(bucket.calls) < 12


@pytest.mark.slow
async def test_every_third_call_may_fail(storage: Storage, bucket: Bucket, song: Path, long_song: Path) -> None:
    bucket.fault = every_third
    for number in range(6):
        key = new_key(f"gen_{'1' * 32}", ".mp3")
        source, size = (long_song, LONG_BYTES) if number == 3 else (song, len(SOUND))
        await storage.put(key, source)
        assert size == len(await content(storage, key)) == await storage.head(key)
        assert key in [file.key async for file in storage.list()]
        await storage.delete([key])

    assert [] == bucket.objects()


async def test_a_put_that_fails_takes_its_parts_back(storage: Storage, bucket: Bucket, long_song: Path) -> None:
    bucket.fault = lambda call: Fault.REFUSED if "partNumber=3" in call.path else None
    with pytest.raises(StorageFailed):
        await storage.put(SONG, long_song)

    assert any("partNumber=1" in call.path for call in bucket.calls)
    assert ([], []) == (bucket.objects(), bucket.unfinished())


async def test_a_put_that_cannot_be_completed_takes_its_parts_back(
    storage: Storage, bucket: Bucket, long_song: Path
) -> None:
    bucket.fault = lambda call: Fault.REFUSED if call.method == "POST" and "uploadId" in call.path else None
    with pytest.raises(StorageFailed):
        await storage.put(SONG, long_song)

    assert ([], []) == (bucket.objects(), bucket.unfinished())


@pytest.mark.parametrize("step", ["POST", "partNumber=1", "partNumber=3"])
async def test_a_put_that_is_cancelled_takes_its_parts_back(
    storage: Storage, bucket: Bucket, long_song: Path, step: str
) -> None:
    bucket.answer_seconds = 0.1
    putting = asyncio.create_task(storage.put(SONG, long_song))
    await asyncio.to_thread(bucket.wait_for, step)
    putting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await putting

    assert ([], []) == (bucket.objects(), bucket.unfinished())


def test_a_killed_process_leaves_whole_files_and_unfinished_uploads(
    storage: Storage, bucket: Bucket, long_song: Path
) -> None:
    """Nothing here can see what is unfinished: a rule of the bucket has to clear it, as docs/bucket.md says."""
    program = (
        "import asyncio, sys; from pathlib import Path; from mediamill.storage import open_storage\n"
        "asyncio.run(open_storage(sys.argv[1]).put(sys.argv[2], Path(sys.argv[3])))\n"
    )
    bucket.takes.clear()
    command = [sys.executable, "-c", program, f"{bucket.url}/media", SONG, str(long_song)]
    with subprocess.Popen(command) as worker:
        bucket.wait_for("partNumber=1")
        worker.send_signal(signal.SIGKILL)
    bucket.takes.set()

    assert [] == bucket.objects()
    assert [f"media/{SONG}"] == bucket.unfinished()
    assert 0 == asyncio.run(storage.sweep())
    assert [] == asyncio.run(listed(storage))


async def listed(storage: Storage) -> list[str]:
    return [file.key async for file in storage.list()]


async def test_only_so_many_files_are_stored_at_once(storage: Storage, bucket: Bucket, song: Path) -> None:
    bucket.takes.clear()
    keys = [new_key(f"gen_{'1' * 32}", ".mp3") for _ in range(3 * PUTS_AT_ONCE)]
    puts = [asyncio.create_task(storage.put(key, song)) for key in keys]
    await asyncio.to_thread(bucket.wait_for, "PUT", PUTS_AT_ONCE)
    assert await storage.head(SONG) is None  # what reads does not wait
    under_way = bucket.puts
    bucket.takes.set()
    await asyncio.gather(*puts)

    assert PUTS_AT_ONCE == under_way
    assert len(keys) == len(bucket.objects())


@pytest.mark.slow
def test_a_large_file_is_never_in_memory_as_a_whole(bucket: Bucket, tmp_path: Path) -> None:
    program = (
        "import asyncio, resource, sys; from pathlib import Path; from mediamill.storage import new_key, open_storage\n"
        "async def main():\n"
        "    await open_storage(sys.argv[1]).put(new_key('gen_' + '1' * 32, '.mp4'), Path(sys.argv[2]))\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "asyncio.run(main())\n"
        "print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)\n"
    )
    with (tmp_path / "film.mp4").open("wb") as film:
        film.truncate(200 << 20)
    command = [sys.executable, "-c", program, f"{bucket.url}/media", str(tmp_path / "film.mp4")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert 0 == done.returncode, done.stderr
    assert 1 == len(bucket.objects())
    assert int(done.stdout) < 100, "three parts of 8 MiB, and what the library needs"


REFUSALS = {
    "NoSuchBucket": r"no such bucket: create it, or correct MEDIAMILL_STORAGE_URL \(HTTP 404 NoSuchBucket\)",
    "InvalidAccessKeyId": r"credentials are refused: check AWS_ACCESS_KEY_ID",
    "SignatureDoesNotMatch": r"credentials are refused",
    "AccessDenied": r"may not do that: allow s3:GetObject, s3:PutObject",
    "RequestTimeTooSkewed": r"the clock of this machine is wrong",
    "AuthorizationHeaderMalformed": r"another region: set AWS_REGION",
}


async def test_a_bucket_that_is_well_is_tried_out_and_left_as_it_was(storage: Storage, bucket: Bucket) -> None:
    await storage.check()
    await storage.try_out()

    assert [] == bucket.objects()
    assert {"GET", "PUT", "POST"} == {call.method for call in bucket.calls}


@pytest.mark.parametrize("code", REFUSALS)
async def test_a_refusal_is_told_with_what_to_do(storage: Storage, bucket: Bucket, code: str) -> None:
    bucket.error = (404 if code == "NoSuchBucket" else 400 if "Malformed" in code else 403, code)
    for action in (storage.check, storage.try_out):
        with pytest.raises(StorageUnusable, match=REFUSALS[code]) as found:
            await action()
        assert "\n" not in str(found.value)
        assert "reeds" not in str(found.value)


async def test_a_bucket_that_is_not_there_is_no_empty_one(bucket: Bucket, song: Path, tmp_path: Path) -> None:
    storage = open_storage("s3://nobody-made-this/media")
    for work in (
        storage.put(SONG, song), storage.open(SONG), storage.fetch(SONG, tmp_path / "x"), storage.delete([SONG]),
        storage.check(), storage.try_out(), listed(storage),
    ):  # fmt: skip
        with pytest.raises(StorageUnusable, match="no such bucket"):
            await work


async def test_a_bucket_that_is_away_is_no_fault_of_the_settings(storage: Storage, bucket: Bucket, song: Path) -> None:
    bucket.is_away = True
    with pytest.raises(StorageFailed, match="cannot be reached: check the network and AWS_ENDPOINT_URL") as away:
        await storage.check()
    bucket.is_away, bucket.fault = False, lambda call: Fault.BUSY
    with pytest.raises(StorageFailed, match=r"too busy or out of order \(HTTP 503 SlowDown\)") as busy:
        await storage.check()
    bucket.fault = lambda call: None
    await storage.put(SONG, song)

    assert not any(isinstance(found.value, StorageUnusable) for found in (away, busy))
    assert await storage.head(SONG) == len(SOUND)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"AWS_ALLOW_HTTP": None}, "where that is meant, set AWS_ALLOW_HTTP=true"),
        ({"AWS_ACCESS_KEY_ID": None}, "set both AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"),
        ({"AWS_ENDPOINT_URL": "marsh.example"}, "AWS_ENDPOINT_URL is not an address"),
        (
            {"AWS_ACCESS_KEY_ID": None, "AWS_SECRET_ACCESS_KEY": None, "AWS_METADATA_ENDPOINT": "http://127.0.0.1:1"},
            "no credentials were found",
        ),
    ],
)
async def test_settings_that_cannot_work_are_told_apart(
    bucket: Bucket, monkeypatch: pytest.MonkeyPatch, changed: dict[str, str | None], sentence: str
) -> None:
    for name, value in changed.items():
        if value is None:
            monkeypatch.delenv(name)
        else:
            monkeypatch.setenv(name, value)
    with pytest.raises(StorageUnusable, match=sentence):
        await open_storage(f"{bucket.url}/media").try_out()


async def test_a_certificate_of_ones_own_is_trusted_when_it_is_named(
    bucket: Bucket, song: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "authority.pem"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("localhost").configure_cert(context)
    bucket.socket = context.wrap_socket(bucket.socket, server_side=True)
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"https://localhost:{bucket.server_port}")
    monkeypatch.delenv("AWS_ALLOW_HTTP")
    with pytest.raises(StorageUnusable, match="its certificate is not trusted: name a file with its authority"):
        await open_storage(f"{bucket.url}/media").try_out()
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
    storage = open_storage(f"{bucket.url}/media")
    await storage.put(SONG, song)

    assert SOUND == await content(storage, SONG)


async def test_the_sweep_for_orphans_stays_below_its_prefix(
    bucket: Bucket, database: Database, song: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of the files has a row: those of the neighbours, which have theirs elsewhere, are not ours to judge."""
    monkeypatch.setattr("mediamill.dispatch.maintenance.ORPHAN_AGE_MS", -HOUR_MS)
    monkeypatch.setattr("mediamill.dispatch.maintenance.ORPHAN_BATCH", 4)
    ours, whole = open_storage(f"{bucket.url}/mill"), open_storage(bucket.url)
    keys = [new_key(f"gen_{'1' * 32}", ".mp3") for _ in range(10)]
    for key in keys:
        await ours.put(key, song)
    neighbours = [f"{prefix}/{keys[0]}" for prefix in ("mills", "mill/inner", "mil", "other")]
    for key in (*neighbours, "mill/notes.txt"):
        await whole.put(key, song)

    assert 10 == await Maintenance(database, ours).sweep_orphans()
    assert sorted([*neighbours, "mill/notes.txt"]) == sorted(bucket.objects())
    assert 0 == await Maintenance(database, whole).sweep_orphans()
    assert 5 == len(bucket.objects())
