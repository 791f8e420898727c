"""An operator finds the failed runs of a broken engine and has them made again; overview, alerts, settings."""

from mediamill.masking import MASK
from tests.http.admin.office import Office


async def test_failures_of_a_cause_are_found_and_made_again(office: Office) -> None:
    ada, key = await office.account()
    ids = [await office.failure(ada) for _ in range(3)]
    other = await office.failure(ada, "Too long.")
    async with office.caller(await office.admin_key()) as olga:
        cause = (await olga.get("/admin/failures")).json()["data"][0]
        asked = {"tool": cause["tool"], "engine": cause["engine"], "reason": cause["reason"], "limit": 2}
        first = (await olga.post("/admin/failures/retry", json=asked)).json()
        second = (await olga.post("/admin/failures/retry", json=asked)).json()
        third = (await olga.post("/admin/failures/retry", json=asked)).json()
        detail = (await olga.get(f"/admin/generations/{first['retried'][0]}")).json()
        listed = (await olga.get("/admin/generations?status=error")).json()["data"]

    assert (cause["count"], cause["reason"], cause["lastId"]) == (3, "The engine broke.", ids[2])
    assert [len(one["retried"]) for one in (first, second, third)] == [2, 1, 0]
    assert (detail["retryOf"], detail["account"]) == (ids[0], ada.id)
    assert {one["id"]: one["retriedAs"] is not None for one in listed} == {**dict.fromkeys(ids, True), other: False}
    async with office.caller(key) as client:
        assert (await client.get("/api/generations")).json()["pagination"]["total"] == 7
    assert await office.discrepancies() == []


async def test_one_is_made_again_or_canceled_once(office: Office) -> None:
    ada, _ = await office.account()
    failed, waits = await office.failure(ada), await office.accepted(ada)
    async with office.caller(await office.admin_key()) as olga:
        answers = [
            (await olga.post(f"/admin/generations/{id}/{verb}")).status_code
            for id, verb in (
                (failed, "retry"),
                (failed, "retry"),
                (waits, "retry"),
                (waits, "cancel"),
                (waits, "cancel"),
                ("gen_nobody", "cancel"),
                ("gen_nobody", "retry"),
            )
        ]
        nobody = await olga.get("/admin/generations/gen_nobody")

    assert answers == [200, 409, 409, 200, 409, 404, 404]
    assert nobody.status_code == 404
    assert await office.discrepancies() == []


async def test_lists_are_filtered_and_faults_are_told(office: Office) -> None:
    ada, _ = await office.account()
    id = await office.success(ada, webhook="https://hooks.example.com/")
    async with office.caller(await office.admin_key()) as olga:
        found = (await olga.get(f"/admin/generations?account={ada.email}&tool=text-to-speech")).json()["data"]
        none = (await olga.get("/admin/generations?model=drumgen")).json()
        long_ago = (await olga.get("/admin/generations?to=2020-01-01")).json()
        deliveries = (await olga.get(f"/admin/deliveries?status=pending&account={ada.id}")).json()["data"]
        wrong = [await olga.get(f"/admin/{path}") for path in ("generations?status=done", "generations?from=x")]
        unsent = await olga.post("/admin/deliveries/gen_nobody/resend")

    assert [one["id"] for one in found] == [one["id"] for one in deliveries] == [id]
    assert (none["pagination"]["total"], long_ago["data"]) == (0, [])
    assert ([one.status_code for one in wrong], unsent.status_code) == ([400, 400], 404)


async def test_deliveries_are_paged_and_one_is_told_in_full(office: Office) -> None:
    ada, _ = await office.account()
    ben, _ = await office.account("ben")
    first, second = [await office.success(one, webhook="https://hooks.example.com/") for one in (ada, ben)]
    async with office.caller(await office.admin_key()) as olga:
        page = (await olga.get("/admin/deliveries?limit=1&offset=1")).json()
        of_ben = (await olga.get(f"/admin/deliveries?account={ben.email}")).json()
        detail = (await olga.get(f"/admin/deliveries/{second}")).json()
        refused = [
            (await olga.get(f"/admin/deliveries{rest}")).status_code
            for rest in ("?status=lost", "?offset=x", "?account=nobody@example.com", "/gen_nobody")
        ]

    assert ([one["id"] for one in page["data"]], page["pagination"]["total"]) == ([first], 2)
    assert ([one["id"] for one in of_ben["data"]], of_ben["pagination"]["total"]) == ([second], 1)
    assert (detail["account"], detail["attempts"], second in detail["body"]) == (ben.id, [], True)
    assert refused == [400, 400, 404, 404]


async def test_the_overview_says_what_is_the_matter(office: Office) -> None:
    ada, _ = await office.account()
    await office.failure(ada)
    await office.success(ada, webhook="https://hooks.example.com/")
    await office.accepted(ada)
    async with office.caller(await office.admin_key()) as olga:
        seen = (await olga.get("/admin/overview")).json()

    cpu = next(pool for pool in seen["pools"] if pool["pool"] == "cpu")
    assert (cpu["waiting"], cpu["isServed"], seen["running"], seen["workers"]) == (1, False, 0, 0)
    assert [one["tool"] for one in seen["unserved"]] == ["text-to-speech"]
    assert [one["count"] for one in seen["failures"]] == [1]
    assert [(one["model"], one["runs"]) for one in seen["models"]] == [("voicevendor-tts", 1)]
    assert seen["webhooks"] == {"delivered": 0, "pending": 1, "failed": 0}
    assert "which no live worker runs" in " ".join(seen["warnings"])


async def test_settings_say_where_they_come_from_and_hide_secrets(office: Office) -> None:
    async with office.caller(await office.admin_key()) as olga:
        found = {one["name"]: one for one in (await olga.get("/admin/settings")).json()["data"]}

    assert found["MEDIAMILL_DATA_DIR"]["source"] == "flag"
    assert found["MEDIAMILL_TRIES"] == {"name": "MEDIAMILL_TRIES", "value": "3", "source": "default"}
    assert MASK not in (found["MEDIAMILL_DATA_DIR"]["value"] or "")
