"""A picture whose object cannot be told from its ground: a shallow relief of all of it, in a frame that stands."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Plane = NDArray[np.float32]
Points = NDArray[np.float64]
Faces = NDArray[np.int64]

# Shares of the longest side of the picture.
RELIEF = 0.035  # how far the lightest parts stand out
BOARD = 0.02  # thickness of the picture without its relief
COVER = 0.006  # thickness of the sheet that closes the frame behind
FRAME_WIDTH, FRAME_FRONT, FRAME_BACK = 0.06, 0.045, 0.035
FRAME_LIP = 0.008  # by which the frame covers the edge of the picture
FOOT_WIDTH, FOOT_REACH, FOOT_HEIGHT = 0.3, 0.3, 0.62  # the support: across, behind the frame, and up (of the height)
JPEG_QUALITY = 88


@dataclass(frozen=True, slots=True)
class Panel:
    """The carved board, with the picture on it: points doubled along its edge; uv as in glTF."""

    points: Points
    faces: Faces
    normals: Points
    uv: Points
    texture: bytes  # JPEG


@dataclass(frozen=True, slots=True)
class Solid:
    """A closed solid of one colour with flat sides."""

    points: Points
    faces: Faces
    normals: Points


def carve(pixels: Pixels, *, triangles: int, side: int) -> Panel:
    """The board: a front of about `triangles` triangles, the longest side 1, the middle at the origin."""
    height, width = pixels.shape[:2]
    longest = max(height, width)
    cells = np.sqrt(triangles / 2 * longest**2 / (height * width))
    rows, columns = (max(round(cells * length / longest), 8) for length in (height, width))
    relief = _relief(pixels, rows + 1, columns + 1)
    down, across = np.mgrid[0 : 1 : (rows + 1) * 1j, 0 : 1 : (columns + 1) * 1j]
    half_width, half_height = width / longest / 2, height / longest / 2
    front = np.stack(((across - 0.5) * 2 * half_width, (0.5 - down) * 2 * half_height, relief), axis=-1)
    index = np.arange(front.shape[0] * front.shape[1]).reshape(front.shape[:2])
    a, b, c, d = index[:-1, :-1], index[1:, :-1], index[1:, 1:], index[:-1, 1:]
    faces = np.concatenate((np.stack((a, b, c), -1).reshape(-1, 3), np.stack((a, c, d), -1).reshape(-1, 3)))
    slope_down, slope_across = np.gradient(relief, 2 * half_height / rows, 2 * half_width / columns)
    normals = np.stack((-slope_across, slope_down, np.ones_like(relief)), axis=-1)
    normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
    uv = np.stack((across, down), axis=-1)
    flat = [plane.reshape(-1, plane.shape[-1]) for plane in (front, normals, uv)]
    edge = _edge(index)
    return Panel(*_with_back(flat[0], faces, flat[1], flat[2], edge), _jpeg(pixels, side))


def _relief(pixels: Pixels, rows: int, columns: int) -> NDArray[np.float64]:
    """Lightness without its fine grain, large forms and small ones: light parts stand out, the edge lies flat."""
    light = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY).astype(np.float32) / 255
    light = np.asarray(cv2.resize(light, (columns, rows), interpolation=cv2.INTER_AREA), np.float32)
    size = max(rows, columns)
    broad, fine = cv2.GaussianBlur(light, (0, 0), size / 28), cv2.GaussianBlur(light, (0, 0), max(size / 220, 0.6))
    low, high = np.percentile(broad, (2, 98))
    forms = 0.65 * np.clip((broad - low) / max(high - low, 0.05), 0, 1) + 1.3 * np.clip(fine - broad, -0.2, 0.25) + 0.26
    down, across = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j]
    inward = np.clip((1 - np.maximum(np.abs(down), np.abs(across))) / 0.12, 0, 1)
    return np.asarray(RELIEF * np.clip(forms, 0, 1.2) * inward, np.float64)


def _edge(index: Faces) -> Faces:
    """The points of the border in order, counterclockwise seen from the front, without the first again."""
    return np.concatenate((index[:-1, 0], index[-1, :-1], index[:0:-1, -1], index[0, :0:-1]))


def _with_back(
    points: Points, faces: Faces, normals: Points, uv: Points, edge: Faces
) -> tuple[Points, Faces, Points, Points]:
    """Side walls down to a flat back, closed around its middle."""
    count, length = len(points), len(edge)
    rim, below = points[edge], points[edge] * (1, 1, 0) - (0, 0, BOARD)
    outward = np.stack((points[edge, 0], points[edge, 1], np.zeros(length)), axis=1)
    outward /= np.maximum(np.linalg.norm(outward, axis=1, keepdims=True), 1e-9)
    behind = np.tile((0.0, 0.0, -1.0), (length + 1, 1))
    middle = np.array([[0.0, 0.0, -BOARD]])
    first, second, third = count, count + length, count + 2 * length
    here, there = np.arange(length), (np.arange(length) + 1) % length
    walls = np.concatenate(
        (
            np.stack((first + here, second + here, second + there), -1),
            np.stack((first + here, second + there, first + there), -1),
            np.stack((third + there, third + here, np.full(length, third + length)), -1),
        )
    )
    return (
        np.concatenate((points, rim, below, below, middle)),
        np.concatenate((faces, walls)),
        np.concatenate((normals, outward, outward, behind)),
        np.concatenate((uv, uv[edge], uv[edge], uv[edge], [[0.5, 0.5]])),
    )


def frame(width: float, height: float) -> Solid:
    """Four mitred bars with a bevel, around a picture of this size."""
    inner = -FRAME_LIP
    profile = (  # (outward from the picture's edge, z), the section of a bar, counterclockwise from outside
        (inner, -FRAME_BACK),
        (inner, 0.55 * FRAME_FRONT),
        (0.25 * FRAME_WIDTH, 0.6 * FRAME_FRONT),
        (0.55 * FRAME_WIDTH, FRAME_FRONT),
        (FRAME_WIDTH, 0.8 * FRAME_FRONT),
        (FRAME_WIDTH, -FRAME_BACK),
    )
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    points = np.array(
        [(x * (width / 2 + out), y * (height / 2 + out), z) for x, y in corners for out, z in profile], np.float64
    )
    count, faces = len(profile), []
    for corner in range(4):
        for number in range(count):
            a, b = corner * count + number, corner * count + (number + 1) % count
            c, d = (corner + 1) % 4 * count + number, (corner + 1) % 4 * count + (number + 1) % count
            faces += [(a, c, d), (a, d, b)]
    return _flat(points, np.array(faces, np.int64))


def cover(width: float, height: float) -> Solid:
    """The sheet behind a picture of this size."""
    points = np.array(
        [
            (x * (width / 2), y * (height / 2), z)
            for z in (-BOARD + 0.001, -BOARD - COVER)
            for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
    )
    faces = [(0, 1, 2), (0, 2, 3), (4, 6, 5), (4, 7, 6)]
    for number in range(4):
        following = (number + 1) % 4
        faces += [(number, number + 4, following + 4), (number, following + 4, following)]
    return _flat(points, np.array(faces, np.int64))


def foot(height: float) -> Solid:
    """The support behind: a wedge from the ground up the back of the frame, of a picture of this height."""
    bottom, half = -height / 2 - FRAME_WIDTH, FOOT_WIDTH / 2
    top = bottom + FOOT_HEIGHT * (height + 2 * FRAME_WIDTH)
    near, far = -FRAME_BACK + 0.004, -FRAME_BACK - FOOT_REACH * min(height, 1.0)
    section = ((near, bottom), (near, top), (near - 0.03, top), (far, bottom))
    points = np.array([(x, y, z) for x in (-half, half) for z, y in section], np.float64)
    faces = [(0, 1, 2), (0, 2, 3), (4, 6, 5), (4, 7, 6)]
    for number in range(4):
        following = (number + 1) % 4
        faces += [(number, number + 4, following + 4), (number, following + 4, following)]
    return _flat(points, np.array(faces, np.int64))


def _flat(points: Points, faces: Faces) -> Solid:
    """Every face with corners of its own, so that edges stay sharp; turned outward."""
    corners = points[faces]
    volume = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])).sum()
    if volume < 0:
        corners = corners[:, ::-1]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return Solid(
        corners.reshape(-1, 3), np.arange(3 * len(faces), dtype=np.int64).reshape(-1, 3), np.repeat(normals, 3, axis=0)
    )


def _jpeg(pixels: Pixels, side: int) -> bytes:
    height, width = pixels.shape[:2]
    scale = side / max(height, width)
    size = max(round(width * scale), 1), max(round(height * scale), 1)
    fitted = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    done, jpeg = cv2.imencode(
        ".jpg", cv2.cvtColor(fitted, cv2.COLOR_RGB2BGR), [int(cv2.IMWRITE_JPEG_QUALITY), JPEG_QUALITY]
    )
    assert done, "a picture of 8 bits can be written"
    return jpeg.tobytes()
