"""Things that the painter cannot draw: the modeller's objects, seen from the side, in the picture's one light.

The modeller takes longer to load than a small picture to paint: this is imported when a prompt needs it.
"""

import io
import math
import zlib
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from PIL import Image

import mediamill_procedural.modeller.objects  # noqa: F401 registers what can be built
from mediamill.codecs import Drawn, survey_meshes
from mediamill_procedural.modeller.pieces import built
from mediamill_procedural.modeller.reading import read
from mediamill_procedural.modeller.scene import Group, Placed, placed
from mediamill_procedural.modeller.shapes import PLAIN
from mediamill_procedural.modeller.surfaces import surfaces_of
from mediamill_procedural.painter.canvas import Pixels, f32, mix, step
from mediamill_procedural.painter.layer import Light
from mediamill_procedural.painter.modelling import Sprite
from mediamill_procedural.painter.palette import Palette

OF = " of "  # between what holds and what is held
FILL = 0.70  # of a survey's side: what the longer side of an object covers
FINE = 1.5  # pixels surveyed for each pixel shown, both ways
SIZE_MIN, SIZE_STEP, SIZE_MAX = 96, 64, 800  # pixels of a survey
WIDER = 1.3  # times as wide as high: what a thing of the usual height may be
TURNED, TURNED_LONG = 24.0, 56.0  # degrees: what is longer than wide is seen more from the side
TILT, TILT_SMALL, TILT_FLAT = 9.0, 19.0, 33.0  # degrees: what is small, flat or full is seen more from above
SMALL = 0.7  # metres
AMBIENT, DIRECT = 0.22, 0.92  # of the light
OPEN = 0.42  # of the light where no sky is seen
SHEEN, SHEEN_POWER = 0.14, 36
CLEAR_MIN = 0.62  # alpha of glass: what stands behind it is not seen through its other side too
NIGHT_GLOW = 1.1


@lru_cache(maxsize=256)
def unheeded(words: str) -> frozenset[str]:
    """The words of a phrase that the modeller makes nothing of."""

    brief = read(words)
    strange = {word for item in brief.items if item.model is None for word in item.words.split()}
    return frozenset(strange.union(brief.ignored))


def model_sprite(
    words: str, name: str, height: float, palette: Palette, light: Light, *, mirrored: bool = False
) -> Sprite:
    """What the words mean, or else the name: about `height` pixels tall, or a little wider, looking to the right."""
    side = -light.side if mirrored else light.side
    toward = (round(side * 0.75, 3), 0.30 + 0.55 * light.height, 0.28 if light.behind else 0.55)
    _, (wide, tall, deep) = _object(words, name)
    wanted = height * min(WIDER, max(1.0, max(wide, deep) / tall)) * FINE / FILL
    size = int(np.clip(np.ceil(wanted / SIZE_STEP) * SIZE_STEP, SIZE_MIN, SIZE_MAX))
    painted = _lit(_surveyed(words, name, size, toward), f32(toward), palette)
    rows, columns = painted.shape[:2]
    scale = min(height / rows, height * WIDER / columns)
    shape = (max(1, round(columns * scale)), max(1, round(rows * scale)))
    pixels = f32(cv2.resize(painted, shape, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR))
    return Sprite(f32(pixels[:, ::-1].copy()) if mirrored else pixels, (shape[0] / 2, shape[1] - 1.0))


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """A survey, cropped to what is there; colours as they are shown, not linear."""

    colour: Pixels
    alpha: Pixels
    normals: Pixels
    key: Pixels
    sky: Pixels
    metallic: Pixels
    glow: Pixels


def _lit(seen: _Seen, toward: Pixels, palette: Palette) -> Pixels:
    """The object under the palette's light, premultiplied."""
    sun = toward / np.linalg.norm(toward)
    half = sun + f32([0, 0, 1])
    facing = np.clip(np.einsum("ijk,k->ij", seen.normals, sun), 0, 1) * seen.key
    shine = np.clip(np.einsum("ijk,k->ij", seen.normals, half / np.linalg.norm(half)), 0, 1)
    open_sky = (OPEN + (1 - OPEN) * seen.sky)[..., None]
    colour = palette.lit(seen.colour, f32(AMBIENT + DIRECT * facing)) * open_sky
    up = 2.0 * seen.normals[..., 2] * seen.normals[..., 1]  # where a mirror would look
    low = mix(f32(palette.haze) * 0.45, f32(palette.horizon), step(-0.25, 0.1, up))
    around = mix(low, f32(palette.zenith), step(0.1, 0.9, up)) * seen.colour * open_sky * 1.25
    colour = mix(colour, around, seen.metallic * 0.6)
    gloss = shine**SHEEN_POWER * seen.key * (SHEEN + 0.5 * seen.metallic)
    colour = np.maximum(
        colour + f32(palette.sunlight) * gloss[..., None], seen.glow * (0.55 + NIGHT_GLOW * palette.night)
    )
    return f32(np.dstack([colour * seen.alpha[..., None], seen.alpha]))


