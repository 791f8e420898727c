"""What an independent reader finds in a file: Pillow, PyAV, trimesh, a small reader of FBX; never our own decoders.

Two files with the same `essence` show or sound the same, whatever their metadata say.
"""

import hashlib
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import av
import numpy as np
import trimesh
from numpy.typing import NDArray
from PIL import Image

SECONDS_OFF_MAX = 0.12  # of a sound or film: two frames of MP3, or two pictures
FLAT_MAX = 1.5  # levels of 255: a picture that varies less shows nothing
SILENT_MAX = 10 ** (-60 / 20)  # root mean square
PEAK_MAX = 1.0 + 1e-3
FACES_MIN = 20
FBX_MAGIC = b"Kaydara FBX Binary  \x00\x1a\x00"
FBX_HEAD = 27  # bytes before the first record
FBX_LONG_FROM = 7_500
KEYS_MIN = 4  # of a curve that moves


class Poor(Exception):
    """What is wrong with the file."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A file that is what it should be."""

    kind: str
    essence: str  # SHA-256 of what can be seen or heard
    told: str  # its facts in a few words


def judge(path: Path, seconds: float | None = None) -> Judged:
    """What the file shows; `seconds` is how long it has to be. Raises Poor for what nobody would want."""
    readers = {
        ".png": picture, ".mp4": film, ".mp3": sound, ".wav": sound, ".flac": sound, ".glb": solid, ".fbx": motion,
    }  # fmt: skip
    if path.suffix not in readers:
        raise Poor(f"a file of no known kind: {path.name}")
    return readers[path.suffix](path, seconds)


def picture(path: Path, _seconds: float | None = None) -> Judged:
    """By Pillow."""
    with Image.open(path) as image:
        image.load()
        pixels = np.asarray(image.convert("RGB"))
    if float(pixels.std(axis=(0, 1)).max()) < FLAT_MAX:
        raise Poor("it is of one colour")
    return Judged("picture", essence_of(pixels), f"{pixels.shape[1]} × {pixels.shape[0]}")


def film(path: Path, seconds: float | None = None) -> Judged:
    """By PyAV, every picture of it."""
    digest, count, moved = hashlib.sha256(), 0, 0.0
    first: NDArray[np.int16] | None = None
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        for frame in container.decode(stream):
            pixels = frame.reformat(width=160, height=96, format="gray").to_ndarray()
            digest.update(pixels.tobytes())
            first = pixels.astype(np.int16) if first is None else first
            moved = max(moved, float(np.abs(pixels - first).mean()))
            count += 1
        length = count / float(stream.average_rate or 1)
        codec = stream.codec_context.name
    refuse_length(length, seconds)
    if moved < 0.2:
        raise Poor("nothing moves in it")
    return Judged("film", digest.hexdigest(), f"{codec}, {length:.1f} s")


def sound(path: Path, seconds: float | None = None) -> Judged:
    """By PyAV, every sample of it."""
    with av.open(str(path)) as container:
        stream = container.streams.audio[0]
        resampler = av.AudioResampler(format="fltp")
        frames = [part for frame in container.decode(stream) for part in resampler.resample(frame)]
        samples = np.concatenate([frame.to_ndarray() for frame in frames], axis=1)
        length = samples.shape[1] / frames[0].sample_rate
    refuse_length(length, seconds)
    if not np.isfinite(samples).all() or float(np.abs(samples).max()) > PEAK_MAX:
        raise Poor("it is louder than full scale")
    if float(np.sqrt(np.mean(np.square(samples, dtype=np.float64)))) < SILENT_MAX:
        raise Poor("it is silent")
    return Judged("sound", essence_of(samples), f"{length:.2f} s")


