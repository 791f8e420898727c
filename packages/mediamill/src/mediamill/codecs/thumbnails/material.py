"""What a surface is made of at the points that rays meet."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from mediamill.codecs.thumbnails.drawn import Floats, Texels, Truths
from mediamill.codecs.thumbnails.geometry import Geometry
from mediamill.codecs.thumbnails.rays import Hits

_LIGHT_OF = np.where(
    np.arange(256) <= 10, np.arange(256) / 255 / 12.92, ((np.arange(256) / 255 + 0.055) / 1.055) ** 2.4
)
_LIGHT_OF = _LIGHT_OF.astype(np.float32)  # of an sRGB byte
_PLAIN = np.arange(256, dtype=np.float32) / 255


@dataclass(frozen=True, slots=True, eq=False)
class SurfaceMaterial:
    """Of k points."""

    colour: Floats  # (k, 3) linear
    alpha: Floats  # (k,): 0 is a hole or perfectly clear
    metallic: Floats  # (k,)
    roughness: Floats  # (k,)
    emissive: Floats  # (k, 3)


def translucent_faces(geometry: Geometry) -> Truths:
    """Which faces (m,) let light through all over, by their colours; holes in textures do not count."""
    blended = np.array([surface.cutoff is None for surface in geometry.surfaces])
    clear = np.all((geometry.colours[:, 3] < 0.98)[geometry.faces], axis=1)
    return np.asarray(clear & blended[geometry.surface_of], np.bool_)


def material_at(geometry: Geometry, hits: Hits, pixel: Floats) -> SurfaceMaterial:
    """The material where rays met faces; `pixel` (k,) is a pixel's width there, for how fine textures are read."""
    corners, weights = geometry.faces[hits.face], hits.weights[..., None]
    colours = (geometry.colours[corners] * weights).sum(axis=1)
    places = (geometry.uv[corners] * weights).sum(axis=1)
    surface = geometry.surface_of[hits.face]
    metallic = np.array([s.metallic for s in geometry.surfaces], np.float32)[surface]
    roughness = np.array([s.roughness for s in geometry.surfaces], np.float32)[surface]
    emissive = np.array([s.emissive for s in geometry.surfaces], np.float32)[surface]
    for number in np.unique(surface):
        drawn = geometry.surfaces[number]
        if drawn.texture is None and drawn.shine is None and drawn.glow is None and drawn.cutoff is None:
            continue
        here = np.flatnonzero(surface == number)
        fineness = _fineness(geometry, hits.face[here], pixel[here])
        if drawn.texture is not None:
            colours[here] *= _read(drawn.texture, places[here], _LIGHT_OF, fineness)
        if drawn.shine is not None:
            shine = _read(drawn.shine, places[here], _PLAIN, fineness)
            roughness[here] *= shine[:, 1]
            metallic[here] *= shine[:, 2]
        if drawn.glow is not None:
            emissive[here] *= _read(drawn.glow, places[here], _LIGHT_OF, fineness)[:, :3]
        if drawn.cutoff is not None:
            colours[here, 3] = colours[here, 3] >= drawn.cutoff
    return SurfaceMaterial(
        colour=colours[:, :3],
        alpha=np.clip(colours[:, 3], 0, 1),
        metallic=np.clip(metallic, 0, 1),
        roughness=np.clip(roughness, 0.05, 1),
        emissive=np.clip(emissive, 0, 8),
    )


def _fineness(geometry: Geometry, faces: NDArray[np.int32], pixel: Floats) -> float:
    """The share of a texture's width that a pixel covers here, as a median."""
    corners = geometry.faces[faces[:: max(1, len(faces) // 2_000)]]
    width = pixel[:: max(1, len(faces) // 2_000)]
    sides, uv_sides = (a[corners[:, 1:]] - a[corners[:, :1]] for a in (geometry.vertices, geometry.uv))
    area = np.linalg.norm(np.cross(sides[:, 0], sides[:, 1]), axis=1)
    uv_area = np.abs(uv_sides[:, 0, 0] * uv_sides[:, 1, 1] - uv_sides[:, 0, 1] * uv_sides[:, 1, 0])
    return float(np.median(np.sqrt(uv_area / np.maximum(area, 1e-20)) * width))


def _read(texture: Texels, places: Floats, meaning: Floats, fineness: float) -> Floats:
    """Colours (k, 4), bilinear and repeating, from the texture made about as coarse as the picture is."""
    rows, columns = texture.shape[:2]
    shrink = 2 ** int(np.clip(np.floor(np.log2(max(fineness, 1e-9) * max(rows, columns) + 1e-9)), 0, 6))
    if shrink > 1:
        size = (max(1, columns // shrink), max(1, rows // shrink))
        texture = np.asarray(cv2.resize(texture, size, interpolation=cv2.INTER_AREA), np.uint8)
        rows, columns = texture.shape[:2]
    x = np.mod(places[:, 0], 1.0) * columns - 0.5
    y = np.mod(places[:, 1], 1.0) * rows - 0.5
    left, top = np.floor(x).astype(np.int32), np.floor(y).astype(np.int32)
    across, down = (x - left)[:, None], (y - top)[:, None]
    lines = texture.reshape(rows * columns, -1)
    result = np.ones((len(places), 4), np.float32)
    channels = lines.shape[1]
    mixed = np.zeros((len(places), channels), np.float32)
    for below in (0, 1):
        for beside in (0, 1):
            texel = lines[np.mod(top + below, rows) * columns + np.mod(left + beside, columns)]
            value = meaning[texel]
            if channels == 4:
                value[:, 3] = _PLAIN[texel[:, 3]]
            mixed += value * (down if below else 1 - down) * (across if beside else 1 - across)
    result[:, :channels] = mixed
    return result
