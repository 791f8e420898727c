"""Accounts over HTTP: found, changed, suspended within a second, exported, deleted; usage as a table."""

import csv
import io
import zipfile

from mediamill import accounts
from mediamill.admin import AdminScope
from tests.http.admin.office import Office


async def test_an_account_is_opened_and_its_key_works(office: Office) -> None:
    async with office.caller(await office.admin_key()) as olga:
        made = (await olga.post("/admin/accounts", json={"email": "eve@example.com", "credits": 70})).json()
        again = await olga.post("/admin/accounts", json={"email": "EVE@example.com"})
        wrong = await olga.post("/admin/accounts", json={"email": "eve"})
        shown = (await olga.get("/admin/accounts/eve@example.com")).json()
    async with office.caller(made["apiKey"]) as eve:
        seen = (await eve.get("/api/account")).json()

    assert (seen["id"], seen["credits"], seen["plan"]) == (made["id"], 70, "free")
    assert (again.status_code, wrong.status_code) == (409, 400)
    assert (shown["id"], shown["keys"], shown["generations"]["success"]) == (made["id"], 1, 0)


async def test_first_credits_need_the_scope_money(office: Office) -> None:
    async with office.caller(await office.admin_key([AdminScope.OPERATE, AdminScope.READ])) as olga:
        rich = await olga.post("/admin/accounts", json={"email": "eve@example.com", "credits": 70})
        poor = await olga.post("/admin/accounts", json={"email": "eve@example.com"})

    assert (rich.status_code, poor.status_code) == (403, 200)


async def test_a_suspended_account_may_read_and_start_nothing(office: Office) -> None:
    ada, key = await office.account()
    run = {"tool": "drum-generator", "input": {"model": "drumgen"}}
    async with office.caller(await office.admin_key()) as olga:
        await olga.post(f"/admin/accounts/{ada.id}/suspend", json={"reason": "chargeback"})
        async with office.caller(key) as client:
            refused = [await client.post("/api/run", json=run), await client.post("/ext/files", content=b"x")]
            seen = await client.get("/api/account")
        listed = (await olga.get("/admin/accounts?state=suspended")).json()["data"]
        unknown = await olga.get("/admin/accounts?state=asleep")

    assert [(one.status_code, one.json()["message"]) for one in refused] == [(403, "Account suspended")] * 2
    assert (seen.status_code, unknown.status_code) == (200, 400)
    assert [(one["id"], one["suspendedReason"]) for one in listed] == [(ada.id, "chargeback")]


async def test_a_key_that_is_known_already_is_refused_all_the_same(office: Office) -> None:
    """The caller was looked up a moment ago: the transaction that would accept knows better."""
    ada, key = await office.account()
    run = {"tool": "drum-generator", "input": {"model": "drumgen"}}
    async with office.caller(key) as client:
        assert (await client.post("/api/run", json=run)).status_code == 200
        await office.service.database.write(lambda tx: accounts.suspend(tx, ada.id, ""))
        refused = await client.post("/api/run", json=run)

    assert (refused.status_code, refused.json()["message"]) == (403, "Account suspended")
    assert await office.discrepancies() == []


async def test_an_account_has_limits_of_its_own(office: Office) -> None:
    ada, key = await office.account()
    async with office.caller(await office.admin_key()) as olga:
        path = f"/admin/accounts/{ada.id}/limits"
        changed = (await olga.post(path, json={"createsPerMinute": 2, "retentionDays": 0})).json()
        wrong = await olga.post(path, json={"runningMax": 0})
    async with office.caller(key) as client:
        answer = await client.post("/api/run", json={"tool": "drum-generator", "input": {"model": "drumgen"}})

    assert changed["limits"] == {"createsPerMinute": 2, "runningMax": 8, "retentionDays": None}
    assert changed["ownLimits"] == {"createsPerMinute": 2, "runningMax": None, "retentionDays": 0}
    assert (wrong.status_code, answer.headers["ratelimit-limit"]) == (400, "2")


async def test_an_account_is_exported_and_deleted(office: Office) -> None:
    ada, key = await office.account()
    await office.success(ada)
    async with office.caller(await office.admin_key()) as olga:
        exported = await olga.post(f"/admin/accounts/{ada.id}/export")
        deleted = (await olga.delete(f"/admin/accounts/{ada.id}")).json()
        again = await olga.delete(f"/admin/accounts/{ada.id}")
        await office.service.maintenance().erase_accounts()
        shown = (await olga.get(f"/admin/accounts/{ada.id}")).json()
        ledger = (await olga.get(f"/admin/accounts/{ada.id}/ledger")).json()["data"]
    async with office.caller(key) as client:
        stranger = await client.get("/api/account")

    assert "generations.ndjson" in zipfile.ZipFile(io.BytesIO(exported.content)).namelist()
    assert (deleted["email"], deleted["deletedAt"] is None, again.status_code) == (None, False, 409)
    assert (shown["generations"]["success"], stranger.status_code) == (0, 401)
    assert [entry["kind"] for entry in ledger] == ["capture", "hold", "grant"]
    assert await office.discrepancies() == []


async def test_usage_is_a_table_that_no_spreadsheet_runs(office: Office) -> None:
    ada, _ = await office.account()
    ben, _ = await office.account("ben")
    for account in (ada, ada, ben):
        await office.success(account, price=5)
    await office.failure(ben)
    async with office.caller(await office.admin_key()) as olga:
        by_account = await olga.get("/admin/usage.csv?by=account,tool")
        of_ada = await olga.get(f"/admin/usage.csv?by=model&account={ada.email}")
        wrong = await olga.get("/admin/usage.csv?by=colour&from=yesterday")
        nobody = await olga.get("/admin/usage.csv?account=acc_nobody")

    rows = list(csv.reader(io.StringIO(by_account.text)))
    assert rows[0] == ["account", "tool", "runs", "errors", "seconds", "credits", "cost"]
    assert [(row[0], row[2], row[3], row[5]) for row in rows[1:]] == [(ada.id, "2", "0", "10"), (ben.id, "1", "1", "5")]
    assert [row[:2] for row in csv.reader(io.StringIO(of_ada.text))][1:] == [["voicevendor-tts", "2"]]
    assert (wrong.status_code, len(wrong.json()["errors"]), nobody.status_code) == (400, 2, 404)


async def test_an_account_is_capped(office: Office) -> None:
    ada, key = await office.account()
    run = {"tool": "create-image", "input": {"prompt": "a heron"}}
    async with office.caller(await office.admin_key()) as olga:
        await olga.post(f"/admin/accounts/{ada.id}/caps", json={"day": 0})
        shown = (await olga.get(f"/admin/accounts/{ada.id}")).json()
    async with office.caller(key) as client:
        refused = await client.post("/api/run", json=run)

    assert shown["caps"] == {"day": 0, "month": None, "total": None}
    assert (refused.status_code, refused.json()["message"]) == (402, "Insufficient credits: spending limit reached")
