"""Accounts of everybody."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from starlette.responses import Response, StreamingResponse

from mediamill import accounts, admin, clock, credits, generations
from mediamill.accounts import STATES, Account, AccountFilter, AccountWithBalance, Plan
from mediamill.config import Settings
from mediamill.credits import CAP_MAX, GRANT_MAX, Caps
from mediamill.db import Transaction
from mediamill.generations import Status
from mediamill.http.admin.fields import fields_of
from mediamill.http.admin.handlers.money import entry_item
from mediamill.http.admin.listing import Listed, choice_in, listed, text_in
from mediamill.http.context import Call, answer
from mediamill.plan import OwnLimits
from mediamill.units import DAY_MS

CREATES_MAX = 1_000_000  # in a minute
RUNNING_MAX = 100_000
KEPT_DAYS_MAX = 36_500


async def list_accounts(call: Call) -> Response:
    """A page of accounts, newest first."""

    def find(tx: Transaction, wanted: Listed) -> tuple[list[dict[str, Any]], int]:
        chosen = AccountFilter(
            text_in(wanted.query, "q"),
            choice_in(wanted.query, "plan", [*Plan]),
            choice_in(wanted.query, "state", STATES),
        )
        found, total = accounts.search(tx, chosen, limit=wanted.limit, offset=wanted.offset)
        return [account_item(one, call.context.settings) for one in found], total

    return await listed(call, find)


async def open_account(call: Call) -> Response:
    """A new account, with its first key."""
    fields = await fields_of(call)
    email = fields.text("email")
    plan = fields.choice("plan", [*Plan], default=Plan.FREE.value)
    first = fields.integer("credits", 0, GRANT_MAX, default=0)
    fields.check()
    pepper = call.context.keyring.pepper

    def opened(tx: Transaction) -> dict[str, Any]:
        account, key = admin.open_account(tx, call.operator, email, Plan(plan), first, pepper)
        return {**account_item(accounts.with_balance(tx, account), call.context.settings), "apiKey": key}

    return answer(await call.context.database.write(opened))


async def get_account(call: Call) -> Response:
    """One account, with how many generations and keys it has."""

    def find(tx: Transaction) -> dict[str, Any]:
        account = accounts.named(tx, call.path["id"])
        counts = generations.counts_of(tx, account.id)
        keys = accounts.keys_of(tx, account.id)
        return {
            **account_item(accounts.with_balance(tx, account), call.context.settings),
            "generations": {status.value: counts[status] for status in Status},
            "caps": asdict(credits.account_caps(tx, account.id)),
            "keys": sum(key.revoked_at is None for key in keys),
        }

    return answer(await call.context.database.read_in_thread(find))


async def list_ledger(call: Call) -> Response:
    """A page of an account's ledger, newest first."""

    def find(tx: Transaction, wanted: Listed) -> tuple[list[dict[str, Any]], int]:
        account = accounts.named(tx, call.path["id"])
        entries, total = credits.page(tx, account.id, limit=wanted.limit, offset=wanted.offset)
        return [entry_item(entry) for entry in entries], total

    return await listed(call, find)


async def change_plan(call: Call) -> Response:
    """Another plan."""
    fields = await fields_of(call)
    plan = fields.choice("plan", [*Plan])
    fields.check()
    return await changed(call, lambda tx: admin.change_plan(tx, call.operator, call.path["id"], Plan(plan)))


async def set_limits(call: Call) -> Response:
    """Limits of its own; null takes the plan's."""
    fields = await fields_of(call)
    creates = fields.optional_integer("createsPerMinute", 1, CREATES_MAX)
    running = fields.optional_integer("runningMax", 1, RUNNING_MAX)
    days = fields.optional_integer("retentionDays", 0, KEPT_DAYS_MAX)
    fields.check()
    own = OwnLimits(creates, running, None if days is None else days * DAY_MS)
    return await changed(call, lambda tx: admin.set_limits(tx, call.operator, call.path["id"], own))


async def set_caps(call: Call) -> Response:
    """Caps on what it may spend; null: no cap."""
    fields = await fields_of(call)
    caps = Caps(*(fields.optional_integer(name, 0, CAP_MAX) for name in ("day", "month", "total")))
    fields.check()
    return await changed(call, lambda tx: admin.set_caps(tx, call.operator, call.path["id"], caps))


async def suspend(call: Call) -> Response:
    """It may start nothing more."""
    fields = await fields_of(call)
    reason = fields.text("reason", default="")
    fields.check()
    return await changed(call, lambda tx: admin.suspend(tx, call.operator, call.path["id"], reason))


async def resume(call: Call) -> Response:
    """It may start generations again."""
    return await changed(call, lambda tx: admin.resume(tx, call.operator, call.path["id"]))


async def delete_account(call: Call) -> Response:
    """Its end; what it left is taken away by the process on duty within a minute or so."""
    return await changed(call, lambda tx: admin.delete_account(tx, call.operator, call.path["id"]))


async def export_account(call: Call) -> Response:
    """Everything of an account as a zip, made while it is sent."""
    database, storage = call.context.database, call.context.storage
    account = await database.write(lambda tx: admin.export_account(tx, call.operator, call.path["id"]))
    disposition = f'attachment; filename="{account.id}.zip"'
    return StreamingResponse(
        accounts.export(database, storage, account),
        media_type="application/zip",
        headers={"Content-Disposition": disposition},
    )


async def changed(call: Call, act: Callable[[Transaction], Account]) -> Response:
    """The account after an act."""

    def work(tx: Transaction) -> dict[str, Any]:
        return account_item(accounts.with_balance(tx, act(tx)), call.context.settings)

    return answer(await call.context.database.write(work))


def account_item(found: AccountWithBalance, settings: Settings) -> dict[str, Any]:
    """An account as operators see it."""
    account, balance = found.account, found.balance
    limits = settings.plans[account.plan].with_own(account.own)
    return {
        "id": account.id,
        "email": account.email if account.deleted_at is None else None,
        "plan": account.plan.value,
        "credits": balance.available,
        "held": balance.held,
        "createdAt": clock.iso(account.created_at),
        "suspendedAt": clock.iso_or_none(account.suspended_at),
        "suspendedReason": account.suspended_reason,
        "deletedAt": clock.iso_or_none(account.deleted_at),
        "erasedAt": clock.iso_or_none(account.erased_at),
        "limits": {
            "createsPerMinute": limits.creates and round(limits.creates.requests * 60 / limits.creates.seconds),
            "runningMax": limits.running_max,
            "retentionDays": days(limits.kept_ms),
        },
        "ownLimits": {
            "createsPerMinute": account.own.creates_per_minute,
            "runningMax": account.own.running_max,
            "retentionDays": days(account.own.kept_ms),
        },
    }


def days(milliseconds: int | None) -> float | None:
    """A time in days."""
    return None if milliseconds is None else milliseconds / DAY_MS
