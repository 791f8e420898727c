"""The object of a picture told from its ground, and how far that can be trusted."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from mediamill_procedural.kit.subject import marked_subject
from mediamill_procedural.relief.ground import Ground, learn_ground

Pixels = NDArray[np.uint8]
Plane = NDArray[np.float32]
Mask = NDArray[np.bool_]

WORKING_SIDE = 400  # pixels: an outline needs no more
CLEAR_SHARE_MIN = 0.02  # of see-through pixels: below it an alpha channel says nothing
GROUND_MAX, OBJECT_MIN = 2.6, 5.5  # distances that are certainly ground, certainly object
GRAB_CUT_ROUNDS = 3
EDGE_MIN = (1.2, 3.0)  # change of colour over a pixel that is an edge: in still pictures, in restless ones
PIECE_SHARE_MIN = 0.02  # of the largest piece; smaller ones are dirt
HOLE_SHARE_MIN = 0.004  # of the object; smaller ones are highlights and eyes
SHADOW_HUE_MAX, SHADOW_DARKER_MAX = 7.0, 40.0  # L*a*b* of a shadow, against the ground around
HOLE_LIGHTNESS, HOLE_HUE_MAX = (-14.0, 1.5), 2.5  # L*a*b* seen through a hole, against the ground around
AREA_SHARES = (0.008, 0.02, 0.72, 0.9)  # of the picture: impossible, fine from, fine to, impossible
PLAIN, BUSY = 5.0, 16.0  # colour difference of the border from a smooth run of colour: no doubt, much doubt
PARTS_FITTING = (0.7, 0.92), (0.3, 1.0)  # share of the border that several parts explain: doubt
TOUCH_MIN = 0.03  # of a side of the picture that an object touches, when it is cut off there
SIDES_TOUCHED = (1.0, 0.85, 0.45, 0.3, 0.2)  # doubt for the sides touched: what reaches two is scenery
SCATTERED = 0.7  # doubt for each piece after the second
TRUSTED = 0.5  # confidence from which an outline is used


@dataclass(frozen=True, slots=True)
class Cutout:
    """Where the object is, (h, w), and how sure that is, 0 to 1."""

    mask: Mask
    confidence: float
    method: str

    @property
    def trusted(self) -> bool:
        """Whether to build on it."""
        return self.confidence >= TRUSTED


def cut_out(pixels: Pixels) -> Cutout:
    """The object by alpha channel or by what the picture itself tells of its subject, else by its border's colours."""
    if pixels.shape[2] == 4 and float(np.mean(pixels[..., 3] < 128)) >= CLEAR_SHARE_MIN:
        return Cutout(_pieces(pixels[..., 3] > 127), 1.0, "alpha channel")
    colours = np.ascontiguousarray(pixels[..., :3])
    told = marked_subject(colours)
    if told is not None:
        return Cutout(_pieces(told), float(told.any()), "subject of a picture painted here")
    height, width = colours.shape[:2]
    scale = min(1.0, WORKING_SIDE / max(height, width))
    small = cv2.resize(colours, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    smoothed = cv2.bilateralFilter(cv2.medianBlur(small, 3), 7, 22.0, 5.0)
    lab = cv2.cvtColor(smoothed.astype(np.float32) / 255.0, cv2.COLOR_RGB2LAB)
    ground = learn_ground(np.asarray(lab, np.float32))
    mask = _told_apart(np.asarray(small, np.uint8), np.asarray(lab, np.float32), ground)
    confidence = _confidence(mask, np.asarray(lab, np.float32), ground)
    full = cv2.resize(mask.astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    if scale < 1.0:
        full = cv2.GaussianBlur(full, (0, 0), 0.6 / scale)
    return Cutout(np.asarray(full) > 0.5, confidence, "border colours and GrabCut")


def _told_apart(small: Pixels, lab: Plane, ground: Ground) -> Mask:
    """What is far from the ground and hangs together with what is farthest; the band between is for GrabCut."""
    if ground.plain:
        shadow = _soft_shadow(lab, ground)
        near, far = (ground.distance < GROUND_MAX) | shadow, (ground.distance > OBJECT_MIN) & ~shadow
        hints = np.where(near, cv2.GC_PR_BGD, cv2.GC_PR_FGD).astype(np.uint8)
        hints[ndimage.binary_erosion(near)] = cv2.GC_BGD
        hints[ndimage.binary_erosion(far)] = cv2.GC_FGD
        mask = (_grab_cut(small, hints) | far) & ~near
        if ground.parts > 1:  # the line where sky and floor meet is of neither's colour
            mask = np.asarray(ndimage.binary_opening(mask, iterations=2))
        mask = _without_shadow_edges(mask, shadow, ground)
        return _pieces(_trimmed(_without_false_holes(mask, ground), ground))
    likely = ground.distance * _middle(ground.distance.shape)
    threshold, _ = cv2.threshold(np.clip(ground.distance * 20, 0, 255).astype(np.uint8), 0, 255, cv2.THRESH_OTSU)
    hints = np.where(likely > threshold / 20, cv2.GC_PR_FGD, cv2.GC_PR_BGD).astype(np.uint8)
    for edge in (np.s_[:2], np.s_[-2:], np.s_[:, :2], np.s_[:, -2:]):
        hints[edge] = cv2.GC_BGD
    mask = np.pad(ndimage.binary_opening(_grab_cut(small, hints)), 4)
    return _pieces(np.asarray(ndimage.binary_closing(mask, iterations=2)[4:-4, 4:-4]))


def _grab_cut(small: Pixels, hints: Pixels) -> Mask:
    """GrabCut (Rother, Kolmogorov and Blake 2004) from the hints; nothing where they name one side alone."""
    object_hinted = hints & 1
    if not object_hinted.any() or object_hinted.all():
        return np.zeros(hints.shape, bool)
    cv2.setRNGSeed(0)
    colours = cv2.cvtColor(small, cv2.COLOR_RGB2BGR)
    models = np.zeros((1, 65)), np.zeros((1, 65))
    cv2.grabCut(colours, hints, None, *models, GRAB_CUT_ROUNDS, cv2.GC_INIT_WITH_MASK)  # type: ignore[call-overload]
    return np.asarray(hints & 1, bool)


def _without_false_holes(mask: Mask, ground: Ground) -> Mask:
    """A white label on white paper is no hole: through a hole the ground is seen as it is, or in shadow."""
    labels, count = ndimage.label(~mask)
    outside = np.unique(np.concatenate((labels[0], labels[-1], labels[:, 0], labels[:, -1])))
    filled = mask.copy()
    for number in set(range(1, count + 1)) - set(outside.tolist()):
        hole = labels == number
        lightness, green_red, blue_yellow = np.median(ground.offset[hole], axis=0)
        if not HOLE_LIGHTNESS[0] <= lightness <= HOLE_LIGHTNESS[1] or np.hypot(green_red, blue_yellow) > HOLE_HUE_MAX:
            filled |= hole
    return filled


def _trimmed(mask: Mask, ground: Ground) -> Mask:
    """Without the pixels of the rim that are more ground than object: less than half as far as what is beside them."""
    rim = mask & ~ndimage.binary_erosion(mask, np.ones((3, 3)), border_value=1)
    return np.asarray(mask & ~(rim & (ground.distance < 0.5 * ndimage.maximum_filter(ground.distance, 5))))


def _middle(shape: tuple[int, ...]) -> Plane:
    """Objects stand in the middle of pictures more often than at their border."""
    down, across = np.mgrid[-1 : 1 : shape[0] * 1j, -1 : 1 : shape[1] * 1j]
    return np.asarray(0.35 + np.exp(-((down / 0.72) ** 2) - (across / 0.72) ** 2), np.float32)


def _soft_shadow(lab: Plane, ground: Ground) -> Mask:
    """Darker ground of the ground's own hue, reached from the ground without crossing an edge."""
    sure = ground.distance < GROUND_MAX
    candidate = sure | ((_edges(lab) < 2.0) & _shaded_ground(ground))
    labels, _ = ndimage.label(candidate)
    reached = np.unique(labels[sure])
    return np.asarray(np.isin(labels, reached[reached > 0]) & ~sure)


def _shaded_ground(ground: Ground) -> Mask:
    """The ground's own hue, but darker."""
    darker, hue_off = -ground.offset[..., 0], np.linalg.norm(ground.offset[..., 1:], axis=-1)
    return np.asarray((hue_off < SHADOW_HUE_MAX) & (darker > 0.0) & (darker < SHADOW_DARKER_MAX))


def _without_shadow_edges(mask: Mask, shadow: Mask, ground: Ground) -> Mask:
    """Threads of shadow's colour along a shadow are what was left of it."""
    threads = mask & ~ndimage.binary_opening(mask, np.ones((7, 7)))
    return np.asarray(mask & ~(threads & _shaded_ground(ground) & ndimage.binary_dilation(shadow, iterations=7)))


def _edges(lab: Plane) -> Plane:
    """Change of colour over one pixel."""
    soft = cv2.GaussianBlur(lab, (0, 0), 0.8)
    across, down = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    return np.asarray(np.sqrt((across**2 + down**2).sum(axis=-1)) / 8.0, np.float32)


def _pieces(mask: Mask) -> Mask:
    """Without dirt and pinholes; see-through holes are kept."""
    labels, count = ndimage.label(mask)
    if not count:
        return mask
    sizes = np.bincount(labels.ravel())[1:]
    mask = np.isin(labels, 1 + np.flatnonzero(sizes >= PIECE_SHARE_MIN * sizes.max()))
    holes, count = ndimage.label(~mask)
    sizes = np.bincount(holes.ravel(), minlength=count + 1)
    small = np.flatnonzero(sizes < HOLE_SHARE_MIN * mask.sum())
    return np.asarray(mask | np.isin(holes, small[small > 0]))


def _confidence(mask: Mask, lab: Plane, ground: Ground) -> float:
    """The product of five doubts: size, contact with the picture's border, pieces, edges at the outline, the ground."""
    share = float(mask.mean())
    low, fine_low, fine_high, high = AREA_SHARES
    size = float(np.interp(share, (low, fine_low, fine_high, high), (0.0, 1.0, 1.0, 0.0)))
    if size == 0.0:
        return 0.0
    edges = mask[1], mask[-2], mask[:, 1], mask[:, -2]
    cut = float(np.interp(np.concatenate(edges).mean(), (0.08, 0.35), (1.0, 0.2)))
    whole = min(cut, SIDES_TOUCHED[sum(float(edge.mean()) > TOUCH_MIN for edge in edges)])
    labels, pieces = ndimage.label(mask)
    largest = np.bincount(labels.ravel())[1:].max() / mask.sum()
    together = float(np.interp(largest, (0.4, 0.9), (0.3, 1.0))) * SCATTERED ** max(0, pieces - 2)
    rim = mask & ~ndimage.binary_erosion(mask, border_value=1)
    beside = ndimage.maximum_filter(_edges(lab), 5)[rim]
    beyond = _edges(lab)[~ndimage.binary_dilation(mask, iterations=4)]
    edge_min = float(np.clip(3.0 * np.median(beyond) if len(beyond) else 0.0, *EDGE_MIN)) + 0.6 * ground.spread
    sharp = float(np.interp(np.mean(beside > edge_min), (0.35, 0.8), (0.1, 1.0)))
    calm = float(np.interp(ground.spread, (PLAIN, BUSY), (1.0, 0.3))) * float(np.interp(ground.fitting, *PARTS_FITTING))
    return round(float(size * whole * together * sharp * calm), 3)
