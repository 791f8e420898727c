"""What a vendor made: fetched, and finished in an engine process, because nothing of it is trusted."""

import asyncio
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from mediamill.catalogue import Limits
from mediamill.engines import EngineHost, Failed, Finished, Made, Request, RunFailure, RunOutcome, VendorClient
from mediamill.units import MEGABYTE

FINISHER = "mediamill.engines.received:ReceivedFiles"
FOLDER = "received"  # inside the request's folder
NOT_FETCHED = "The result could not be fetched; please try again."


class ResultFetcher:
    """Turns what a vendor finished into an artifact."""

    def __init__(self, host: EngineHost, at_once: int) -> None:
        """`at_once`: results finished at a time, each in a process of its own."""
        self.host = host
        self.places = asyncio.Semaphore(at_once)

    async def fetch(self, finished: Finished, vendor: VendorClient, request: Request, limits: Limits) -> RunOutcome:
        """The artifact in the request's folder. Raises ResultNotFetched when a file cannot be downloaded."""
        folder = request.folder / FOLDER
        await asyncio.to_thread(folder.mkdir, exist_ok=True)
        bytes_max = limits.output_mb * MEGABYTE
        paths = [
            one if isinstance(one, Path) else await vendor.download(one, folder, bytes_max=bytes_max)
            for one in finished.files
        ]
        if not paths:
            return Failed(RunFailure.BAD_ARTIFACT, NOT_FETCHED)
        order = replace(request, files=numbered(paths), input=orders(finished))
        output_mb = limits.output_mb + math.ceil(sum(path.stat().st_size for path in paths) / MEGABYTE)
        async with self.places:
            outcome = await self.host.run(
                FINISHER,
                order,
                limits=replace(limits, output_mb=output_mb),
                on_progress=ignore_progress,
                on_checkpoint=refuse_checkpoint,
            )
        if isinstance(outcome, Made):
            provenance = {**finished.provenance, **outcome.artifact.provenance}
            return Made(replace(outcome.artifact, provenance=provenance))
        return outcome


def numbered(paths: Sequence[Path]) -> dict[str, Path]:
    """Files by their place, as a request names them."""
    return {str(number): path for number, path in enumerate(paths)}


def orders(finished: Finished) -> Mapping[str, str | float]:
    """What the engine process is to do with the files."""
    cut = {} if finished.seconds_max is None else {"seconds_max": finished.seconds_max}
    return {"suffix": finished.suffix, **cut}


def ignore_progress(_fraction: float, _stage: str) -> None:
    """Finishing takes a moment: the vendor's work is what progress is about."""


async def refuse_checkpoint(_text: str) -> None:
    """The finisher of this service reports none."""
    raise NotImplementedError
