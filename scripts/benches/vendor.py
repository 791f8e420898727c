"""A vendor that speaks fal's queue and never finishes a job: `python -m scripts.benches.vendor SECONDS`, for each look.

A raw server: what it costs itself is not to be taken for what the service costs.
"""

import asyncio
import itertools
import json
import sys
from collections.abc import Mapping

END_OF_HEAD = b"\r\n\r\n"


class Vendor:
    """Takes every job and has it in progress for ever."""

    def __init__(self, look_seconds: float) -> None:
        self.look_seconds = look_seconds
        self.numbers = itertools.count(1)
        self.base = ""

    async def serve(self) -> None:
        """Until the process ends."""
        server = await asyncio.start_server(self.client, "127.0.0.1", 0, backlog=1_024)
        port = server.sockets[0].getsockname()[1]
        self.base = f"http://127.0.0.1:{port}"
        print(f"listening at {port}", flush=True)
        await server.serve_forever()

    async def client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = (await reader.readuntil(END_OF_HEAD)).decode("latin-1")
                await reader.readexactly(length_of(head))
                method, path = head.split(" ", 2)[:2]
                status, body = await self.answer(method, path)
                text = json.dumps(body).encode()
                first = b"HTTP/1.1 %d OK\r\nContent-Type: application/json\r\n" % status
                writer.write(first + b"Content-Length: %d\r\n\r\n" % len(text) + text)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass  # the other side has left
        finally:
            writer.close()

    async def answer(self, method: str, path: str) -> tuple[int, Mapping[str, object]]:
        if method == "POST":
            return 200, self.job("/".join(path.split("/")[1:3]))
        if not path.partition("?")[0].endswith("/status"):
            return 200, {}
        await asyncio.sleep(self.look_seconds)
        return 202, {"status": "IN_PROGRESS", "logs": []}

    def job(self, application: str) -> Mapping[str, object]:
        number = f"00000000-0000-0000-0000-{next(self.numbers):012d}"
        place = f"{self.base}/{application}/requests/{number}"
        addresses = {"response_url": place, "status_url": f"{place}/status", "cancel_url": f"{place}/cancel"}
        return {"status": "IN_QUEUE", "request_id": number, **addresses}


def length_of(head: str) -> int:
    """Of the body, in bytes."""
    lines = (line.partition(":") for line in head.lower().split("\r\n"))
    return next((int(value) for name, _, value in lines if name == "content-length"), 0)


if __name__ == "__main__":
    asyncio.run(Vendor(float(sys.argv[1])).serve())
