"""Is the process alive, and can it do its work?"""

from collections.abc import Awaitable, Callable, Mapping, Sequence

import orjson
from starlette.requests import Request
from starlette.responses import Response

JSON = "application/json"
Check = Callable[[], Awaitable[str | None]]  # None when well, else what is wrong in a few words
Warnings = Callable[[], Awaitable[Sequence[str]]]  # what an operator should look into, though requests are answered


async def healthz(_: Request) -> Response:
    """GET /healthz: 200 while the process answers at all."""
    return Response(orjson.dumps({"status": "ok"}), media_type=JSON)


class Readyz:
    """GET /readyz: 200 when everything it needs works, else 503; each check by name."""

    def __init__(self, checks: Mapping[str, Check], warnings: Warnings) -> None:
        self.checks = checks
        self.warnings = warnings

    async def __call__(self, _: Request) -> Response:
        """The state of each check, in words. Warnings leave the process ready: another one is to be looked after."""
        faults = {name: await check() for name, check in self.checks.items()}
        ready = not any(faults.values())
        body = {
            "status": "ready" if ready else "not ready",
            "checks": {name: fault or "ok" for name, fault in faults.items()},
            "warnings": list(await self.warnings()) if ready else [],
        }
        return Response(orjson.dumps(body), 200 if ready else 503, media_type=JSON)
