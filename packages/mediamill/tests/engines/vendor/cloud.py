"""A vendor on loopback that keeps its connections, as vendors do."""

import asyncio
import contextlib
from dataclasses import dataclass

from tests.outbound.stranger import Behaviour, Stranger, Visit, answer, read_request


@dataclass
class Cloud(Stranger):
    """A Stranger that waits for the next request until a behaviour closes the connection."""

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            try:
                while not writer.is_closing():
                    visit = Visit(reader, writer, await read_request(reader))
                    self.asked.append(visit.asked)
                    await self._count(+1)
                    try:
                        await self.behaviours[visit.asked.target.partition("?")[0]](visit)
                    finally:
                        await self._count(-1)
            finally:
                writer.close()

    @property
    def everything(self) -> str:
        """All that was received, heads and bodies."""
        return "\n".join(f"{asked.method} {asked.target} {asked.headers} {asked.body!r}" for asked in self.asked)


def json_answer(text: str, *headers: str, status: str = "200 OK") -> Behaviour:
    return answer(text.encode(), "Content-Type: application/json", *headers, status=status)


def in_turn(*behaviours: Behaviour) -> Behaviour:
    """One after another; the last one for ever."""
    left = list(behaviours)

    async def behave(visit: Visit) -> None:
        await (left.pop(0) if len(left) > 1 else left[0])(visit)

    return behave


async def hang_up(visit: Visit) -> None:
    visit.writer.close()
