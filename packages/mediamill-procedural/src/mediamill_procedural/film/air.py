"""What is in the air of a scene: which particles its layers and its words ask for."""

import re

from mediamill_procedural.film.particles import KINDS
from mediamill_procedural.painter.layer import Layer, Motion
from mediamill_procedural.painter.scene import Scene

REPLACED = re.compile(r"(?:(?:far|middle|near) )?(?:rain|snow|leaves|petals|bubbles|fireflies)")
INDOORS = frozenset({"room", "table", "stage", "cave", "portrait", "underwater", "space", "pattern", "lettering"})
OUTDOORS_ONLY = frozenset({"rain", "storm", "snow", "blizzard"})
KINDS_MAX = 2  # more would hide the scene


def drawn_anew(layer: Layer) -> bool:
    """Whether a layer shows particles, which a film draws itself."""
    return layer.motion in (Motion.RAIN, Motion.SNOW) or REPLACED.fullmatch(layer.name) is not None


def particles_of(scene: Scene, layers: tuple[Layer, ...], prompt: str) -> tuple[str, ...]:
    """Names of `KINDS` that this scene is filmed with: what is painted in it first, then what the words say."""
    text = " ".join(re.findall(r"[a-z]+", prompt.lower()))
    painted = [layer.name.split()[-1] for layer in layers if drawn_anew(layer)]
    worded = [name for name, kind in KINDS.items() if kind.asked and re.search(rf"\b(?:{kind.asked})\b", text)]
    names = []
    for name in dict.fromkeys((*painted, *worded)):
        if name == "rain" and scene.weather == "storm":
            name = "storm"
        if name == "snow" and re.search(r"\b(?:blizzard|snow ?storm)\b", text):
            name = "blizzard"
        if name in OUTDOORS_ONLY and scene.kind in INDOORS:
            continue
        names.append(name)
    if scene.kind == "underwater" and "bubbles" not in names:
        names.append("bubbles")
    if scene.kind == "volcano" and "sparks" not in names:
        names.append("sparks")
    return tuple(names[:KINDS_MAX])
