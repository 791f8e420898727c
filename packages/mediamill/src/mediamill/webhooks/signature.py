"""What stands in the head of a webhook: the interface's three headers, and the three of Standard Webhooks 1.0.0."""

from collections.abc import Iterable
from datetime import UTC, datetime

from standardwebhooks import Webhook

SOURCE = "generation-service"  # a constant of the interface


def webhook_headers(generation_id: str, body: str, *, secrets: Iterable[str], at: int) -> dict[str, str]:
    """All headers of one attempt. The id is the same for every attempt; instant (ms) and signatures are its own."""
    return {
        "Content-Type": "application/json",
        "X-Webhook-Source": SOURCE,
        "X-Media-Id": generation_id,
        **standard_headers(generation_id, body, secrets=secrets, at=at),
    }


def standard_headers(name: str, body: str, *, secrets: Iterable[str], at: int) -> dict[str, str]:
    """The three of Standard Webhooks alone."""
    instant = datetime.fromtimestamp(at // 1_000, UTC)
    return {
        "webhook-id": name,
        "webhook-timestamp": str(at // 1_000),
        "webhook-signature": " ".join(Webhook(secret).sign(name, instant, body) for secret in secrets),
    }
