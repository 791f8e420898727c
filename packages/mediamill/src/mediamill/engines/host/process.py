"""The host's side of one engine process and its supervisor: orders, messages, limits, and a complete shutdown."""

import asyncio
import json
import logging
import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from mediamill.engines.engine import NOTHING_MORE, Needs, Request
from mediamill.engines.host import wire
from mediamill.engines.host.lines import LineSocket, LineTooLong
from mediamill.engines.host.loan import Loan, NotGivenBack, lend, take_back
from mediamill.engines.host.marks import MARK, end_marked
from mediamill.engines.host.tail import Tail

logger = logging.getLogger("mediamill.engines")

LAUNCHER = Path(__file__).with_name("launcher.py")
SUPERVISOR_LINE_BYTES_MAX = 4 * 1024
# A supervisor needs milliseconds to kill its processes, seconds for a fork bomb. Longer means that it is stopped, or
# that a process is stuck in a system call.
END_SECONDS_MAX = 10.0


class EngineGone(Exception):
    """The engine process has ended."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How an engine process ended; none of its processes is left."""

    status: int | None  # exit code, negative for a signal; None if its supervisor was killed
    breach: str  # the limit it broke, or ""


@dataclass(frozen=True, slots=True)
class Resting:
    """What an engine process holds between two runs."""

    resident_bytes: int
    strays: int  # processes that the last run left behind


