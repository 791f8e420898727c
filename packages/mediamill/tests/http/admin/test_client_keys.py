"""Keys and webhook secrets of accounts, for operators: a key works and is revoked, a secret is never shown."""

from tests.http.admin.office import Office


async def test_a_key_is_made_for_an_account_listed_and_revoked(office: Office) -> None:
    ada, _ = await office.account()
    path = f"/admin/accounts/{ada.email}/keys"
    async with office.caller(await office.admin_key()) as olga:
        made = (await olga.post(path, json={"name": "laptop", "scopes": ["read"], "caps": {"day": 70}})).json()
        async with office.caller(made["apiKey"]) as client:
            seen = (await client.get("/api/account")).json()
            refused = await client.get("/ext/keys")
        revoked = (await olga.delete(f"{path}/{made['id']}")).json()
        listed = (await olga.get(path)).json()["data"]

    assert (seen["id"], refused.status_code) == (ada.id, 403)
    assert (made["scopes"], made["caps"]["day"], made["isCurrent"]) == (["read"], 70, False)
    assert revoked["revokedAt"] is not None
    assert [(one["name"], one["revokedAt"] is None) for one in listed] == [("laptop", True), ("laptop", False)]
    assert all("apiKey" not in one for one in listed)
    assert "laptop" not in str(await office.log())


async def test_a_key_of_somebody_else_is_not_found(office: Office) -> None:
    ada, _ = await office.account()
    ben, _ = await office.account("ben")
    async with office.caller(await office.admin_key()) as olga:
        of_ben = (await olga.get(f"/admin/accounts/{ben.id}/keys")).json()["data"][0]["id"]
        wrong = await olga.delete(f"/admin/accounts/{ada.id}/keys/{of_ben}")
        faulty = await olga.post(f"/admin/accounts/{ada.id}/keys", json={"name": "", "tools": ["nothing"]})
        nobody = await olga.get("/admin/accounts/nobody@example.com/keys")

    assert (wrong.status_code, faulty.status_code, nobody.status_code) == (404, 400, 404)
    assert len(faulty.json()["errors"]) == 2
    assert await office.log() == []


async def test_a_rotated_secret_is_its_owners_to_see(office: Office) -> None:
    ada, key = await office.account()
    async with office.caller(await office.admin_key()) as olga, office.caller(key) as client:
        before = (await client.get("/ext/webhook-secret")).json()
        rotated = await olga.post(f"/admin/accounts/{ada.id}/webhook-secret/rotate")
        after = (await client.get("/ext/webhook-secret")).json()

    assert list(rotated.json()) == ["previousUntil"]
    assert after["previousUntil"] == rotated.json()["previousUntil"]
    assert after["secret"] != before["secret"]
    assert after["secret"] not in str(await office.log())


async def test_a_deleted_account_gets_neither(office: Office) -> None:
    ada, _ = await office.account()
    async with office.caller(await office.admin_key()) as olga:
        await olga.delete(f"/admin/accounts/{ada.id}")
        made = await olga.post(f"/admin/accounts/{ada.id}/keys", json={"name": "laptop"})
        rotated = await olga.post(f"/admin/accounts/{ada.id}/webhook-secret/rotate")

    assert (made.status_code, rotated.status_code) == (409, 409)
