"""The outline of a plain WAV file: the least and the greatest sample of each part."""

import struct
from pathlib import Path

import pytest

from mediamill.formats import Sound, SoundPeaks, WavWriter, wav_peaks


def written(path: Path, sound: Sound, *samples: float) -> Path:
    with WavWriter(path, sound) as writer:
        writer.write(struct.pack(f"<{len(samples)}{'f' if sound.floats else 'h'}", *samples))
    return path


def test_each_part_has_its_own_extremes(tmp_path: Path) -> None:
    file = written(tmp_path / "a.wav", Sound(8_000, 1, floats=False), 0, 16_384, -32_768, 1, 32_767, 0, 0, -8_192)

    assert wav_peaks(file, 4) == SoundPeaks(0.001, 1, ((0.0, 0.5), (-1.0, 0.0), (0.0, 1.0), (-0.25, 0.0)))


def test_both_channels_count_and_what_is_too_loud_is_cut(tmp_path: Path) -> None:
    file = written(tmp_path / "a.wav", Sound(4_000, 2, floats=True), 0.5, -0.25, 7.0, 0.0)

    assert wav_peaks(file, 2) == SoundPeaks(0.0005, 2, ((-0.25, 0.5), (0.0, 1.0)))


@pytest.mark.parametrize("frames", [1, 3, 800, 801, 8_000])
def test_there_are_as_many_parts_as_are_asked_for(tmp_path: Path, frames: int) -> None:
    file = written(tmp_path / "a.wav", Sound(8_000, 1, floats=False), *range(frames))

    found = wav_peaks(file, 800).pairs
    assert len(found) == 800
    assert (found[0][0], found[-1][1]) == (0.0, round((frames - 1) / 32_768, 4))
