"""Any motion that can be read, whatever its file is called."""

from enum import StrEnum
from pathlib import Path

from mediamill.codecs.animation import Animation
from mediamill.codecs.motions.bvh import read_bvh
from mediamill.codecs.motions.glb import read_glb_motion
from mediamill.codecs.motions.rotations import read_rotations
from mediamill.formats import Container, NotMedia, sniff

HEAD_BYTES = 256


class MotionFormat(StrEnum):
    """What a motion came in."""

    GLB = "GLB"
    BVH = "BVH"
    ROTATIONS = "joint rotations"


def read_motion(path: Path) -> tuple[Animation, MotionFormat]:
    """The skeleton over time, and what it was read from. Raises NotMedia."""
    container = sniff(path)
    if container is Container.GLB:
        return read_glb_motion(path), MotionFormat.GLB
    if container is not None:
        raise NotMedia(reason="it is no motion")
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES).removeprefix(b"\xef\xbb\xbf").lstrip()
    if head.startswith(b"HIERARCHY"):
        return read_bvh(path), MotionFormat.BVH
    if head.startswith((b"{", b"PK\x03\x04")):
        return read_rotations(path), MotionFormat.ROTATIONS
    raise NotMedia(reason="it is no motion")
