"""What a player finds in an audio file."""

import io
from dataclasses import dataclass

import av
import numpy as np


@dataclass(frozen=True, slots=True)
class Sound:
    """A decoded audio file; `loudness` is the root mean square of its samples, 1 at full scale."""

    codec: str
    channels: int
    seconds: float
    loudness: float


def listen(data: bytes) -> Sound:
    """Decode it to the end."""
    with av.open(io.BytesIO(data), mode="r") as container:
        (stream,) = container.streams.audio
        resampler = av.AudioResampler(format="fltp")
        frames = [part for frame in container.decode(stream) for part in resampler.resample(frame)]
        samples = np.concatenate([frame.to_ndarray() for frame in frames], axis=1)
        return Sound(
            codec=stream.codec_context.name,
            channels=samples.shape[0],
            seconds=samples.shape[1] / frames[0].sample_rate,
            loudness=float(np.sqrt(np.mean(np.square(samples, dtype=np.float64)))),
        )
