"""The end of an account: nothing of the person is left, what runs counts for nothing, and the books stay exact."""

import json
import zipfile
from functools import partial
from io import BytesIO
from pathlib import Path

import pytest

from mediamill import accounts, credits, generations, webhooks
from mediamill.accounts import Account, Keyring, Plan
from mediamill.db import Database
from mediamill.formats import MediaKind
from mediamill.generations import NotAccepted, Policy
from mediamill.storage import Storage, UploadPolicy, keep_upload, open_storage
from mediamill.units import DAY_MS, HOUR_MS
from tests.behind import contents_of
from tests.clock import FrozenClock
from tests.generations.stage import HOOK, Stage

PEPPER = b"pepper"
POLICY = UploadPolicy(quota_bytes=10**6, lifetime_ms=DAY_MS)
UPLOAD = "upl_0/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.png"


@pytest.fixture
def stage(database: Database, policy: Policy) -> Stage:
    return Stage(database, policy)


@pytest.fixture
async def storage(tmp_path: Path) -> Storage:
    return open_storage(tmp_path / "media")


async def stored(storage: Storage, key: str, folder: Path) -> None:
    file = folder / "file"
    file.write_bytes(b"bytes of " + key.encode())
    await storage.put(key, file)


async def lived(database: Database, stage: Stage, storage: Storage, ada: Account, folder: Path) -> str:
    """Ada has a success with a webhook and files, one that waits, an upload and a key: the id of the success."""
    accepted = await stage.accept(ada, webhook=HOOK)
    key = f"{accepted.id}/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.mp3"
    await stored(storage, key, folder)
    await stage.succeed(await stage.must_claim(), output_key=key)
    await stage.accept(ada)
    await stored(storage, UPLOAD, folder)
    await database.write(lambda tx: keep_upload(tx, ada.id, UPLOAD, MediaKind.IMAGE, 9, POLICY))
    await database.write(lambda tx: accounts.issue_key(tx, ada.id, "Ada's laptop", PEPPER))
    return accepted.id


async def test_nothing_of_the_person_is_left_and_the_ledger_stays(
    database: Database, stage: Stage, storage: Storage, ada: Account, tmp_path: Path
) -> None:
    success = await lived(database, stage, storage, ada, tmp_path)
    before = await database.read(partial(credits.entries, account_id=ada.id))

    await database.write(partial(accounts.delete_account, account_id=ada.id))
    gone = await accounts.erase(database, storage, ada.id)

    assert gone == 3
    assert [file.key async for file in storage.list()] == []
    assert await database.read(partial(webhooks.delivery_of, generation_id=success)) is None
    left = contents_of(database)
    assert [text for text in ("ada@example.com", "Ada's laptop", HOOK, '"n":1') if text in left] == []
    after = await database.read(partial(credits.entries, account_id=ada.id))
    assert after[: len(before)] == before
    assert [entry.kind.value for entry in after[len(before) :]] == ["release"]
    assert await database.read(lambda tx: credits.discrepancies(tx) + generations.discrepancies(tx)) == []


async def test_what_runs_while_the_account_ends_counts_for_nothing(
    database: Database, stage: Stage, storage: Storage, ada: Account
) -> None:
    await stage.accept(ada)
    running = await stage.must_claim()

    await database.write(partial(accounts.delete_account, account_id=ada.id))
    assert await stage.try_accept(ada) is NotAccepted.SUSPENDED
    await accounts.erase(database, storage, ada.id)

    assert await stage.succeed(running) is None
    assert await database.read(partial(credits.balance, account_id=ada.id)) == credits.Balance(1_000, 0)
    assert await database.read(lambda tx: credits.discrepancies(tx) + generations.discrepancies(tx)) == []


async def test_its_keys_open_nothing_and_its_address_is_free(database: Database, ada: Account) -> None:
    _, text = await database.write(lambda tx: accounts.issue_key(tx, ada.id, "laptop", PEPPER))

    deleted = await database.write(partial(accounts.delete_account, account_id=ada.id))

    assert await Keyring(database, PEPPER).caller_of(text) is None
    assert (deleted.email, deleted.deleted_at is not None) == (f"deleted-{ada.id}", True)
    again = await database.write(lambda tx: accounts.open_account(tx, "ada@example.com", Plan.FREE, 0))
    assert again.id != ada.id


async def test_it_is_looked_at_until_nothing_can_arrive_any_more(
    database: Database, storage: Storage, ada: Account, clock: FrozenClock, tmp_path: Path
) -> None:
    """An upload that began before the end is kept a moment after it."""
    await database.write(partial(accounts.delete_account, account_id=ada.id))
    assert await accounts.erase(database, storage, ada.id) == 0
    assert await database.read(accounts.accounts_to_erase) == [ada.id]

    await stored(storage, UPLOAD, tmp_path)
    await database.write(lambda tx: keep_upload(tx, ada.id, UPLOAD, MediaKind.IMAGE, 9, POLICY))
    assert await accounts.erase(database, storage, ada.id) == 1
    assert [file.key async for file in storage.list()] == []

    clock.advance(HOUR_MS)
    assert await accounts.erase(database, storage, ada.id) == 0
    assert await database.read(accounts.accounts_to_erase) == []


async def test_an_export_has_everything_that_is_kept(
    database: Database, stage: Stage, storage: Storage, ada: Account, ben: Account, tmp_path: Path
) -> None:
    success = await lived(database, stage, storage, ada, tmp_path)

    pieces = [piece async for piece in accounts.export(database, storage, ada)]
    archive = zipfile.ZipFile(BytesIO(b"".join(pieces)))

    assert archive.testzip() is None
    assert len(pieces) > 5
    media = [name for name in archive.namelist() if name.startswith(("media/", "uploads/"))]
    assert [archive.read(name) for name in media] == [b"bytes of " + name.partition("/")[2].encode() for name in media]
    assert len(media) == 2

    def lines(name: str) -> list[dict[str, object]]:
        return [json.loads(line) for line in archive.read(name).splitlines()]

    assert json.loads(archive.read("account.json"))["email"] == "ada@example.com"
    assert [key["name"] for key in json.loads(archive.read("keys.json"))] == ["Ada's laptop"]
    first, _ = lines("generations.ndjson")
    assert (first["id"], first["input"]) == (success, {"n": 1.0})
    assert [line["generation"] for line in lines("deliveries.ndjson")] == [success]
    assert {line["kind"] for line in lines("ledger.ndjson")} == {"grant", "hold", "capture"}


async def test_an_export_leaves_out_files_that_are_gone(
    database: Database, stage: Stage, storage: Storage, ada: Account, tmp_path: Path
) -> None:
    await lived(database, stage, storage, ada, tmp_path)
    await storage.delete([UPLOAD])

    archive = zipfile.ZipFile(BytesIO(b"".join([piece async for piece in accounts.export(database, storage, ada)])))

    assert [name for name in archive.namelist() if name.startswith("uploads/")] == []
