"""The last output of a process: read at a limited rate and kept up to a limited length."""

import asyncio
import os

READ_BYTES = 64 * 1024  # what a pipe holds
PAUSE_SECONDS = 0.01  # between two reads: at most 6 MB/s are read, and a process that writes more blocks
KEPT_BYTES = 8 * 1024  # enough for a traceback
LAST_READS_MAX = 16  # of what is left in the pipe at the end


class Tail:
    """Drains the reading end of a pipe, which it owns, and keeps the last bytes."""

    def __init__(self, end: int) -> None:
        self._end = end
        self._kept = b""
        self._loop = asyncio.get_running_loop()
        self._pause: asyncio.TimerHandle | None = None
        os.set_blocking(end, False)
        self._loop.add_reader(end, self._read_on)

    @property
    def text(self) -> str:
        """What was printed last since `clear`."""
        return self._kept.decode(errors="replace")

    def clear(self) -> None:
        """Forget what was printed."""
        self._kept = b""

    def close(self) -> None:
        """Read what is left in the pipe, then close it."""
        self._loop.remove_reader(self._end)
        if self._pause is not None:
            self._pause.cancel()
        for _ in range(LAST_READS_MAX):
            if not self._read():
                break
        os.close(self._end)

    def _read_on(self) -> None:
        self._loop.remove_reader(self._end)
        if self._read() != b"":
            self._pause = self._loop.call_later(PAUSE_SECONDS, self._loop.add_reader, self._end, self._read_on)

    def _read(self) -> bytes | None:
        """Read and keep one chunk; b"" at the end of the pipe, None when it is empty."""
        try:
            data = os.read(self._end, READ_BYTES)
        except BlockingIOError:
            return None
        self._kept = (self._kept + data)[-KEPT_BYTES:]
        return data
