"""One tool on many inputs, several at once, in order; no more is begun than what is near to be looked at."""

import asyncio
import hashlib
import json
import threading
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, TypeAlias

from mediamill_client.errors import MediamillClientError
from mediamill_client.sources import found_in
from mediamill_client.types import Generation

AHEAD = 4  # times `concurrency`: inputs begun before the result of the first of them was taken
Input: TypeAlias = Mapping[str, Any]
EXPECTED = (MediamillClientError, OSError, ValueError, TypeError)  # of one input; anything else ends the whole


@dataclass(frozen=True, slots=True)
class MapResult:
    """What came of one input: a generation that ended well, or an error."""

    index: int
    input: Input
    generation: Generation | None
    error: Exception | None

    @property
    def ok(self) -> bool:
        """True with a generation that ended well."""
        return self.error is None

    def get(self) -> Generation:
        """The generation. Raises the error."""
        if self.error is not None:
            raise self.error
        assert self.generation is not None, "a result has either"
        return self.generation


def each_in_threads(
    run: Callable[[Input], Generation], inputs: Iterable[Input], concurrency: int
) -> Iterator[MapResult]:
    """The results of all inputs, in order. Whoever stops looking leaves what has begun to end by itself."""
    slots = threading.Semaphore(check(concurrency))
    under_way: deque[Future[MapResult]] = deque()

    def work(index: int, input: Input, future: Future[MapResult]) -> None:
        try:
            future.set_result(_result(index, input, lambda: run(input)))
        except BaseException as fault:  # noqa: BLE001 - raised where the result is taken
            future.set_exception(fault)
        finally:
            slots.release()

    def results() -> Iterator[MapResult]:
        for index, input in enumerate(inputs):
            while len(under_way) >= AHEAD * concurrency or (under_way and under_way[0].done()):
                yield under_way.popleft().result()
            slots.acquire()
            under_way.append(Future())
            # Not of a pool: at exit those would be waited for, after Ctrl-C too.
            threading.Thread(target=work, args=(index, input, under_way[-1]), daemon=True).start()
        while under_way:
            yield under_way.popleft().result()

    return results()


def _result(index: int, input: Input, run: Callable[[], Generation]) -> MapResult:
    try:
        return MapResult(index, input, run(), None)
    except EXPECTED as error:
        return MapResult(index, input, None, error)


async def each_in_tasks(
    run: Callable[[Input], Awaitable[Generation]], inputs: Iterable[Input], concurrency: int
) -> AsyncIterator[MapResult]:
    """The same on an event loop; whoever stops looking cancels what has begun to be waited for."""
    slots = asyncio.Semaphore(check(concurrency))
    under_way: deque[asyncio.Task[MapResult]] = deque()

    async def work(index: int, input: Input) -> MapResult:
        try:
            return MapResult(index, input, await run(input), None)
        except EXPECTED as error:
            return MapResult(index, input, None, error)
        finally:
            slots.release()

    try:
        for index, input in enumerate(inputs):
            while len(under_way) >= AHEAD * concurrency or (under_way and under_way[0].done()):
                yield await under_way.popleft()
            await slots.acquire()
            under_way.append(asyncio.ensure_future(work(index, input)))
        while under_way:
            yield await under_way.popleft()
    finally:
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)


def check(concurrency: int) -> int:
    """The number, if it is one. Raises ValueError."""
    if concurrency < 1:
        raise ValueError("concurrency must be 1 or more")
    return concurrency


def key_of(batch: str | None, tool: str, input: Input) -> str | None:
    """The idempotency key of an input in a batch: the same whenever the program is started. Raises ValueError."""
    if batch is None:
        return None
    if any(found_in(input)):
        raise ValueError("A batch takes no files: upload them first, and give their URLs")  # each upload has its own
    text = json.dumps({"batch": batch, "tool": tool, "input": input}, sort_keys=True, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()
