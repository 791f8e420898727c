"""Acts about vouchers. What they could bring in all counts against the ceiling of the key when they are made."""

from mediamill import audit, credits
from mediamill.admin.operator import Operator, spend
from mediamill.credits import GRANT_MAX, InvalidVoucher, Voucher
from mediamill.db import Transaction

VOUCHERS_MAX = 1_000  # in one act


def create_vouchers(
    tx: Transaction,
    operator: Operator,
    name: str,
    amount: int,
    pepper: bytes,
    *,
    count: int = 1,
    uses_max: int = 1,
    expires_at: int | None = None,
) -> list[tuple[Voucher, str]]:
    """So many vouchers, each worth `amount` credits for each of its uses; with their codes, which are stored nowhere.

    Raises InvalidVoucher, ScopeMissing, CeilingReached.
    """
    if not 0 < count <= VOUCHERS_MAX:
        raise InvalidVoucher(fault=f"from 1 to {VOUCHERS_MAX} are made at a time.")
    if amount * uses_max * count > GRANT_MAX:
        raise InvalidVoucher(fault=f"all of them together are worth {GRANT_MAX} credits at most.")
    made = [credits.issue_voucher(tx, name, amount, uses_max, expires_at, pepper) for _ in range(count)]
    spend(tx, operator, sum(voucher.worth for voucher, _ in made))
    facts = {"credits": amount, "usesMax": uses_max, "vouchers": [voucher.id for voucher, _ in made]}
    audit.note(tx, operator.actor, "voucher.create", made[0][0].id, after=facts)
    return made


def revoke_voucher(tx: Transaction, operator: Operator, voucher_id: str) -> Voucher:
    """Nobody redeems it any more; what was redeemed stays. Raises VoucherNotFound."""
    voucher = credits.revoke_voucher(tx, voucher_id)
    facts = {"uses": voucher.uses, "usesMax": voucher.uses_max}
    audit.note(tx, operator.actor, "voucher.revoke", voucher.id, after=facts)
    return voucher
