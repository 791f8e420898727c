"""What stands in the head of a webhook: the interface's three headers, and the three of Standard Webhooks 1.0.0."""

from collections.abc import Iterable
from datetime import UTC, datetime

from standardwebhooks import Webhook

SOURCE = "generation-service"  # a constant of the interface


def webhook_headers(generation_id: str, body: str, *, secrets: Iterable[str], at: int) -> dict[str, str]:
    """All headers of one attempt. The id is the same for every attempt; instant (ms) and signatures are its own."""
    instant = datetime.fromtimestamp(at // 1_000, UTC)
    signatures = [Webhook(secret).sign(generation_id, instant, body) for secret in secrets]
    return {
        "Content-Type": "application/json",
        "X-Webhook-Source": SOURCE,
        "X-Media-Id": generation_id,
        "webhook-id": generation_id,
        "webhook-timestamp": str(at // 1_000),
        "webhook-signature": " ".join(signatures),
    }
