"""Vouchers: listed, made with their codes, revoked."""

from typing import Any

from starlette.responses import Response

from mediamill import admin, credits
from mediamill.admin import VOUCHERS_MAX
from mediamill.credits import GRANT_MAX, VOUCHER_NAME_CHARACTERS_MAX, VOUCHER_USES_MAX, voucher_item
from mediamill.db import Transaction
from mediamill.http.admin.fields import fields_of
from mediamill.http.admin.listing import Listed, listed
from mediamill.http.context import Call, answer


async def list_vouchers(call: Call) -> Response:
    """A page of the vouchers, newest first."""

    def find(tx: Transaction, wanted: Listed) -> tuple[list[dict[str, Any]], int]:
        found, total = credits.list_vouchers(tx, limit=wanted.limit, offset=wanted.offset)
        return [voucher_item(voucher) for voucher in found], total

    return await listed(call, find)


async def create_vouchers(call: Call) -> Response:
    """New vouchers; their codes are in this answer alone."""
    fields = await fields_of(call)
    name = fields.text("name", characters_max=VOUCHER_NAME_CHARACTERS_MAX)
    amount = fields.integer("credits", 1, GRANT_MAX)
    count = fields.integer("count", 1, VOUCHERS_MAX, default=1)
    uses_max = fields.integer("usesMax", 1, VOUCHER_USES_MAX, default=1)
    expires_at = fields.optional_instant("expiresAt")
    fields.check()
    pepper = call.context.secrets.voucher_pepper
    made = await call.context.database.write(
        lambda tx: admin.create_vouchers(
            tx, call.operator, name, amount, pepper, count=count, uses_max=uses_max, expires_at=expires_at
        )
    )
    return answer({"data": [{**voucher_item(voucher), "code": code} for voucher, code in made]})


async def revoke_voucher(call: Call) -> Response:
    """Nobody redeems it any more."""
    return answer(
        voucher_item(
            await call.context.database.write(lambda tx: admin.revoke_voucher(tx, call.operator, call.path["id"]))
        )
    )
