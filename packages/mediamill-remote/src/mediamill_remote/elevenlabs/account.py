"""What ElevenLabs says of an account: whether the key is good, and what is left."""

from collections.abc import Mapping

from mediamill.engines.sdk import VendorAnswer
from mediamill_remote.elevenlabs.verdicts import read_error

LITTLE = 0.01  # of the credits of a period: then whoever pays is told
UNPAID = frozenset({"incomplete", "past_due", "free_disabled"})
NARROW_KEY = "missing_permissions"  # a key that is good and may not read the account


def account_fault(answer: VendorAnswer) -> str | None:
    """What is wrong by the answer about the subscription; None where all is well."""
    verdict = read_error(answer.json())
    if NARROW_KEY in verdict.words:
        return None
    if answer.status in (401, 403):
        return f"ElevenLabs does not take the key{f': {verdict.text}' if verdict.text else ''}."
    told = answer.json()
    if answer.status != 200 or not isinstance(told, Mapping):
        return f"ElevenLabs answered with HTTP {answer.status}."
    if (status := told.get("status")) in UNPAID:
        return f"ElevenLabs says of the subscription: {status}."
    return shortage(told)


def shortage(told: Mapping[str, object]) -> str | None:
    """A sentence where little or nothing is left of the credits and no more may be used."""
    used, limit = told.get("character_count"), told.get("character_limit")
    more = told.get("max_credit_limit_extension") or 0
    if not isinstance(used, int) or not isinstance(limit, int) or not isinstance(more, int):
        return None  # "unlimited", or an answer in another form
    left = max(0, limit + more - used)
    return f"ElevenLabs: {left} of {limit + more} credits are left." if left <= LITTLE * (limit + more) else None
