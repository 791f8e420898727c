"""Strangers' files are decoded by a process each: the honest become plain files, the others a sentence."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from mediamill.codecs import decode_audio, decode_image
from mediamill.engines.decoder import SOURCE, Decoded, DecoderFailed, FileDecoder, InputKind, Undecodable
from mediamill.engines.decoder.decoder import result_of
from mediamill.engines.host.jail import landlock
from mediamill.engines.host.users import COUNT, FIRST, EngineUsers
from tests.codecs.samples import flat_png, sound_file
from tests.codecs.test_effort import jpeg_of_scans
from tests.service import alive, until

pytestmark = pytest.mark.anyio

SECONDS_MAX = 60.0


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def decoder(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[FileDecoder]:
    folder = tmp_path_factory.mktemp("decoder")
    opened = FileDecoder(private=[folder])
    opened.warm_up()
    yield opened
    await opened.stop()


def folder_with(tmp_path: Path, content: bytes, name: str = "file") -> Path:
    folder = tmp_path / name
    folder.mkdir()
    (folder / SOURCE).write_bytes(content)
    return folder


async def decode(decoder: FileDecoder, folder: Path, kind: InputKind, account: str = "ada") -> Decoded | Undecodable:
    return await decoder.decode(folder, kind, account_id=account, seconds_max=SECONDS_MAX)


def test_the_program_that_decodes_loads_nothing_of_the_service() -> None:
    program = (
        "import sys, mediamill.engines.decoder.one_file;"
        "print([name for name in ('asyncio', 'pydantic', 'mediamill.catalogue') if name in sys.modules])"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)

    assert "[]" == answer.stdout.strip()


def processes() -> set[int]:
    return {int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal()}


async def test_a_photo_becomes_an_upright_png_without_its_tags(decoder: FileDecoder, tmp_path: Path) -> None:
    photo = Image.radial_gradient("L").resize((80, 60)).convert("RGB")
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = 6, "where I live"
    photo.save(tmp_path / "photo.jpg", exif=exif)
    folder = folder_with(tmp_path, (tmp_path / "photo.jpg").read_bytes())
    found = await decode(decoder, folder, InputKind.IMAGE)

    assert isinstance(found, Decoded), found
    assert b"where I live" not in found.path.read_bytes()
    assert (decode_image(tmp_path / "photo.jpg").pixels == decode_image(found.path).pixels).all()
    with Image.open(found.path) as opened:
        assert (60, 80) == opened.size
    assert [found.path] == list(folder.iterdir())


async def test_alpha_is_kept(decoder: FileDecoder, tmp_path: Path) -> None:
    glass = Image.fromarray(np.random.default_rng(1).integers(0, 256, (30, 40, 4), np.uint8))
    glass.save(tmp_path / "glass.webp", lossless=True, exact=True)
    found = await decode(decoder, folder_with(tmp_path, (tmp_path / "glass.webp").read_bytes()), InputKind.IMAGE)

    assert isinstance(found, Decoded), found
    assert (np.asarray(glass) == decode_image(found.path).pixels).all()


@pytest.mark.parametrize("suffix", [".mp3", ".wav", ".flac"])
async def test_a_recording_becomes_a_wav_with_every_sample(decoder: FileDecoder, tmp_path: Path, suffix: str) -> None:
    recording = sound_file(tmp_path / f"tone{suffix}", 2.5)
    found = await decode(decoder, folder_with(tmp_path, recording.read_bytes()), InputKind.AUDIO)

    assert isinstance(found, Decoded), found
    assert 2.5 == found.seconds
    before, after = (decode_audio(path, rate=44_100, seconds_max=SECONDS_MAX) for path in (recording, found.path))
    assert (before == after).all()


@pytest.mark.skipif(landlock.abi() == 0, reason="this kernel keeps nothing from being read")
async def test_a_decoder_reads_nothing_but_its_own_file(decoder: FileDecoder, tmp_path: Path) -> None:
    """The file to be decoded leads to somebody else's picture, as a decoder that was taken over would open it."""
    (tmp_path / "private.png").write_bytes(flat_png(8, 8))
    folder = tmp_path / "cell"
    folder.mkdir()
    (folder / SOURCE).symlink_to(tmp_path / "private.png")

    with pytest.raises(DecoderFailed, match="Permission denied"):
        await decode(decoder, folder, InputKind.IMAGE)


@pytest.mark.skipif(os.geteuid() != 0, reason="an ordinary user cannot become another")
async def test_the_decoder_of_a_root_service_is_another_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the user that wrote the plain copy; the copy is the service's again before anybody gets it."""
    writers = []

    def result_and_writer(ended: dict[str, Any], folder: Path, kind: InputKind) -> Decoded | Undecodable:
        writers.append((folder / "clean.png").stat().st_uid)
        return result_of(ended, folder, kind)

    monkeypatch.setattr("mediamill.engines.decoder.decoder.result_of", result_and_writer)
    users = EngineUsers(reason=None)
    engine = users.take()
    decoder = FileDecoder(private=[])
    decoder.decode_as(users)
    found = [await decode(decoder, folder_with(tmp_path, flat_png(8, 8), name), InputKind.IMAGE) for name in "ab"]
    await decoder.stop()

    assert len({0, engine, *writers}) == 4
    assert all(FIRST <= writer < FIRST + COUNT for writer in writers)
    assert [one.path.stat().st_uid for one in found if isinstance(one, Decoded)] == [0, 0]


