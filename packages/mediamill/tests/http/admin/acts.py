"""One call of each act of the admin API, for tests that hold for all of them."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from mediamill import accounts, admin
from tests.http.admin.office import ROOT, Office


@dataclass(frozen=True)
class Act:
    """A request that does something, and the name of its line in the log."""

    name: str
    path: str
    body: dict[str, Any] | None = field(default_factory=dict)


REASON = {"reason": "a new card"}

Prepare = Callable[[Office], Awaitable[Act]]


async def grant(office: Office) -> Act:
    ada, _ = await office.account()
    return Act("account.grant", f"/admin/accounts/{ada.id}/grant", {"credits": 5, "note": "birthday"})


async def adjust(office: Office) -> Act:
    ada, _ = await office.account()
    return Act("account.adjust", f"/admin/accounts/{ada.email}/adjust", {"credits": -5, "reference": "pay-1"})


async def refund(office: Office) -> Act:
    ada, _ = await office.account()
    id = await office.success(ada)
    return Act("generation.refund", f"/admin/generations/{id}/refund", {})


async def open_account(_: Office) -> Act:
    return Act("account.create", "/admin/accounts", {"email": "eve@example.com", "plan": "pro", "credits": 50})


async def change_plan(office: Office) -> Act:
    ada, _ = await office.account()
    return Act("account.plan", f"/admin/accounts/{ada.id}/plan", {"plan": "free"})


async def set_limits(office: Office) -> Act:
    ada, _ = await office.account()
    limits = {"createsPerMinute": 7, "runningMax": None, "retentionDays": 3}
    return Act("account.limits", f"/admin/accounts/{ada.id}/limits", limits)


async def set_caps(office: Office) -> Act:
    ada, _ = await office.account()
    return Act("account.caps", f"/admin/accounts/{ada.id}/caps", {"day": 5, "total": None})


async def suspend(office: Office) -> Act:
    ada, _ = await office.account()
    return Act("account.suspend", f"/admin/accounts/{ada.id}/suspend", {"reason": "chargeback"})


async def resume(office: Office) -> Act:
    ada, _ = await office.account()
    return Act("account.resume", f"/admin/accounts/{ada.id}/resume", None)


async def export(office: Office) -> Act:
    ada, _ = await office.account()
    await office.success(ada)
    return Act("account.export", f"/admin/accounts/{ada.id}/export", None)


async def delete(office: Office) -> Act:
    ada, _ = await office.account()
    await office.accepted(ada)
    return Act("account.delete", f"/admin/accounts/{ada.id}", None)


def prepared(name: str, path: str, body: dict[str, Any] | None = REASON) -> Prepare:
    """An act that needs nothing to be there."""

    async def prepare(_: Office) -> Act:
        return Act(name, path, body)

    return prepare


async def drain_worker(office: Office) -> Act:
    return Act("worker.drain", f"/admin/workers/{office.service.worker}/drain", None)


async def resume_worker(office: Office) -> Act:
    return Act("worker.resume", f"/admin/workers/{office.service.worker}/resume", None)


async def cancel(office: Office) -> Act:
    ada, _ = await office.account()
    return Act("generation.cancel", f"/admin/generations/{await office.accepted(ada)}/cancel", None)


async def retry(office: Office) -> Act:
    ada, _ = await office.account()
    return Act("generation.retry", f"/admin/generations/{await office.failure(ada)}/retry", None)


async def retry_failures(office: Office) -> Act:
    ada, _ = await office.account()
    await office.failure(ada)
    return Act("failures.retry", "/admin/failures/retry", {"tool": "text-to-speech", "reason": "The engine broke."})


async def resend(office: Office) -> Act:
    ada, _ = await office.account()
    id = await office.success(ada, webhook="https://hooks.example.com/")
    return Act("delivery.resend", f"/admin/deliveries/{id}/resend", None)


async def create_key(office: Office) -> Act:
    ada, _ = await office.account()
    return Act("key.create", f"/admin/accounts/{ada.id}/keys", {"name": "laptop", "scopes": ["read"]})


async def revoke_key(office: Office) -> Act:
    ada, key = await office.account()
    return Act("key.revoke", f"/admin/accounts/{ada.email}/keys/{accounts.lookup_id(key)}", None)


async def rotate_secret(office: Office) -> Act:
    ada, _ = await office.account()
    return Act("webhook-secret.rotate", f"/admin/accounts/{ada.id}/webhook-secret/rotate", None)


async def revoke_voucher(office: Office) -> Act:
    ((voucher, _),) = await office.service.database.write(
        lambda tx: admin.create_vouchers(tx, ROOT, "spring", 5, b"pepper")
    )
    return Act("voucher.revoke", f"/admin/vouchers/{voucher.id}", None)


VOUCHERS = {"name": "spring", "credits": 70, "count": 2, "usesMax": 3, "expiresAt": None}
DRUMS, DRUMGEN = "/admin/tools/drum-generator", "/admin/models/drum-generator/drumgen"

# By method and template of the path, as in the table of endpoints.
ACTS: dict[tuple[str, str], Prepare] = {
    ("POST", "/admin/accounts"): open_account,
    ("DELETE", "/admin/accounts/{id}"): delete,
    ("POST", "/admin/accounts/{id}/plan"): change_plan,
    ("POST", "/admin/accounts/{id}/limits"): set_limits,
    ("POST", "/admin/accounts/{id}/caps"): set_caps,
    ("POST", "/admin/accounts/{id}/suspend"): suspend,
    ("POST", "/admin/accounts/{id}/resume"): resume,
    ("POST", "/admin/accounts/{id}/export"): export,
    ("POST", "/admin/accounts/{id}/keys"): create_key,
    ("DELETE", "/admin/accounts/{id}/keys/{key}"): revoke_key,
    ("POST", "/admin/accounts/{id}/webhook-secret/rotate"): rotate_secret,
    ("POST", "/admin/generations/{id}/cancel"): cancel,
    ("POST", "/admin/generations/{id}/retry"): retry,
    ("POST", "/admin/failures/retry"): retry_failures,
    ("POST", "/admin/deliveries/{id}/resend"): resend,
    ("POST", "/admin/pools/{pool}/pause"): prepared("pool.pause", "/admin/pools/gpu/pause"),
    ("POST", "/admin/pools/{pool}/drain"): prepared("pool.drain", "/admin/pools/gpu/drain"),
    ("POST", "/admin/pools/{pool}/resume"): prepared("pool.resume", "/admin/pools/gpu/resume", None),
    ("POST", "/admin/tools/{tool}/pause"): prepared("tool.pause", f"{DRUMS}/pause"),
    ("POST", "/admin/tools/{tool}/drain"): prepared("tool.drain", f"{DRUMS}/drain"),
    ("POST", "/admin/tools/{tool}/resume"): prepared("tool.resume", f"{DRUMS}/resume", None),
    ("POST", "/admin/models/{tool}/{model}/pause"): prepared("model.pause", f"{DRUMGEN}/pause"),
    ("POST", "/admin/models/{tool}/{model}/drain"): prepared("model.drain", f"{DRUMGEN}/drain"),
    ("POST", "/admin/models/{tool}/{model}/resume"): prepared("model.resume", f"{DRUMGEN}/resume", None),
    ("POST", "/admin/maintenance/begin"): prepared("maintenance.begin", "/admin/maintenance/begin", {}),
    ("POST", "/admin/maintenance/end"): prepared("maintenance.end", "/admin/maintenance/end", None),
    ("POST", "/admin/workers/{name}/drain"): drain_worker,
    ("POST", "/admin/workers/{name}/resume"): resume_worker,
    ("POST", "/admin/engines/{name}/pause"): prepared("engine.pause", "/admin/engines/fal/pause"),
    ("POST", "/admin/engines/{name}/resume"): prepared("engine.resume", "/admin/engines/fal/resume", None),
    ("POST", "/admin/accounts/{id}/grant"): grant,
    ("POST", "/admin/accounts/{id}/adjust"): adjust,
    ("POST", "/admin/generations/{id}/refund"): refund,
    ("POST", "/admin/vouchers"): prepared("voucher.create", "/admin/vouchers", VOUCHERS),
    ("DELETE", "/admin/vouchers/{id}"): revoke_voucher,
}
