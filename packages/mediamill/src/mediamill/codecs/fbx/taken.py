"""What a binary FBX file says of its motion: whoever wrote it."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from mediamill.codecs.fbx.document import CUSTOM_RATE, TICKS, TIME_MODES
from mediamill.codecs.fbx.reading import DAMAGE, FbxFile, FbxRecord, open_fbx, settings_of
from mediamill.formats import NotMedia

WITHIN = frozenset({b"Objects", b"Connections", b"GlobalSettings", b"Properties70", b"AnimationCurve"})
CURVES_MAX = 20_000
SECONDS_MAX = 3_600.0
RATES_OF_MODES = {mode: rate for rate, mode in TIME_MODES.items()} | {8: 29.97, 9: 29.97, 13: 23.976, 17: 59.94}
BONES = (b"LimbNode", b"Limb", b"Root")


@dataclass(frozen=True, slots=True)
class MotionFacts:
    """A file's animation."""

    seconds: float  # from the first key to the last
    rate: float | None  # frames per second; None where the file does not say
    joints: int
    keys: int  # of the curve that has most


def motion_facts(path: Path) -> MotionFacts | None:
    """The facts of the motion that the file holds; None for one without. Raises NotMedia for one that is damaged."""
    try:
        with np.errstate(all="ignore"):
            return _facts(open_fbx(path, WITHIN))
    except DAMAGE as error:
        raise NotMedia(reason="its 3D content is damaged") from error


def _facts(file: FbxFile) -> MotionFacts | None:
    curves = file.objects(b"AnimationCurve")
    if len(curves) > CURVES_MAX:
        raise NotMedia(reason="its motion has too many channels")
    used = {child for child, _ in file.links()} & set(curves)
    first, last, keys = np.inf, -np.inf, 0
    for number in used:
        told = next(curves[number].named(b"KeyTime"), None)
        times = file.array(told.properties[0]) if told is not None else np.zeros(0)
        if len(times):
            first, last, keys = min(first, float(times.min())), max(last, float(times.max())), max(keys, len(times))
    seconds = (last - first) / TICKS
    if not seconds > 0:
        return None
    if seconds > SECONDS_MAX:
        raise NotMedia(reason="its motion is too long")
    models = file.objects(b"Model").values()
    joints = sum(len(model.properties) > 2 and model.properties[2] in BONES for model in models)
    settings = next(file.top.named(b"GlobalSettings"), None)
    return MotionFacts(seconds, _rate(settings), joints or len(models), keys)


def _rate(settings: FbxRecord | None) -> float | None:
    if settings is None:
        return None
    told = settings_of(settings)
    mode = int(told.get(b"TimeMode", [0])[0])
    rate = float(told.get(b"CustomFrameRate", [0.0])[0]) if mode == CUSTOM_RATE else RATES_OF_MODES.get(mode, 0.0)
    return rate if np.isfinite(rate) and rate > 0 else None
