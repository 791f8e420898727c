"""The light that reaches the camera through a place of the picture."""

from dataclasses import dataclass

import numpy as np

from mediamill.codecs.thumbnails import occlusion, studio
from mediamill.codecs.thumbnails.camera import Camera
from mediamill.codecs.thumbnails.drawn import Floats, Truths
from mediamill.codecs.thumbnails.geometry import Geometry, along, unit
from mediamill.codecs.thumbnails.material import SurfaceMaterial, material_at, translucent_faces
from mediamill.codecs.thumbnails.occlusion import Occlusion
from mediamill.codecs.thumbnails.rays import LIFT, NOTHING, Hits, RayTracer, face_normals, floor_points

LAYERS_MAX = 6  # translucent faces that one ray goes through
FLOOR_SEEN_WITHIN = 3.0  # radii from the middle: the floor's shadows are not looked for farther out
EDGE_TURN = 0.9  # cosine between neighbouring normals below which there is an edge
EDGE_STEP = 0.03  # difference in depth, in radii, that is an edge
EDGE_CONTRAST = 0.10  # between roots of neighbouring pixels' light
MIRROR_ROUGHNESS = 0.45  # below it, a metal's mirror image of its own scene is traced
GLASS_GLINT = 0.9  # share of reflections that clear surfaces keep


