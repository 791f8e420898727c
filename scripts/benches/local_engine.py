"""Engines that are measured: pictures as `local.flux2` makes them, and when each run began and ended."""

import time
from dataclasses import replace
from typing import Any

from mediamill.engines.sdk import Artifact, Report, Request
from mediamill_local.pictures.flux2 import Flux2Engine


class First(Flux2Engine):
    """Its clock is that of the machine, the same in every process."""

    name = "bench.first"

    def generate(self, loaded: Any, request: Request, report: Report) -> Artifact:
        began = time.monotonic()
        made = super().generate(loaded, request, report)
        return replace(made, provenance={**made.provenance, "began": began, "ended": time.monotonic()})


class Second(First):
    """Another engine with weights of its own, as far as the device knows."""

    name = "bench.second"
