import asyncio

from mediamill.db import Database


async def test_a_bell_rings_once_the_transaction_is_durable(database: Database) -> None:
    with database.notifier.listening("gen_1") as mine, database.notifier.listening("gen_2") as other:
        await database.write(lambda tx: tx.notify("gen_1"))
        async with asyncio.timeout(5):
            await mine.wait()

        assert not other.is_set()


async def test_a_transaction_that_fails_rings_nothing(database: Database) -> None:
    def fail(tx: object) -> None:
        tx.notify("gen_1")  # type: ignore[attr-defined]
        raise RuntimeError("no")

    with database.notifier.listening("gen_1") as bell:
        results = await asyncio.gather(database.write(fail), return_exceptions=True)

        assert isinstance(results[0], RuntimeError)
        assert not bell.is_set()


async def test_nobody_listens_after_leaving(database: Database) -> None:
    with database.notifier.listening("gen_1"), database.notifier.listening("gen_1"):
        assert len(database.notifier.listeners["gen_1"]) == 2

    assert database.notifier.listeners == {}
