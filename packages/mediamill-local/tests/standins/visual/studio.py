"""Engines of pictures and films on their stand-ins, in this process."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mediamill.engines import Artifact, InputValue, Request
from mediamill.engines.sdk import WeightsFolders
from mediamill_local.films.ltx2 import Ltx2Engine, LtxOptions
from mediamill_local.films.wan import WanEngine, WanOptions, WanWeights
from mediamill_local.kit import DiffusionEngine, Opened, VisualOptions
from mediamill_local.pictures.flux2 import Flux2Engine
from mediamill_local.pictures.qwenimage import QwenImageEngine
from mediamill_local.pictures.zimage import ZImageEngine
from tests.standins.tiny import films, pictures

# What makes the stand-in of each row.
STAND_INS: Mapping[str, Callable[[Path], None]] = {
    "flux2-klein": pictures.flux2_klein,
    "z-image-turbo": pictures.z_image,
    "qwen-image": pictures.qwen_image,
    "ltx-2.3-distilled": films.ltx2,
    "wan2.2-5b": films.wan22,
    "wan2.1-1.3b": films.wan21,
}
SMALL = VisualOptions(scale=0.07, steps=2)  # 64 x 64, 96 x 64, …; films are twice as large
ENGINES: Mapping[str, tuple[type[DiffusionEngine], VisualOptions]] = {
    "flux2-klein": (Flux2Engine, SMALL),
    "z-image-turbo": (ZImageEngine, SMALL),
    "qwen-image": (QwenImageEngine, VisualOptions(scale=0.05, steps=2)),
    "ltx-2.3-distilled": (Ltx2Engine, LtxOptions(scale=0.15, steps=2)),
    "wan2.2-5b": (WanEngine, WanOptions(scale=0.15, steps=2)),
    "wan2.1-1.3b": (WanEngine, WanOptions(scale=0.2, steps=2, weights=WanWeights.WAN_21_1B)),
}
PICTURES = ("flux2-klein", "z-image-turbo", "qwen-image")
FILMS = ("ltx-2.3-distilled", "wan2.2-5b", "wan2.1-1.3b")


class Cancelled(BaseException):
    """As a run is cancelled where it reports a step."""


@dataclass
class Ear:
    """Hears what a run reports; cancels it after so many words."""

    words_max: int = 10_000
    heard: list[tuple[float, str]] = field(default_factory=list)

    def progress(self, fraction: float, stage: str = "") -> None:
        self.heard.append((fraction, stage))
        if len(self.heard) > self.words_max:
            raise Cancelled

    def checkpoint(self, text: str) -> None:
        raise AssertionError(text)


@dataclass(frozen=True)
class Studio:
    """A loaded engine."""

    engine: DiffusionEngine
    opened: Opened
    folder: Path  # for what it makes

    def make(self, ear: Ear | None = None, **given: InputValue) -> Artifact:
        """An artifact of the model's fields, in a folder of its own."""
        tool, model = (
            ("create-video", "ltx-video") if self.engine.name in FILM_ENGINES else ("create-image", "nano-banana")
        )
        folder = self.folder / str(len(list(self.folder.iterdir())))
        folder.mkdir()
        asked = {"prompt": "a red fox", "aspect_ratio": "1:1", "duration": 3, "seed": 7, **given}
        request = Request("g_1", tool, model, asked, folder)
        return self.engine.generate(self.opened, request, ear or Ear())


FILM_ENGINES = ("local.ltx2", "local.wan")


def loaded(row: str, home: Path, folder: Path, options: VisualOptions | None = None) -> Studio:
    """The engine of a row with its stand-in loaded on the processor."""
    kind, usual = ENGINES[row]
    engine = kind(options or usual, WeightsFolders(home))
    assert engine.ready() is None
    folder.mkdir(exist_ok=True)
    return Studio(engine, engine.load(row, "cpu"), folder)


def told_in(png: Path) -> dict[str, Any]:
    """What a picture says of itself."""
    from PIL import Image

    with Image.open(png) as picture:
        told: dict[str, Any] = json.loads(picture.text["Comment"])  # type: ignore[attr-defined]
    return told
