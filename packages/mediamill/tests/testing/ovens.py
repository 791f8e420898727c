"""Resident engines with planted faults, and a whole one."""

import socket
import time
import wave
from typing import Any

from mediamill.engines.sdk import Artifact, Report, Request, ResidentEngine

RATE = 8_000


class Oven(ResidentEngine):
    """A tone whose pitch is loaded."""

    def load(self, weights: str, device: str) -> dict[str, Any]:
        return {"pitch": 40, "runs": 0}

    def generate(self, loaded: dict[str, Any], request: Request, report: Report) -> Artifact:
        loaded["runs"] += 1
        for step in range(20):
            report.progress(step / 20, "baking")
            time.sleep(0.01)
        return tone(request, loaded["pitch"])


def tone(request: Request, pitch: int) -> Artifact:
    path = request.folder / "artifact.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        half = RATE // pitch // 2
        file.writeframes((b"\xff\x3f" * half + b"\x01\xc0" * half) * pitch)
    return Artifact(path, provenance={"method": "a square wave"})


class RemembersRuns(Oven):
    """Its weights change with each run."""

    def generate(self, loaded: dict[str, Any], request: Request, report: Report) -> Artifact:
        loaded["pitch"] += 10
        return super().generate(loaded, request, report)


class FailsWhenWarm(Oven):
    def generate(self, loaded: dict[str, Any], request: Request, report: Report) -> Artifact:
        if loaded["runs"]:
            raise RuntimeError("the oven is hot")
        return super().generate(loaded, request, report)


class ReportsNothing(Oven):
    """No step at all, and a minute of work from the fourth run on."""

    def generate(self, loaded: dict[str, Any], request: Request, report: Report) -> Artifact:
        loaded["runs"] += 1
        if loaded["runs"] > 3:
            time.sleep(60)
        return tone(request, loaded["pitch"])


class CallsHome(Oven):
    """Loads its weights from the network."""

    def load(self, weights: str, device: str) -> dict[str, Any]:
        socket.create_connection(("127.0.0.1", 9), timeout=1).close()
        return super().load(weights, device)
