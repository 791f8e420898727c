"""A scene becomes a stage: the light is set, the kind's builder paints the scenery, things are placed in it."""

import cv2

from mediamill_procedural.painter.abstract import letter
from mediamill_procedural.painter.canvas import Frame, chance
from mediamill_procedural.painter.easel import Easel
from mediamill_procedural.painter.kinds import BUILDERS, horizon_of
from mediamill_procedural.painter.layer import Light, Stage
from mediamill_procedural.painter.palette import palette_of
from mediamill_procedural.painter.placing import place_things
from mediamill_procedural.painter.scene import Scene
from mediamill_procedural.painter.weather import add_weather


def layers(scene: Scene, width: int, height: int, seed: int, margin: int = 0, *, detail: float = 1.0) -> Stage:
    """Paint the scene as layers, back to front, at width × height pixels plus a margin on all four sides.

    The first layer is opaque; laid over each other (`compose`) the layers fill the frame and its margin. Colours are
    those of an illustration before `finish`. The same arguments give the same pixels. `detail` 1 is clean, 2 finer.
    """
    cv2.setNumThreads(1)
    cv2.ipp.setUseIPP(False)  # its distance transform hangs by addresses: not the same bytes in every process
    frame = Frame(width, height, margin)
    key = f"{scene.fingerprint}|{seed}"
    palette = palette_of(scene)
    horizon = horizon_of(scene, key)
    easel = Easel(frame, scene, palette, _light(scene, key, horizon, palette.sun_strength), horizon, key, detail)
    BUILDERS[scene.kind](easel)
    place_things(easel)
    add_weather(easel)
    letter(easel)
    return Stage(frame, tuple(easel.layers), easel.horizon, easel.light)


def _light(scene: Scene, key: str, horizon: float, strength: float) -> Light:
    """Sun or moon: low at sunset and dawn, beside the middle, where the subject does not stand."""
    draw = chance(key, "light")
    x = float(draw.choice([draw.uniform(0.20, 0.36), draw.uniform(0.64, 0.80)]))
    low = scene.time in ("sunset", "dawn", "dusk")
    lift = draw.uniform(0.05, 0.13) if low else draw.uniform(0.30, 0.42)
    y = max(0.09, horizon - float(lift))
    shown = low or scene.time == "night" or scene.shows("sun")
    if not shown:
        y = max(0.05, horizon * 0.18)
        x = -0.12 if x < 0.5 else 1.12
    height = 0.25 if low else 0.75
    colour = {"sunset": (1.0, 0.75, 0.45), "dawn": (1.0, 0.88, 0.7), "night": (0.75, 0.82, 1.0)}.get(
        scene.time, (1.0, 0.97, 0.9)
    )
    return Light(x, y, colour, max(0.15, strength), height, behind=shown)
