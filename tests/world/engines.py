"""Engines that are done in no time, for services that run in a world of their own."""

import json
import struct
from pathlib import Path

from mediamill.engines import Artifact, Report, Request, ToolModel
from tests.dispatch.engines import Isolates, write_recording

TAP_SECONDS = 0.1


class Taps(Isolates):
    """One short beat."""

    name = "tests/taps"
    serves: frozenset[ToolModel] = frozenset({("drum-generator", "drumgen")})

    def generate(self, request: Request, report: Report) -> Artifact:
        report.progress(1.0, "tapping")
        return Artifact(write_recording(request.folder / "tap.wav", TAP_SECONDS))


class Sculpts(Isolates):
    """A scene with nothing in it, whatever the picture shows."""

    name = "tests/sculpts"
    serves: frozenset[ToolModel] = frozenset({("image-to-3d-object", "triposr")})

    def generate(self, request: Request, report: Report) -> Artifact:
        report.progress(1.0, "sculpting")
        return Artifact(write_scene(request.folder / "scene.glb"))


def write_scene(path: Path) -> Path:
    """The smallest glTF 2.0 there is, as binary: a header and one chunk of JSON, padded to four bytes."""
    text = json.dumps({"asset": {"version": "2.0"}}).encode()
    text += b" " * (-len(text) % 4)
    path.write_bytes(struct.pack("<4sIII4s", b"glTF", 2, 20 + len(text), len(text), b"JSON") + text)
    return path
