"""Recordings and pictures that people bring: chained by URL, fetched from their servers, or not what they say."""

import math
import struct
import threading
import wave
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import av
import httpx2
import pytest

from tests.codecs.samples import RATE, flat_png, glb, sound_file, tone, video_file
from tests.fleet.balanced import is_fleet_wanted, start_service
from tests.journeys.reading import price
from tests.listening import listen
from tests.reliability.invariants import broken_invariants
from tests.sampling import one_in
from tests.service import Person, Service

pytestmark = pytest.mark.xdist_group("journeys-handed-in")

PROMPT = "Old heron, tell me what you see in the water today. I will wait until you speak."


class Files(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Quiet."""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A folder and the address under which a server of one's own gives its files away."""
    folder = tmp_path_factory.mktemp("shelf")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield folder, f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    started = start_service(
        tmp_path_factory.mktemp("house"), rate_limit="off", allowed_networks="127.0.0.0/8", running_pro="20"
    )
    yield started
    started.close()


@pytest.fixture
def ada(house: Service, request: pytest.FixtureRequest) -> Person:
    name = "".join(letter for letter in request.node.name if letter.isalnum()).lower()
    return house.open_account(f"ada-{zlib.crc32(name.encode())}", credits=1_000)


def made(person: Person, tool: str, **input: object) -> dict[str, Any]:
    shown = person.wait(person.start(tool, **input))
    assert shown["status"] == "success", shown["error"]
    return shown


def bytes_of(shown: dict[str, Any]) -> bytes:
    response = httpx2.get(shown["output"], trust_env=False)
    assert response.status_code == 200
    return response.content


@pytest.mark.slow
def test_speech_then_isolator_then_splitter_chained_by_their_urls(house: Service, ada: Person) -> None:
    speech = made(ada, "text-to-speech", model="voicevendor-tts", prompt=PROMPT)
    alone = made(ada, "voice-isolator", model="voicevendor-voice-isolator", audio_url=speech["output"])
    vocals = made(ada, "song-splitter", model="demucs", file=alone["output"], instrument="vocals")
    sounds = [listen(bytes_of(shown)) for shown in (speech, alone, vocals)]
    held = [entry for entry in ada.get("/ext/ledger").json()["data"] if entry["kind"] == "capture"]

    assert ["mp3float", "flac", "flac"] == [sound.codec for sound in sounds]
    assert max(sound.seconds for sound in sounds) - min(sound.seconds for sound in sounds) < 0.02
    assert all(sound.loudness > 0.01 for sound in sounds)
    assert {price(PROMPT), math.ceil(sounds[0].seconds), 3} == {abs(entry["credits"]) for entry in held}
    assert house.is_exact()


def m4a_file(path: Path, seconds: float) -> Path:
    with av.open(str(path), "w", format="ipod") as output:
        stream = output.add_stream("aac", rate=RATE, layout="mono")
        assert isinstance(stream, av.AudioStream)
        frame = av.AudioFrame.from_ndarray(tone(seconds).reshape(1, -1), format="fltp", layout="mono")
        frame.sample_rate = RATE
        resampler = av.AudioResampler(format=stream.codec_context.format, layout="mono", rate=RATE)
        for fitted in (*resampler.resample(frame), *resampler.resample(None), None):
            output.mux(stream.encode(fitted))
    return path


@pytest.mark.parametrize("name", one_in(3, ["three.m4a", "three.wav", "three.flac"]))
def test_a_recording_is_fetched_from_its_owners_server(ada: Person, shelf: tuple[Path, str], name: str) -> None:
    folder, address = shelf
    (m4a_file if name.endswith("m4a") else sound_file)(folder / name, 3.0)
    before = ada.credits()
    shown = made(ada, "voice-isolator", model="voicevendor-voice-isolator", audio_url=f"{address}/{name}")

    assert abs(listen(bytes_of(shown)).seconds - 3.0) < 0.06  # AAC brings its own beginning
    assert before - ada.credits() in (3, 4)


def lying_wav() -> bytes:
    """A header that promises four gigabytes."""
    data = b"\0\0" * 100
    return (
        b"RIFF\xff\xff\xff\xffWAVEfmt "
        + struct.pack("<IHHIIHH", 16, 1, 1, 8_000, 16_000, 2, 16)
        + b"data"
        + (b"\xff\xff\xff\xff" + data)
    )


def hours_of_silence(folder: Path) -> bytes:
    """Three hours in a few kilobytes."""
    path = folder / "long.flac"
    with av.open(str(path), "w", format="flac") as output:
        stream = output.add_stream("flac", rate=8_000, layout="mono", format="s16")
        assert isinstance(stream, av.AudioStream)
        import numpy as np

        frame = av.AudioFrame.from_ndarray(np.zeros((1, 8_000 * 60), np.int16), format="s16", layout="mono")
        frame.sample_rate = 8_000
        for minute in range(180):
            frame.pts = minute * 8_000 * 60
            output.mux(stream.encode(frame))
        output.mux(stream.encode(None))
    return path.read_bytes()


def pixel_bomb(side: int) -> bytes:
    """A picture of side x side pixels in a few kilobytes."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    squeezer = zlib.compressobj(9)
    rows = b"".join(squeezer.compress(b"\0" * (side // 8 + 2)) for _ in range(side)) + squeezer.flush()
    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def one_sample_wav(rate: int, channels: int) -> bytes:
    import io

    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(b"\1\0" * channels * 100)
    return out.getvalue()


PLAYLIST = b"#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n"
AUDIO: dict[str, Callable[[Path], bytes]] = {
    "empty": lambda _: b"",
    "text": lambda _: b"this is no music\n" * 100,
    "random bytes": lambda _: bytes((number * 7_919) % 251 for number in range(50_000)),
    "a playlist named mp3": lambda _: PLAYLIST,
    "a concat script": lambda _: b"ffconcat version 1.0\nfile /etc/passwd\n",
    "subtitles": lambda _: b"1\n00:00:01,000 --> 00:00:02,000\nhello\n",
    "a page": lambda _: b"<!doctype html><script>alert(1)</script>" + b" " * 2_000,
    "a picture": lambda _: flat_png(64, 64),
    "an object": lambda _: glb(),
    "a film without sound": lambda folder: video_file(folder / "film.mp4").read_bytes(),
    "half an mp3 header": lambda folder: sound_file(folder / "a.mp3").read_bytes()[:40],
    "three hours": hours_of_silence,
    "four gigabytes promised": lambda _: lying_wav(),
    "no rate": lambda _: one_sample_wav(1, 1),
    "200 channels": lambda _: one_sample_wav(8_000, 200),
}
PICTURES: dict[str, Callable[[Path], bytes]] = {
    "empty": lambda _: b"",
    "text": lambda _: b"this is no picture\n" * 100,
    "169 megapixels": lambda _: pixel_bomb(13_000),
    "400 megapixels": lambda _: pixel_bomb(20_000),
    "a torn one": lambda _: flat_png(200, 200)[:-40],
    "svg": lambda _: b'<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
    "postscript": lambda _: b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n" + b" " * 500,
    "a sound": lambda folder: sound_file(folder / "b.wav").read_bytes(),
    "one pixel": lambda _: flat_png(1, 1),
    "one colour": lambda _: flat_png(300, 300),
}
# These may turn out to be readable after all; then they are worked with like any other.
MAY_SUCCEED = {"four gigabytes promised", "no rate", "200 channels", "half an mp3 header"}
DOORS = {
    "audio": (AUDIO, "voice-isolator", "voicevendor-voice-isolator", "audio_url"),
    "song": (AUDIO, "song-splitter", "demucs", "file"),
    "speech": (AUDIO, "translate-audio", "voicevendor-dubbing", "audio_url"),
    "picture": (PICTURES, "image-to-3d-object", "triposr", "image_url"),
}


@pytest.mark.parametrize("door", one_in(len(DOORS), reversed(DOORS)))
def test_hostile_files_end_in_an_error_and_cost_nothing(
    house: Service, ada: Person, shelf: tuple[Path, str], tmp_path: Path, door: str
) -> None:
    folder, address = shelf
    kinds, tool, model, field = DOORS[door]
    before = ada.credits()
    ids = {}
    for number, (name, make) in enumerate(kinds.items()):
        (folder / f"{door}{number}.bin").write_bytes(make(tmp_path))
        input = {"model": model, field: f"{address}/{door}{number}.bin"}
        extra = {"target_lang": "en"} if tool == "translate-audio" else {}
        ids[name] = ada.start(tool, **input, **extra)
    ended = {name: ada.wait(id) for name, id in ids.items()}

    for name, shown in ended.items():
        assert shown["status"] == "error" or name in MAY_SUCCEED, name
        if shown["status"] == "error":
            assert shown["error"].endswith("."), (name, shown["error"])
            assert "/" not in shown["error"].replace("and/or", ""), (name, shown["error"])
    if all(shown["status"] == "error" for shown in ended.values()):
        assert before == ada.credits()
    assert "Traceback" not in house.log
    assert "success" == ada.wait(ada.start("drum-generator", model="drumgen"))["status"]


def test_after_all_of_them_everything_is_in_order(house: Service) -> None:
    assert house.is_exact()
    if not is_fleet_wanted():  # the others are read from the file of one process
        assert [] == broken_invariants(house, promised=[])
