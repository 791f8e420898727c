"""Vouchers: a code becomes credits of the caller's account."""

from starlette.responses import Response

from mediamill import credits
from mediamill.catalogue import FaultCode, FieldFault
from mediamill.http.auth import count_stranger
from mediamill.http.context import Call, answer
from mediamill.http.json_body import read_object
from mediamill.http.problems import UNAUTHORIZED, VOUCHER_NOT_FOUND, Refusal, validation_failed

CODE_CHARACTERS_MAX = 100


async def redeem_voucher(call: Call) -> Response:
    """Credits for a code, once. 404 for whatever is no voucher of use to the account; too many such: 429."""
    body, _ = await read_object(call.request)
    code = checked_code(body)
    pepper = call.context.secrets.voucher_pepper
    redeemed = await call.context.database.write(lambda tx: credits.redeem_voucher(tx, call.account.id, code, pepper))
    if redeemed is None:
        problem = await count_stranger(call.request, call.context)  # guessing codes is guessing keys
        raise Refusal(VOUCHER_NOT_FOUND if problem is UNAUTHORIZED else problem)
    return answer({"credits": redeemed.voucher.credits, "balance": redeemed.balance.available})


def checked_code(body: dict[str, object]) -> str:
    """The code in a body. Raises 400 with every fault."""
    faults = [FieldFault(name, "Is not a known field", FaultCode.UNKNOWN_FIELD) for name in body if name != "code"]
    code = body.get("code")
    if "code" not in body:
        faults.append(FieldFault("code", "Is required", FaultCode.MISSING))
    elif not isinstance(code, str):
        faults.append(FieldFault("code", "Must be a string", FaultCode.INVALID_TYPE))
    elif not code:
        faults.append(FieldFault("code", "Must not be empty", FaultCode.TOO_SHORT))
    elif len(code) > CODE_CHARACTERS_MAX:
        faults.append(FieldFault("code", f"Must be at most {CODE_CHARACTERS_MAX} characters", FaultCode.TOO_LONG))
    if faults or not isinstance(code, str):
        raise Refusal(validation_failed(faults))
    return code
