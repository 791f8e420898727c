"""The service's side of decoding untrusted files: one per account, few at once, outside the engine slots."""

import asyncio
import json
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mediamill.engines.decoder.limits import SOURCE, TARGETS, TOO_SLOW, InputKind, cpu_seconds_max
from mediamill.engines.host.host import ENVIRONMENT
from mediamill.engines.host.jail import readable_paths
from mediamill.engines.host.lines import LineSocket, LineTooLong
from mediamill.engines.host.users import EngineUsers
from mediamill.errors import MediamillError
from mediamill.formats import NotMedia, is_plain_png, plain_wav_seconds

ZYGOTE = Path(__file__).with_name("zygote.py")
AT_ONCE_MAX = 2  # files of different accounts
WALL_PER_CPU_SECOND = 3.0  # for busy machines; beyond it decoding is aborted
START_SECONDS_MAX = 120.0  # imports on a cold disk
FILES_MAX = 500  # of one zygote: all its forks have the same addresses
PIXELS_MAX = 40_000_000
IMAGE_BYTES_MAX = 4 * PIXELS_MAX + 1_000_000
AUDIO_BYTES_PER_SECOND_MAX = 48_000 * 2 * 4
LINE_BYTES_MAX = 64 * 1024
DAMAGED = "its content is damaged; save it anew and send it again"

log = logging.getLogger("mediamill.engines")


class DecoderFailed(MediamillError):
    """A file could not be decoded: {reason}"""

    code = "decoder_failed"


@dataclass(frozen=True, slots=True)
class Decoded:
    """A plain file with the content of the untrusted one."""

    path: Path
    seconds: float | None  # of sound


@dataclass(frozen=True, slots=True)
class Undecodable:
    """Why a file cannot be used, in one sentence for the caller."""

    sentence: str
    timed_out: bool = False


@dataclass(slots=True)
class AccountTurn:
    """The one place of an account, and how many hold it or wait for it."""

    place: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0


class FileDecoder:
    """Decodes until `stop`; nothing that a file does there can harm this process or an engine."""

    def __init__(self, *, private: Iterable[Path], at_once: int = AT_ONCE_MAX) -> None:
        """`private`: folders that no decoder may read."""
        self._private = tuple(path.absolute() for path in private)
        self._places = asyncio.Semaphore(at_once)
        self._users = EngineUsers("no users were given")
        self._turns: dict[str, AccountTurn] = {}
        self._zygote: ZygoteProcess | None = None
        self._old: set[ZygoteProcess] = set()
        self._starting = asyncio.Lock()
        self._stopped = False

    def decode_as(self, users: EngineUsers) -> None:
        """Each file is decoded as one of these users, which engine processes share: no two processes have the same."""
        self._users = users

    def warm_up(self) -> None:
        """Begin to import in the background, if that was not begun yet: a file is on its way."""
        if self._zygote is None and not self._stopped:
            self._zygote = self._launch()

    async def stop(self) -> None:
        """End every decoding; those under way raise DecoderFailed."""
        self._stopped = True
        everyone = [zygote for zygote in (self._zygote, *self._old) if zygote]
        self._zygote = None
        await asyncio.gather(*(zygote.end() for zygote in everyone))

    @property
    def pids(self) -> list[int]:
        """Of the zygotes alive."""
        return [zygote.pid for zygote in (self._zygote, *self._old) if zygote and zygote.alive]

    async def decode(
        self, folder: Path, kind: InputKind, *, account_id: str, seconds_max: float
    ) -> Decoded | Undecodable:
        """Make the file `source` in this folder, which holds nothing else, a plain one beside it.

        Waits for the account's turn. Raises DecoderFailed when it is no fault of the file.
        """
        turn = self._turns.setdefault(account_id, AccountTurn())
        turn.users += 1
        try:
            async with turn.place, self._places:
                return await self._decode(folder, kind, seconds_max)
        finally:
            turn.users -= 1
            if not turn.users:
                del self._turns[account_id]

    async def _decode(self, folder: Path, kind: InputKind, seconds_max: float) -> Decoded | Undecodable:
        zygote = await self._ready_zygote()
        cpu_seconds = cpu_seconds_max(kind, seconds_max)
        bytes_max = (
            IMAGE_BYTES_MAX if kind is InputKind.IMAGE else round(AUDIO_BYTES_PER_SECOND_MAX * (seconds_max + 1))
        )
        uid = self._users.take()
        try:
            ended = await zygote.decode(
                folder=str(folder),
                kind=kind.value,
                seconds_max=seconds_max,
                bytes_max=bytes_max,
                uid=uid,
                wall=cpu_seconds * WALL_PER_CPU_SECOND,
            )
        finally:
            self._users.give_back(uid)  # its process is gone
        found = await asyncio.to_thread(result_of, ended, folder, kind)
        if uid is not None and isinstance(found, Decoded):
            await asyncio.to_thread(os.chown, found.path, os.geteuid(), os.getegid(), follow_symlinks=False)
        return found

    async def _ready_zygote(self) -> "ZygoteProcess":
        """One that lives and is not worn."""
        async with self._starting:
            if self._stopped:
                raise DecoderFailed(reason="this process is stopping")
            if self._zygote is not None and (not self._zygote.alive or self._zygote.files >= FILES_MAX):
                log.info("the decoding process is renewed after %d files", self._zygote.files)
                self._retire(self._zygote)
                self._zygote = None
            if self._zygote is None:
                self._zygote = self._launch()
            zygote = self._zygote
        await zygote.ready()
        return zygote

    def _retire(self, zygote: "ZygoteProcess") -> None:
        """Let it finish what it has, then end it."""
        self._old.add(zygote)

        async def finish() -> None:
            await zygote.idle()
            await zygote.end()
            self._old.discard(zygote)

        zygote.duty = asyncio.create_task(finish())

    def _launch(self) -> "ZygoteProcess":
        try:
            search = [os.path.abspath(entry) for entry in sys.path]  # noqa: PTH100 ("" is the current folder)
            return ZygoteProcess(search, self._private)
        except OSError as error:
            raise DecoderFailed(reason=f"no process for it: {error}") from error


