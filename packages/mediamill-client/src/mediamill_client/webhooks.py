"""Webhooks as they arrive: is it from the service, and what does it say? (Standard Webhooks 1.0.0)"""

import base64
import binascii
import hashlib
import hmac
import time
from collections.abc import Mapping, Sequence

from mediamill_client import answers
from mediamill_client.errors import InvalidWebhook
from mediamill_client.types import Generation, Json

TOLERANCE_SECONDS = 300  # between the clock of the sender and ours
PREFIX = "whsec_"
VERSION = "v1,"


def verify(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance: float = TOLERANCE_SECONDS,
    now: float | None = None,
) -> Generation:
    """The generation that a webhook tells of, if one of the secrets signed it just now. Raises InvalidWebhook.

    `body` is the request's, byte for byte. The same one may arrive more than once: its `id` is the generation's.
    """
    try:
        return answers.generation(verify_json(body, headers, secret, tolerance=tolerance, now=now))
    except answers.MalformedResponse as fault:
        raise InvalidWebhook(f"The webhook tells of no generation, {fault}") from fault


def verify_json(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance: float = TOLERANCE_SECONDS,
    now: float | None = None,
) -> Json:
    """The body of anything that the service signs, such as `credits.low`. Raises InvalidWebhook.

    Raises ValueError for a secret that is none.
    """
    content = body.encode() if isinstance(body, str) else body
    found = {name.lower(): value for name, value in headers.items()}
    id, timestamp, signatures = (found.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not id or not signatures or not (timestamp.isascii() and timestamp.isdigit()):
        raise InvalidWebhook("The webhook is not signed: webhook-id, webhook-timestamp or webhook-signature is missing")
    signed = f"{id}.{timestamp}.".encode() + content
    wanted = [_signature(key, signed) for key in map(_key, [secret] if isinstance(secret, str) else secret)]
    if not any(hmac.compare_digest(one, given.encode()) for given in signatures.split(" ") for one in wanted):
        raise InvalidWebhook("The webhook was not signed with this secret, or was changed on its way")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise InvalidWebhook("The webhook is too old, or the clock of this machine is wrong")
    try:
        return answers.document(answers.parsed(content))
    except answers.MalformedResponse as fault:
        raise InvalidWebhook(f"The webhook is none of the service's, {fault}") from fault


def _signature(key: bytes, signed: bytes) -> bytes:
    return VERSION.encode() + base64.b64encode(hmac.digest(key, signed, hashlib.sha256))


def _key(secret: str) -> bytes:
    try:
        return base64.b64decode(secret.removeprefix(PREFIX), validate=True)
    except binascii.Error as fault:  # the secret is not shown
        raise ValueError(f"The secret of webhooks is a text that begins with {PREFIX}") from fault
