"""Sounds and files that several tests of this room need."""

import struct
import zlib
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray

from mediamill.codecs import Tags, encode_audio

Samples = NDArray[np.float32]

RATE = 44_100
TAGS = Tags("A heron", {"engine": "tests", "seed": 7})


def tone(seconds: float, *, rate: int = RATE, frequency: float = 440.0, level: float = 0.3) -> Samples:
    time = np.arange(round(seconds * rate)) / rate
    return (level * np.sin(2 * np.pi * frequency * time)).astype(np.float32)


def noise_bursts(seconds: float, *, seed: int = 1) -> Samples:
    """Stereo, loud and full of peaks: what makes a limiter and an mp3 encoder work."""
    time = np.arange(round(seconds * RATE)) / RATE
    noise = np.random.default_rng(seed).standard_normal((len(time), 2))
    return (np.exp(-(time % 0.5) / 0.05)[:, np.newaxis] * noise).astype(np.float32)


def sound_file(path: Path, seconds: float = 1.0) -> Path:
    encode_audio(tone(seconds), RATE, path, tags=TAGS)
    return path


def decoded(path: Path) -> tuple[Samples, int]:
    """(n, channels) in -1..1, and the rate, read by nothing of this room."""
    with av.open(str(path)) as container:
        stream = container.streams.audio[0]
        resampler = av.AudioResampler(format="fltp", layout=stream.layout, rate=stream.rate)
        pieces = [fitted.to_ndarray() for frame in container.decode(stream) for fitted in resampler.resample(frame)]
        return np.concatenate(pieces, axis=1).T.astype(np.float32), stream.rate or 0


def metadata(path: Path) -> dict[str, str]:
    with av.open(str(path)) as container:
        return dict(container.metadata)


def flat_png(width: int, height: int) -> bytes:
    """A PNG that is tiny as a file and huge when decoded."""
    squeeze = zlib.compressobj(9)
    row = b"\0" * (1 + width * 3)
    pixels = b"".join(squeeze.compress(row) for _ in range(height)) + squeeze.flush()
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = _chunk(b"IHDR", header) + _chunk(b"IDAT", pixels) + _chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunks


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def glb(scene: bytes = b'{"asset":{"version":"2.0"},"meshes":[{"primitives":[]}]}') -> bytes:
    body = scene + b" " * (-len(scene) % 4)
    return struct.pack("<4sIIII", b"glTF", 2, 20 + len(body), len(body), 0x4E4F534A) + body


def video_file(path: Path, *, frames: int = 25, codec: str = "mpeg4") -> Path:
    """25 frames a second, 64 by 48 pixels, no sound."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream(codec, rate=25, width=64, height=48, pix_fmt="yuv420p")
        assert isinstance(stream, av.VideoStream)
        for number in range(frames):
            picture = np.full((48, 64, 3), number * 5 % 256, np.uint8)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        container.mux(stream.encode(None))
    return path


def cover_art_file(path: Path) -> Path:
    """An mp3 with a picture in its tag, as every shop sells them."""
    sound_file(path)
    picture = b"\x00image/png\x00\x03\x00" + flat_png(8, 8)
    frame = b"APIC" + _syncsafe(len(picture)) + b"\0\0" + picture
    sound = path.read_bytes()
    path.write_bytes(b"ID3\x04\x00\x00" + _syncsafe(len(frame)) + frame + sound[sound.index(b"\xff\xfb") :])
    return path


def _syncsafe(number: int) -> bytes:
    return bytes(number >> shift & 127 for shift in (21, 14, 7, 0))