async def test_what_is_no_such_file_is_refused_with_a_sentence(decoder: FileDecoder, tmp_path: Path) -> None:
    text = await decode(decoder, folder_with(tmp_path, b"hello", "text"), InputKind.IMAGE)
    picture = await decode(decoder, folder_with(tmp_path, flat_png(8, 8), "picture"), InputKind.AUDIO)
    scans = await decode(decoder, folder_with(tmp_path, jpeg_of_scans(30_000), "scans"), InputKind.IMAGE)

    for found in (text, picture, scans):
        assert isinstance(found, Undecodable)
        assert found.sentence.startswith("This file cannot be used: ")
    assert isinstance(scans, Undecodable)
    assert "more than 100 scans" in scans.sentence


async def test_a_recording_that_is_too_long_is_refused(decoder: FileDecoder, tmp_path: Path) -> None:
    long = sound_file(tmp_path / "long.wav", SECONDS_MAX + 2)
    found = await decode(decoder, folder_with(tmp_path, long.read_bytes()), InputKind.AUDIO)

    assert isinstance(found, Undecodable)
    assert "longer than 60 seconds" in found.sentence


async def test_a_decoder_that_is_kept_busy_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, decoder: FileDecoder
) -> None:
    """As the kernel ends it (processor time), and as the zygote does (the deadline)."""
    for status, late in ((-signal.SIGXCPU, False), (-signal.SIGKILL, True)):
        found = result_of({"answer": {}, "status": status, "late": late}, tmp_path, InputKind.IMAGE)
        assert isinstance(found, Undecodable)
        assert found.timed_out
        assert "too long to decode" in found.sentence


async def test_a_decoder_that_crashes_is_the_files_fault(tmp_path: Path) -> None:
    found = result_of({"answer": {}, "status": -signal.SIGSEGV, "late": False}, tmp_path, InputKind.IMAGE)

    assert isinstance(found, Undecodable)
    assert not found.timed_out


async def test_a_decoder_that_lies_about_its_result_is_not_believed(tmp_path: Path) -> None:
    done = {"answer": {"done": True}, "status": 0, "late": False}
    (tmp_path / "clean.png").symlink_to("/etc/passwd")
    sound_file(tmp_path / "clean.wav", 1.0)  # with tags, and not as our own writer writes

    for kind in (InputKind.IMAGE, InputKind.AUDIO):
        with pytest.raises(DecoderFailed):
            result_of(done, tmp_path, kind)


@pytest.mark.slow
async def test_one_file_of_an_account_at_a_time_and_others_beside_it(decoder: FileDecoder, tmp_path: Path) -> None:
    """Files that take long: the account's second waits for its first, another account's does not."""
    long = sound_file(tmp_path / "long.mp3", 55.0).read_bytes()
    ended: list[str] = []

    async def one(name: str, content: bytes, kind: InputKind, account: str) -> None:
        assert isinstance(await decode(decoder, folder_with(tmp_path, content, name), kind, account), Decoded)
        ended.append(name)

    await asyncio.gather(
        one("first of mallory", long, InputKind.AUDIO, "mallory"),
        one("second of mallory", long, InputKind.AUDIO, "mallory"),
        one("of ada", flat_png(8, 8), InputKind.IMAGE, "ada"),
    )

    assert ended.index("of ada") < ended.index("second of mallory")
    assert ended.index("first of mallory") < ended.index("second of mallory")


async def test_a_cancelled_decoding_leaves_no_process(decoder: FileDecoder, tmp_path: Path) -> None:
    folder = folder_with(tmp_path, sound_file(tmp_path / "long.mp3", 55.0).read_bytes())
    begun = asyncio.create_task(decode(decoder, folder, InputKind.AUDIO))
    await asyncio.to_thread(until, (folder / "clean.wav").exists, seconds=30.0, what="it is being decoded")
    begun.cancel()
    with pytest.raises(asyncio.CancelledError):
        await begun

    (zygote,) = decoder.pids
    assert [] == [pid for pid in processes() if parent(pid) == zygote]


def parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[1])
    except OSError:
        return 0


async def test_a_zygote_that_dies_is_replaced(decoder: FileDecoder, tmp_path: Path) -> None:
    (zygote,) = decoder.pids
    os.kill(zygote, signal.SIGKILL)
    await asyncio.to_thread(until, lambda: zygote not in decoder.pids, seconds=30.0, what="its death is known")
    found = await decode(decoder, folder_with(tmp_path, flat_png(8, 8)), InputKind.IMAGE)

    assert isinstance(found, Decoded)
    assert [zygote] != decoder.pids


@pytest.mark.slow
async def test_when_the_service_hangs_up_nothing_is_left(tmp_path: Path) -> None:
    decoder = FileDecoder(private=[])
    folder = folder_with(tmp_path, sound_file(tmp_path / "long.mp3", 55.0).read_bytes())
    begun = asyncio.create_task(decode(decoder, folder, InputKind.AUDIO))
    await asyncio.to_thread(until, (folder / "clean.wav").exists, seconds=30.0, what="it is being decoded")
    (zygote,) = decoder.pids
    below = [pid for pid in processes() if parent(pid) == zygote]
    await decoder.stop()

    assert below
    assert [] == alive([zygote, *below])
    with pytest.raises(DecoderFailed):
        await begun


@pytest.mark.slow
async def test_how_long_a_file_takes(decoder: FileDecoder, tmp_path: Path) -> None:
    """A picture of a megapixel takes a fork, a jail, and the decoding: far below what an engine takes."""
    Image.radial_gradient("L").resize((1_024, 1_024)).convert("RGB").save(tmp_path / "photo.jpg")
    content = (tmp_path / "photo.jpg").read_bytes()
    await decode(decoder, folder_with(tmp_path, content, "warm"), InputKind.IMAGE)
    seconds = []
    for number in range(10):
        folder = folder_with(tmp_path, content, f"photo-{number}")
        started = time.perf_counter()
        await decode(decoder, folder, InputKind.IMAGE)
        seconds.append(time.perf_counter() - started)

    assert sorted(seconds)[5] < 0.5
