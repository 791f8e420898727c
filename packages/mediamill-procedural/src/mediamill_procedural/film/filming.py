"""A scene is painted, put before a camera and filmed: frames one by one, ready for the encoder."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from mediamill_procedural.film.air import drawn_anew, particles_of
from mediamill_procedural.film.camera import Camera, View
from mediamill_procedural.film.clock import Clock
from mediamill_procedural.film.movement import Mover, lightning, moved
from mediamill_procedural.film.particles import KINDS, Particles
from mediamill_procedural.film.plates import Bytes, Plate, plates_of
from mediamill_procedural.film.pose import Matrix, Pose, paint
from mediamill_procedural.film.shot import GOING, shot_of
from mediamill_procedural.film.strides import rolling, stepping
from mediamill_procedural.painter.finish import finish
from mediamill_procedural.painter.layer import Layer, Motion, Stage
from mediamill_procedural.painter.picture import layers
from mediamill_procedural.painter.reading import read
from mediamill_procedural.painter.scene import Scene

FPS = 24
MARGIN = 0.1  # of the frame's unit, all around: how far a camera can move without showing an edge
LOOK = "clean"
LETTERS = "letters"  # stand still on the screen, whatever the camera does
GROUND_DEPTH = 0.35  # land or water that is nearer and reaches the bottom lies flat; everything else stands upright
_AIRBORNE = frozenset({Motion.FLY, Motion.HOVER, Motion.SWIM, Motion.SKY, Motion.STARS, Motion.SUN, Motion.CLOUDS})
_STANDING = frozenset(Motion) - _AIRBORNE - {Motion.LAND, Motion.WATER, Motion.MIST, Motion.GLOW, Motion.RISE}
BACKDROPS = {"abstract": 1.0, "space": 0.3}  # how strongly what is painted on them flows
FLASH = 0.5  # how much lighter everything is in a stroke of lightning
PIXEL_ART_BLOCK = 1 / 192  # of the frame's unit


@dataclass(slots=True)
class Film:
    """A stage with its plates, its camera and what is in the air."""

    scene: Scene
    camera: Camera
    mover: Mover
    plates: tuple[Plate, ...]
    particles: tuple[Particles, ...]
    in_the_air: tuple[str, ...]

    @property
    def frames(self) -> int:
        """How many frames it has."""
        return round(self.mover.clock.seconds * FPS)

    @property
    def moving(self) -> tuple[str, ...]:
        """Names of what moves by itself, from back to front."""
        resting = (Motion.LAND, Motion.STILL) if self.mover.backdrop else (Motion.SKY, Motion.LAND, Motion.STILL)
        return (*dict.fromkeys(plate.name for plate in self.plates if plate.motion not in resting), *self.in_the_air)

    def going(self, prompt: str) -> set[str]:
        """The words of a prompt for what things of the film do: nothing drives where there is no car."""
        ways = {plate.motion.value for plate in self.plates if plate.thing}
        ways |= {"run"} if Motion.WALK in ways else set()
        return {word[0].lower() for way in ways & GOING.keys() for word in GOING[way].finditer(prompt)}

    def shoot(self) -> Iterator[Bytes]:
        """Every frame in turn, (height, width, 3); the array is used again for the next one."""
        picture = np.zeros((self.camera.height, self.camera.width, 3), np.uint8)
        for number in range(self.frames):
            self._expose(picture, number / FPS)
            yield picture

    def _expose(self, picture: Bytes, at: float) -> None:
        view = self.camera.view(at)
        upon = [plate for plate in self.plates if plate.name != LETTERS]
        for plate in upon:
            paint(picture, plate, self._pose(plate, at), self._seen_by(plate, view))
        for particles in self.particles:
            particles.draw(picture, at, view)
        if self.mover.stormy:
            flash = FLASH * lightning(self.mover.clock, at)
            picture[...] = cv2.convertScaleAbs(picture, alpha=1.0 + flash, beta=14.0 * flash)
        if self.scene.style == "pixel art":
            picture[...] = _blocky(picture)
        for plate in self.plates:
            if plate.name == LETTERS:
                paint(picture, plate, Pose(), moved(-self.camera.margin, -self.camera.margin))

    def _pose(self, plate: Plate, at: float) -> Pose:
        """The pose of a plate; shadows, reflections and shine go where their thing goes."""
        pose = self.mover.pose(plate, at)
        if plate.leader is None:
            return pose
        way = self.mover.pose(self.plates[plate.leader], at).matrix @ np.array([*self.plates[plate.leader].pivot, 1.0])
        across, down = way[0] - self.plates[plate.leader].pivot[0], way[1] - self.plates[plate.leader].pivot[1]
        with_it = moved(across, down if plate.motion in (Motion.GLOW, Motion.FLICKER) else 0.0)
        return replace(pose, matrix=with_it @ pose.matrix)

    def _seen_by(self, plate: Plate, view: View) -> Matrix:
        if plate.leader is not None:
            return self._seen_by(self.plates[plate.leader], view)
        camera = self.camera
        wide = plate.pixels.shape[1] >= 0.9 * camera.width
        reaches_bottom = plate.bottom >= camera.height + camera.margin
        if (
            wide
            and reaches_bottom
            and plate.depth >= GROUND_DEPTH
            and plate.top > camera.horizon - 0.06 * camera.height
        ):
            return camera.lying(view)
        if plate.motion in _STANDING:
            return camera.upright(view, camera.depth_of(plate.pivot[1]))
        return camera.upright(view, plate.depth)


def film_of(prompt: str, size: tuple[int, int], seconds: float, seed: int) -> Film:
    """Paint what a prompt shows, `size` pixels wide and high, and set up everything that its film needs."""
    width, height = size
    shot = shot_of(prompt)
    scene = read(shot.scenery)
    margin = round(MARGIN * math.sqrt(width * height))
    stage = layers(scene, width, height, seed, margin)
    air = particles_of(scene, stage.layers, shot.scenery)
    lightened = any(layer.name == "lightning" for layer in stage.layers)
    name = f"{scene.fingerprint}|{seed}"
    horizon = float(stage.frame.row(stage.horizon))
    focus = _focus(stage)
    lit = 0.45 + 0.55 * min(1.0, stage.light.strength)
    pace = next((pace for pace in ("run", "walk") if GOING[pace].search(shot.scenery)), "")
    frame = stage.frame
    painted = [
        _going(layer, pace, width, margin, seconds, FPS / shot.pace) for layer in stage.layers if not drawn_anew(layer)
    ]
    walks = any(layer.motion is Motion.WALK for layer in painted)
    clock = Clock(seconds, shot.loops and (shot.seamless or not walks), shot.pace)
    del stage  # its layers are large, and no longer needed once they are plates
    plates = plates_of(painted, frame, lambda pixels: finish(pixels, scene, seed, LOOK), name)
    return Film(
        scene=scene,
        camera=Camera(shot, clock, width, height, margin, focus, horizon),
        mover=Mover(clock, width, height, margin, horizon, lightened, BACKDROPS.get(scene.kind, 0.0)),
        plates=plates,
        particles=tuple(
            Particles(KINDS[each], f"{name}|{each}", width, height, clock, dim=1.0 if KINDS[each].light else lit)
            for each in air
        ),
        in_the_air=air,
    )


def _focus(stage: Stage) -> float:
    """The canvas column that the camera goes to: between the middle and the first thing that the prompt named."""
    frame = stage.frame
    middle = frame.margin + frame.width / 2
    for layer in stage.layers:
        if layer.thing and layer.name != LETTERS:
            thing = layer.left + layer.pixels.shape[1] / 2
            return float(0.5 * (middle + min(max(thing, frame.margin), frame.margin + frame.width)))
    return middle


def _going(layer: Layer, pace: str, width: int, margin: int, seconds: float, rate: float) -> Layer:
    """What lives goes where it looks when it was told to; what has wheels rolls."""
    if layer.thing and layer.motion is Motion.DRIVE:
        return rolling(layer)
    if not pace or not layer.thing or layer.motion is not Motion.BREATHE or layer.drawn is None:
        return layer
    return stepping(replace(layer, motion=Motion.WALK, heading=layer.drawn.facing), pace, width, margin, seconds, rate)


def _blocky(picture: Bytes) -> Bytes:
    """Blocks that stay where they are while the picture moves behind them."""
    rows, columns = picture.shape[:2]
    block = max(2, round(math.sqrt(rows * columns) * PIXEL_ART_BLOCK))
    small = cv2.resize(picture, (-(-columns // block), -(-rows // block)), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (columns, rows), interpolation=cv2.INTER_NEAREST), np.uint8)
