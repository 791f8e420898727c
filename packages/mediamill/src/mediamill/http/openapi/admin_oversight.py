"""How the endpoints about generations of all accounts and the overview are documented, and what they answer."""

from mediamill.alerts import AlertKind
from mediamill.generations import TOTAL_MAX, Status
from mediamill.http.endpoint import JsonObject, Operation
from mediamill.http.openapi.admin_operations import (
    ADMIN,
    DAY,
    GENERATION_ID,
    LIMIT,
    OFFSET,
    body_of,
    conflict,
    filtered,
    text,
)
from mediamill.http.openapi.admin_schemas import page_schema
from mediamill.http.openapi.admin_work import BOOLEAN, NULLABLE_INSTANT, NULLABLE_TEXT, TEXT, array, listed
from mediamill.http.openapi.delivery_schemas import BODY
from mediamill.http.openapi.inspection import inspection_schema
from mediamill.http.openapi.parts import json_answer, query
from mediamill.http.openapi.schemas import COUNT, INSTANT, closed, ref
from mediamill.http.problems import MISSING_PARAMETERS
from mediamill.webhooks import DeliveryStatus

HOURS: JsonObject = {"type": "integer", "minimum": 1, "default": 24}
SECONDS: JsonObject = {"type": "number", "minimum": 0}

GET_OVERVIEW = Operation(
    id="getOverview",
    tag=ADMIN,
    summary="Get what is the matter: queues, failures, how long models take, webhooks, disk, what nobody serves",
    success=json_answer(ref("AdminOverview")),
)
LIST_ALL = Operation(
    id="listAllGenerations",
    tag=ADMIN,
    summary="List generations of all accounts, newest first",
    success=json_answer(ref("AdminGenerationPage")),
    problems=(MISSING_PARAMETERS,),
    parameters=(
        LIMIT,
        OFFSET,
        query("status", {"type": "string", "enum": [*Status]}, "Only in this status."),
        filtered("account", "Only of this account: its id or its address."),
        filtered("tool", "Only of this tool."),
        filtered("model", "Only of models with this slug."),
        filtered("engine", "Only those whose last attempt was with this engine."),
        filtered("reason", "Only those that ended with this sentence."),
        query("from", DAY, "The first day, in UTC; 30 days in all unless it is said."),
        query("to", DAY, "The last day, in UTC; today unless it is said."),
    ),
)
GET_ANY = Operation(
    id="getAnyGeneration",
    tag=ADMIN,
    summary="Get everything that is known of a generation, whoever's it is",
    success=json_answer(ref("AdminGenerationDetail")),
    parameters=(GENERATION_ID,),
)
CANCEL_ANY = Operation(
    id="cancelAnyGeneration",
    tag=ADMIN,
    summary="Cancel a generation, whoever's it is; it is not charged",
    success=json_answer(ref("AdminCanceled")),
    problems=(conflict("Generation gen_… has ended already."),),
    parameters=(GENERATION_ID,),
)
RETRY = Operation(
    id="retryGeneration",
    tag=ADMIN,
    summary="Make a failed generation again: a new one for the same account, same input and seed, at the price of now",
    success=json_answer(ref("AdminRetry")),
    problems=(conflict("Generation gen_… is not made again: it has not failed."),),
    parameters=(GENERATION_ID,),
)
LIST_FAILURES = Operation(
    id="listFailures",
    tag=ADMIN,
    summary="List failures by tool, engine and reason, the most frequent first; canceled ones are none",
    success=json_answer(ref("AdminFailureList")),
    problems=(MISSING_PARAMETERS,),
    parameters=(query("hours", HOURS, "How far back."),),
)
RETRY_FAILURES = Operation(
    id="retryFailures",
    tag=ADMIN,
    summary="Make again what failed of one cause, the oldest first, at most 100 in one call",
    success=json_answer(ref("AdminRetriedAll")),
    problems=(MISSING_PARAMETERS,),
    body=body_of(
        {
            "tool": text("As it is listed.", least=1),
            "engine": text("As it is listed; empty where none was chosen."),
            "reason": text("As it is listed.", 2_000, least=1),
            "hours": HOURS,
            "limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 100},
        },
        "tool",
        "reason",
    ),
)
LIST_DELIVERIES = Operation(
    id="listAllDeliveries",
    tag=ADMIN,
    summary="List webhook deliveries of all accounts, newest first",
    success=json_answer(ref("AdminDeliveryPage")),
    problems=(MISSING_PARAMETERS,),
    parameters=(
        LIMIT,
        OFFSET,
        query("status", {"type": "string", "enum": [*DeliveryStatus]}, "Only in this status."),
        filtered("account", "Only of this account: its id or its address."),
    ),
)
GET_DELIVERY = Operation(
    id="getAnyDelivery",
    tag=ADMIN,
    summary="Get a webhook delivery with its body and its attempts",
    success=json_answer(ref("AdminDeliveryDetail")),
    parameters=(GENERATION_ID,),
)
RESEND = Operation(
    id="resendAnyDelivery",
    tag=ADMIN,
    summary="Send a webhook again now, with the same id and body",
    success=json_answer(ref("AdminDelivery")),
    problems=(conflict("An attempt to deliver gen_… is under way: look again in a few seconds."),),
    parameters=(GENERATION_ID,),
)
LIST_ALERTS = Operation(
    id="listAlerts",
    tag=ADMIN,
    summary="List alerts, the newest first",
    success=json_answer(ref("AdminAlertList")),
    problems=(MISSING_PARAMETERS,),
    parameters=(LIMIT,),
)
LIST_SETTINGS = Operation(
    id="listSettings",
    tag=ADMIN,
    summary="List the settings in force and where each comes from; secrets are masked",
    success=json_answer(ref("AdminSettingList")),
)