class ZygoteProcess:
    """One zygote and the orders under way there. It exits by itself when the service dies."""

    def __init__(self, search: list[str], private: tuple[Path, ...]) -> None:
        readable = readable_paths([], private=private, workplace=Path("/"))  # everything is imported by then
        ours, theirs = socket.socketpair()
        packages = [entry for entry in search if not any(folder.is_relative_to(entry) for folder in private)]
        plan = {
            "control": theirs.fileno(),
            "path": search,
            "readable": [*map(str, readable.paths), *packages],
        }
        try:
            self._popen = subprocess.Popen(
                [sys.executable, "-S", "-P", "-s", str(ZYGOTE), json.dumps(plan)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                cwd="/",
                env=ENVIRONMENT,
            )
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        self.files = 0
        self.duty: asyncio.Task[None] | None = None
        self._control = LineSocket(ours, line_bytes_max=LINE_BYTES_MAX)
        self._ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._idle = asyncio.Event()
        self._idle.set()
        self._reading = asyncio.create_task(self._read())

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._popen.pid

    @property
    def alive(self) -> bool:
        """Whether it is not known to have ended."""
        return not self._reading.done()

    async def ready(self) -> None:
        """Return once it has imported everything. Raises DecoderFailed."""
        try:
            await asyncio.wait_for(asyncio.shield(self._ready), START_SECONDS_MAX)
        except TimeoutError:
            raise DecoderFailed(reason="the decoding process does not start") from None

    async def idle(self) -> None:
        """Return once nothing is under way there."""
        await self._idle.wait()

    async def decode(self, **order: object) -> dict[str, Any]:
        """Its answer about one file. Raises DecoderFailed when it ends before."""
        self.files += 1
        number = self.files
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        self._idle.clear()
        try:
            await self._control.send(json.dumps({"decode": number, **order}).encode() + b"\n")
            ended: dict[str, Any] = await answer
        except EOFError:
            raise DecoderFailed(reason="the decoding process has ended") from None
        except asyncio.CancelledError:
            await self._cancel(number)
            raise
        finally:
            self._waiting.pop(number, None)
            if not self._waiting:
                self._idle.set()
        return ended

    async def end(self) -> None:
        """Kill it with everything it began."""
        self._control.hang_up()
        await asyncio.gather(self._reading, return_exceptions=True)

    async def _cancel(self, number: int) -> None:
        """Have a file's process killed, and return when it is gone: its folder is about to be swept."""
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        try:
            await self._control.send(json.dumps({"cancel": number}).encode() + b"\n")
            await answer
        except (EOFError, DecoderFailed):
            return  # all of it is gone

    async def _read(self) -> None:
        """Pass its messages to the callers that wait for them, until it exits."""
        try:
            while True:
                message = json.loads(await self._control.line())
                if "ready" in message:
                    if message["ready"] != 1:
                        raise DecoderFailed(reason=f"the decoding process has {message['ready']} threads")
                    self._ready.set_result(None)
                elif (waiting := self._waiting.get(message["ended"])) and not waiting.done():
                    waiting.set_result(message)
        except (EOFError, LineTooLong, ValueError, DecoderFailed) as error:
            reason = (
                error if isinstance(error, DecoderFailed) else DecoderFailed(reason="the decoding process has ended")
            )
            if not self._ready.done():
                log.error("%s", reason)
                self._ready.set_exception(reason)
                self._ready.exception()  # retrieved: later callers get it too
            for waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_exception(reason)
        finally:
            self._control.close()
            await asyncio.to_thread(self._popen.wait)


def result_of(ended: dict[str, Any], folder: Path, kind: InputKind) -> Decoded | Undecodable:
    """The result for one file; its claims are checked against the file that it wrote. Raises DecoderFailed."""
    answer, status = ended["answer"], ended["status"]
    if ended["late"] or status == -signal.SIGXCPU or (status == -signal.SIGKILL and not answer):
        return Undecodable(str(NotMedia(reason=TOO_SLOW)), timed_out=True)
    if isinstance(sentence := answer.get("refused"), str):
        return Undecodable(sentence[:1_000], timed_out=TOO_SLOW in sentence)
    if status is None or "broke" in answer:
        raise DecoderFailed(reason=str(answer.get("broke", "no process for it")))
    if "done" not in answer:
        return Undecodable(str(NotMedia(reason=DAMAGED)))  # it crashed the decoder
    path = folder / TARGETS[kind]
    try:
        seconds = plain_wav_seconds(path) if kind is InputKind.AUDIO else None
        fine = seconds is not None if kind is InputKind.AUDIO else is_plain_png(path, PIXELS_MAX)
    except OSError as error:
        raise DecoderFailed(reason=f"its result cannot be read: {error}") from error
    if not fine:
        raise DecoderFailed(reason="its result is not what it should be")
    (folder / SOURCE).unlink(missing_ok=True)
    return Decoded(path, seconds)