@dataclass(frozen=True, slots=True)
class DevicePlan:
    """What the process of a device is told at its start."""

    name: str  # "cpu", "cuda:0"
    budget: int | None = None  # bytes of its memory; None: most of what there is
    pinned: tuple[str, ...] = ()  # shelf names of what makes no room for others
    options: Mapping[str, Mapping[str, object]] = field(default_factory=dict)  # of its engines, by target
    weights_homes: Mapping[str, str] = field(default_factory=dict)  # the folder of all weights, by target

    def plan(self) -> dict[str, object]:
        """The same as JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Cell:
    """The jail of one engine process: its folder, its user, what it may access."""

    home: Path  # belongs to `uid` where one is given
    uid: int | None = None
    needs: Needs = NOTHING_MORE
    private: tuple[Path, ...] = ()  # never readable, even if they lie beside code
    device: DevicePlan | None = None  # of a process that keeps weights loaded
    python: Path | None = None  # whose packages come first; None: the service's interpreter

    def plan(self) -> dict[str, object]:
        """The same as JSON for the launcher."""
        needs = self.needs
        return {
            "home": str(self.home),
            "uid": self.uid,
            "readable": list(map(str, needs.readable)),
            "devices": list(map(str, needs.devices)),
            "ports": list(needs.ports),
            "private": list(map(str, self.private)),
            "device": None if self.device is None else self.device.plan(),
        }


class EngineProcess:
    """One warm engine process, for one run at a time. Its owner `end`s it; if the service dies, its supervisor does."""

    def __init__(self, cell: Cell, environment: Mapping[str, str]) -> None:
        """Launch it, without waiting for it. Raises OSError when the system cannot start another process."""
        self.cell = cell
        self.home = home = cell.home
        self.runs = 0
        self.targets: set[str] = set()  # what it has imported
        self.shelf: dict[str, int] = {}  # what the process of a device has loaded, and its bytes
        self.free = True  # no run is under way
        self._loan: Loan | None = None
        self._mark = os.urandom(16).hex()
        ours, lifeline = socket.socketpair()
        host_end, engine_end = socket.socketpair()
        printed, print_end = os.pipe()
        plan = {
            "lifeline": lifeline.fileno(),
            "engine_end": engine_end.fileno(),
            "path": [os.path.abspath(entry) for entry in sys.path],  # noqa: PTH100 ("" is the current folder)
            "cell": cell.plan(),
            "program": "child" if cell.device is None else "device",
            "own_first": cell.python is not None,
        }
        try:
            # -S: the launcher needs no packages; -P and -s: nothing but the standard library is on its path.
            self._popen = subprocess.Popen(
                [cell.python or sys.executable, "-S", "-P", "-s", str(LAUNCHER), json.dumps(plan)],
                stdin=subprocess.DEVNULL,
                stdout=print_end,
                stderr=print_end,
                pass_fds=(lifeline.fileno(), engine_end.fileno()),
                cwd=home,
                env={**environment, "HOME": str(home), "TMPDIR": str(home), MARK: self._mark},
            )
        except BaseException:
            for end in (ours, host_end):
                end.close()
            os.close(printed)
            raise
        finally:
            lifeline.close()
            engine_end.close()
            os.close(print_end)
        self._supervisor = LineSocket(ours, line_bytes_max=SUPERVISOR_LINE_BYTES_MAX)
        self._engine = LineSocket(host_end, line_bytes_max=wire.LINE_BYTES_MAX)
        self._tail = Tail(printed)
        self._rested: asyncio.Future[Resting] | None = None
        self._ending = asyncio.create_task(self._read_supervisor())

    @property
    def alive(self) -> bool:
        """Whether it is not known to have ended."""
        return not self._ending.done()

    @property
    def printed(self) -> str:
        """The end of what it printed in this run."""
        return self._tail.text

    async def begin(self, target: str, request: Request, *, memory_bytes: int, output_bytes: int) -> None:
        """Start a run and the watch over its limits; the request's folder is lent until its end. Raises EngineGone."""
        self._tail.clear()
        try:
            self._loan = lend(request.folder, self.home, self.cell.uid)
        except OSError as fault:
            raise EngineGone from fault  # it created something of that name in its home
        self.free = False
        self.runs += 1
        watch = {"memory": memory_bytes, "output": output_bytes, "folders": [str(self.home)]}
        theirs = self._loan.as_theirs(request)
        try:
            await self._supervisor.send(json.dumps({"watch": watch}).encode() + b"\n")
            await self._engine.send(wire.order_line(wire.RunOrder(self.runs, target, theirs, output_bytes)))
        except EOFError:
            raise EngineGone from None

    async def preload(self, target: str, weights: str) -> None:
        """Have the process of a device load weights; its messages are those of a run. Raises EngineGone."""
        self.free = False
        self.runs += 1
        try:
            await self._engine.send(wire.order_line(wire.Preload(self.runs, target, weights)))
        except EOFError:
            raise EngineGone from None

    async def cancel(self) -> None:
        """Have the process of a device end the run that is under way. Raises EngineGone."""
        try:
            await self._engine.send(wire.order_line(wire.Cancel(self.runs)))
        except EOFError:
            raise EngineGone from None

    async def go_on(self, answer: str) -> None:
        """Tell the waiting engine that its checkpoint is durable, and what it asked for. Raises EngineGone."""
        try:
            await self._engine.send(wire.order_line(wire.Durable(self.runs, answer)))
        except EOFError:
            raise EngineGone from None

    async def next_message(self) -> wire.Message:
        """The next message of the engine process about the run that began last. Raises EngineGone and wire.Garbage."""
        try:
            run, message = wire.read_message(await self._engine.line())
        except EOFError:
            raise EngineGone from None
        except LineTooLong:
            raise wire.Garbage from None
        if run != self.runs or self.free:
            raise wire.Garbage
        match message:
            case wire.Loaded(weights, size):
                self.shelf[weights] = size
            case wire.Dropped(weights):
                self.shelf.pop(weights, None)
        return self._settle(message) if isinstance(message, wire.FinalMessage) else message

    def _settle(self, message: wire.FinalMessage) -> wire.FinalMessage:
        """At the end of a run: take the folder back."""
        loan, self._loan = self._loan, None
        if loan is None:  # weights were preloaded
            self.free = True
            return message
        try:
            take_back(loan)
        except NotGivenBack:
            raise wire.Garbage from None
        self.free = True
        return loan.as_ours(message)

    async def rest(self) -> Resting:
        """End the watch of a run. Raises EngineGone, also when the supervisor does not answer."""
        self._rested = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(END_SECONDS_MAX):
                await self._supervisor.send(b'{"rest": true}\n')
                return await self._rested
        except (EOFError, TimeoutError):
            raise EngineGone from None

    async def end(self) -> Ending:
        """Kill it with everything it started, and return when all of that is gone."""
        ending = await self._wait_for_end()
        loan, self._loan = self._loan, None
        if loan is not None:
            try:
                take_back(loan)
            except NotGivenBack:
                logger.warning("an engine process has not given its folder back; it is swept with its home")
        return ending

    async def _wait_for_end(self) -> Ending:
        self._supervisor.hang_up()
        try:
            async with asyncio.timeout(END_SECONDS_MAX):
                return await asyncio.shield(self._ending)
        except TimeoutError:
            self._popen.kill()  # our own child, not reaped yet; the engine dies with its supervisor
            return await asyncio.shield(self._ending)

    async def _read_supervisor(self) -> Ending:
        """Read the supervisor's messages until it exits, then clean up after it."""
        ending: Ending | None = None
        try:
            while True:
                message = json.loads(await self._supervisor.line())
                if "ended" in message:
                    ending = Ending(**message["ended"])
                elif self._rested is not None and not self._rested.done():
                    self._rested.set_result(Resting(message["resting"]["resident"], message["resting"]["strays"]))
        except EOFError:
            await asyncio.to_thread(self._popen.wait)  # short: its end of the socket closed because it is exiting
        finally:
            self._engine.close()
            self._supervisor.close()
            self._tail.close()
            if self._rested is not None and not self._rested.done():
                self._rested.set_exception(EOFError())
        if ending is None:  # the supervisor was killed, and its children may still run
            await asyncio.to_thread(end_marked, self._mark, self.cell.uid)
        return ending or Ending(None, "")
