"""Pictures in, one at a time, one delivered MP4 out: exact frames, faststart, tags, always the same bytes."""

from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Self

import av
import cv2
import numpy as np
from numpy.typing import NDArray

from mediamill.codecs.encode import Tags

Picture = NDArray[np.uint8]
Samples = NDArray[np.float32]

CRF = 20  # constant quality: hardly distinguishable from the original, about 1 Mb/s for a calm scene at 720p
PRESET = "veryfast"
THREADS = 2  # fixed: x264 gives the same bytes for the same number of threads, whatever the machine has
KEY_FRAME_SECONDS = 2  # a player can start at every so many seconds
AUDIO_BIT_RATE = 128_000  # bits per second, AAC
AUDIO_FRAME_SAMPLES = 1_024  # what AAC takes at once
BT709 = 1  # primaries, transfer and matrix of high definition: named, or players guess
_TO_YUV = np.array(  # BT.709 with the 16..235 range of television; the last column is added
    [
        [0.2126 * 219 / 255, 0.7152 * 219 / 255, 0.0722 * 219 / 255, 16.0],
        [-0.1146 * 224 / 255, -0.3854 * 224 / 255, 0.5 * 224 / 255, 128.0],
        [0.5 * 224 / 255, -0.4542 * 224 / 255, -0.0458 * 224 / 255, 128.0],
    ]
)


class VideoWriter:
    """Writes an MP4 (H.264 yuv420p, AAC where there is sound) as its frames come; used as a context manager.

    Frames are uint8 (height, width, 3) RGB, both sides multiples of 4; `sound` is (n, 2) within -1..1 at `sound_rate`.
    The same frames, sound and tags give the same bytes. Nothing is kept but what the encoder looks ahead.
    """

    def __init__(
        self,
        path: Path,
        width: int,
        height: int,
        *,
        fps: int,
        tags: Tags,
        sound: Samples | None = None,
        sound_rate: int = 48_000,
    ) -> None:
        assert path.suffix == ".mp4", f"no encoder for {path.suffix}"
        assert (width % 4, height % 4) == (0, 0), "sides are multiples of 4"
        assert sound is None or (sound.ndim == 2 and sound.shape[1] == 2 and len(sound)), "stereo samples"
        self._shape, self._fps, self._frames = (height, width, 3), fps, 0
        self._sound, self._sound_rate, self._sounded = sound, sound_rate, 0
        options = {"movflags": "+faststart", "fflags": "+bitexact"}
        self._container = av.open(str(path), "w", format="mp4", container_options=options)
        self._container.metadata.update(_metadata(tags))
        self._video = _video_stream(self._container, width, height, fps)
        self._audio = None if sound is None else _audio_stream(self._container, sound_rate)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if kind is None:
            self._finish()
        self._container.close()

    @property
    def seconds(self) -> float:
        """How long the frames written so far play."""
        return self._frames / self._fps

    def write(self, picture: Picture) -> None:
        """Append one frame, and the sound that belongs to it."""
        assert picture.shape == self._shape, f"no frame: {picture.shape}"
        frame = av.VideoFrame.from_ndarray(_yuv420p(picture), format="yuv420p")
        frame.pts, frame.time_base = self._frames, Fraction(1, self._fps)
        self._container.mux(self._video.encode(frame))
        self._frames += 1
        self._write_sound(self._sound_rate * self._frames // self._fps)

    def _write_sound(self, until: int) -> None:
        """Whole AAC frames up to the sample `until`; the last one may be shorter."""
        if self._audio is None or self._sound is None:
            return
        until = min(until, len(self._sound))
        while until - self._sounded >= AUDIO_FRAME_SAMPLES or (until == len(self._sound) > self._sounded):
            piece = np.clip(self._sound[self._sounded : min(until, self._sounded + AUDIO_FRAME_SAMPLES)], -1.0, 1.0)
            frame = av.AudioFrame.from_ndarray(
                np.ascontiguousarray(piece.T, dtype=np.float32), format="fltp", layout="stereo"
            )
            frame.sample_rate, frame.pts = self._sound_rate, self._sounded
            frame.time_base = Fraction(1, self._sound_rate)
            self._container.mux(self._audio.encode(frame))
            self._sounded += len(piece)

    def _finish(self) -> None:
        assert self._frames, "no frames"
        self._container.mux(self._video.encode(None))
        if self._audio is not None and self._sound is not None:
            self._write_sound(len(self._sound))
            self._container.mux(self._audio.encode(None))


def _yuv420p(picture: Picture) -> Picture:
    """The planes below each other, (height * 3 / 2, width): all of Y, then U and V of every second pixel."""
    height, width, _ = picture.shape
    pixels = cv2.transform(picture, _TO_YUV)
    planes = np.empty((height * 3 // 2, width), np.uint8)
    planes[:height] = pixels[..., 0]
    half = (width // 2, height // 2)
    for channel in (1, 2):
        small = cv2.resize(cv2.extractChannel(pixels, channel), half, interpolation=cv2.INTER_AREA)
        start = height + (channel - 1) * height // 4
        planes[start : start + height // 4] = small.reshape(height // 4, width)
    return planes


def _metadata(tags: Tags) -> dict[str, str]:
    facts = {"title": tags.title, "artist": tags.artist or "", "comment": tags.comment}
    return {name: value for name, value in facts.items() if value}


def _video_stream(container: av.container.OutputContainer, width: int, height: int, fps: int) -> av.VideoStream:
    stream = container.add_stream("libx264", rate=fps)
    assert isinstance(stream, av.VideoStream)
    stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
    stream.time_base = stream.codec_context.time_base = Fraction(1, fps)
    stream.codec_context.gop_size = KEY_FRAME_SECONDS * fps
    stream.codec_context.flags |= av.codec.context.Flags.bitexact
    stream.codec_context.color_primaries = stream.codec_context.color_trc = stream.codec_context.colorspace = BT709
    stream.options = {"crf": str(CRF), "preset": PRESET, "threads": str(THREADS)}
    return stream


def _audio_stream(container: av.container.OutputContainer, rate: int) -> av.AudioStream:
    stream = container.add_stream("aac", rate=rate, layout="stereo", format="fltp")
    assert isinstance(stream, av.AudioStream)
    stream.bit_rate = AUDIO_BIT_RATE
    stream.codec_context.flags |= av.codec.context.Flags.bitexact
    return stream
