"""The sound of a film becomes the same plain WAV as that of a recording."""

from pathlib import Path

import av
import numpy as np

from mediamill.codecs import copy_audio
from mediamill.formats import wav_peaks

SECONDS, RATE = 1, 48_000


def film(path: Path) -> Path:
    """A second of grey with a tone."""
    with av.open(str(path), "w") as container:
        pictures = container.add_stream("libx264", rate=10)
        pictures.width = pictures.height = 64
        pictures.pix_fmt = "yuv420p"
        sound = container.add_stream("aac", rate=RATE)
        for _ in range(10 * SECONDS):
            frame = av.VideoFrame.from_ndarray(np.full((64, 64, 3), 128, np.uint8), format="rgb24")
            container.mux(pictures.encode(frame))
        tone = 0.5 * np.sin(2 * np.pi * 440 * np.arange(SECONDS * RATE) / RATE)
        for start in range(0, SECONDS * RATE, 1_024):
            piece = tone[start : start + 1_024].astype(np.float32)[np.newaxis]
            samples = av.AudioFrame.from_ndarray(np.ascontiguousarray(piece), format="fltp", layout="mono")
            samples.sample_rate, samples.pts = RATE, start
            container.mux(sound.encode(samples))
        container.mux(pictures.encode(None))
        container.mux(sound.encode(None))
    return path


def test_a_films_sound_has_an_outline(tmp_path: Path) -> None:
    target = tmp_path / "clean.wav"
    source = film(tmp_path / "film.mp4")
    seconds = copy_audio(source, target, seconds_max=10, check=lambda _: None)
    peaks = wav_peaks(target, 80)

    assert abs(seconds - SECONDS) < 0.1
    assert 0.3 < max(high for _, high in peaks.pairs[20:60]) < 0.6
