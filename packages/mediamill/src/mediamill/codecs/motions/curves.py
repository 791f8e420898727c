"""The channels of a glTF animation, at the times of frames."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mediamill.codecs.glb_file import Glb, natural
from mediamill.formats import NotMedia

Array = NDArray[np.float64]

KEYS_MAX = 2_000_000  # of all channels
CHANNELS_MAX = 10_000
NEAR = 1e-5  # seconds: keys are 32-bit floats, and may lie a little behind the frame that they mean
WIDTHS = {"translation": 3, "rotation": 4, "scale": 3}  # what else is animated moves no joint


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """One channel: (keys,) seconds that rise, (keys, width) values, for a cubic spline with tangents into and out."""

    times: Array
    values: Array
    how: str
    tangents: tuple[Array, Array] | None = None

    def at(self, times: Array) -> Array:
        """(frames, width) values; before the first key and behind the last as there (glTF 2.0, appendix C)."""
        if len(self.times) == 1:
            return np.repeat(self.values, len(times), axis=0)
        if self.how == "STEP":
            last = np.searchsorted(self.times, times + NEAR, side="right") - 1
            return self.values[np.clip(last, 0, len(self.times) - 1)]
        first = np.clip(np.searchsorted(self.times, times, side="right") - 1, 0, len(self.times) - 2)
        gap = self.times[first + 1] - self.times[first]
        share = np.clip((times - self.times[first]) / gap, 0.0, 1.0)[:, np.newaxis]
        before, after = self.values[first], self.values[first + 1]
        if self.tangents is None:
            return _great_arc(before, after, share) if self.values.shape[1] == 4 else before + (after - before) * share
        out, into = (
            tangents[at] * gap[:, np.newaxis] for tangents, at in zip(self.tangents, (first, first + 1), strict=True)
        )
        square, cube = share**2, share**3
        return (
            (2 * cube - 3 * square + 1) * before
            + (cube - 2 * square + share) * out
            + (3 * square - 2 * cube) * after
            + (cube - square) * into
        )


def curves_of(glb: Glb, animation: Mapping[str, Any]) -> dict[tuple[int, str], Curve]:
    """The channels that move nodes, by node and what of it moves. Raises NotMedia, and what DAMAGE of a GLB names."""
    channels = animation["channels"]
    if len(channels) > CHANNELS_MAX:
        raise NotMedia(reason="the motion has too many channels")
    found: dict[tuple[int, str], Curve] = {}
    keys = 0
    for channel in channels:
        target = channel["target"]
        if "node" in target and target["path"] in WIDTHS:
            curve = _curve(glb, animation["samplers"][natural(channel["sampler"])], WIDTHS[target["path"]])
            found[natural(target["node"]), target["path"]] = curve
            keys += len(curve.times)
        if keys > KEYS_MAX:
            raise NotMedia(reason="the motion has too many keys")
    return found


def _curve(glb: Glb, sampler: Mapping[str, Any], width: int) -> Curve:
    how = sampler.get("interpolation", "LINEAR")
    if how not in ("LINEAR", "STEP", "CUBICSPLINE"):
        raise ValueError(how)
    times = glb.accessor(sampler["input"])[:, 0].astype(np.float64)
    rows = glb.accessor(sampler["output"]).astype(np.float64)
    if not len(times) or not (np.isfinite(times).all() and (times >= 0).all() and (np.diff(times) > 0).all()):
        raise ValueError("keys are not in order")
    if rows.shape != (len(times) * (3 if how == "CUBICSPLINE" else 1), width):
        raise ValueError("not one value for each key")
    if not np.isfinite(rows).all():
        raise ValueError("values that are none")
    if how != "CUBICSPLINE":
        return Curve(times, rows, how)
    into, values, out = np.moveaxis(rows.reshape(-1, 3, width), 1, 0)
    return Curve(times, values, how, (out, into))


def _great_arc(before: Array, after: Array, share: Array) -> Array:
    """Between unit quaternions the shorter way, at an even pace."""
    cosine = np.sum(before * after, axis=1, keepdims=True)
    after, cosine = np.where(cosine < 0, -after, after), np.clip(np.abs(cosine), 0.0, 1.0)
    angle = np.arccos(cosine)
    sine = np.sin(angle)
    near = sine < 1e-6
    weights = [np.where(near, part, np.sin(part * angle) / np.where(near, 1.0, sine)) for part in (1 - share, share)]
    return np.asarray(weights[0] * before + weights[1] * after)
