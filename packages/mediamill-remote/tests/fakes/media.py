"""Small files that are what they say: made when first asked for."""

import io
import math
import tempfile
import wave
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Samples = NDArray[np.float64]

SECONDS = 2.0
RATE = 44_100
TYPES = {
    "png": "image/png",
    "mp4": "video/mp4",
    "wav": "audio/wav",
    "mp3": "audio/mpeg",
    "flac": "audio/flac",
    "glb": "model/gltf-binary",
    "obj": "model/obj",
    "fbx": "application/octet-stream",
    "bvh": "text/plain",
    "npz": "application/octet-stream",
    "animated-glb": "model/gltf-binary",
}


@cache
def media(kind: str) -> bytes:
    """A file of this kind, in full."""
    return MAKERS[kind]()


def png() -> bytes:
    stream = io.BytesIO()
    ramp = np.linspace(0, 255, 64, dtype=np.uint8)
    across, down = np.meshgrid(ramp, ramp)
    Image.fromarray(np.stack([across, down, np.full_like(across, 90)], axis=2)).save(stream, "PNG")
    return stream.getvalue()


def wav() -> bytes:
    return wav_of(tone())


def silence(seconds: float) -> bytes:
    """A recording in which nothing is heard."""
    return wav_of(np.zeros(round(RATE * seconds)))


def wav_of(samples: Samples) -> bytes:
    stream = io.BytesIO()
    with wave.open(stream, "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", "not compressed"))
        file.writeframes((samples * 32_767).astype("<i2").tobytes())
    return stream.getvalue()


def mp3() -> bytes:
    return encoded("tone.mp3")


def flac() -> bytes:
    return encoded("tone.flac")


def encoded(name: str) -> bytes:
    from mediamill.codecs import Tags, encode_audio

    return written(name, lambda path: encode_audio(tone().astype(np.float32), RATE, path, tags=Tags("tone", {})))


def mp4() -> bytes:
    from mediamill.codecs import Tags, VideoWriter

    def write(path: Path) -> None:
        with VideoWriter(path, 64, 64, fps=12, tags=Tags("clip", {})) as writer:
            for number in range(12):
                writer.write(np.full((64, 64, 3), 20 * number, np.uint8))

    return written("clip.mp4", write)


def glb() -> bytes:
    import trimesh

    exported = trimesh.creation.box().export(file_type="glb")
    assert isinstance(exported, bytes)
    return exported


def obj() -> bytes:
    import trimesh

    box = trimesh.creation.box()
    lines = [f"v {x} {y} {z} 0.5 0.25 1" for x, y, z in box.vertices.tolist()]
    lines += [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in box.faces.tolist()]
    return "\n".join(lines).encode()


def fbx() -> bytes:
    from mediamill.codecs import write_fbx
    from mediamill_procedural.motion.clip import clip_of
    from mediamill_procedural.motion.fbx import animation_of, skin_of
    from mediamill_procedural.motion.figure import body

    clip = clip_of("wave", 1.0, 7)
    animation, skin = animation_of(clip.times, clip.motion), skin_of(body())
    return written("motion.fbx", lambda path: write_fbx(animation, path, facts={}, skin=skin))


def bvh() -> bytes:
    from tests.codecs import motion_sources as sources

    return sources.bvh(sources.movement())


def npz() -> bytes:
    from tests.codecs import motion_sources as sources

    return sources.as_npz(sources.rotations(sources.movement()))


def animated_glb() -> bytes:
    from tests.codecs import motion_sources as sources

    return sources.skinned_glb(sources.movement())


@cache
def skeleton_glb(frames: int) -> bytes:
    """Joints that move and neither skin nor mesh, 30 frames a second."""
    from tests.codecs import motion_sources as sources

    moved = sources.movement(frames, rate=30.0)
    return sources.glb(sources.glb_nodes(moved), sources.glb_channels(moved))


def tone() -> Samples:
    return np.asarray(0.4 * np.sin(2 * math.pi * 220 * np.arange(round(RATE * SECONDS)) / RATE))


def written(name: str, write: Callable[[Path], object]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        write(path)
        return path.read_bytes()


MAKERS: Mapping[str, Callable[[], bytes]] = {
    "png": png,
    "wav": wav,
    "mp3": mp3,
    "flac": flac,
    "mp4": mp4,
    "glb": glb,
    "obj": obj,
    "fbx": fbx,
    "bvh": bvh,
    "npz": npz,
    "animated-glb": animated_glb,
}
