"""Inputs as an engine gets them: the catalogue's examples, odd ones, and small files in place of fetched ones."""

import math
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from mediamill.catalogue import Checked, FieldKind, Media, Model
from mediamill.engines import InputValue
from mediamill.formats import FILTER_NONE, Sound, WavWriter, write_png

SEED = 7
RATE = 44_100  # of samples in a second
SECONDS = 2.0
TONE_HZ = 220
PIXELS = 96
DARK, LIGHT = b"\x7a\x3b\x2e", b"\xe8\xe8\xe0"
ODD_TEXT = "… — !? ☂"  # nothing that any lexicon has
ODD_SPEAKABLE = "7 … — !? ☂"
ODD_SECONDS = 0.05

MakeFile = Callable[[Path], Path]  # writes a file into the folder it is given, and returns its path


@dataclass(frozen=True, slots=True)
class SampleOverrides:
    """What takes the place of the catalogue's example and the kit's files, by field name."""

    input: Mapping[str, InputValue] = field(default_factory=dict)
    files: Mapping[str, MakeFile] = field(default_factory=dict)


class UnusableInput(Exception):
    """The input is not one that the model takes."""


def example(model: Model, material: SampleOverrides) -> Mapping[str, InputValue]:
    """The catalogue's example, checked and filled in. Raises UnusableInput."""
    names = {field.name for field in model.fields}
    given = {name: value for name, value in material.input.items() if name in names}
    return checked(model, {**model.example, **given})


def odd_input(model: Model) -> Mapping[str, InputValue] | None:
    """An input that the catalogue lets through and that says nothing; None where there is none."""
    texts = {
        field.name: (ODD_SPEAKABLE if field.speakable else ODD_TEXT)[: field.length_max]
        for field in model.fields
        if field.kind is FieldKind.TEXT
    }
    return checked(model, {**model.example, **texts}) if texts or model.url_fields else None


def checked(model: Model, input: Mapping[str, object]) -> Mapping[str, InputValue]:
    """With defaults filled in and seeds drawn. Raises UnusableInput."""
    found = model.check(input)
    if not isinstance(found, Checked):
        raise UnusableInput(" ".join(f"{fault.field}: {fault.message}." for fault in found))
    return found.drawn(lambda _: SEED).values


def files_of(model: Model, folder: Path, material: SampleOverrides) -> dict[str, Path]:
    """A file for each URL field, such as the service would have fetched."""
    return {
        field.name: material.files.get(field.name, MAKERS[field.media or Media.IMAGE])(folder)
        for field in model.url_fields
    }


def odd_files_of(model: Model, folder: Path) -> dict[str, Path]:
    """The same with next to nothing in them."""
    makers = {Media.AUDIO: lambda: sound(folder, ODD_SECONDS, volume=0.0), Media.IMAGE: lambda: picture(folder, 1)}
    return {field.name: makers[field.media or Media.IMAGE]() for field in model.url_fields}


def picture(folder: Path, pixels: int = PIXELS) -> Path:
    """A dark disc on a light ground, as PNG."""
    middle = (pixels - 1) / 2
    rows = bytearray()
    for y in range(pixels):
        rows.append(FILTER_NONE)
        for x in range(pixels):
            rows += DARK if math.hypot(x - middle, y - middle) < pixels / 3 else LIGHT
    path = folder / "picture.png"
    write_png(path, bytes(rows), pixels, pixels, channels=3)
    return path


def sound(folder: Path, seconds: float = SECONDS, volume: float = 0.5) -> Path:
    """A tone that swells and fades twice a second, as WAV."""
    path = folder / "sound.wav"
    with WavWriter(path, Sound(RATE, channels=1, floats=False)) as file:
        file.write(samples(seconds, volume))
    return path


@cache  # a tenth of a second of pure Python, for every engine that takes sound
def samples(seconds: float, volume: float) -> bytes:
    """The tone, 16 bit little-endian."""
    written = bytearray()
    for number in range(round(seconds * RATE)):
        t = number / RATE
        level = volume * math.sin(2 * math.pi * TONE_HZ * t) * (0.6 + 0.4 * math.cos(4 * math.pi * t))
        written += struct.pack("<h", round(32_767 * level))
    return bytes(written)


MAKERS: Mapping[Media, MakeFile] = {Media.IMAGE: picture, Media.AUDIO: sound}
