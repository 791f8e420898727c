"""Running a process until it is told to stop; a hang-up signal has it read its engines again."""

import asyncio
import gc
import logging
import os
import signal
import socket
from collections.abc import Callable

from mediamill.app.reloading import reload
from mediamill.app.service import Service
from mediamill.http import http_server

# PostgreSQL reads its log again after a crash; when a machine's power comes back, everything starts at once.
DATABASE_SECONDS = 60.0
GC_THRESHOLDS = (50_000, 20, 100)  # requests leave few cycles behind: look for them more rarely

log = logging.getLogger("mediamill")


async def serve(service: Service, listener: socket.socket, listening: Callable[[], None]) -> None:
    """Serve the process's application until SIGTERM or SIGINT. Raises AlreadyServing, NewerSchema, StoreBusy."""
    await service.database.reach(DATABASE_SECONDS)
    server = http_server(service.application(), service.settings, listening)
    for number in (signal.SIGTERM, signal.SIGINT):
        # uvicorn raises what it caught once more when it is done; it may not end us before the service has stopped.
        signal.signal(number, lambda *_: None)
    hang_up = HangUp(service, lambda: setattr(server, "should_exit", True))
    await service.start()
    hang_up.started.set()
    # What is there by now stays: collecting it again and again would cost a third of every request.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    try:
        await server.serve(sockets=[listener])
    finally:
        await hang_up.stop()
        await service.stop()


async def work(service: Service) -> None:
    """Work without serving until SIGTERM or SIGINT. Raises NewerSchema, StoreBusy."""
    await service.database.reach(DATABASE_SECONDS)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    hang_up = HangUp(service, stop.set)
    await service.start()
    hang_up.started.set()
    try:
        await stop.wait()
    finally:
        await hang_up.stop()
        await service.stop()


class HangUp:
    """What SIGHUP means: reload, or stop when it says that the terminal is gone."""

    def __init__(self, service: Service, stop: Callable[[], None]) -> None:
        self.service = service
        self.end = stop
        self.started = asyncio.Event()
        self.tasks: set[asyncio.Task[None]] = set()
        self.had_terminal = has_terminal()
        asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, self.caught)

    def caught(self) -> None:
        """The signal."""
        if self.had_terminal and not has_terminal():
            self.end()
            return
        task = asyncio.create_task(self.reload())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def reload(self) -> None:
        """As soon as the service has started."""
        await self.started.wait()
        try:
            await reload(self.service)
        except Exception:
            log.exception("a reload broke off: send the signal again, or restart this process")

    async def stop(self) -> None:
        """Signals change nothing any more."""
        asyncio.get_running_loop().remove_signal_handler(signal.SIGHUP)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


def has_terminal() -> bool:
    """Whether a terminal controls this process."""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True
