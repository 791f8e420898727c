"""Small engines for the dispatcher's tests; they run in real engine processes."""

import threading
import wave
from pathlib import Path

from mediamill.engines.sdk import Artifact, EngineFailed, EngineRefused, EngineUnavailable, Report, Request, ToolModel

RATE = 8_000


def write_recording(path: Path, seconds: float) -> Path:
    """Silence of a length, as a WAV file."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(b"\0\0" * round(RATE * seconds))
    return path


class Speaks:
    """Understands three words: `refuse`, `break`, `lie`; says nothing for a second otherwise."""

    name = "tests/speaks"
    serves = frozenset({("text-to-speech", "voicevendor-tts")})

    def ready(self) -> str | None:
        return None

    def generate(self, request: Request, report: Report) -> Artifact:
        report.progress(0.5, "speaking")
        match request.input["prompt"]:
            case "refuse":
                raise EngineRefused(sentence="There is nothing to say in this text.")
            case "break":
                raise EngineFailed(sentence="The voice is hoarse. Please try again.")
            case "lie":
                path = request.folder / "lie.mp3"
                path.write_bytes(b"this is no music")
                return Artifact(path)
            case "remember" if request.checkpoint is None:
                report.checkpoint("the first half")
                raise EngineFailed(sentence="Stopped half way.")
            case "remember":
                return Artifact(write_recording(request.folder / f"{len(request.checkpoint or '')}.wav", 1.0))
            case "away" | "model away" if request.checkpoint is None:
                report.checkpoint("asked")
                scope = "engine" if request.input["prompt"] == "away" else "model"
                raise EngineUnavailable("The larynx is rented out.", 1, scope)
            case "write" | "write badly":
                path = request.folder / "words.json"
                path.write_text('{"words": ["heron"]}' if request.input["prompt"] == "write" else "{")
                return Artifact(path)
            case "wait":
                while True:
                    report.progress(0.5, "waiting")
        return Artifact(write_recording(request.folder / "speech.wav", 1.0))


class Isolates:
    """Gives back the recording it was given."""

    name = "tests/isolates"
    serves: frozenset[ToolModel] = frozenset(
        {("voice-isolator", "voicevendor-voice-isolator"), ("song-splitter", "demucs")}
    )

    def ready(self) -> str | None:
        return None

    def generate(self, request: Request, report: Report) -> Artifact:
        (given,) = request.files.values()
        copy = request.folder / f"copy{given.suffix}"
        copy.write_bytes(given.read_bytes())
        return Artifact(copy)


class Silent(Isolates):
    """Says whether it is ready when somebody lets it."""

    name = "tests/silent"
    serves: frozenset[ToolModel] = frozenset({("create-image", "nano-banana")})
    lets = threading.Event()
    asked = 0

    def ready(self) -> str | None:
        Silent.asked += 1
        Silent.lets.wait()
        return None

    def generate(self, request: Request, report: Report) -> Artifact:
        return Artifact(write_recording(request.folder / "picture.wav", 1.0))


class Confused(Silent):
    """Breaks down when it is asked whether it is ready, until somebody lets it answer."""

    name = "tests/confused"
    serves: frozenset[ToolModel] = frozenset({("create-image", "flux-2-flex")})

    def ready(self) -> str | None:
        if not Silent.lets.is_set():
            raise ConnectionError("nobody at home")
        return None


class Absent(Isolates):
    """Is not ready."""

    name = "tests/absent"
    serves: frozenset[ToolModel] = frozenset({("create-music", "voicevendor-music")})

    def ready(self) -> str | None:
        return "The orchestra is on strike: pip install orchestra."
