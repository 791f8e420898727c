"""How the endpoints of an account's webhooks are documented."""

from mediamill.http.endpoint import Operation
from mediamill.http.openapi.operations import EXTRAS, LAST_EVENT_ID, LIMIT, OFFSET
from mediamill.http.openapi.parts import in_path, json_answer, json_body, query
from mediamill.http.openapi.schemas import closed, ref
from mediamill.http.problems import DELIVERY_NOT_FOUND, DELIVERY_UNDER_WAY, MISSING_PARAMETERS
from mediamill.webhooks import DeliveryStatus

DELIVERY_ID = in_path("id", "The generation's id.")
URL = {"type": "string", "format": "uri", "maxLength": 2048, "pattern": "^https://"}

LIST = Operation(
    id="listDeliveries",
    tag=EXTRAS,
    summary="List webhook deliveries, newest first",
    success=json_answer(ref("DeliveryPage")),
    problems=(MISSING_PARAMETERS,),
    parameters=(
        LIMIT,
        OFFSET,
        query("status", {"type": "string", "enum": [*DeliveryStatus]}, "Only deliveries in this status."),
    ),
)
GET = Operation(
    id="getDelivery",
    tag=EXTRAS,
    summary="Get a webhook delivery with its body and attempts",
    success=json_answer(ref("DeliveryDetail")),
    problems=(DELIVERY_NOT_FOUND,),
    parameters=(DELIVERY_ID,),
)
RESEND = Operation(
    id="resendDelivery",
    tag=EXTRAS,
    summary="Send a webhook again now, with the same id and body and all retries",
    success=json_answer(ref("Delivery")),
    problems=(DELIVERY_NOT_FOUND, DELIVERY_UNDER_WAY),
    parameters=(DELIVERY_ID,),
)
TEST = Operation(
    id="testDelivery",
    tag=EXTRAS,
    summary="Post one signed sample to a URL and get what came back",
    success=json_answer(ref("TestDelivery")),
    problems=(MISSING_PARAMETERS,),
    body=lambda _: json_body(closed({"url": URL}), {"url": "https://hooks.example.com/mediamill"}),
)
GET_SECRET = Operation(
    id="getWebhookSecret",
    tag=EXTRAS,
    summary="Get the secret that signs webhooks",
    success=json_answer(ref("WebhookSecret")),
)
ROTATE = Operation(
    id="rotateWebhookSecret",
    tag=EXTRAS,
    summary="Replace the secret that signs webhooks; the old one signs beside it for a day",
    success=json_answer(ref("WebhookSecret")),
)
GET_ADDRESS = Operation(
    id="getNotifications",
    tag=EXTRAS,
    summary="Get where the account is told that its spending caps are nearly reached",
    success=json_answer(ref("Notifications")),
)
SET_ADDRESS = Operation(
    id="setNotifications",
    tag=EXTRAS,
    summary="Set where the account is told that its spending caps are nearly reached",
    success=json_answer(ref("Notifications")),
    problems=(MISSING_PARAMETERS,),
    body=lambda _: json_body(closed({"url": URL}), {"url": "https://hooks.example.com/credits"}),
)
REMOVE_ADDRESS = Operation(
    id="removeNotifications",
    tag=EXTRAS,
    summary="Tell the account nothing of its spending caps any more",
    no_content="Removed",
)
FOLLOW_INBOX = Operation(
    id="followInbox",
    tag=EXTRAS,
    parameters=(LAST_EVENT_ID,),
    summary="Follow the account's successes as the webhooks that they would send, as server-sent events",
    success={
        "description": "A `delivery` event for each success from now on, or since `Last-Event-ID`: `headers` and "
        "`body`, signed as a webhook.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    },
)
