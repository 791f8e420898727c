"""The cheapest call of a vendor's engine as an operator has set it up, and that call made."""

import math
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from mediamill.catalogue import Model
from mediamill.engines import EngineRefused, Estimate, Request
from mediamill.testing.findings import Finding
from mediamill.testing.remote.examine import RemoteExamination


@dataclass(frozen=True, slots=True)
class CheapestCall:
    """The model whose example costs least."""

    model: Model
    estimate: Estimate | None  # None where no price of any model is known


def cheapest_call(examination: RemoteExamination) -> CheapestCall | str:
    """What to buy to see that a vendor still works as its engine thinks; a sentence where nothing can be bought."""
    if (missing := examination.setup.missing) is not None:
        return f"Not ready: {missing}"
    calls = []
    for model in examination.models():
        with tempfile.TemporaryDirectory(prefix="mediamill-testing-") as folder:
            request = examination.request(model, Path(folder))
            if isinstance(request, Request):
                calls.append(CheapestCall(model, estimated(examination, request)))
    return min(calls, key=price_of, default="It serves no model of the catalogue.")


def estimated(examination: RemoteExamination, request: Request) -> Estimate | None:
    """What the example costs; None where that is not known."""
    try:
        return examination.engine.estimate(request)
    except EngineRefused:
        return None


def price_of(call: CheapestCall) -> float:
    """What is not known comes last."""
    return math.inf if call.estimate is None else call.estimate.amount


async def bought(examination: RemoteExamination, call: CheapestCall) -> AsyncIterator[Finding]:
    """Every finding on one purchase of the call."""
    async with examination.trade(call.model) as (trade, request):
        async for finding in trade.of_purchase(request):
            yield finding
