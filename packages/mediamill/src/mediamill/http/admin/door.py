"""The door of the admin API: from other networks, and while no admin key is in force, nothing is there."""

from starlette.requests import Request

from mediamill.admin import Operator
from mediamill.http.addresses import is_within
from mediamill.http.auth import count_stranger, key_in
from mediamill.http.context import AppContext
from mediamill.http.endpoint import Endpoint
from mediamill.http.problems import FORBIDDEN, NOT_FOUND, Problem, Refusal

# What acts raise, by its code: the status that it is answered with. The sentence is the error's own.
STATUS_OF_CODE = {
    "account_deleted": 409,
    "account_exists": 409,
    "account_not_found": 404,
    "already_refunded": 409,
    "attempt_under_way": 409,
    "ceiling_reached": 403,
    "delivery_not_found": 404,
    "has_ended": 409,
    "invalid_amount": 400,
    "invalid_email": 400,
    "invalid_voucher": 400,
    "key_not_found": 404,
    "not_charged": 409,
    "not_enough_credits": 409,
    "not_retried": 409,
    "reference_taken": 409,
    "refund_too_large": 400,
    "unknown_account": 404,
    "unknown_generation": 404,
    "voucher_not_found": 404,
    "worker_not_found": 404,
}


async def admit(request: Request, context: AppContext) -> Operator:
    """The operator with the request's key. Raises 404 where there is no admin API, 401, or 429 for an address that
    came too often without a valid key.
    """
    settings = context.settings
    if not is_within(request.scope, settings.trusted_proxies, settings.admin_networks):
        raise Refusal(NOT_FOUND)
    if not await context.admin_keyring.is_in_use():
        raise Refusal(NOT_FOUND)
    key = key_in(request)
    operator = await context.admin_keyring.operator_with(key) if key is not None else None
    if operator is None:
        raise Refusal(await count_stranger(request, context))
    return operator


def check_scopes(operator: Operator, endpoint: Endpoint) -> None:
    """Raises 403 unless the key has every scope that the endpoint needs."""
    if not all(operator.may(scope) for scope in endpoint.admin_scopes):
        raise Refusal(FORBIDDEN)


def problem_of_act(code: str, sentence: str) -> Problem | None:
    """The answer to an error that an act raised; None where it is not an operator's to know."""
    if code == "scope_missing":
        return FORBIDDEN
    status = STATUS_OF_CODE.get(code)
    return Problem(status, sentence) if status else None
