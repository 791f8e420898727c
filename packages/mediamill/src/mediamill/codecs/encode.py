"""Samples in, one delivered sound file out: exact length, tags that tell its origin, always the same."""

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import av
import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float32]

MP3_BIT_RATE = 192_000  # bits per second: transparent for nearly everybody, plays everywhere
MP3_RATES = (32_000, 44_100, 48_000)  # Hz: MPEG-1, the only ones that carry 192 kb/s
MP3_FALLBACK_RATE = 44_100  # Hz, for every other rate
FRAME_SAMPLES = 1 << 16  # samples handed to the encoder at once: bounds memory
MIN_SECONDS = 0.02  # a shorter sound is padded with silence: below it an encoder may write no frame at all
DITHER_SEED = 16  # any constant: the noise has to be the same in every run

_CODECS = {".mp3": ("libmp3lame", "fltp"), ".wav": ("pcm_s16le", "s16"), ".flac": ("flac", "s32")}
_LAYOUTS = {1: "mono", 2: "stereo"}


@dataclass(frozen=True, slots=True)
class Tags:
    """The file's tags; `provenance` (engine, version, seed, …) becomes its comment, as JSON."""

    title: str
    provenance: Mapping[str, object]
    artist: str | None = None

    @property
    def comment(self) -> str:
        """The provenance as one line of JSON, keys in the order given."""
        return json.dumps(dict(self.provenance), ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def encode_audio(samples: Samples, rate: int, path: Path, *, tags: Tags) -> float:
    """Write samples, (n,) or (n, 1 or 2) within -1..1, as .mp3 (192 kb/s), .wav (16 bit) or .flac (24 bit).

    Returns the seconds that the file plays: what went in, at least 20 ms. Louder samples are clipped.
    The same samples and tags give the same bytes.
    """
    channels = _padded(np.atleast_2d(samples.T).T, rate)
    assert samples.size, "no sound"
    assert channels.shape[1] in _LAYOUTS, f"no layout for shape {samples.shape}"
    assert np.isfinite(channels).all(), "samples must be finite"
    suffix = path.suffix
    assert suffix in _CODECS, f"no encoder for {suffix}"
    codec, sample_format = _CODECS[suffix]
    file_rate = MP3_FALLBACK_RATE if suffix == ".mp3" and rate not in MP3_RATES else rate
    layout = _LAYOUTS[channels.shape[1]]

    with av.open(str(path), "w", format=suffix[1:], container_options={"fflags": "+bitexact"}) as container:
        container.metadata.update(_metadata(tags))
        stream = container.add_stream(codec, rate=file_rate, layout=layout, format=sample_format)
        assert isinstance(stream, av.AudioStream)
        stream.codec_context.flags |= av.codec.context.Flags.bitexact
        if suffix == ".mp3":
            stream.bit_rate = MP3_BIT_RATE
        resampler = av.AudioResampler(format=sample_format, layout=layout, rate=file_rate)
        for frame in _frames(channels, rate, sample_format, layout):
            for fitted in resampler.resample(frame):
                container.mux(stream.encode(fitted))
        for fitted in resampler.resample(None):
            container.mux(stream.encode(fitted))
        container.mux(stream.encode(None))
    return len(channels) / rate


def _padded(channels: Samples, rate: int) -> Samples:
    missing = math.ceil(MIN_SECONDS * rate) - len(channels)
    return np.pad(channels, ((0, missing), (0, 0))) if missing > 0 else channels


def _metadata(tags: Tags) -> dict[str, str]:
    facts = {"title": tags.title, "artist": tags.artist or "", "comment": tags.comment}
    return {name: value for name, value in facts.items() if value}


def _frames(channels: Samples, rate: int, sample_format: str, layout: str) -> Iterator[av.AudioFrame]:
    """The sound in pieces, already rounded to what the encoder stores."""
    dither = np.random.default_rng(DITHER_SEED)
    for start in range(0, len(channels), FRAME_SAMPLES):
        piece = np.clip(channels[start : start + FRAME_SAMPLES], -1.0, 1.0)
        frame = av.AudioFrame.from_ndarray(_packed(piece, sample_format, dither), format=sample_format, layout=layout)
        frame.sample_rate, frame.pts = rate, start
        yield frame


def _packed(piece: Samples, sample_format: str, dither: np.random.Generator) -> NDArray[Any]:
    """(channels, n) for a planar format, (1, channels * n) for an interleaved one."""
    if sample_format == "fltp":
        return np.ascontiguousarray(piece.T, dtype=np.float32)
    steps = _to_16_bits(piece, dither) if sample_format == "s16" else _to_24_bits(piece)
    return steps.reshape(1, -1)


def _to_16_bits(piece: Samples, dither: np.random.Generator) -> NDArray[np.int16]:
    """Rounded with triangular dither of ±1 step, so that fades end in faint noise; silence stays silent."""
    noise = dither.random(piece.shape, np.float32) - dither.random(piece.shape, np.float32)
    steps = piece * 32_767.0 + np.where(piece == 0.0, np.float32(0.0), noise)
    return np.clip(np.round(steps), -32_768, 32_767).astype(np.int16)


def _to_24_bits(piece: Samples) -> NDArray[np.int32]:
    """24-bit steps in the upper bits of 32, the way the FLAC encoder takes them."""
    return np.round(piece.astype(np.float64) * 8_388_607.0).astype(np.int32) << 8
