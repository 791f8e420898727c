"""A whole engine, and one with each fault that the kit has to find."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from mediamill.engines.sdk import (
    Artifact,
    EngineFailed,
    EngineRefused,
    EngineUnavailable,
    Needs,
    Report,
    Request,
)

FOREVER = "while True: __import__('time').sleep(60)"


class Kettle:
    """Whistles: a WAV file whose pitch is the seed. Nothing is wrong with it."""

    suffix = ".wav"

    def ready(self) -> str | None:
        return None

    def generate(self, request: Request, report: Report) -> Artifact:
        if not any(letter.isalnum() for letter in str(request.input.get("prompt", "tea"))):
            self.refuse()
        report.progress(0.0, "filling")
        self.boil(request)
        report.progress(0.8, "whistling")
        path = request.folder / f"whistle{self.suffix}"
        path.write_bytes(self.whistle(request))
        return Artifact(path, provenance={"method": "a square wave of the seed's pitch"})

    def refuse(self) -> None:
        raise EngineRefused(sentence="This kettle needs at least one word; write what to boil.")

    def boil(self, request: Request) -> None:
        """Where most of the faults go."""

    def whistle(self, request: Request) -> bytes:
        samples = bytes(128 + (64 if number // 20 % 2 else -64) for number in range(8_000))
        head = b"RIFF" + (36 + len(samples)).to_bytes(4, "little") + b"WAVEfmt " + (16).to_bytes(4, "little")
        plain = b"\1\0\1\0" + (8_000).to_bytes(4, "little") * 2 + b"\1\0\10\0"
        return head + plain + b"data" + len(samples).to_bytes(4, "little") + samples


class WrongSuffix(Kettle):
    suffix = ".mp3"


class WrongKind(Kettle):
    suffix = ".txt"

    def whistle(self, request: Request) -> bytes:
        return b"toot\n"


class Random(Kettle):
    def whistle(self, request: Request) -> bytes:
        return super().whistle(request)[:-8] + os.urandom(8)


class WritesElsewhere(Kettle):
    def boil(self, request: Request) -> None:
        try:
            Path("/var/tmp/kettle.cache").write_text("steam")
        except OSError:
            return  # it knows that it may not


class LeavesTraces(Kettle):
    def boil(self, request: Request) -> None:
        subprocess.run(["/bin/sh", "-c", "echo steam > ~/kettle.cache"], check=True)


class KeepsRunning(Kettle):
    def boil(self, request: Request) -> None:
        while True:
            time.sleep(60)


class LeavesProcess(Kettle):
    def boil(self, request: Request) -> None:
        subprocess.Popen([sys.executable, "-c", FOREVER], start_new_session=True)


class SaysReadyWithoutModule(Kettle):
    def boil(self, request: Request) -> None:
        import teapot_accelerator  # type: ignore[import-not-found]

        teapot_accelerator.boil()


class SaysReadyWithoutProgram(Kettle):
    def boil(self, request: Request) -> None:
        try:
            subprocess.run(["teapot", "--boil"], check=True)
        except OSError as fault:
            raise EngineFailed(sentence="The teapot could not be started; please try again.") from fault


class SaysReadyWhenOut(Kettle):
    def boil(self, request: Request) -> None:
        raise EngineUnavailable("No key is set up for the gas works.", 60)


class ReadyBlocks(Kettle):
    def ready(self) -> str | None:
        while True:
            time.sleep(60)


class ReadyMumbles(Kettle):
    def ready(self) -> str | None:
        return "water?"


class NoProgress(Kettle):
    def generate(self, request: Request, report: Report) -> Artifact:
        return super().generate(request, Deaf())


class Deaf:
    def progress(self, fraction: float, stage: str = "") -> None:
        """Tell nobody."""

    def checkpoint(self, text: str) -> None:
        """Tell nobody."""


class PercentProgress(Kettle):
    def generate(self, request: Request, report: Report) -> Artifact:
        report.progress(50, "boiling")
        return super().generate(request, report)


class BackwardProgress(Kettle):
    def generate(self, request: Request, report: Report) -> Artifact:
        report.progress(0.9, "boiling")
        return super().generate(request, report)


class NoFile(Kettle):
    def generate(self, request: Request, report: Report) -> Artifact:
        super().generate(request, report)
        return Artifact(request.folder / "steam.wav", provenance={"method": "steam"})


class FileElsewhere(Kettle):
    def generate(self, request: Request, report: Report) -> Artifact:
        super().generate(request, report)
        return Artifact(Path("/etc/hostname"), provenance={"method": "theft"})


class RefusesWithoutSentence(Kettle):
    def refuse(self) -> None:
        raise EngineRefused(sentence="bad_prompt")


class FailsInsteadOfRefusing(Kettle):
    def refuse(self) -> None:
        raise ValueError("no words")


class NoMethod(Kettle):
    def generate(self, request: Request, report: Report) -> Artifact:
        return Artifact(super().generate(request, report).path, provenance={"tea": "green", "version": "2"})


class NestedProvenance(Kettle):
    def generate(self, request: Request, report: Report) -> Artifact:
        made = super().generate(request, report)
        return Artifact(made.path, provenance={"method": "brewing", "teas": ["green", "black"]})  # type: ignore[dict-item]


class CallsHome(Kettle):
    def boil(self, request: Request) -> None:
        try:
            urllib.request.urlopen("http://teapot.example/price", timeout=1)
        except OSError:
            return


class MayCallHome(CallsHome):
    needs = Needs(ports=(80,))


class ServesMore(Kettle):
    serves = frozenset({("create-music", "voicevendor-music"), ("sound-effects", "audiogen")})


class OffersUnsaid(Kettle):
    def offers(self, tool: str, model: str) -> dict[str, object]:
        return {}


class NotReady(Kettle):
    def ready(self) -> str | None:
        return "There is no teapot: apt-get install teapot."


class ConnectsItself(Kettle):
    """Opens a socket pair within the process: no network."""

    def boil(self, request: Request) -> None:
        for end in socket.socketpair():
            end.close()