def solid(path: Path, _seconds: float | None = None) -> Judged:
    """By trimesh."""
    scene = trimesh.load_scene(str(path))
    meshes = [mesh for mesh in scene.dump() if isinstance(mesh, trimesh.Trimesh)]
    faces = sum(len(mesh.faces) for mesh in meshes)
    if faces < FACES_MIN:
        raise Poor(f"it has {faces} faces")
    points = np.concatenate([mesh.vertices for mesh in meshes])
    if not np.isfinite(points).all() or float(np.ptp(points, axis=0).min()) <= 0:
        raise Poor("it has no body")
    digest = hashlib.sha256()
    for mesh in meshes:
        digest.update(essence_of(np.asarray(mesh.vertices, np.float32)).encode())
        digest.update(essence_of(np.asarray(mesh.faces, np.int32)).encode())
        digest.update(look_of(mesh))
    return Judged("object", digest.hexdigest(), f"{faces} faces")


def look_of(mesh: trimesh.Trimesh) -> bytes:
    """Colour and texture of a mesh."""
    material = getattr(mesh.visual, "material", None)
    texture = getattr(material, "baseColorTexture", None)
    facts = [repr(getattr(material, name, None)) for name in ("baseColorFactor", "metallicFactor", "roughnessFactor")]
    facts.append(essence_of(np.asarray(texture)) if texture is not None else "plain")
    if isinstance(mesh.visual, trimesh.visual.ColorVisuals):
        facts.append(essence_of(np.asarray(mesh.visual.vertex_colors)))
    return "|".join(facts).encode()


def motion(path: Path, seconds: float | None = None) -> Judged:
    """By the magic and the curves of the FBX; its length is that of the longest curve."""
    data = path.read_bytes()
    if not data.startswith(FBX_MAGIC):
        raise Poor("it is no binary FBX")
    digest, curves, moving, last = hashlib.sha256(), 0, 0, 0
    for name, values in arrays(data, FBX_HEAD, len(data)):
        if name == b"KeyTime":
            last = max(last, int(values[-1]))
        if name == b"KeyValueFloat":
            curves += 1
            moving += len(values) >= KEYS_MIN and float(np.ptp(values)) > 1e-3
            digest.update(values.tobytes())
    if not moving:
        raise Poor("nothing moves in it")
    length = last / 46_186_158_000  # FBX counts time in these parts of a second
    refuse_length(length, seconds)
    return Judged("motion", digest.hexdigest(), f"{moving} of {curves} curves move, {length:.2f} s")


def arrays(data: bytes, start: int, end: int) -> Iterator[tuple[bytes, NDArray[np.generic]]]:
    """Name and numbers of every record that holds an array, at any depth (FBX binary 7.x, as Blender documents it)."""
    version = struct.unpack_from("<I", data, len(FBX_MAGIC))[0]
    head = "<QQQB" if version >= FBX_LONG_FROM else "<IIIB"
    size = struct.calcsize(head)
    while start + size <= end:
        stop, count, length, letters = struct.unpack_from(head, data, start)
        if not stop:
            return
        name = data[start + size : start + size + letters]
        properties = start + size + letters
        if count == 1 and data[properties : properties + 1] in (b"f", b"d", b"l", b"i"):
            yield name, array_at(data, properties)
        yield from arrays(data, properties + length, stop)
        start = stop


def array_at(data: bytes, at: int) -> NDArray[np.generic]:
    """One array property."""
    kind = {b"f": "<f4", b"d": "<f8", b"l": "<i8", b"i": "<i4"}[data[at : at + 1]]
    count, packed, length = struct.unpack_from("<III", data, at + 1)
    body = data[at + 13 : at + 13 + length]
    return np.frombuffer(zlib.decompress(body) if packed else body, kind, count)


def essence_of(values: NDArray[np.generic]) -> str:
    return hashlib.sha256(repr(values.shape).encode() + np.ascontiguousarray(values).tobytes()).hexdigest()


def refuse_length(found: float, wanted: float | None) -> None:
    """Raises Poor when it is not as long as it has to be."""
    if found <= 0 or (wanted is not None and abs(found - wanted) > SECONDS_OFF_MAX):
        raise Poor(f"it is {found:.2f} s long, not {wanted} s")


def alike(essences: Mapping[str, str]) -> list[list[str]]:
    """The names that share an essence with others, together."""
    by_essence: dict[str, list[str]] = {}
    for name, essence in essences.items():
        by_essence.setdefault(essence, []).append(name)
    return [names for names in by_essence.values() if len(names) > 1]
