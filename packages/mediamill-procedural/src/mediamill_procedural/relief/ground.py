"""What the ground of a picture looks like, learned from its border: a smooth run of colour, or a few colours."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.float32]

BORDER_SHARE = 0.035  # of the shorter side: the frame of pixels that is taken for ground
ROUNDS = 8  # of reweighting: what disagrees with the ground loses its say
SAMPLES_MAX = 8_000  # pixels that a smooth run is learned from
NOISE_FLOOR = 1.3  # colour difference (CIE 1976) that nobody sees, and JPEG makes
LIGHTNESS_WEIGHT = 0.75  # lightness changes by shadow alone
COLOURS = 5  # of a busy ground
COLOUR_SPREAD = 40.0  # variance added to each of them (CIE 1976 squared)
PLAIN_SPREAD = 7.0  # colour difference: above it a border is no plain ground
FITTING_MIN = 0.8  # of the border that one smooth run has to explain
PARTS = (2, 3)  # smooth runs that a ground may be of
PART_SHARE_MIN = 0.15  # of the border
PART_SPREAD = 4.5  # colour difference: above it a part is no smooth run
RIDGE = 1e-3  # keeps the quadratic terms small where the border says nothing of them


@dataclass(frozen=True, slots=True)
class Ground:
    """How far each pixel is from the ground, in units of the ground's own noise."""

    distance: Plane  # (h, w); about 1 on the ground
    spread: float  # colour difference of the border from a smooth run of colour; the smaller, the plainer
    plain: bool
    offset: Plane  # (h, w, 3): L*a*b* less the smooth run
    parts: int = 1  # smooth runs: sky and floor are two
    fitting: float = 1.0  # share of the border that the parts explain


def learn_ground(lab: Plane) -> Ground:
    """The ground of a smoothed picture in CIE L*a*b* (h, w, 3)."""
    border = _border(lab.shape[:2])
    smooth, spread = _smooth_run(lab, border)
    fitting = _fitting(_difference(lab, smooth) / max(spread, NOISE_FLOOR), border)
    if spread > PLAIN_SPREAD or fitting < FITTING_MIN:
        for count in PARTS:
            parted = _from_parts(lab, border, count)
            if parted is not None:
                return parted
    if spread <= PLAIN_SPREAD:
        first = _difference(lab, smooth) / max(spread, NOISE_FLOOR)
        # Once the object is known roughly, all of the ground says how its light runs.
        smooth, spread = _smooth_run(lab, border | (first < 3.0))
        return Ground(_difference(lab, smooth) / max(spread, NOISE_FLOOR), spread, plain=True, offset=lab - smooth)
    return Ground(_from_colours(lab, border), spread, plain=False, offset=lab - smooth)


def _border(shape: tuple[int, ...]) -> NDArray[np.bool_]:
    width = max(2, round(BORDER_SHARE * min(shape)))
    border = np.ones(shape, bool)
    border[width:-width, width:-width] = False
    return border


def _smooth_run(lab: Plane, where: NDArray[np.bool_]) -> tuple[Plane, float]:
    """A quadratic of the place for each channel, by reweighted least squares; and how far the border is from it."""
    height, width = where.shape
    down, across = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    terms = np.stack((np.ones_like(down), across, down, across**2, across * down, down**2), axis=-1)
    step = 1 + int(where.sum()) // SAMPLES_MAX
    rows, colours = terms[where][::step].astype(np.float64), lab[where][::step].astype(np.float64)
    centre = np.median(colours, axis=0)
    weights = 1.0 / (1.0 + (np.linalg.norm(colours - centre, axis=1) / 25.0) ** 4)
    ridge = RIDGE * len(rows) * np.diag((0.0, 0.1, 0.1, 1.0, 1.0, 1.0))
    for _ in range(ROUNDS):
        # Sums without a threaded library: the same on every machine's number of cores.
        squares = np.einsum("n,ni,nj->ij", weights, rows, rows) + ridge
        factors = np.linalg.solve(squares, np.einsum("n,ni,nj->ij", weights, rows, colours))
        off = np.linalg.norm(colours - np.einsum("ni,ij->nj", rows, factors), axis=1)
        scale = max(1.5 * float(np.median(off)), NOISE_FLOOR)
        weights = 1.0 / (1.0 + (off / (2.0 * scale)) ** 4)
    return np.einsum("hwi,ij->hwj", terms, factors.astype(np.float32)), float(np.median(off))


def _difference(lab: Plane, smooth: Plane) -> Plane:
    difference = lab - smooth
    difference[..., 0] *= LIGHTNESS_WEIGHT
    return np.asarray(np.linalg.norm(difference, axis=-1), np.float32)


def _from_parts(lab: Plane, border: NDArray[np.bool_], count: int) -> Ground | None:
    """A ground of sky and floor, or of wall, table and curtain, each a smooth run; None where it is none of that."""
    labels = _clusters(lab[border], count)
    runs, spreads, shares = [], [], []
    for number in range(count):
        part = np.zeros(border.shape, bool)
        part[border] = labels == number
        shares.append(float(part.sum() / border.sum()))
        if shares[-1] < PART_SHARE_MIN:
            return None
        smooth, spread = _smooth_run(lab, part)
        runs.append(smooth)
        spreads.append(spread)
    if max(spreads) > PART_SPREAD:
        return None
    spread = float(np.average(spreads, weights=shares))
    differences = np.stack([_difference(lab, smooth) for smooth in runs])
    nearest = differences.argmin(axis=0)
    offset = lab - np.take_along_axis(np.stack(runs), nearest[np.newaxis, ..., np.newaxis], axis=0)[0]
    distance = np.asarray(differences.min(axis=0) / max(spread, NOISE_FLOOR), np.float32)
    return Ground(distance, spread, plain=True, offset=offset, parts=count, fitting=_fitting(distance, border))


def _fitting(distance: Plane, border: NDArray[np.bool_]) -> float:
    return float(np.mean(distance[border] < 3.0))


def _clusters(samples: Plane, count: int) -> NDArray[np.int32]:
    """To which of the main colours each sample belongs."""
    cv2.setRNGSeed(0)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.5)
    _, labels, _ = cv2.kmeans(np.ascontiguousarray(samples), count, None, stop, 3, cv2.KMEANS_PP_CENTERS)  # type: ignore[call-overload]
    return np.asarray(labels).ravel()


def _from_colours(lab: Plane, border: NDArray[np.bool_]) -> Plane:
    """Distance (Mahalanobis) to the nearest of the border's main colours."""
    samples = lab[border]
    labels = _clusters(samples, COLOURS)
    nearest = np.full(border.shape, np.inf, np.float32)
    for number in range(COLOURS):
        members = samples[labels == number]
        if len(members) < 0.05 * len(samples):
            continue
        inverse = np.linalg.inv(np.cov(members.T) + COLOUR_SPREAD * np.eye(3))
        off = lab - members.mean(axis=0)
        nearest = np.minimum(nearest, np.einsum("hwi,ij,hwj->hw", off, inverse, off))
    return np.asarray(np.sqrt(nearest), np.float32)
