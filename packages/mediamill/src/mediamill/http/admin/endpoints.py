"""The endpoints of the admin API, a part of the table of endpoints. Each names the scopes that its key needs."""

from mediamill.admin import AdminScope
from mediamill.http.admin.handlers import accounts, audit, generations, keys, money, overview, usage, vouchers, work
from mediamill.http.endpoint import Auth, Endpoint, Handler, Operation
from mediamill.http.openapi import admin_operations as operations
from mediamill.http.openapi import admin_oversight as oversight
from mediamill.http.openapi import admin_sales as sales
from mediamill.http.openapi import admin_work as jobs

READ, OPERATE, MONEY = AdminScope.READ, AdminScope.OPERATE, AdminScope.MONEY


def admin(method: str, path: str, handler: Handler, operation: Operation, *scopes: AdminScope) -> Endpoint:
    """One line."""
    return Endpoint(method, path, handler, Auth.ADMIN, None, operation, admin_scopes=scopes)


# fmt: off
ADMIN_ENDPOINTS = (
    admin("GET", "/admin/key", audit.get_key, operations.GET_KEY),
    admin("GET", "/admin/audit", audit.list_audit, operations.LIST_AUDIT, READ),
    admin("GET", "/admin/overview", overview.get_overview, oversight.GET_OVERVIEW, READ),
    admin("GET", "/admin/alerts", overview.list_alerts, oversight.LIST_ALERTS, READ),
    admin("GET", "/admin/settings", overview.list_settings, oversight.LIST_SETTINGS, READ),
    admin("GET", "/admin/generations", generations.list_generations, oversight.LIST_ALL, READ),
    admin("GET", "/admin/generations/{id}", generations.get_generation, oversight.GET_ANY, READ),
    admin("POST", "/admin/generations/{id}/cancel", generations.cancel_generation, oversight.CANCEL_ANY, OPERATE),
    admin("POST", "/admin/generations/{id}/retry", generations.retry_generation, oversight.RETRY, OPERATE),
    admin("GET", "/admin/failures", generations.list_failures, oversight.LIST_FAILURES, READ),
    admin("POST", "/admin/failures/retry", generations.retry_failures, oversight.RETRY_FAILURES, OPERATE),
    admin("GET", "/admin/deliveries", generations.list_deliveries, oversight.LIST_DELIVERIES, READ),
    admin("GET", "/admin/deliveries/{id}", generations.get_delivery, oversight.GET_DELIVERY, READ),
    admin("POST", "/admin/deliveries/{id}/resend", generations.resend_delivery, oversight.RESEND, OPERATE),
    admin("GET", "/admin/accounts", accounts.list_accounts, operations.LIST_ACCOUNTS, READ),
    admin("POST", "/admin/accounts", accounts.open_account, operations.OPEN_ACCOUNT, OPERATE),
    admin("GET", "/admin/accounts/{id}", accounts.get_account, operations.GET_ACCOUNT, READ),
    admin("DELETE", "/admin/accounts/{id}", accounts.delete_account, operations.DELETE_ACCOUNT, OPERATE),
    admin("GET", "/admin/accounts/{id}/ledger", accounts.list_ledger, operations.LIST_LEDGER, READ),
    admin("POST", "/admin/accounts/{id}/plan", accounts.change_plan, operations.CHANGE_PLAN, OPERATE),
    admin("POST", "/admin/accounts/{id}/limits", accounts.set_limits, operations.SET_LIMITS, OPERATE),
    admin("POST", "/admin/accounts/{id}/caps", accounts.set_caps, operations.SET_CAPS, OPERATE),
    admin("POST", "/admin/accounts/{id}/suspend", accounts.suspend, operations.SUSPEND, OPERATE),
    admin("POST", "/admin/accounts/{id}/resume", accounts.resume, operations.RESUME, OPERATE),
    admin("POST", "/admin/accounts/{id}/export", accounts.export_account, operations.EXPORT, OPERATE),
    admin("GET", "/admin/accounts/{id}/keys", keys.list_keys, sales.LIST_KEYS, READ),
    admin("POST", "/admin/accounts/{id}/keys", keys.create_key, sales.CREATE_KEY, OPERATE),
    admin("DELETE", "/admin/accounts/{id}/keys/{key}", keys.revoke_key, sales.REVOKE_KEY, OPERATE),
    admin("POST", "/admin/accounts/{id}/webhook-secret/rotate", keys.rotate_webhook_secret, sales.ROTATE, OPERATE),
    admin("GET", "/admin/pools", work.list_pools, jobs.LIST_POOLS, READ),
    admin("POST", "/admin/pools/{pool}/pause", work.pause_pool, jobs.PAUSE_POOL, OPERATE),
    admin("POST", "/admin/pools/{pool}/drain", work.drain_pool, jobs.DRAIN_POOL, OPERATE),
    admin("POST", "/admin/pools/{pool}/resume", work.resume_pool, jobs.RESUME_POOL, OPERATE),
    admin("GET", "/admin/tools", work.list_tools, jobs.LIST_TOOLS, READ),
    admin("POST", "/admin/tools/{tool}/pause", work.pause_tool, jobs.PAUSE_TOOL, OPERATE),
    admin("POST", "/admin/tools/{tool}/drain", work.drain_tool, jobs.DRAIN_TOOL, OPERATE),
    admin("POST", "/admin/tools/{tool}/resume", work.resume_tool, jobs.RESUME_TOOL, OPERATE),
    admin("POST", "/admin/models/{tool}/{model}/pause", work.pause_model, jobs.PAUSE_MODEL, OPERATE),
    admin("POST", "/admin/models/{tool}/{model}/drain", work.drain_model, jobs.DRAIN_MODEL, OPERATE),
    admin("POST", "/admin/models/{tool}/{model}/resume", work.resume_model, jobs.RESUME_MODEL, OPERATE),
    admin("GET", "/admin/maintenance", work.get_maintenance, jobs.GET_MAINTENANCE, READ),
    admin("POST", "/admin/maintenance/begin", work.begin_maintenance, jobs.BEGIN_MAINTENANCE, OPERATE),
    admin("POST", "/admin/maintenance/end", work.end_maintenance, jobs.END_MAINTENANCE, OPERATE),
    admin("GET", "/admin/workers", work.list_workers, jobs.LIST_WORKERS, READ),
    admin("POST", "/admin/workers/{name}/drain", work.drain_worker, jobs.DRAIN_WORKER, OPERATE),
    admin("POST", "/admin/workers/{name}/resume", work.resume_worker, jobs.RESUME_WORKER, OPERATE),
    admin("GET", "/admin/engines", work.list_engines, jobs.LIST_ENGINES, READ),
    admin("POST", "/admin/engines/{name}/pause", work.pause_engine, jobs.PAUSE_ENGINE, OPERATE),
    admin("POST", "/admin/engines/{name}/resume", work.resume_engine, jobs.RESUME_ENGINE, OPERATE),
    admin("GET", "/admin/usage.csv", usage.get_usage, operations.GET_USAGE, READ),
    admin("POST", "/admin/accounts/{id}/grant", money.grant, operations.GRANT, OPERATE, MONEY),
    admin("POST", "/admin/accounts/{id}/adjust", money.adjust, operations.ADJUST, MONEY),
    admin("GET", "/admin/vouchers", vouchers.list_vouchers, sales.LIST_VOUCHERS, READ),
    admin("POST", "/admin/vouchers", vouchers.create_vouchers, sales.CREATE_VOUCHERS, MONEY),
    admin("DELETE", "/admin/vouchers/{id}", vouchers.revoke_voucher, sales.REVOKE_VOUCHER, OPERATE),
    admin("POST", "/admin/generations/{id}/refund", money.refund, operations.REFUND, OPERATE, MONEY),
)
# fmt: on