@lru_cache(maxsize=6)
def _surveyed(words: str, name: str, size: int, toward: tuple[float, float, float]) -> _Seen:
    """What is to be seen of the object; several of one kind are looked at once."""
    meshes, (wide, tall, deep) = _object(words, name)
    long = float(np.clip(deep / wide - 1.0, 0, 1))
    least = TILT_FLAT if OF in words else TILT_SMALL if max(wide, tall, deep) < SMALL else TILT
    upright = float(np.clip(tall / (0.35 * max(wide, deep)), 0, 1))
    survey = survey_meshes(
        meshes,
        size=size,
        azimuth=-(TURNED + (TURNED_LONG - TURNED) * long),
        elevation=TILT_FLAT + (least - TILT_FLAT) * upright,
        key=toward,
    )
    left, top, columns, rows = cv2.boundingRect((survey.alpha > 0).astype(np.uint8))
    window = np.s_[top : top + rows, left : left + columns]
    alpha = f32(survey.alpha[window])
    return _Seen(
        _shown(survey.colour[window]),
        np.where(alpha > 0, np.maximum(alpha, np.float32(CLEAR_MIN)), np.float32(0)),
        f32(survey.normals[window]),
        f32(survey.key[window]),
        f32(survey.sky[window]),
        f32(survey.metallic[window]),
        _shown(survey.glow[window]),
    )


def _shown(linear: Pixels) -> Pixels:
    """Linear light as the painter's colours (IEC 61966-2-1)."""
    light = np.clip(linear, 0.0, 1.0)
    return f32(np.where(light <= 0.0031308, light * 12.92, 1.055 * np.maximum(light, 1e-6) ** (1 / 2.4) - 0.055))


@lru_cache(maxsize=8)
def _object(words: str, name: str) -> tuple[list[Drawn], tuple[float, float, float]]:
    """What a phrase means, and its size: the first object, or all where one holds the others ("a basket of apples").

    `name` is known where the painter's word for it is not.
    """
    items = read(words).items
    if OF not in words or any(item.model is None for item in items):
        items = tuple(item for item in (*items, *read(name).items) if item.model is not None)[:1]
    seed = zlib.crc32(words.encode())
    groups = [
        Group([built(item, PLAIN, seed + one) for one in range(item.count)], item.relation, item.anchor)
        for item in items
    ]
    if len(items) == 1:
        groups = [Group(groups[0].pieces[:1])]
    meshes = [mesh for spots in placed(groups) for spot in spots for mesh in _meshes(spot)]
    corners = np.concatenate([mesh.vertices for mesh in meshes])
    wide, tall, deep = (float(side) for side in corners.max(axis=0) - corners.min(axis=0))
    return meshes, (wide, tall, deep)


def _meshes(spot: Placed) -> list[Drawn]:
    found = []
    angle = math.radians(spot.turn)
    turn = np.array([[math.cos(angle), 0, math.sin(angle)], [0, 1, 0], [-math.sin(angle), 0, math.cos(angle)]])
    for _, surfaces in surfaces_of(spot.piece.parts, flat=spot.piece.flat):
        for surface in surfaces:
            made_of = surface.material
            texture = None
            if made_of.texture is not None:
                texture = np.asarray(Image.open(io.BytesIO(made_of.texture)).convert("RGB"))
            found.append(
                Drawn(
                    np.einsum("ij,kj->ki", turn, surface.vertices) + np.array([spot.x, spot.y, spot.z]),
                    surface.faces,
                    np.einsum("ij,kj->ki", turn, surface.normals),
                    colours=np.array(made_of.color),
                    uv=surface.uv,
                    texture=texture,
                    metallic=made_of.metallic,
                    roughness=made_of.roughness,
                    emissive=made_of.emissive,
                )
            )
    return found
