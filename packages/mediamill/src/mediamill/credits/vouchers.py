"""Vouchers: codes that are worth credits, each redeemed so many times and by an account once.

A code has 100 random bits; what is stored is its HMAC. It is written in groups of letters and digits that are not
mistaken for each other (Crockford's base 32), and read in any case, with or without the dashes.
"""

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from typing import Any

from mediamill import clock, ids
from mediamill.credits.balance import GRANT_MAX, Balance
from mediamill.credits.ledger import balance, grant
from mediamill.db import Row, Transaction, lock_account, named_queries
from mediamill.errors import MediamillError

SQL = named_queries(__file__)

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_CHARACTERS = 20  # 100 bits: nobody guesses one
GROUP_CHARACTERS = 4
CODE = re.compile(rf"[{ALPHABET}]{{{CODE_CHARACTERS}}}")
MISREAD = str.maketrans("OIL", "011", "- ")
VOUCHER_NAME_CHARACTERS_MAX = 100
VOUCHER_USES_MAX = 1_000_000


@dataclass(frozen=True, slots=True)
class Voucher:
    """A voucher without its code. Instants in milliseconds."""

    id: str
    name: str
    credits: int  # of each redemption
    uses: int
    uses_max: int
    created_at: int
    expires_at: int | None
    revoked_at: int | None

    @property
    def worth(self) -> int:
        """Credits that it can bring in all."""
        return self.credits * self.uses_max


@dataclass(frozen=True, slots=True)
class Redeemed:
    """What a redemption brought, and the balance then."""

    voucher: Voucher
    balance: Balance


class InvalidVoucher(MediamillError):
    """A voucher cannot be like that: {fault}"""

    code = "invalid_voucher"


class VoucherNotFound(MediamillError):
    """There is no voucher {voucher_id}. `mediamill vouchers list` shows all of them."""

    code = "voucher_not_found"


def issue_voucher(
    tx: Transaction, name: str, credits: int, uses_max: int, expires_at: int | None, pepper: bytes
) -> tuple[Voucher, str]:
    """A new voucher, with its code, which is stored nowhere. Raises InvalidVoucher."""
    if fault := fault_of(name, credits, uses_max, expires_at, tx.now()):
        raise InvalidVoucher(fault=fault)
    code = new_code()
    row = tx.one(
        SQL.add_voucher,
        id=ids.new("vch", tx.now()),
        name=name,
        digest=digest_of(code, pepper),
        credits=credits,
        uses_max=uses_max,
        expires_at=expires_at,
        now=tx.now(),
    )
    assert row is not None
    return from_row(row), code


def redeem_voucher(tx: Transaction, account_id: str, code: str, pepper: bytes) -> Redeemed | None:
    """Grant what the voucher is worth; None, with nothing changed, unless the account may redeem it now.

    An unknown, expired, revoked or used-up code, one that the account has redeemed and a suspended account are alike.
    """
    lock_account(tx, account_id)
    row = tx.one(SQL.use_voucher, digest=digest_of(code, pepper), account_id=account_id, now=tx.now())
    if row is None:
        return None
    voucher = from_row(row)
    tx.run(SQL.add_redemption, voucher_id=voucher.id, account_id=account_id, credits=voucher.credits, now=tx.now())
    grant(tx, account_id, voucher.credits, note_of(voucher.id))
    return Redeemed(voucher, balance(tx, account_id))


def revoke_voucher(tx: Transaction, voucher_id: str) -> Voucher:
    """Nobody redeems it any more; what was redeemed stays. Raises VoucherNotFound."""
    row = tx.one(SQL.revoke_voucher, id=voucher_id, now=tx.now())
    if row is None:
        raise VoucherNotFound(voucher_id=voucher_id)
    return from_row(row)


def list_vouchers(tx: Transaction, *, limit: int, offset: int) -> tuple[list[Voucher], int]:
    """A page of the vouchers, newest first, and how many there are."""
    total = tx.one(SQL.count_vouchers)
    assert total is not None
    return [from_row(row) for row in tx.all(SQL.list_vouchers, limit=limit, offset=offset)], total["total"]


def fault_of(name: str, credits: int, uses_max: int, expires_at: int | None, now: int) -> str | None:
    """What is wrong with a voucher that somebody asks for."""
    if not 0 < len(name) <= VOUCHER_NAME_CHARACTERS_MAX:
        return f"give it a name of at most {VOUCHER_NAME_CHARACTERS_MAX} characters."
    if not 0 < uses_max <= VOUCHER_USES_MAX:
        return f"it is redeemed from 1 to {VOUCHER_USES_MAX} times."
    if not 0 < credits * uses_max <= GRANT_MAX:
        return f"it is worth from 1 to {GRANT_MAX} credits in all."
    if expires_at is not None and expires_at <= now:
        return "it would have expired already."
    return None


def new_code() -> str:
    """Such as 7K3Q-9M2X-TB4D-W8ZN-5RHC."""
    text = "".join(secrets.choice(ALPHABET) for _ in range(CODE_CHARACTERS))
    return "-".join(text[at : at + GROUP_CHARACTERS] for at in range(0, CODE_CHARACTERS, GROUP_CHARACTERS))


def digest_of(code: str, pepper: bytes) -> str:
    """What is stored of a code, however it is spelled; of what is no code, something that is stored nowhere."""
    text = code.upper().translate(MISREAD)
    return hmac.new(pepper, text.encode() if CODE.fullmatch(text) else b"", hashlib.sha256).hexdigest()


def note_of(voucher_id: str) -> str:
    """What the ledger says of a redemption."""
    return f"voucher {voucher_id}"


def from_row(row: Row) -> Voucher:
    """A voucher from its row."""
    return Voucher(**{name: row[name] for name in Voucher.__slots__})


def voucher_item(voucher: Voucher) -> dict[str, Any]:
    """A voucher as operators see it, without its code."""
    return {
        "id": voucher.id,
        "name": voucher.name,
        "credits": voucher.credits,
        "uses": voucher.uses,
        "usesMax": voucher.uses_max,
        "createdAt": clock.iso(voucher.created_at),
        "expiresAt": clock.iso_or_none(voucher.expires_at),
        "revokedAt": clock.iso_or_none(voucher.revoked_at),
    }
