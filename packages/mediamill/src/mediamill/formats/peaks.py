"""What a plain WAV file looks like: the least and the greatest sample of each of so many parts."""

import struct
from array import array
from dataclasses import dataclass
from pathlib import Path

from mediamill.formats.plain_files import WAV_FLOATS, WAV_HEAD, Sound, open_own

FULL_SCALE = 32_768.0
DIGITS = 4  # of a sample from -1 to 1: more than any screen shows


@dataclass(frozen=True, slots=True)
class SoundPeaks:
    """A sound's length and outline; samples are from -1 to 1, over all channels."""

    seconds: float
    channels: int
    pairs: tuple[tuple[float, float], ...]


def wav_peaks(path: Path, parts: int) -> SoundPeaks:
    """The outline of a file written by WavWriter. Raises OSError. It takes up to seconds: not for the event loop."""
    with open_own(path) as file:
        head = file.read(WAV_HEAD.size)
        tag, channels, rate = struct.unpack_from("<HHI", head, 20)
        sound = Sound(rate, channels, tag == WAV_FLOATS)
        frames = (path.stat().st_size - WAV_HEAD.size) // sound.frame_bytes
        pairs = []
        for part in range(parts):
            start = part * frames // parts
            end = max(start + 1, (part + 1) * frames // parts)
            file.seek(WAV_HEAD.size + start * sound.frame_bytes)
            samples = array("f" if sound.floats else "h", file.read((end - start) * sound.frame_bytes))
            pairs.append((scaled(min(samples), sound), scaled(max(samples), sound)))
    return SoundPeaks(frames / rate, channels, tuple(pairs))


def scaled(sample: float, sound: Sound) -> float:
    """A sample from -1 to 1; a float may be louder, and is cut."""
    return round(max(-1.0, min(1.0, sample if sound.floats else sample / FULL_SCALE)), DIGITS)
