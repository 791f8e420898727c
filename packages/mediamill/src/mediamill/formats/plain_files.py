"""The two formats in which engines get callers' files, the simplest PNG and WAV, and a check of both.

Standard library alone: the service itself checks what the decoding process wrote, byte for byte where it matters.
"""

import os
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
PNG_COLOURS = {3: 2, 4: 6}  # channels -> colour type: RGB, RGBA
PNG_COMPRESSED_BYTES_MAX = 24_000_000  # of pixels: packing more of them would take longer than decoding them did
PNG_FIXED_BYTES = len(PNG_SIGNATURE) + (12 + 13) + 12 + 12  # a header, one chunk of pixels, the end
FILTER_NONE, FILTER_UP = 0, 2  # a row as it is; its difference from the one above
WAV_HEAD = struct.Struct("<4sI4s4sIHHIIHHH4sII4sI")
WAV_INTEGERS, WAV_FLOATS = 1, 3  # format tags
WAV_RATES = range(4_000, 48_001)  # Hz


@dataclass(frozen=True, slots=True)
class Sound:
    """The samples of a plain WAV file."""

    rate: int  # Hz
    channels: int  # 1 or 2
    floats: bool  # 32-bit floats, else 16-bit integers

    @property
    def frame_bytes(self) -> int:
        """Of one sample of every channel."""
        return self.channels * (4 if self.floats else 2)

    def head(self, frames: int) -> bytes:
        """What stands before so many samples."""
        length = frames * self.frame_bytes
        tag, bits = (WAV_FLOATS, 32) if self.floats else (WAV_INTEGERS, 16)
        byte_rate = self.rate * self.frame_bytes
        outline = (b"RIFF", WAV_HEAD.size - 8 + length, b"WAVE", b"fmt ", 18)
        sound = (tag, self.channels, self.rate, byte_rate, self.frame_bytes, bits, 0)
        return WAV_HEAD.pack(*outline, *sound, b"fact", 4, frames, b"data", length)


def write_png(path: Path, rows: bytes | memoryview, width: int, height: int, channels: int) -> None:
    """Write rows that have their filter bytes already; small pictures are compressed, large ones only wrapped."""
    level = 1 if len(rows) <= PNG_COMPRESSED_BYTES_MAX else 0
    header = struct.pack(">IIBBBBB", width, height, 8, PNG_COLOURS[channels], 0, 0, 0)
    with path.open("xb") as file:
        file.write(PNG_SIGNATURE)
        for name, content in ((b"IHDR", header), (b"IDAT", zlib.compress(rows, level)), (b"IEND", b"")):
            file.write(struct.pack(">I", len(content)) + name)
            file.write(content)
            file.write(struct.pack(">I", zlib.crc32(content, zlib.crc32(name))))


def is_plain_png(path: Path, pixels_max: int) -> bool:
    """Whether a file is what `write_png` writes: a header, one chunk of pixels, the end, and nothing else."""
    with open_own(path) as file:
        start = file.read(len(PNG_SIGNATURE) + 12 + 13 + 8)
        size = os.fstat(file.fileno()).st_size
        file.seek(max(0, size - 12))
        end = file.read()
    if len(start) != PNG_FIXED_BYTES - 16 or not start.startswith(PNG_SIGNATURE + struct.pack(">I", 13) + b"IHDR"):
        return False
    width, height, depth, colours, *others = struct.unpack(">IIBBBBB", start[16:29])
    length, name = struct.unpack(">I4s", start[-8:])
    return (
        (depth, others) == (8, [0, 0, 0])
        and colours in PNG_COLOURS.values()
        and 1 <= width * height <= pixels_max
        and name == b"IDAT"
        and size == PNG_FIXED_BYTES + length
        and end == struct.pack(">I4sI", 0, b"IEND", zlib.crc32(b"IEND"))
    )


class WavWriter:
    """Writes a plain WAV file piece by piece."""

    def __init__(self, path: Path, sound: Sound) -> None:
        self.sound = sound
        self.frames = 0
        self._file = path.open("xb")
        self._file.write(sound.head(0))

    def __enter__(self) -> Self:
        return self

    def write(self, samples: bytes) -> None:
        """Some more samples, interleaved, little-endian."""
        self._file.write(samples)
        self.frames += len(samples) // self.sound.frame_bytes

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        """Say in the head how much there is."""
        self._file.seek(0)
        self._file.write(self.sound.head(self.frames))
        self._file.close()


def plain_wav_seconds(path: Path) -> float | None:
    """How long a file written by WavWriter plays, by its size; None for anything else."""
    with open_own(path) as file:
        head = file.read(WAV_HEAD.size)
        size = os.fstat(file.fileno()).st_size
    if len(head) != WAV_HEAD.size:
        return None
    tag, channels, rate = struct.unpack_from("<HHI", head, 20)
    if tag not in (WAV_INTEGERS, WAV_FLOATS) or channels not in (1, 2) or rate not in WAV_RATES:
        return None
    sound = Sound(rate, channels, tag == WAV_FLOATS)
    frames, rest = divmod(size - WAV_HEAD.size, sound.frame_bytes)
    return frames / rate if frames and not rest and head == sound.head(frames) else None


def open_own(path: Path) -> BinaryIO:
    """Open a regular file, never through a link; a pipe does not make us wait. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    return os.fdopen(descriptor, "rb")
