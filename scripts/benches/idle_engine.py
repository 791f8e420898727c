"""An operator's own engine that does nothing: its file is the same second of silence every time."""

import wave
from pathlib import Path

from mediamill.engines.engine import Artifact, Report, Request, ToolModel

RATE = 8_000  # samples a second


class IdleEngine:
    """Silence."""

    name = "scripts.benches.idle_engine:IdleEngine"
    serves: frozenset[ToolModel] = frozenset({("drum-generator", "drumgen")})

    def ready(self) -> str | None:
        return None

    def generate(self, request: Request, report: Report) -> Artifact:  # noqa: ARG002 (nothing to tell)
        """`silence.wav`."""
        path = request.folder / "silence.wav"
        write_silence(path)
        return Artifact(path, seconds=1.0)


def write_silence(path: Path) -> None:
    """One second of it."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(bytes(2 * RATE))
