"""Vouchers over HTTP: made within the ceiling of a key, redeemed by whoever has the code, guessed by nobody."""

from mediamill.admin import AdminScope
from tests.http.admin.office import Office

SPRING = {"name": "spring", "credits": 70}


async def test_codes_are_shown_once_and_become_credits(office: Office) -> None:
    _, key = await office.account(credits=5)
    async with office.caller(await office.admin_key()) as olga, office.caller(key) as client:
        made = (await olga.post("/admin/vouchers", json={**SPRING, "count": 2})).json()["data"]
        redeemed = await client.post("/ext/vouchers/redeem", json={"code": made[0]["code"]})
        again = await client.post("/ext/vouchers/redeem", json={"code": made[0]["code"]})
        await olga.delete(f"/admin/vouchers/{made[1]['id']}")
        withdrawn = await client.post("/ext/vouchers/redeem", json={"code": made[1]["code"]})
        listed = (await olga.get("/admin/vouchers")).json()

    assert (redeemed.status_code, redeemed.json()) == (200, {"credits": 70, "balance": 75})
    assert [(one.status_code, one.json()) for one in (again, withdrawn)] == [
        (404, {"message": "Voucher not found"})
    ] * 2
    assert listed["pagination"]["total"] == 2
    assert {one["id"]: (one["uses"], one["revokedAt"] is None) for one in listed["data"]} == {
        made[0]["id"]: (1, True),
        made[1]["id"]: (0, False),
    }
    assert all("code" not in one for one in listed["data"])
    assert await office.discrepancies() == []


async def test_all_that_they_could_bring_counts_against_the_ceiling(office: Office) -> None:
    shop_key = await office.admin_key([AdminScope.MONEY], ceiling=500)
    async with office.caller(shop_key) as shop:
        over = await shop.post("/admin/vouchers", json={**SPRING, "count": 2, "usesMax": 4})
        within = await shop.post("/admin/vouchers", json={**SPRING, "count": 1, "usesMax": 7})
        moved = (await shop.get("/admin/key")).json()["movedToday"]
        listed = await shop.get("/admin/vouchers")
        revoked = await shop.delete(f"/admin/vouchers/{within.json()['data'][0]['id']}")

    assert (over.status_code, within.status_code, moved) == (403, 200, 490)
    assert (listed.status_code, revoked.status_code) == (403, 403)


async def test_faults_are_told(office: Office) -> None:
    async with office.caller(await office.admin_key(ceiling=10**12)) as olga:
        wrong = await olga.post("/admin/vouchers", json={"credits": 0, "expiresAt": "2020-01-01T00:00:00Z"})
        too_much = await olga.post("/admin/vouchers", json={**SPRING, "credits": 10**9, "usesMax": 2_000})
        nobody = await olga.delete("/admin/vouchers/vch_nobody")

    assert [(fault["field"], fault["code"]) for fault in wrong.json()["errors"]] == [
        ("name", "missing"),
        ("credits", "out_of_range"),
        ("expiresAt", "out_of_range"),
    ]
    assert (too_much.status_code, nobody.status_code) == (400, 404)
    assert "1000000000000 credits" in too_much.json()["message"]


async def test_a_body_without_a_code_is_refused(office: Office) -> None:
    _, key = await office.account()
    async with office.caller(key) as client:
        answers = [
            await client.post("/ext/vouchers/redeem", json=body)
            for body in ({}, {"code": 5}, {"code": ""}, {"code": "c" * 101}, {"code": "c", "more": 1})
        ]

    assert [one.json()["errors"][0]["code"] for one in answers] == [
        "missing", "invalid_type", "too_short", "too_long", "unknown_field"
    ]  # fmt: skip


async def test_a_key_that_may_not_manage_redeems_nothing(office: Office) -> None:
    _, key = await office.account()
    async with office.caller(key) as client:
        made = (await client.post("/ext/keys", json={"name": "renders", "scopes": ["read", "run"]})).json()
    async with office.caller(made["apiKey"]) as client:
        refused = await client.post("/ext/vouchers/redeem", json={"code": "7K3Q-9M2X-TB4D-W8ZN-5RHC"})

    assert refused.status_code == 403


async def test_whoever_guesses_too_often_is_told_to_wait(office: Office) -> None:
    """Guesses count as wrong keys do: sixty in a minute from one address."""
    _, key = await office.account()
    async with office.caller(key, "127.8.8.8") as client:
        seen = [(await client.post("/ext/vouchers/redeem", json={"code": f"guess {n}"})).status_code for n in range(63)]

    assert seen[:60] == [404] * 60
    assert seen[-1] == 429
