"""The load generator, in a process of its own: requests made beforehand, sent on kept-open connections as answers come.

`apply(groups)` starts `python -m scripts.benches.load`, which reads what to do on stdin and prints what it saw.
"""

import asyncio
import itertools
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

import uvloop

WARM_UP_SECONDS = 0.3
SPARE_SECONDS = 30.0  # on top of what was asked for, before a run is given up
LENGTH = b"content-length:"
END_OF_HEAD = b"\r\n\r\n"
OK = (b"HTTP/1.1 200", b"HTTP/1.1 201", b"HTTP/1.1 202")
RESPITE_SECONDS = 0.001  # before a request is sent again that was refused for want of room


@dataclass(frozen=True, slots=True)
class Group:
    """So many connections that send these requests in turn; `refused` is a status that says "come again", if any."""

    name: str
    address: tuple[str, int]
    requests: tuple[bytes, ...]
    connections: int = 32
    refused: int = 0
    pid: int = 0  # of the process that serves it, where its CPU time is to be known


@dataclass(frozen=True, slots=True)
class Seen:
    """What a group got: answers, in how many seconds, and the times they took."""

    name: str
    answers: int
    seconds: float
    p50_ms: float
    p95_ms: float
    p99_ms: float
    total: int = 0  # answers, those of the warm-up included
    cpu_us: float = 0.0  # of the serving process for one answer; 0: not known

    @property
    def rate(self) -> float:
        """Answers a second."""
        return self.answers / self.seconds


def apply(*groups: Group, seconds: float) -> list[Seen]:
    """All groups at once for so long, from another process. Raises RuntimeError for any answer that was not wanted."""
    task = {
        "seconds": seconds,
        "groups": [
            {**asdict(group), "requests": [request.decode("latin-1") for request in group.requests]} for group in groups
        ],
    }
    done = subprocess.run(
        [sys.executable, "-m", "scripts.benches.load"],
        input=json.dumps(task).encode(),
        capture_output=True,
        check=False,
        timeout=seconds + SPARE_SECONDS,
    )
    if done.returncode:
        raise RuntimeError(f"{groups[0].name}: {done.stderr.decode(errors='replace').strip()[-2_000:]}")
    return [Seen(**seen) for seen in json.loads(done.stdout)]


class Client(asyncio.Protocol):
    """One connection: a request, its answer, the next request."""

    def __init__(self, group: Group, first: int, tally: "Tally") -> None:
        self.requests = itertools.islice(itertools.cycle(group.requests), first, None)
        self.refused = b"HTTP/1.1 %d" % group.refused
        self.tally = tally
        self.buffer = b""
        self.request = b""
        self.sent_at = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport
        self.send_next()

    def send_next(self) -> None:
        self.request = next(self.requests)
        self.send()

    def send(self) -> None:
        self.sent_at = time.perf_counter()
        self.transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if (size := size_of_answer(self.buffer)) is None or len(self.buffer) < size:
            return
        answer, self.buffer = self.buffer[:size], b""
        if answer.startswith(OK):
            self.tally.note(time.perf_counter() - self.sent_at)
            self.send_next()
        elif answer.startswith(self.refused):
            asyncio.get_running_loop().call_later(RESPITE_SECONDS, self.send)
        else:
            self.tally.trouble = f"an answer that was not wanted: {answer[:300]!r}"

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.tally.over:
            self.tally.trouble = f"a connection was lost: {exc}"


class Tally:
    """The answers of one group, once it is warm."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.warm = self.over = False
        self.trouble: str | None = None
        self.times: list[float] = []
        self.total = 0

    def note(self, seconds: float) -> None:
        self.total += 1
        if self.warm and not self.over:
            self.times.append(seconds)

    def seen(self, seconds: float) -> Seen:
        """Raises SystemExit when something went wrong, or nothing was answered."""
        if self.trouble or not self.times:
            raise SystemExit(f"{self.name}: {self.trouble or 'no answer at all'}")
        p50, p95, p99 = (1_000 * percentile(self.times, share) for share in (0.50, 0.95, 0.99))
        return Seen(self.name, len(self.times), seconds, p50, p95, p99, self.total)


def size_of_answer(buffer: bytes) -> int | None:
    """Of the whole answer at the beginning of the buffer, in bytes; None while its head is not whole."""
    end = buffer.find(END_OF_HEAD)
    if end < 0:
        return None
    head = buffer[: end + 2].lower()
    at = head.find(LENGTH)
    if at < 0:
        raise ValueError(f"an answer without Content-Length: {buffer[:300]!r}")
    return end + len(END_OF_HEAD) + int(head[at + len(LENGTH) : head.index(b"\r\n", at)])


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that is at least as large as this share of all."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * round(share * 1_000) // 1_000) - 1)]


async def run(groups: Sequence[Group], seconds: float) -> list[Seen]:
    """All groups at once."""
    loop = asyncio.get_running_loop()
    tallies = [Tally(group.name) for group in groups]
    for group, tally in zip(groups, tallies, strict=True):
        for number in range(group.connections):
            first = number * len(group.requests) // group.connections
            await loop.create_connection(lambda g=group, f=first, t=tally: Client(g, f, t), *group.address)  # type: ignore[misc]
    await asyncio.sleep(WARM_UP_SECONDS)
    started = time.perf_counter()
    for tally in tallies:
        tally.warm = True
    await asyncio.sleep(seconds)
    took = time.perf_counter() - started
    for tally in tallies:
        tally.over = True
    return [tally.seen(took) for tally in tallies]


def main() -> None:
    task = json.load(sys.stdin)
    groups = [
        replace(
            Group(**{**group, "requests": ()}),
            address=tuple(group["address"]),
            requests=tuple(request.encode("latin-1") for request in group["requests"]),
        )
        for group in task["groups"]
    ]
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        seen = runner.run(run(groups, task["seconds"]))
    print(json.dumps([asdict(group) for group in seen]))


if __name__ == "__main__":
    main()
