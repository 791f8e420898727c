"""Draw what the README's first commands make, as waveform and spectrogram: docs/pictures/first-sounds.webp."""

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import av
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from scipy.signal import spectrogram

from mediamill_client import Client
from scripts.stage import running_service

TARGET = Path("docs/pictures/first-sounds.webp")
WIDTH, WAVE_HEIGHT, SPECTRUM_HEIGHT, CAPTION_HEIGHT, MARGIN = 1_200, 110, 190, 44, 24
PAPER, INK, GREY = (250, 249, 246), (38, 36, 46), (128, 126, 136)
LOUDEST_DB, RANGE_DB = 0.0, 75.0
HERTZ_MAX = 12_000.0
# From paper through orange to deep violet: dark is loud.
COLOURS = np.array([(250, 249, 246), (253, 212, 158), (240, 120, 90), (160, 50, 120), (50, 20, 80)], float)


@dataclass(frozen=True, slots=True)
class Sound:
    """One output to draw."""

    caption: str
    tool: str
    input: dict[str, Any]


SOUNDS = (
    Sound("drum-generator · drumgen · seed 7", "drum-generator", {"model": "drumgen", "seed": 7}),
    Sound(
        "text-to-speech · voicevendor-tts · Alice: “Hello from my own media mill.”",
        "text-to-speech",
        {"model": "voicevendor-tts", "prompt": "Hello from my own media mill.", "voice": "Alice"},
    ),
)


def main() -> None:
    row = CAPTION_HEIGHT + WAVE_HEIGHT + SPECTRUM_HEIGHT + MARGIN
    picture = Image.new("RGB", (WIDTH + 2 * MARGIN, MARGIN + row * len(SOUNDS)), PAPER)
    with (
        running_service() as stage,
        Client(stage.api_key, stage.base_url) as client,
        tempfile.TemporaryDirectory() as out,
    ):
        for number, sound in enumerate(SOUNDS):
            file = client.download(client.run(sound.tool, sound.input), out)
            samples, rate = decoded(file)
            draw(picture, MARGIN + row * number, sound, samples, rate)
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    picture.save(TARGET, quality=90)
    print(TARGET)


def decoded(file: Path) -> tuple[NDArray[np.float32], int]:
    """The sound as one channel, and its rate."""
    with av.open(str(file)) as container:
        resampler = av.AudioResampler("flt", "mono", 44_100)
        frames = [part for frame in container.decode(audio=0) for part in resampler.resample(frame)]
        return np.concatenate([frame.to_ndarray()[0] for frame in frames]), 44_100


def draw(picture: Image.Image, top: int, sound: Sound, samples: NDArray[np.float32], rate: int) -> None:
    """Caption, waveform, spectrogram."""
    pen = ImageDraw.Draw(picture)
    pen.text((MARGIN, top), sound.caption, INK, ImageFont.load_default(22))
    seconds = f"{len(samples) / rate:.1f} s"
    pen.text((MARGIN + WIDTH, top), seconds, GREY, ImageFont.load_default(22), anchor="ra")
    middle = top + CAPTION_HEIGHT + WAVE_HEIGHT // 2
    for column, part in enumerate(np.array_split(samples, WIDTH)):
        low, high = float(part.min()), float(part.max())
        line = [(MARGIN + column, middle - high * WAVE_HEIGHT / 2), (MARGIN + column, middle - low * WAVE_HEIGHT / 2)]
        pen.line(line, (92, 70, 190))
    picture.paste(spectrum(samples, rate), (MARGIN, top + CAPTION_HEIGHT + WAVE_HEIGHT))


def spectrum(samples: NDArray[np.float32], rate: int) -> Image.Image:
    """Time to the right, frequency upward, dark is loud."""
    hertz, _, power = spectrogram(samples, rate, nperseg=1_024, noverlap=768)
    decibels = 10 * np.log10(power[hertz <= HERTZ_MAX][::-1] + 1e-14)
    shade = np.clip(1 + (decibels - decibels.max() - LOUDEST_DB) / RANGE_DB, 0, 1)
    position = shade * (len(COLOURS) - 1)
    below = np.clip(position.astype(int), 0, len(COLOURS) - 2)
    share = (position - below)[..., None]
    pixels = COLOURS[below] * (1 - share) + COLOURS[below + 1] * share
    return Image.fromarray(pixels.astype(np.uint8)).resize((WIDTH, SPECTRUM_HEIGHT), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    main()
