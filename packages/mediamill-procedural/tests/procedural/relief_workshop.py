"""Makes each object once, and looks at what was made."""

import io
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from mediamill.engines.engine import Request
from mediamill_procedural.relief.engine import ReliefEngine
from tests.codecs.gltf_judge import Part, bounds, document_of
from tests.procedural.relief_drawings import Mask, Pixels, art, photographed

PROJECTION = 400  # pixels of the longest side


class Quiet:
    """A report that remembers."""

    def __init__(self) -> None:
        self.told: list[tuple[float, str]] = []

    def progress(self, fraction: float, stage: str = "") -> None:
        self.told.append((fraction, stage))

    def checkpoint(self, text: str) -> None:
        raise AssertionError("an object is made in one go")


class Workshop:
    """Makes each object once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.finished: dict[str, Path] = {}

    def made(self, name: str, ground: str = "gradient", model: str = "triposr") -> Path:
        title = f"{name}-{ground}-{model}"
        if title not in self.finished:
            pixels = art(name) if ground == "clear" else photographed(art(name), ground)
            self.finished[title] = self.build(pixels, title, model=model)
        return self.finished[title]

    def build(self, pixels: Pixels, title: str, *, model: str = "triposr", report: Quiet | None = None) -> Path:
        folder = self.folder / title
        folder.mkdir()
        picture = self.folder / f"{title}.png"
        Image.fromarray(pixels).save(picture)
        return generate(picture, folder, model=model, report=report)


def generate(picture: Path, folder: Path, *, model: str = "triposr", report: Quiet | None = None) -> Path:
    request = Request("gen_ada", "image-to-3d-object", model, {}, folder, {"image_url": picture})
    return ReliefEngine().generate(request, report or Quiet()).path


def said(path: Path) -> dict[str, Any]:
    extras: dict[str, Any] = document_of(path)["asset"]["extras"]
    return extras


def textures(path: Path) -> list[Pixels]:
    """The pictures inside a file."""
    document, content = document_of(path), path.read_bytes()
    start = 20 + int.from_bytes(content[12:16], "little") + 8
    found = []
    for image in document["images"]:
        view = document["bufferViews"][image["bufferView"]]
        at = start + view.get("byteOffset", 0)
        found.append(np.asarray(Image.open(io.BytesIO(content[at : at + view["byteLength"]])).convert("RGB")))
    return found


def projected(parts: list[Part], axes: tuple[int, int] = (0, 1)) -> Mask:
    """What a far eye sees of the parts: from the front by default; (2, 1) from the side, (0, 2) from above."""
    low, high = bounds(parts)
    scale = PROJECTION / max((high - low)[list(axes)])
    size = np.ceil((high - low)[list(axes)] * scale).astype(int)
    canvas = np.zeros((size[1], size[0]), np.uint8)
    for part in parts:
        flat = (part.vertices - low)[:, list(axes)] * scale
        flat[:, 1] = size[1] - flat[:, 1]
        for corners in flat[part.faces]:
            cv2.fillConvexPoly(canvas, np.round(corners * 16 - 8).astype(np.int32), 1, shift=4)
    return canvas.astype(bool)


def cropped(mask: Mask, size: tuple[int, ...]) -> Mask:
    """The part of a mask with something in it, at another size (rows, columns)."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    inner = mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].astype(np.float32)
    return np.asarray(cv2.resize(inner, size[::-1], interpolation=cv2.INTER_AREA) > 0.5)


def overlap(one: Mask, other: Mask) -> float:
    return float(np.sum(one & other) / np.sum(one | other))


def coordinates(path: Path) -> NDArray[np.float64]:
    """The texture coordinates of the only primitive."""
    document, content = document_of(path), path.read_bytes()
    accessor = document["accessors"][document["meshes"][0]["primitives"][0]["attributes"]["TEXCOORD_0"]]
    at = (
        20
        + int.from_bytes(content[12:16], "little")
        + 8
        + document["bufferViews"][accessor["bufferView"]]["byteOffset"]
    )
    return np.frombuffer(content, "<f4", accessor["count"] * 2, at).reshape(-1, 2).astype(np.float64)
