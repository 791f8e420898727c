"""Meshes as a painter needs them: for every pixel what is there and how much light reaches it, lit by nothing yet."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from mediamill.codecs.thumbnails import occlusion
from mediamill.codecs.thumbnails.camera import fitted
from mediamill.codecs.thumbnails.drawn import Drawn, Floats
from mediamill.codecs.thumbnails.geometry import Geometry, gathered, unit
from mediamill.codecs.thumbnails.lens import points_met
from mediamill.codecs.thumbnails.material import SurfaceMaterial, material_at, translucent_faces
from mediamill.codecs.thumbnails.rays import LIFT, Hits, RayTracer, face_normals
from mediamill.codecs.thumbnails.studio import studio_for

COARSE = 4  # pixels, both ways, that share what light reaches them: it changes slowly, and tracing it takes longest

SOLID = 0.98  # alpha of what nothing is seen through
PANES_MAX = 4  # surfaces that are looked through


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """Square pictures of one thing, (size, size) or (size, size, 3); where it is not, all but the light shares is 0."""

    colour: Floats  # linear light, 0 to 1
    alpha: Floats  # 0 where nothing is; glass is translucent
    normals: Floats  # as the camera sees them: x to the right, y upwards, z towards it
    key: Floats  # share of the key light that reaches the place
    sky: Floats  # share of the sky that it sees
    metallic: Floats
    glow: Floats  # light of its own, linear


def survey_meshes(
    meshes: Sequence[Drawn], *, size: int, azimuth: float, elevation: float, key: tuple[float, float, float]
) -> Survey:
    """Look at the meshes from azimuth and elevation in degrees, as `draw_meshes` does; `size` is a multiple of COARSE.

    `key` points to the light, as the camera sees it, like the normals. The same meshes give the same numbers.
    Raises NotMedia: nothing to draw.
    """
    assert size % COARSE == 0, size
    geometry = gathered(meshes)
    camera = fitted(geometry.vertices[np.unique(geometry.faces)], azimuth=azimuth, elevation=elevation)
    axes = np.stack([camera.right, camera.up, -camera.towards])
    row, column = np.divmod(np.arange(size * size), size)
    places = ((np.stack([column, row], axis=1) + 0.5) * (2 / size) - 1) * np.array([1, -1])
    directions = camera.directions(places.astype(np.float32))
    tracer = RayTracer(geometry, translucent_faces(geometry))
    origins = np.broadcast_to(camera.eye, directions.shape)
    hits = tracer.first(origins, directions)
    found = np.flatnonzero(hits.found)
    hits = Hits(hits.face[found], hits.distance[found], hits.weights[found])
    met = points_met(geometry, face_normals(geometry), origins[found], directions[found], hits)
    width = 4 * camera.reach / size
    material = material_at(geometry, hits, np.full(len(found), width, np.float32))
    colour, alpha = _seen_through(geometry, tracer, directions[found], met.places, material, width)

    def pictured(values: Floats) -> Floats:
        picture = np.zeros((size * size, *values.shape[1:]), np.float32)
        picture[found] = values
        return picture.reshape(size, size, *values.shape[1:])

    coarse = np.s_[COARSE // 2 :: COARSE, COARSE // 2 :: COARSE]
    light = unit(np.einsum("i,ij->j", np.asarray(key, np.float32), axes)).astype(np.float32)
    shares = occlusion.traced(
        tracer,
        replace(studio_for(camera), key=light),
        pictured(met.places)[coarse],
        pictured(met.flat)[coarse],
        pictured(met.smooth)[coarse],
        pictured(np.ones(len(found), np.float32))[coarse] > 0,
    )
    return Survey(
        colour=pictured(colour),
        alpha=pictured(alpha),
        normals=pictured(np.einsum("ij,kj->ik", met.smooth, axes)),
        key=_spread(shares.key),
        sky=_spread(shares.sky),
        metallic=pictured(material.metallic),
        glow=pictured(material.emissive),
    )


def _seen_through(
    geometry: Geometry, tracer: RayTracer, directions: Floats, places: Floats, material: SurfaceMaterial, width: float
) -> tuple[Floats, Floats]:
    """Colour and alpha where rays met, with what stands behind glass."""
    colour, alpha = material.colour.copy(), material.alpha.copy()
    rays = np.flatnonzero(alpha < SOLID)
    origins = places.copy()
    for _ in range(PANES_MAX):
        origins[rays] += directions[rays] * LIFT
        hits = tracer.first(origins[rays], directions[rays])
        rays = rays[hits.found]
        if not len(rays):
            break
        hits = Hits(hits.face[hits.found], hits.distance[hits.found], hits.weights[hits.found])
        behind = material_at(geometry, hits, np.full(len(rays), width, np.float32))
        share = (1 - alpha[rays]) * behind.alpha
        whole = np.maximum(alpha[rays] + share, 1e-6)
        colour[rays] = (colour[rays] * alpha[rays][:, None] + behind.colour * share[:, None]) / whole[:, None]
        alpha[rays] = whole
        origins[rays] += directions[rays] * hits.distance[:, None]
        rays = rays[alpha[rays] < SOLID]
    return colour, alpha


def _spread(shares: Any) -> Floats:
    return np.asarray(np.repeat(np.repeat(shares, COARSE, axis=0), COARSE, axis=1), np.float32)
