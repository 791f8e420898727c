"""The tail of what was printed: the last of it, read at a bounded pace."""

import os

from mediamill.engines.host.tail import KEPT_BYTES, Tail
from tests.engines.mill import until


async def test_the_last_of_what_was_printed_is_kept() -> None:
    reading, writing = os.pipe()
    tail = Tail(reading)
    os.write(writing, b"noise\n" * 5_000 + b"the end")
    await until(lambda: tail.text.endswith("the end"))

    assert len(tail.text) == KEPT_BYTES
    tail.clear()
    assert tail.text == ""
    os.write(writing, b"after \xff all")
    os.close(writing)
    tail.close()
    assert tail.text == "after \N{REPLACEMENT CHARACTER} all"


async def test_whoever_floods_has_to_wait() -> None:
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    tail = Tail(reading)
    refused = 0
    while refused < 3:
        try:
            os.write(writing, b"x" * 65_536)
        except BlockingIOError:
            refused += 1
            await until(lambda: bool(tail.text))
            tail.clear()

    assert refused == 3
    os.close(writing)
    tail.close()
