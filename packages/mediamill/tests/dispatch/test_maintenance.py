import os
from functools import partial
from pathlib import Path

from mediamill import generations
from mediamill.accounts import Account, Plan
from mediamill.db import Database
from mediamill.dispatch import Maintenance
from mediamill.formats.table import MediaKind
from mediamill.generations import NewGeneration, Policy
from mediamill.storage import UploadPolicy, keep_upload, new_key, new_upload_id, open_storage, upload_at
from tests.clock import FrozenClock


async def test_an_expired_upload_goes_with_its_file(
    database: Database, ada: Account, clock: FrozenClock, tmp_path: Path
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
    maintenance = Maintenance(database, storage)

    assert await maintenance.sweep_uploads() == 1
    assert [await storage.head(key) for key in keys] == [None, 3]
    assert await database.read(lambda tx: upload_at(tx, keys[1])) is not None
    assert await maintenance.sweep_uploads() == 0


async def test_stored_files_that_no_row_points_at_go_after_an_hour(
    database: Database, ada: Account, tmp_path: Path
) -> None:
    storage = open_storage(tmp_path / "media")
    (tmp_path / "cat.png").write_bytes(b"cat")
    old, young = (new_key(f"gen_{digit * 32}", ".png") for digit in "12")
    handed_in = new_key(new_upload_id(1_800_000_000_000), ".png")
    for key in (old, young, handed_in):
        await storage.put(key, tmp_path / "cat.png")
    await database.write(
        lambda tx: keep_upload(tx, ada.id, handed_in, MediaKind.IMAGE, 3, UploadPolicy(quota_bytes=9, lifetime_ms=1))
    )
    for key in (old, handed_in):
        os.utime(tmp_path / "media" / key, (1_000, 1_000))

    assert await Maintenance(database, storage).sweep_orphans() == 1
    assert [await storage.head(key) for key in (old, young, handed_in)] == [None, 3, 3]


async def test_files_that_others_put_beside_ours_are_never_taken(database: Database, tmp_path: Path) -> None:
    storage = open_storage(tmp_path / "media")
    (tmp_path / "cat.png").write_bytes(b"cat")
    theirs = ["holiday.png", "inner/holiday.png", f"inner/{new_key('gen_' + '1' * 32, '.png')}", "gen_1/cat.png"]
    for key in theirs:
        await storage.put(key, tmp_path / "cat.png")
        os.utime(tmp_path / "media" / key, (1_000, 1_000))

    assert await Maintenance(database, storage).sweep_orphans() == 0
    assert sorted(theirs) == sorted([file.key async for file in storage.list()])


async def test_outputs_go_with_the_time_of_their_plan(
    database: Database, ada: Account, clock: FrozenClock, policy: Policy, tmp_path: Path
) -> None:
    storage = open_storage(tmp_path / "media")
    (tmp_path / "song.mp3").write_bytes(b"song")
    order = NewGeneration(ada.id, "drum-generator", "drumgen", "audio", "{}", "{}", None, "cpu", 0, 7)
    await database.write(lambda tx: generations.accept(tx, order))
    claimed = await database.write(lambda tx: generations.claim(tx, "heron", "cpu", policy))
    assert claimed is not None
    key = new_key(claimed.id, ".mp3")
    await storage.put(key, tmp_path / "song.mp3")
    end = partial(
        generations.succeed, output_key=key, thumbnail_key=None, charge=0, media_base="http://localhost/media"
    )
    await database.write(lambda tx: end(tx, claimed, "heron"))
    maintenance = Maintenance(database, storage, {Plan.PRO: 1_000})

    assert await maintenance.sweep_outlived() == 0
    clock.advance(1_000)
    assert await maintenance.sweep_outlived() == 1
    assert await storage.head(key) is None
