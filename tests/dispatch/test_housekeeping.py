from functools import partial
from pathlib import Path

from mediamill.accounts import Account
from mediamill.db import SqliteDatabase
from mediamill.dispatch import Housekeeping
from mediamill.media import UploadPolicy, keep_upload, new_key, new_upload_id, open_storage, upload_at
from mediamill.media.formats import MediaKind
from tests.conftest import FrozenClock


async def test_an_expired_upload_goes_with_its_file(
    database: SqliteDatabase, ada: Account, clock: FrozenClock, tmp_path: Path
) -> None:
    storage = open_storage(tmp_path / "media")
    (tmp_path / "cat.png").write_bytes(b"cat")
    keys = [new_key(new_upload_id(clock.now), ".png") for _ in range(2)]
    for hours, key in enumerate(keys, 1):
        await storage.put(key, tmp_path / "cat.png")
        policy = UploadPolicy(quota_bytes=100, lifetime_ms=hours * 3_600_000)
        image = partial(keep_upload, account_id=ada.id, storage_key=key, kind=MediaKind.IMAGE, size_bytes=3)
        await database.write(partial(image, policy=policy))
    clock.advance(3_600_000)
    housekeeping = Housekeeping(database, storage)

    assert await housekeeping.sweep_uploads() == 1
    assert [await storage.head(key) for key in keys] == [None, 3]
    assert await database.read(lambda tx: upload_at(tx, keys[1])) is not None
    assert await housekeeping.sweep_uploads() == 0
