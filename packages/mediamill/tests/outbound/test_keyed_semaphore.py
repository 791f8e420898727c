"""So many at once for each key."""

import asyncio

from mediamill.outbound import KeyedSemaphore


async def test_the_third_waits_until_one_of_two_leaves() -> None:
    lanes = KeyedSemaphore(2)
    leave, inside = asyncio.Event(), asyncio.Semaphore(0)

    async def visit() -> None:
        async with lanes.enter("ada"):
            inside.release()
            await leave.wait()

    visits = [asyncio.create_task(visit()) for _ in range(3)]
    await inside.acquire()
    await inside.acquire()
    await asyncio.sleep(0)

    assert inside.locked()

    leave.set()
    await asyncio.wait_for(inside.acquire(), 5)
    await asyncio.gather(*visits)


async def test_keys_do_not_hinder_one_another() -> None:
    lanes = KeyedSemaphore(1)

    async with lanes.enter("ada"), asyncio.timeout(5), lanes.enter("ben"):
        assert len(lanes) == 2


async def test_a_key_that_nobody_uses_is_forgotten() -> None:
    lanes = KeyedSemaphore(1)
    async with lanes.enter("ada"):
        impatient = asyncio.create_task(lanes.enter("ada").__aenter__())
        await asyncio.sleep(0)
        impatient.cancel()
        await asyncio.gather(impatient, return_exceptions=True)

        assert len(lanes) == 1

    assert len(lanes) == 0
