"""Motions in Biovision's BVH: a hierarchy of joints, then the numbers of their channels for every frame."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

import numpy as np
from numpy.typing import NDArray

from mediamill.codecs.animation import Animation, Skeleton, world_of
from mediamill.codecs.motions.bounds import JOINTS_MAX, check_size, checked, frame_times, plain_names, still
from mediamill.codecs.motions.turning import about
from mediamill.formats import NotMedia

Array = NDArray[np.float64]

FILE_BYTES_MAX = 48 << 20
LINE_CHARS_MAX = 1 << 18  # one frame of JOINTS_MAX joints, in long numbers
NAME_WORDS_MAX = 8
ROUNDED = 2e-4  # frame times are written with few digits: so near to a whole number of frames, it is that
TALL = 10.0  # a skeleton that is less than this across is told in metres, any other in centimetres
CM_PER_METRE = 100.0
AXES = "XYZ"


@dataclass(frozen=True, slots=True)
class Joint:
    """As the hierarchy tells it: channels such as "Zrotation" in the order of their numbers."""

    name: str
    parent: int
    offset: list[float] = field(default_factory=list)
    channels: list[str] = field(default_factory=list)


def read_bvh(path: Path) -> Animation:
    """The joints, their ends included, and every frame as it is told.

    A joint's position, where it has channels for it, is told as seen from its parent. Raises NotMedia.
    """
    if path.stat().st_size > FILE_BYTES_MAX:
        raise NotMedia(reason="the motion is too large")
    try:
        with np.errstate(all="ignore"), path.open(encoding="utf-8", errors="replace") as file:
            joints, frames, seconds = _head(_words(file))
            rate = (
                1 / seconds if abs(1 / seconds - round(1 / seconds)) > ROUNDED / seconds else float(round(1 / seconds))
            )
            check_size(len(joints), frames, rate)
            numbers = _numbers(file, frames, sum(len(joint.channels) for joint in joints))
            return checked(_animation(joints, numbers, rate))
    except (ValueError, IndexError, ArithmeticError, StopIteration, RuntimeError):
        raise NotMedia(reason="it is no motion in BVH") from None


def _words(file: TextIO) -> Iterator[str]:
    while line := file.readline(LINE_CHARS_MAX):
        yield from line.split()


def _head(words: Iterator[str]) -> tuple[list[Joint], int, float]:
    """The joints, how many frames there are, and how many seconds each lasts."""
    if next(words) != "HIERARCHY":
        raise ValueError("no hierarchy")
    joints: list[Joint] = []
    above: list[int] = []  # the joints that are not closed yet
    for word in words:
        match word.upper():
            case "ROOT" | "JOINT" | "END":
                name = _name(words)
                own = name if word.upper() != "END" else f"{joints[above[-1]].name}_End"
                joints.append(Joint(own, above[-1] if above else -1))
                above.append(len(joints) - 1)
            case "OFFSET":
                joints[above[-1]].offset[:] = [float(next(words)) for _ in range(3)]
            case "CHANNELS":
                joints[above[-1]].channels[:] = [next(words) for _ in range(_small(next(words)))]
            case "}":
                above.pop()
            case "MOTION":
                break
            case other:
                raise ValueError(other)
        if len(joints) > JOINTS_MAX:
            raise NotMedia(reason=f"a motion has 1 to {JOINTS_MAX:,} joints")
    told = [next(words) for _ in range(5)]  # "Frames:", their number, "Frame", "Time:", seconds
    if above or [told[0].upper(), told[2].upper(), told[3].upper()] != ["FRAMES:", "FRAME", "TIME:"]:
        raise ValueError("no frames")
    return joints, int(told[1]), float(told[4])


def _name(words: Iterator[str]) -> str:
    """A joint's name: what stands before the brace."""
    found: list[str] = []
    while (word := next(words)) != "{":
        found.append(word)
        if len(found) > NAME_WORDS_MAX:
            raise ValueError("a name without an end")
    return " ".join(found)


def _small(count: str) -> int:
    if not 0 <= int(count) <= 2 * len(AXES):
        raise ValueError(count)
    return int(count)


def _numbers(file: TextIO, frames: int, channels: int) -> Array:
    """(frames, channels), all that are told and not one more."""
    numbers = np.empty(frames * channels)
    at = 0
    while line := file.readline(LINE_CHARS_MAX):
        row = [float(word) for word in line.split()]
        numbers[at : at + len(row)] = row
        at += len(row)
    if at != len(numbers) or not np.isfinite(numbers).all():
        raise ValueError("frames are missing")
    return numbers.reshape(frames, channels)


def _animation(joints: list[Joint], numbers: Array, rate: float) -> Animation:
    frames, at = len(numbers), 0
    offsets = np.array([joint.offset for joint in joints], np.float64)
    skeleton = Skeleton(plain_names([one.name for one in joints]), tuple(one.parent for one in joints), offsets)
    _, rest = world_of(skeleton.parents, offsets, skeleton.rest_turns)
    unit = CM_PER_METRE if np.ptp(rest, axis=0).max() < TALL else 1.0
    turns, places = still(skeleton, frames), dict[int, Array]()
    for number, joint in enumerate(joints):
        for channel in joint.channels:
            axis, what = AXES.index(channel[:1].upper()), channel[1:].lower()
            if what == "rotation":
                turns[:, number] = turns[:, number] @ about(axis, numbers[:, at])
            elif what == "position":
                kept = np.repeat(offsets[number : number + 1], frames, axis=0)
                places.setdefault(number, kept)[:, axis] = numbers[:, at]
            else:
                raise ValueError(channel)
            at += 1
    moved = {number: place * unit for number, place in places.items()}
    return Animation(
        Skeleton(skeleton.names, skeleton.parents, offsets * unit), frame_times(frames, rate), turns, moved, rate
    )
