"""Engines that keep weights loaded, in every way that one can, without a library that has any."""

import contextlib
import importlib
import os
import sys
import threading
import time
from dataclasses import dataclass
from typing import Any

from mediamill.engines import Artifact, Report, Request, ResidentEngine, ResidentOptions
from tests.engines.faulty import wait_forever, written

SIZES = {"small": 100, "middle": 400, "large": 700}


@dataclass(frozen=True, slots=True)
class Options(ResidentOptions):
    """What the operator may set."""

    greeting: str = "made"


class OutOfMemoryError(RuntimeError):
    """As torch calls its own."""


class Keeps(ResidentEngine):
    """Counts its runs on what is loaded; the model is the name of the weights."""

    Options = Options

    def bytes_wanted(self, weights: str) -> int:
        return SIZES[weights]

    def load(self, weights: str, device: str) -> dict[str, Any]:
        return {"weights": weights, "device": device, "runs": 0}

    def generate(self, loaded: dict[str, Any], request: Request, report: Report) -> Artifact:
        loaded["runs"] += 1
        facts = [self.options.greeting, os.getpid(), loaded["device"], loaded["weights"], loaded["runs"]]  # type: ignore[attr-defined]
        return written(request, " ".join(map(str, facts)).encode())


class Reads(Keeps):
    """Greets with what it finds among the weights of this machine."""

    def rows(self) -> tuple[str, ...]:
        return ("greeting",)

    def load(self, weights: str, device: str) -> dict[str, Any]:
        found = (self.folders.of("greeting") / "greeting.txt").read_text()
        return {"weights": found, "device": self.folders.origin_of("greeting"), "runs": 0}


class Steps(Keeps):
    """A hundred steps, "slowly" in two seconds."""

    def generate(self, loaded: dict[str, Any], request: Request, report: Report) -> Artifact:
        for step in range(100):
            report.progress(step / 100, "denoising")
            if request.input["prompt"] == "slowly":
                time.sleep(0.02)
        return super().generate(loaded, request, report)


class DeafSteps(Keeps):
    """One step that never ends."""

    def generate(self, loaded: dict[str, Any], request: Request, report: Report) -> Artifact:
        report.progress(0.1, "thinking")
        wait_forever()


class Catches(Keeps):
    """Catches every exception of a step."""

    def generate(self, loaded: dict[str, Any], request: Request, report: Report) -> Artifact:
        while request.input["prompt"] == "slowly":
            with contextlib.suppress(Exception):
                report.progress(0.5, "denoising")
            time.sleep(0.01)
        return super().generate(loaded, request, report)


class TooLarge(Keeps):
    """Finds the memory too small where anything else is loaded, or always."""

    def generate(self, loaded: dict[str, Any], request: Request, report: Report) -> Artifact:
        loaded["runs"] += 1
        if request.input["prompt"] == "always" or loaded["runs"] > 1:
            raise OutOfMemoryError
        return super().generate(loaded, request, report)


class BreaksTheDriver(Keeps):
    """Leaves a context that nothing runs in any more."""

    def generate(self, loaded: dict[str, Any], request: Request, report: Report) -> Artifact:
        raise type("AcceleratorError", (RuntimeError,), {})("an illegal memory access was encountered")


class CannotLoad(Keeps):
    def load(self, weights: str, device: str) -> dict[str, Any]:
        raise FileNotFoundError("the weights are gone")


class SleepsWhileLoading(Keeps):
    """Loads for a second."""

    def load(self, weights: str, device: str) -> dict[str, Any]:
        time.sleep(1)
        return super().load(weights, device)


class Leaks(Keeps):
    """Grows by sixty megabytes with each run."""

    kept: list[bytes] = []  # noqa: RUF012

    def generate(self, loaded: dict[str, Any], request: Request, report: Report) -> Artifact:
        self.kept.append(b"x" * 60_000_000)
        return super().generate(loaded, request, report)


class LooksRound(Keeps):
    """Says what libraries find in their environment."""

    def generate(self, loaded: dict[str, Any], request: Request, report: Report) -> Artifact:
        return written(request, "\n".join(f"{name}={value}" for name, value in os.environ.items()).encode())


class NamesItsEnvironment(Keeps):
    """Says which interpreter runs it, and where it finds what."""

    def generate(self, loaded: dict[str, Any], request: Request, report: Report) -> Artifact:
        herons = importlib.import_module("herons")
        orjson, pydantic = importlib.import_module("orjson"), importlib.import_module("pydantic")
        return written(request, f"{herons.CRY}|{orjson.__version__}|{pydantic.__name__}|{sys.prefix}".encode())


class LeavesAThread(Keeps):
    """A thread that reports for ever."""

    def generate(self, loaded: dict[str, Any], request: Request, report: Report) -> Artifact:
        threading.Thread(target=chatter, args=(report,), daemon=True).start()
        return super().generate(loaded, request, report)


def chatter(report: Report) -> None:
    for _ in range(1_000):
        report.progress(0.5)
