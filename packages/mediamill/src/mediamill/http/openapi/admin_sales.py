"""How the endpoints about vouchers, keys and webhook secrets of accounts are documented, and what they answer."""

from mediamill.admin import VOUCHERS_MAX
from mediamill.credits import GRANT_MAX, VOUCHER_NAME_CHARACTERS_MAX, VOUCHER_USES_MAX
from mediamill.http.endpoint import JsonObject, Operation
from mediamill.http.openapi.admin_operations import ACCOUNT_ID, ADMIN, DELETED, LIMIT, OFFSET, body_of, text
from mediamill.http.openapi.admin_schemas import NULLABLE_INSTANT, TEXT, page_schema
from mediamill.http.openapi.parts import in_path, json_answer, json_body
from mediamill.http.openapi.schemas import COUNT, INSTANT, closed, ref
from mediamill.http.problems import MISSING_PARAMETERS

LIST_VOUCHERS = Operation(
    id="listVouchers",
    tag=ADMIN,
    summary="List vouchers, newest first",
    success=json_answer(ref("AdminVoucherPage")),
    problems=(MISSING_PARAMETERS,),
    parameters=(LIMIT, OFFSET),
)
CREATE_VOUCHERS = Operation(
    id="createVouchers",
    tag=ADMIN,
    summary="Make vouchers; their codes are shown only now",
    success=json_answer(ref("AdminNewVouchers")),
    problems=(MISSING_PARAMETERS,),
    body=body_of(
        {
            "name": text("What they are for.", VOUCHER_NAME_CHARACTERS_MAX, least=1),
            "credits": {
                "type": "integer",
                "minimum": 1,
                "maximum": GRANT_MAX,
                "description": "Of each redemption; times uses and count it counts against the key's ceiling.",
            },
            "count": {"type": "integer", "minimum": 1, "maximum": VOUCHERS_MAX, "default": 1},
            "usesMax": {
                "type": "integer",
                "minimum": 1,
                "maximum": VOUCHER_USES_MAX,
                "default": 1,
                "description": "How many accounts may redeem each, every one of them once.",
            },
            "expiresAt": NULLABLE_INSTANT,
        },
        "name",
        "credits",
    ),
)
REVOKE_VOUCHER = Operation(
    id="revokeVoucher",
    tag=ADMIN,
    summary="Let nobody redeem a voucher any more; what was redeemed stays",
    success=json_answer(ref("AdminVoucher")),
    parameters=(in_path("id", "The voucher's id."),),
)
LIST_KEYS = Operation(
    id="listAnyKeys",
    tag=ADMIN,
    summary="List an account's API keys with what they used and have left, oldest first",
    success=json_answer(ref("KeyList")),
    parameters=(ACCOUNT_ID,),
)
CREATE_KEY = Operation(
    id="createAnyKey",
    tag=ADMIN,
    summary="Create an API key for an account; it is shown only now",
    success=json_answer(ref("NewKey")),
    problems=(MISSING_PARAMETERS, DELETED),
    parameters=(ACCOUNT_ID,),
    body=lambda _: json_body(ref("KeyRequest"), {"name": "laptop"}),
)
REVOKE_KEY = Operation(
    id="revokeAnyKey",
    tag=ADMIN,
    summary="Revoke an API key of an account, within a second",
    success=json_answer(ref("Key")),
    parameters=(ACCOUNT_ID, in_path("key", "The key's id.")),
)
ROTATE = Operation(
    id="rotateAnyWebhookSecret",
    tag=ADMIN,
    summary="Replace what signs an account's webhooks, without showing it; the old one signs beside it for a day",
    success=json_answer(ref("AdminRotated")),
    problems=(DELETED,),
    parameters=(ACCOUNT_ID,),
)


def sales_schemas() -> JsonObject:
    """Every schema of these by its name."""
    voucher = {
        "id": TEXT,
        "name": TEXT,
        "credits": {**COUNT, "description": "Of each redemption."},
        "uses": COUNT,
        "usesMax": COUNT,
        "createdAt": INSTANT,
        "expiresAt": NULLABLE_INSTANT,
        "revokedAt": NULLABLE_INSTANT,
    }
    made = closed({**voucher, "code": {**TEXT, "description": "Shown only here."}})
    return {
        "AdminRotated": closed({"previousUntil": {**INSTANT, "description": "When the old secret ends."}}),
        "AdminVoucher": closed(voucher),
        "AdminNewVouchers": closed({"data": {"type": "array", "items": made}}),
        **page_schema("AdminVoucher", "AdminVoucherPage"),
    }
