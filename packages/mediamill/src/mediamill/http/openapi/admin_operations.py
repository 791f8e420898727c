"""How the endpoints of the admin API are documented."""

from collections.abc import Callable

from mediamill.accounts import STATES
from mediamill.catalogue import Catalogue
from mediamill.credits import GRANT_MAX, REFERENCE_CHARACTERS_MAX
from mediamill.http.admin.fields import TEXT_CHARACTERS_MAX
from mediamill.http.endpoint import JsonObject, Operation
from mediamill.http.openapi.parts import JSON, in_path, json_answer, query
from mediamill.http.openapi.schemas import ref
from mediamill.http.paging import LIMIT_DEFAULT, LIMIT_MAX
from mediamill.http.problems import MISSING_PARAMETERS, Problem
from mediamill.plan import Plan

ADMIN = "admin"  # the tag
LIMIT = query(
    "limit",
    {"type": "integer", "minimum": 1, "default": LIMIT_DEFAULT},
    f"Results per page; values above {LIMIT_MAX} are treated as {LIMIT_MAX}.",
)
OFFSET = query("offset", {"type": "integer", "minimum": 0, "default": 0}, "Number of results to skip.")


def filtered(name: str, description: str) -> dict[str, object]:
    """A text of the query that results are chosen by."""
    return query(name, {"type": "string"}, description)


def body_of(properties: JsonObject, *required: str) -> Callable[[Catalogue], JsonObject]:
    """A request body that is an object with these properties and no others."""
    schema: JsonObject = {"type": "object", "additionalProperties": False, "properties": properties}
    if required:
        schema["required"] = list(required)
    return lambda _: {"required": True, "content": {JSON: {"schema": schema}}}


def text(description: str, characters_max: int = TEXT_CHARACTERS_MAX, least: int = 0) -> JsonObject:
    """A text in a body."""
    return {"type": "string", "minLength": least, "maxLength": characters_max, "description": description}


def conflict(message: str) -> Problem:
    """409, with one of the sentences it may have."""
    return Problem(409, message)


ACCOUNT_ID = in_path("id", "The account's id, or its address.")
GENERATION_ID = in_path("id", "The generation's id.")
NOTE = text("Kept in the ledger, for whoever reads it later.")

GET_KEY = Operation(
    id="getAdminKey",
    tag=ADMIN,
    summary="Get the admin key of the request: its scopes, its ceiling and what it has moved today",
    success=json_answer(ref("AdminKey")),
)
LIST_AUDIT = Operation(
    id="listAudit",
    tag=ADMIN,
    summary="List what operators did, newest first",
    success=json_answer(ref("AuditPage")),
    problems=(MISSING_PARAMETERS,),
    parameters=(
        LIMIT,
        OFFSET,
        filtered("actor", "Only of this one: `key:…` or `user:…`."),
        filtered("act", "Only acts of this name, such as `account.grant`."),
        filtered("subject", "Only about this one, such as an account's id."),
    ),
)
LIST_ACCOUNTS = Operation(
    id="listAccounts",
    tag=ADMIN,
    summary="List accounts, newest first",
    success=json_answer(ref("AdminAccountPage")),
    problems=(MISSING_PARAMETERS,),
    parameters=(
        LIMIT,
        OFFSET,
        filtered("q", "Part of an address, in any case, or a whole id."),
        query("plan", {"type": "string", "enum": [*Plan]}, "Only of this plan."),
        query("state", {"type": "string", "enum": [*STATES]}, "Only in this state."),
    ),
)
OPEN_ACCOUNT = Operation(
    id="openAccount",
    tag=ADMIN,
    summary="Open an account; its first key is shown only now",
    success=json_answer(ref("AdminNewAccount")),
    problems=(MISSING_PARAMETERS, conflict("There is already an account with the e-mail ada@example.com.")),
    body=body_of(
        {
            "email": text("Unique, in any case.", least=1),
            "plan": {"type": "string", "enum": [*Plan], "default": "free"},
            "credits": {
                "type": "integer",
                "minimum": 0,
                "maximum": GRANT_MAX,
                "default": 0,
                "description": "First credits; they need the scope `money`.",
            },
        },
        "email",
    ),
)
GET_ACCOUNT = Operation(
    id="getAnyAccount",
    tag=ADMIN,
    summary="Get an account with its limits, balance and counts",
    success=json_answer(ref("AdminAccountDetail")),
    parameters=(ACCOUNT_ID,),
)
LIST_LEDGER = Operation(
    id="listAnyLedger",
    tag=ADMIN,
    summary="List what moved the credits of an account, newest first",
    success=json_answer(ref("AdminLedgerPage")),
    problems=(MISSING_PARAMETERS,),
    parameters=(ACCOUNT_ID, LIMIT, OFFSET),
)
DELETED = conflict("The account acc_… was deleted: nothing can be changed about it.")