def oversight_schemas() -> JsonObject:
    """Every schema of these by its name."""
    generation = {
        "id": TEXT,
        "account": TEXT,
        "tool": TEXT,
        "model": TEXT,
        "engine": NULLABLE_TEXT,
        "pool": TEXT,
        "status": {"type": "string", "enum": [*Status]},
        "error": NULLABLE_TEXT,
        "attempts": COUNT,
        "createdAt": INSTANT,
        "finishedAt": NULLABLE_INSTANT,
        "retriedAs": {**NULLABLE_TEXT, "description": "What an operator had made in its place."},
    }
    delivery = {
        "id": {**TEXT, "description": "The generation's id."},
        "account": TEXT,
        "url": TEXT,
        "status": {"type": "string", "enum": [*DeliveryStatus]},
        "attempts": COUNT,
        "createdAt": INSTANT,
        "nextAttemptAt": NULLABLE_INSTANT,
        "finishedAt": NULLABLE_INSTANT,
    }
    setting = {"name": TEXT, "value": NULLABLE_TEXT, "source": {"type": "string", "enum": SOURCES}}
    page = page_schema("AdminGeneration", "AdminGenerationPage")
    page["AdminGenerationPage"]["description"] = f"A total of {TOTAL_MAX + 1} stands for more than {TOTAL_MAX}."
    deliveries = page_schema("AdminDelivery", "AdminDeliveryPage")
    deliveries["AdminDeliveryPage"]["description"] = page["AdminGenerationPage"]["description"]
    return {
        "AdminGeneration": closed(generation),
        **page,
        "AdminGenerationDetail": detail_schema(),
        "AdminCanceled": closed({"id": TEXT, "status": {"type": "string", "enum": [*Status]}}),
        "AdminRetry": closed({"id": TEXT, "retryOf": TEXT}),
        "AdminRetriedAll": closed({"retried": array(TEXT), "refused": array(closed({"id": TEXT, "message": TEXT}))}),
        "AdminFailure": failure_schema(),
        "AdminFailureList": closed({"data": array(ref("AdminFailure"))}),
        "AdminDelivery": closed(delivery),
        **deliveries,
        "AdminDeliveryDetail": closed({**delivery, "body": BODY, "attempts": array(ref("DeliveryAttempt"))}),
        "AdminAlertList": listed(alert()),
        "AdminSettingList": listed(setting),
        "AdminOverview": overview_schema(),
    }


SOURCES = ["default", "file", "environment", "flag"]


def detail_schema() -> JsonObject:
    """A generation with what its owner sees and what only operators do."""
    own = inspection_schema()["properties"]
    return closed(
        {
            **own,
            "account": TEXT,
            "key": NULLABLE_TEXT,
            "pool": TEXT,
            "webhook": NULLABLE_TEXT,
            "retriedAs": NULLABLE_TEXT,
            "retryOf": NULLABLE_TEXT,
        }
    )


def failure_schema() -> JsonObject:
    """Failures of one cause."""
    return closed(
        {
            "tool": TEXT,
            "engine": {**TEXT, "description": "Empty where none was chosen."},
            "reason": TEXT,
            "count": COUNT,
            "lastAt": INSTANT,
            "lastId": TEXT,
        }
    )


def alert() -> JsonObject:
    """An alert."""
    return {
        "id": TEXT,
        "kind": {"type": "string", "enum": [*AlertKind]},
        "subject": TEXT,
        "sentence": TEXT,
        "count": COUNT,
        "openedAt": INSTANT,
        "resolvedAt": NULLABLE_INSTANT,
    }


def overview_schema() -> JsonObject:
    """What is the matter. Failures, times and webhooks are of the last 24 hours."""
    pool = {
        "pool": TEXT,
        "waiting": COUNT,
        "running": COUNT,
        "oldestSeconds": {**SECONDS, "type": ["number", "null"]},
        "isServed": {**BOOLEAN, "description": "Whether a process that is alive works for it."},
    }
    model = {"tool": TEXT, "model": TEXT, "runs": COUNT, "p50Seconds": SECONDS, "p95Seconds": SECONDS}
    return closed(
        {
            "at": INSTANT,
            "maintenance": BOOLEAN,
            "pools": array(closed(pool)),
            "running": COUNT,
            "workers": COUNT,
            "unserved": array(closed({"pool": TEXT, "tool": TEXT, "model": TEXT})),
            "warnings": array(TEXT),
            "failures": array(ref("AdminFailure")),
            "models": array(closed(model)),
            "webhooks": closed({"delivered": COUNT, "pending": COUNT, "failed": COUNT}),
            "openAlerts": COUNT,
            "diskFreeBytes": COUNT,
            "diskIsLow": BOOLEAN,
        }
    )
