"""Decodes an untrusted recording to samples: opened like a probe, counted while it decodes, capped.

To be run in an engine child: decoders are large, and a broken file may break them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import av
import numpy as np
from av.container import InputContainer
from numpy.typing import NDArray

from mediamill.codecs.probing import MAX_BAD_PACKETS_SHARE, RATES, open_container, tracks_of
from mediamill.formats import Container, NotMedia, sniff

Samples = NDArray[np.float32]

FIRST_SECONDS = 10.0  # room made at once for samples; it grows by GROWTH as they come
GROWTH = 1.25
SAMPLE_MAX = 16.0  # 24 dB above full scale: only a broken float file is louder
CENTRE = 0.5**0.5  # of centre and surround speakers in each side: ITU-R BS.775, table 2
_OBJECTS = {Container.GLB, Container.FBX}  # read by no demuxer
_LEFT = {"FL", "FLC", "BL", "SL", "WL", "DL", "TFL", "TBL"}
_RIGHT = {"FR", "FRC", "BR", "SR", "WR", "DR", "TFR", "TBR"}
_FRONT = {"FL", "FR", "DL", "DR"}
_WITHOUT_PLACE = {"LFE", "LFE2"}  # left out of a downmix, as BS.775 has it


def decode_audio(path: Path, *, rate: int, channels: int | None = None, seconds_max: float) -> Samples:
    """The first sound track at `rate` Hz, (n, channels), finite, full scale at ±1; a damaged packet is left out.

    `channels` is 1 or 2 (ITU-R BS.775 downmix, rows summing to 1), or None for as many as there are.
    Raises NotMedia: nothing that can be decoded, or over `seconds_max` seconds.
    """
    assert channels in (None, 1, 2), f"no downmix to {channels} channels"
    with open_sound(path, seconds_max) as opened:
        return _collected(pieces_of(opened, rate, channels), rate, seconds_max)


@contextmanager
def open_sound(path: Path, seconds_max: float) -> Iterator[InputContainer]:
    """A file that has an audio track and does not declare a length over the limit. Raises NotMedia."""
    container = sniff(path)
    if container is None or container in _OBJECTS:
        raise NotMedia(reason="it is no sound" if path.stat().st_size else "it is empty")
    with open_container(path, container) as opened:
        tracks_of(opened)  # refuses what no decoder should be asked for
        if not opened.streams.audio:
            raise NotMedia(reason="there is no sound in it")
        if opened.duration and opened.duration / av.time_base > seconds_max:
            raise too_long(seconds_max)
        yield opened


def _collected(pieces: Iterator[Samples], rate: int, seconds_max: float) -> Samples:
    """All pieces in one array that grows in place: the sound is never in memory twice."""
    limit = int(seconds_max * rate)
    sound, length = np.empty((0, 1), np.float32), 0
    for piece in pieces:
        count, width = piece.shape
        if length + count > limit + rate // 10:  # an encoder's padding is not held against anybody
            raise too_long(seconds_max)
        if not length:
            sound = np.empty((max(round(FIRST_SECONDS * rate), count), width), np.float32)
        elif width != sound.shape[1]:
            raise NotMedia(reason="the number of its channels changes on the way")
        if length + count > len(sound):
            sound.resize((int((length + count) * GROWTH), width), refcheck=False)
        sound[length : length + count] = piece
        length += count
    if not length:
        raise NotMedia(reason="there is no sound in it")
    sound.resize((length, sound.shape[1]), refcheck=False)
    return sound


def pieces_of(opened: InputContainer, rate: int, channels: int | None) -> Iterator[Samples]:
    """(n, channels) after (n, channels) of the first sound track, resampled."""
    resampler, source = None, None
    for frame in _frames(opened):
        if source != (frame.format.name, frame.layout.name, frame.sample_rate):
            # A stream may change its mind, as AAC does when it finds out about its upper band.
            yield from _fitted(resampler, None, channels)
            source = (frame.format.name, frame.layout.name, frame.sample_rate)
            # Interleaved: the planes of channels without a place cannot be relied on (PyAV 18 reads beyond them).
            resampler = av.AudioResampler(format="flt", layout=frame.layout, rate=rate)
        yield from _fitted(resampler, frame, channels)
    yield from _fitted(resampler, None, channels)


def _frames(opened: InputContainer) -> Iterator[av.AudioFrame]:
    """What can be decoded of the first sound track. Raises NotMedia when that is less than half."""
    stream = opened.streams.audio[0]
    packets, bad_packets = 0, 0
    for packet in opened.demux(stream):
        packets += 1
        try:
            frames = packet.decode()
        except av.error.InvalidDataError:
            bad_packets += 1
            continue
        for frame in frames:
            assert isinstance(frame, av.AudioFrame)
            if frame.sample_rate not in RATES:
                raise NotMedia(reason=f"its sound has a rate of {frame.sample_rate} Hz")
            frame.pts = None  # time stamps lie; sound plays as it decodes
            yield frame
    if bad_packets > packets * MAX_BAD_PACKETS_SHARE:
        raise NotMedia(reason="its sound is damaged")


def _fitted(
    resampler: av.AudioResampler | None, frame: av.AudioFrame | None, channels: int | None
) -> Iterator[Samples]:
    if resampler is None:
        return
    for fitted in resampler.resample(frame):
        sound: Samples = np.nan_to_num(fitted.to_ndarray(), nan=0.0, posinf=0.0, neginf=0.0)
        sound = sound.reshape(-1, fitted.layout.nb_channels)
        np.clip(sound, -SAMPLE_MAX, SAMPLE_MAX, out=sound)
        matrix = _downmix(tuple(channel.name for channel in fitted.layout.channels), channels)
        yield sound if matrix is None else sound @ matrix.T


def _downmix(places: tuple[str, ...], channels: int | None) -> NDArray[np.float32] | None:
    """Weights (channels, places) whose rows sum to 1; None where nothing has to be mixed."""
    if channels is None or channels == len(places):
        return None
    if len(places) == 1:
        return np.ones((2, 1), np.float32)
    sides = [[_weight(place, other) for place in places] for other in (_RIGHT, _LEFT)]
    matrix = np.array(sides, np.float32)
    if not matrix.any(axis=1).all():
        matrix = np.ones_like(matrix)
    matrix /= matrix.sum(axis=1, keepdims=True)
    return matrix if channels == 2 else matrix.mean(axis=0, keepdims=True)


def _weight(place: str, other_side: set[str]) -> float:
    """How much of a speaker is heard on one side."""
    if place in other_side or place in _WITHOUT_PLACE:
        return 0.0
    return 1.0 if place in _FRONT else CENTRE


def too_long(seconds_max: float) -> NotMedia:
    """The sentence for a longer recording."""
    return NotMedia(reason=f"it is longer than {seconds_max:g} seconds")
