"""What ElevenLabs says of an account: whether the key is good, and what is left."""

from collections.abc import Mapping

from mediamill.engines.sdk import Remaining, VendorAnswer
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
    has = remaining_in(told)
    if has is None or has.total is None or has.left > LITTLE * has.total:
        return None
    return f"ElevenLabs: {has.left:.0f} of {has.total:.0f} credits are left."


def remaining_in(told: object) -> Remaining | None:
    """The credits that may still be used in this period; None for "unlimited", or an answer in another form."""
    if not isinstance(told, Mapping):
        return None
    used, limit = told.get("character_count"), told.get("character_limit")
    more = told.get("max_credit_limit_extension") or 0
    if not isinstance(used, int) or not isinstance(limit, int) or not isinstance(more, int):
        return None
    return Remaining(max(0, limit + more - used), limit + more, "credits")
