"""One telling frame of a film."""

from collections.abc import Iterator
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray

from mediamill.codecs.probing import VideoStream, open_container, tracks_of
from mediamill.formats import Container, NotMedia

MOMENTS = (0.33, 0.22, 0.45, 0.60, 0.10)  # of the length, in the order they are tried
PIXELS_DECODED_MAX = 150e6  # from a key frame to the first moment; a third of it for each later one
TELLING_CONTRAST = 36.0  # from which on no other moment is looked at
LUMA = np.array([0.299, 0.587, 0.114], np.float32)  # of red, green and blue (BT.601)
DULL = 14.0  # standard deviation of brightness (0..255) of fades and blank cards

Pixels = NDArray[np.uint8]


def frame_of(path: Path, container: Container, *, side_max: int) -> Pixels | None:
    """The most telling of a few frames around a third of the film, (h, w, 3), no side over `side_max`.

    None for sound alone. Raises NotMedia.
    """
    with open_container(path, container) as opened:
        if not any(isinstance(track, VideoStream) for track in tracks_of(opened)):
            return None
        best, best_score = None, -1.0
        for frame in _sampled(opened):
            picture = _small(frame, side_max)
            score = _telling(picture)
            if score > best_score:
                best, best_score = picture, score
            if _contrast(picture) > TELLING_CONTRAST:
                break
    if best is None:
        raise NotMedia(reason="its pictures are damaged")
    return best


def _sampled(opened: av.container.InputContainer) -> Iterator[av.VideoFrame]:
    """A frame near each moment; the first frame where nothing can be found by its time."""
    stream = opened.streams.video[0]
    stream.thread_type = "NONE"  # the same frames whatever the machine, and no threads to wait for
    seconds = (opened.duration or 0) / av.time_base
    start = (opened.start_time or 0) / av.time_base
    frames = PIXELS_DECODED_MAX / max(stream.width * stream.height, 1)
    for number, moment in enumerate(MOMENTS if seconds > 0 else (0.0,)):
        target = start + seconds * moment
        found = None
        try:
            opened.seek(round(target * av.time_base), backward=True)
            for count, frame in enumerate(opened.decode(stream)):
                found = frame
                if (frame.time is not None and frame.time >= target) or count >= (
                    frames if number == 0 else frames / 3
                ):
                    break
        except av.FFmpegError:  # a damaged stretch: another moment may be whole
            continue
        if found is not None:
            yield found


def _small(frame: av.VideoFrame, side_max: int) -> Pixels:
    """The frame as RGB."""
    scale = min(1.0, side_max / max(frame.width, frame.height))
    width, height = (max(2, round(length * scale)) for length in (frame.width, frame.height))
    pixels = frame.to_ndarray(format="rgb24", width=width, height=height, interpolation="AREA")
    return np.asarray(pixels, np.uint8)


def _telling(picture: Pixels) -> float:
    """How much there is to see: contrast and sharpness; next to nothing for black, white and blank frames."""
    grey, contrast = _grey(picture), _contrast(picture)
    sharpness = float(np.log1p(_laplacian(grey).var()))
    colourful = float(np.std(picture.astype(np.float32) - grey[..., None]))
    return (contrast + 0.5 * colourful) * (1 + 0.15 * sharpness) * (0.1 if contrast < DULL else 1.0)


def _contrast(picture: Pixels) -> float:
    return float(_grey(picture).std())


def _grey(picture: Pixels) -> NDArray[np.float32]:
    """Brightness, 0..255."""
    return np.asarray(np.rint(picture @ LUMA), np.float32)


def _laplacian(grey: NDArray[np.float32]) -> NDArray[np.float32]:
    """How much each pixel differs from the four round it."""
    wide = np.pad(grey, 1, mode="reflect")
    return np.asarray(wide[:-2, 1:-1] + wide[2:, 1:-1] + wide[1:-1, :-2] + wide[1:-1, 2:] - 4 * grey, np.float32)