def account_act(id: str, summary: str, body: Callable[[Catalogue], JsonObject] | None, *problems: Problem) -> Operation:
    """An act that answers the account as it is then."""
    return Operation(
        id=id,
        tag=ADMIN,
        summary=summary,
        success=json_answer(ref("AdminAccount")),
        problems=(*problems, DELETED),
        parameters=(ACCOUNT_ID,),
        body=body,
    )


CHANGE_PLAN = account_act(
    "changePlan",
    "Give an account another plan",
    body_of({"plan": {"type": "string", "enum": [*Plan]}}, "plan"),
    MISSING_PARAMETERS,
)
SET_LIMITS = account_act(
    "setLimits",
    "Give an account limits of its own; what is null or absent is the plan's again",
    body_of(
        {
            "createsPerMinute": {"type": ["integer", "null"], "minimum": 1},
            "runningMax": {"type": ["integer", "null"], "minimum": 1, "description": "Generations at once."},
            "retentionDays": {
                "type": ["integer", "null"],
                "minimum": 0,
                "description": "0: for ever.",
            },
        }
    ),
    MISSING_PARAMETERS,
)
CAP: JsonObject = {"type": ["integer", "null"], "minimum": 0, "description": "Credits; null: no cap."}
SET_CAPS = account_act(
    "setCaps",
    "Cap what an account may spend in a UTC day, in a UTC month and in total; beyond it creates are 402",
    body_of({"day": CAP, "month": CAP, "total": CAP}),
    MISSING_PARAMETERS,
)
SUSPEND = account_act(
    "suspendAccount",
    "Let an account start nothing more: 403 for creates; what runs ends, reads go on",
    body_of({"reason": text("For other operators; the account's owner is not told.")}),
    MISSING_PARAMETERS,
)
RESUME = account_act("resumeAccount", "Let a suspended account start generations again", None)
DELETE_ACCOUNT = account_act(
    "deleteAccount",
    "Delete an account: address and keys at once, media, prompts and deliveries in the background; its ledger stays",
    None,
)
EXPORT = Operation(
    id="exportAccount",
    tag=ADMIN,
    summary="Get everything that is kept of an account as a zip archive",
    success={
        "description": "account.json, keys.json, ledger, generations and deliveries as lines of JSON, and all files.",
        "content": {"application/zip": {"schema": {"type": "string", "format": "binary"}}},
    },
    parameters=(ACCOUNT_ID,),
)
DAY: JsonObject = {"type": "string", "format": "date"}
GET_USAGE = Operation(
    id="getUsageTable",
    tag=ADMIN,
    summary="Get what was made, earned and spent as CSV",
    success={"description": "A line for each combination.", "content": {"text/csv": {"schema": {"type": "string"}}}},
    problems=(MISSING_PARAMETERS,),
    parameters=(
        query("from", DAY, "The first day, in UTC; 30 days in all unless it is said."),
        query("to", DAY, "The last day, in UTC; today unless it is said."),
        filtered("by", "Some of `day`, `account`, `key`, `tool`, `model`, with commas; `day,tool` unless it is said."),
        filtered("account", "Only of this account: its id or its address."),
    ),
)
GRANT = Operation(
    id="grantCredits",
    tag=ADMIN,
    summary="Give credits to an account",
    success=json_answer(ref("AdminBalance")),
    problems=(MISSING_PARAMETERS,),
    parameters=(ACCOUNT_ID,),
    body=body_of({"credits": {"type": "integer", "minimum": 1, "maximum": GRANT_MAX}, "note": NOTE}, "credits"),
)
ADJUST = Operation(
    id="adjustCredits",
    tag=ADMIN,
    summary="Add or take credits under a reference; the same again changes nothing and answers the same",
    success=json_answer(ref("AdminLedgerEntry")),
    problems=(MISSING_PARAMETERS, conflict("40 credits cannot be taken: 12 are available.")),
    parameters=(ACCOUNT_ID,),
    body=body_of(
        {
            "credits": {
                "type": "integer",
                "minimum": -GRANT_MAX,
                "maximum": GRANT_MAX,
                "description": "Less than 0 to take credits away.",
            },
            "reference": text("The payment, the invoice or the ticket.", REFERENCE_CHARACTERS_MAX, least=1),
            "note": NOTE,
        },
        "credits",
        "reference",
    ),
)
REFUND = Operation(
    id="refundGeneration",
    tag=ADMIN,
    summary="Give back what a generation was charged, or a part of it; once",
    success=json_answer(ref("AdminLedgerEntry")),
    problems=(MISSING_PARAMETERS, conflict("Generation gen_… was not charged: there is nothing to refund.")),
    parameters=(GENERATION_ID,),
    body=body_of(
        {
            "credits": {
                "type": ["integer", "null"],
                "minimum": 1,
                "maximum": GRANT_MAX,
                "description": "All that was charged unless it is said.",
            },
            "note": NOTE,
        }
    ),
)
