"""The secret that all processes on a database share."""

import pytest

from mediamill.db import Database
from mediamill.secret import Secrets
from mediamill.workers import OtherSecret, adopt_secret, agree_on_secret, check_secret

OURS, THEIRS = (Secrets(text).mark for text in (b"ours", b"theirs"))


async def test_the_first_secret_counts(database: Database) -> None:
    assert not await database.read(lambda tx: check_secret(tx, OURS))
    await database.write(lambda tx: agree_on_secret(tx, OURS))
    await database.write(lambda tx: agree_on_secret(tx, OURS))

    assert await database.read(lambda tx: check_secret(tx, OURS))
    with pytest.raises(OtherSecret, match="same MEDIAMILL_SECRET_KEY"):
        await database.read(lambda tx: check_secret(tx, THEIRS))
    with pytest.raises(OtherSecret):
        await database.write(lambda tx: agree_on_secret(tx, THEIRS))


async def test_another_secret_can_be_adopted(database: Database) -> None:
    await database.write(lambda tx: agree_on_secret(tx, OURS))
    await database.write(lambda tx: adopt_secret(tx, THEIRS))

    assert await database.read(lambda tx: check_secret(tx, THEIRS))
    with pytest.raises(OtherSecret):
        await database.read(lambda tx: check_secret(tx, OURS))


def test_a_mark_tells_secrets_apart_and_nothing_else() -> None:
    assert OURS != THEIRS
    assert OURS not in Secrets(b"ours").api_key_pepper.hex()