@dataclass(frozen=True, slots=True, eq=False)
class Points:
    """Where k rays meet a surface."""

    places: Floats  # (k, 3)
    flat: Floats  # normals of the faces, towards the viewer
    smooth: Floats  # normals for shading, towards the viewer


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Geometry, camera and lights, with what the camera sees first at each pixel."""

    geometry: Geometry
    camera: Camera
    size: int
    tracer: RayTracer
    flats: Floats  # normals of all faces
    lights: studio.Studio
    first: Hits
    occlusion: Occlusion

    def light(self, pixels: Floats, first: Hits | None = None) -> Floats:
        """Display light (k, 3), linear within 0..1, at pixels (k, 2), (0, 0) being the middle of the upper left one."""
        places = _places(pixels, self.size)
        directions = self.camera.directions(places)
        origins = np.broadcast_to(self.camera.eye, directions.shape).copy()
        seen = np.zeros((len(pixels), 3), np.float32)
        through = np.ones((len(pixels), 3), np.float32)
        rays = np.arange(len(pixels))
        hits = first or self.tracer.first(origins, directions)
        for layer in range(LAYERS_MAX):
            away = rays[~hits.found]
            seen[away] += through[away] * self._empty(pixels[away], places[away], directions[away])
            hits, rays = _chosen(hits, hits.found), rays[hits.found]
            if not len(rays):
                break
            points = points_met(self.geometry, self.flats, origins[rays], directions[rays], hits)
            material = material_at(self.geometry, hits, self._pixel_width(points.places))
            light, left = self._surface(pixels[rays], directions[rays], points, material)
            seen[rays] += through[rays] * light
            through[rays] *= left
            on = through[rays].max(axis=1) > 0.02
            rays = rays[on]
            if not len(rays) or layer == LAYERS_MAX - 1:
                break
            origins[rays] = points.places[on] + directions[rays] * LIFT * 0.5
            hits = self.tracer.first(origins[rays], directions[rays])
        return np.clip(seen, 0, 1)

    def edges(self, light: Floats) -> Truths:
        """Pixels (size, size) beside which something else is seen, or whose light (size * size, 3) differs much."""
        shape = (self.size, self.size)
        depth = np.where(self.first.found, self.first.distance, 1e3).reshape(shape)
        face = np.maximum(self.first.face, 0)
        normals = np.where(self.first.found[:, None], self.flats[face], 0).reshape(*shape, 3)
        surface = np.where(self.first.found, self.geometry.surface_of[face], NOTHING).reshape(shape)
        found = np.zeros(shape, bool)
        bright = np.sqrt(light).max(axis=1).reshape(shape)
        for here, there in ((np.s_[:, 1:], np.s_[:, :-1]), (np.s_[1:], np.s_[:-1])):
            turned = np.abs(np.einsum("ijk,ijk->ij", normals[here], normals[there])) < EDGE_TURN
            differs = turned & ((surface[here] >= 0) | (surface[there] >= 0))
            differs |= (surface[here] != surface[there]) | (np.abs(depth[here] - depth[there]) > EDGE_STEP)
            differs |= np.abs(bright[here] - bright[there]) > EDGE_CONTRAST
            found[here] |= differs
            found[there] |= differs
        return found

    def _pixel_width(self, places: Floats) -> Floats:
        width: Floats = along(places - self.camera.eye, self.camera.towards) * (2 * self.camera.reach / self.size)
        return width

    def _sky_light(self, points: Points) -> Floats:
        return self.lights.sky_light(points.smooth, points.places[:, 1] - self.geometry.ground)

    def _empty(self, pixels: Floats, places: Floats, directions: Floats) -> Floats:
        """The backdrop, with shadows where it is the floor."""
        light = studio.backdrop(places)
        eyes = np.broadcast_to(self.camera.eye, directions.shape)
        down, points = floor_points(eyes, directions, self.geometry.ground)
        near = np.flatnonzero(down & _near(points))
        upright = np.broadcast_to(np.array([0, 1, 0], np.float32), (len(near), 3))
        sky, key = self.occlusion.at(pixels[near], points[near], upright)
        light[near] *= studio.floor_light(points[near], sky, key)
        return light

    def _surface(
        self, pixels: Floats, directions: Floats, points: Points, material: SurfaceMaterial
    ) -> tuple[Floats, Floats]:
        """Light (k, 3) from the surface, and the share (k, 3) of the light behind it that it lets through."""
        sky, key = (share[:, None] for share in self.occlusion.at(pixels, points.places, points.smooth))
        normals, metal = points.smooth, material.metallic[:, None]
        facing = np.maximum(along(normals, self.lights.key), 0)[:, None]
        rim = np.maximum(along(normals, self.lights.rim), 0)[:, None]
        diffuse = studio.KEY * facing * key + self._sky_light(points) * sky + studio.RIM * rim * (0.3 + 0.7 * sky)
        body = material.colour * (1 - metal) * diffuse
        glint = self._glint(directions, points, material, sky, key)
        alpha = material.alpha[:, None]
        hole = alpha < 0.01
        light = studio.developed(body * alpha + glint * np.maximum(alpha, GLASS_GLINT) + material.emissive)
        left = (1 - alpha) * (0.35 + 0.65 * material.colour)
        return np.where(hole, 0, light), np.where(hole, 1, left)

    def _glint(self, directions: Floats, points: Points, material: SurfaceMaterial, sky: Floats, key: Floats) -> Floats:
        """Reflected light (k, 3): the key light (GGX) and the surroundings (Karis' approximation of their integral)."""
        normals, metal = points.smooth, material.metallic[:, None]
        rough = material.roughness[:, None]
        mirror = 0.04 * (1 - metal) + material.colour * metal
        seen = np.clip(-np.einsum("ij,ij->i", normals, directions), 1e-3, 1)[:, None]
        scale, bias = _reflection_of_surroundings(rough, seen)
        bounced = (directions + 2 * seen * normals).astype(np.float32)
        around = self._around(points, bounced, material)
        hidden = np.clip((seen + sky) ** np.exp2(-16 * rough - 1) - 1 + sky, 0, 1)  # Lagarde 2014
        light = around * (mirror * scale + bias) * (0.25 + 0.75 * hidden)
        half = unit(self.lights.key - directions)
        facing = np.maximum(along(normals, self.lights.key), 0)[:, None]
        spread = np.maximum(rough**4, 1e-3)
        nearness = np.clip(np.einsum("ij,ij->i", normals, half), 0, 1)[:, None]
        lobe = spread / (np.pi * (nearness**2 * (spread - 1) + 1) ** 2)
        light += np.minimum(mirror * lobe * facing * key * 0.25 / np.maximum(0.3, seen), 2.5) * studio.KEY * 0.5
        return np.asarray(light, np.float32)

    def _around(self, points: Points, bounced: Floats, material: SurfaceMaterial) -> Floats:
        """What a surface mirrors: the room, and for smooth metal the scene itself."""
        light = self.lights.surroundings(bounced, material.roughness)
        metal = np.flatnonzero((material.metallic > 0.5) & (material.roughness < MIRROR_ROUGHNESS))
        hits = self.tracer.first(points.places[metal] + points.flat[metal] * LIFT, bounced[metal])
        metal, met = metal[hits.found], _chosen(hits, hits.found)
        if len(metal):
            there = points_met(self.geometry, self.flats, points.places[metal], bounced[metal], met)
            other = material_at(self.geometry, met, self._pixel_width(there.places))
            facing = np.maximum(along(there.smooth, self.lights.key), 0)[:, None]
            light[metal] = other.colour * (0.9 * self._sky_light(there) + 0.7 * facing * studio.KEY) + other.emissive
        return light


def scene_of(geometry: Geometry, camera: Camera, size: int) -> Scene:
    """The scene with its first hits and its occlusion traced."""
    tracer = RayTracer(geometry, translucent_faces(geometry))
    lights, flats = studio.studio_for(camera), face_normals(geometry)
    row, column = np.divmod(np.arange(size * size), size)
    directions = camera.directions(_places(np.stack([column, row], axis=1).astype(np.float32), size))
    origins = np.broadcast_to(camera.eye, directions.shape).copy()
    first = tracer.first(origins, directions)
    half = (row % 2 == 0) & (column % 2 == 0)
    seen, origins, directions = _chosen(first, half), origins[half], directions[half]
    met = points_met(geometry, flats, origins, directions, seen)
    down, floor = floor_points(origins, directions, geometry.ground)
    upright = np.array([0, 1, 0], np.float32)
    found = seen.found[:, None]
    places, flat, smooth = (
        np.where(found, on_object, on_floor).reshape((size + 1) // 2, -1, 3).astype(np.float32)
        for on_object, on_floor in ((met.places, floor), (met.flat, upright), (met.smooth, upright))
    )
    wanted = (seen.found | (down & _near(floor))).reshape(places.shape[:2])
    shade = occlusion.traced(tracer, lights, places, flat, smooth, wanted)
    return Scene(geometry, camera, size, tracer, flats, lights, first, shade)


def points_met(geometry: Geometry, flats: Floats, origins: Floats, directions: Floats, hits: Hits) -> Points:
    """The places and normals where rays meet faces; of rays that meet none, anything."""
    corners = geometry.faces[np.maximum(hits.face, 0)]
    distance = np.where(hits.found, hits.distance, 0)[:, None]
    flat = flats[np.maximum(hits.face, 0)]
    flat = np.where(np.einsum("ij,ij->i", flat, directions)[:, None] > 0, -flat, flat)
    smooth = unit(np.einsum("ijk,ij->ik", geometry.normals[corners], hits.weights))
    smooth = np.where(np.einsum("ij,ij->i", smooth, flat)[:, None] < 0, -smooth, smooth)
    smooth = np.where((np.abs(smooth).sum(axis=1) > 0.5)[:, None], smooth, flat)
    # A normal that looks away from the viewer is turned until it is seen edgewise.
    past = np.maximum(np.einsum("ij,ij->i", smooth, directions) + 0.02, 0)[:, None]
    smooth = unit(smooth - directions * past)
    return Points(*(v.astype(np.float32) for v in (origins + directions * distance, flat, smooth)))


def _reflection_of_surroundings(rough: Floats, seen: Floats) -> tuple[Floats, Floats]:
    """Scale and bias of the mirror colour (Karis 2014, fitted by Lazarov)."""
    falling = np.minimum((1 - rough) ** 2, np.exp2(-9.28 * seen)) * (1 - rough) + (0.0425 - 0.0275 * rough)
    return -1.04 * falling + (1.04 - 0.572 * rough), 1.04 * falling + (0.022 * rough - 0.04)


def _places(pixels: Floats, size: int) -> Floats:
    """Picture coordinates of pixels."""
    return ((pixels + 0.5) * (2 / size) - 1) * np.array([1, -1], np.float32)


def _near(points: Floats) -> Truths:
    near: Truths = np.hypot(points[:, 0], points[:, 2]) < FLOOR_SEEN_WITHIN
    return near


def _chosen(hits: Hits, which: Truths) -> Hits:
    return Hits(hits.face[which], hits.distance[which], hits.weights[which])
