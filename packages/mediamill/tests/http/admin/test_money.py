"""Money over HTTP: what the ceiling allows, references that count once, and sentences that say why not."""

from mediamill.admin import AdminScope
from tests.http.admin.office import Office


async def test_a_payment_receiver_can_adjust_by_reference_and_nothing_else(office: Office) -> None:
    ada, _ = await office.account(credits=10)
    shop_key = await office.admin_key([AdminScope.MONEY], ceiling=500)
    path = f"/admin/accounts/{ada.id}"
    async with office.caller(shop_key) as shop:
        paid = await shop.post(f"{path}/adjust", json={"credits": 300, "reference": "pay-1", "note": "order 7"})
        again = await shop.post(f"{path}/adjust", json={"credits": 300, "reference": "pay-1", "note": "order 7"})
        granted = await shop.post(f"{path}/grant", json={"credits": 1})
        refunded = await shop.post("/admin/generations/gen_a/refund", json={})
        log = await shop.get("/admin/audit")
        over = await shop.post(f"{path}/adjust", json={"credits": 201, "reference": "pay-2"})
        moved = (await shop.get("/admin/key")).json()["movedToday"]

    assert (paid.status_code, again.status_code, paid.json()) == (200, 200, again.json())
    assert (granted.status_code, refunded.status_code, log.status_code) == (403, 403, 403)
    assert (over.status_code, moved) == (403, 300)
    assert over.json()["message"] == (
        "This admin key may move 200 more credits today, not 201: its ceiling is 500 per UTC day."
    )


async def test_refusals_say_why(office: Office) -> None:
    ada, _ = await office.account(credits=10)
    path = f"/admin/accounts/{ada.id}/adjust"
    async with office.caller(await office.admin_key()) as olga:
        await olga.post(path, json={"credits": 3, "reference": "pay-1"})
        answers = [
            await olga.post(path, json={"credits": -14, "reference": "pay-2"}),
            await olga.post(path, json={"credits": 4, "reference": "pay-1"}),
            await olga.post("/admin/accounts/acc_nobody/adjust", json={"credits": 4, "reference": "pay-3"}),
            await olga.post("/admin/accounts/nobody@example.com/adjust", json={"credits": 4, "reference": "pay-3"}),
            await olga.post("/admin/generations/gen_nobody/refund", json={}),
            await olga.post(path, json={"credits": 0, "reference": "pay-3"}),
        ]

    assert [(one.status_code, one.json()["message"]) for one in answers] == [
        (409, "14 credits cannot be taken: 13 are available."),
        (409, f"The reference pay-1 was used for another adjustment: 3 credits of {ada.id}."),
        (404, "There is no account acc_nobody."),
        (404, "There is no account with the e-mail nobody@example.com."),
        (409, "Generation gen_nobody was not charged: there is nothing to refund."),
        (400, "0 is not a valid amount: write a whole number of credits, at most 1000000000000."),
    ]


async def test_every_fault_of_a_body_is_told_at_once(office: Office) -> None:
    ada, _ = await office.account()
    async with office.caller(await office.admin_key()) as olga:
        answer = await olga.post(f"/admin/accounts/{ada.id}/adjust", json={"credits": "3", "note": 7})
        no_json = await olga.post(f"/admin/accounts/{ada.id}/adjust", content=b"credits=3")

    assert [(fault["field"], fault["code"]) for fault in answer.json()["errors"]] == [
        ("credits", "invalid_type"),
        ("reference", "missing"),
        ("note", "invalid_type"),
    ]
    assert (answer.status_code, no_json.status_code) == (400, 400)
