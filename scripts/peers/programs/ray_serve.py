"""Ray Serve on a Ray of its own: a job is a task of Ray's, its id is the answer. It keeps nothing on disk."""

import os
import signal
import time
from pathlib import Path

import ray  # type: ignore[import-not-found,unused-ignore]
from ray import serve  # type: ignore[import-not-found,unused-ignore]
from starlette.requests import Request
from starlette.responses import JSONResponse

REQUESTS_AT_ONCE = 1_024


@ray.remote(num_cpus=0)  # type: ignore[misc,untyped-decorator,unused-ignore]
def make(tool: str, given: dict[str, str]) -> None:  # noqa: ARG001 (a job that does nothing)
    """Nothing, marked."""
    time.sleep(float(os.environ.get("PEER_SECONDS", "0")))
    if marks := os.environ.get("PEER_MARKS"):
        with Path(marks).open("a") as file:
            file.write("done\n")


@serve.deployment(max_ongoing_requests=REQUESTS_AT_ONCE)  # type: ignore[misc,untyped-decorator,unused-ignore]
class Api:
    """Takes jobs."""

    async def __call__(self, request: Request) -> JSONResponse:
        """Hand it to Ray. The answer is whole: a dict would be sent in chunks."""
        order = await request.json()
        return JSONResponse({"id": make.remote(order["tool"], order["input"]).hex(), "status": "processing"})


if __name__ == "__main__":
    ray.init(include_dashboard=False, log_to_driver=False, num_cpus=os.cpu_count())
    serve.start(http_options={"host": "127.0.0.1", "port": int(os.environ["PEER_PORT"])})
    serve.run(Api.bind(), route_prefix="/run")  # type: ignore[attr-defined,unused-ignore]
    signal.sigwait({signal.SIGTERM})
    ray.shutdown()
