"""Converts an untrusted file to a plain one for engines, without its tags, oddities and tricks.

To be run in a disposable process: only here do decoders read untrusted bytes.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from mediamill.codecs.decoding import Samples, open_sound, pieces_of, too_long
from mediamill.codecs.image_decoding import decode_image
from mediamill.formats import FILTER_NONE, FILTER_UP, PNG_COMPRESSED_BYTES_MAX, NotMedia, Sound, WavWriter, write_png

RATE_MAX = 48_000  # Hz: what is above is heard by nobody and takes disk; the rates of music are halved or quartered
MUSIC_RATE = 44_100
SIXTEEN_BITS = {"s16", "s16p", "u8", "u8p"}  # sample formats that 16 bits hold without loss
FULL_SCALE = 32_768.0


def copy_image(source: Path, target: Path, *, decoded: Callable[[], None]) -> None:
    """Write the first frame as a PNG: upright, RGB or RGBA, 8 bits, nothing but pixels. Raises NotMedia.

    `decoded` is called once the untrusted bytes are decoded to pixels.
    """
    pixels = decode_image(source).pixels
    decoded()
    height, width, channels = pixels.shape
    flat = pixels.reshape(height, -1)
    rows = np.empty((height, 1 + flat.shape[1]), np.uint8)
    if pixels.nbytes > PNG_COMPRESSED_BYTES_MAX:
        rows[:, 0], rows[:, 1:] = FILTER_NONE, flat
    else:
        rows[:, 0], rows[0, 1:] = FILTER_UP, flat[0]
        np.subtract(flat[1:], flat[:-1], out=rows[1:, 1:])
    write_png(target, rows.data.cast("B"), width, height, channels)


def copy_audio(source: Path, target: Path, *, seconds_max: float, check: Callable[[float], None]) -> float:
    """Write the first sound track as a WAV of one or two channels and return its seconds.

    At its own rate up to 48 kHz; 16 bits where the file has no more, else floats. `check` is called with the seconds
    so far and raises to give up. Raises NotMedia.
    """
    with open_sound(source, seconds_max) as opened:
        context = opened.streams.audio[0].codec_context
        channels = min(2, context.channels)
        rate = _own_rate(context.sample_rate)
        exact = (rate, channels) == (context.sample_rate, context.channels)
        sound = Sound(rate, channels, floats=not (exact and context.format.name in SIXTEEN_BITS))
        with WavWriter(target, sound) as writer:
            for piece in pieces_of(opened, rate, channels):
                writer.write(_packed(piece, sound))
                if writer.frames > int(seconds_max * rate) + rate // 10:  # an encoder's padding is not held against it
                    raise too_long(seconds_max)
                check(writer.frames / rate)
    if not writer.frames:
        raise NotMedia(reason="there is no sound in it")
    return writer.frames / rate


def _own_rate(rate: int) -> int:
    if rate <= RATE_MAX:
        return rate
    return MUSIC_RATE if rate % MUSIC_RATE == 0 else RATE_MAX


def _packed(piece: Samples, sound: Sound) -> bytes:
    if sound.floats:
        return bytes(np.ascontiguousarray(piece, "<f4").data)
    steps = np.clip(np.rint(piece * FULL_SCALE), -FULL_SCALE, FULL_SCALE - 1)
    return bytes(steps.astype("<i2").data)
