"""The body of `POST /ext/keys`: every fault at once; what is left out the new key has from the one that makes it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from mediamill import credits
from mediamill.accounts import KeyRights, KeyScope, parse_network
from mediamill.catalogue import Catalogue, FaultCode, FieldFault
from mediamill.credits import Caps
from mediamill.http.instants import instant_in
from mediamill.http.problems import MISSING_PARAMETERS, Refusal, validation_failed

NAME_CHARACTERS_MAX = 100
LISTED_MAX = 100  # tools, models or networks of one key
CREATES_PER_MINUTE_MAX = 1_000_000  # more is no limit
MEMBERS = ("name", "scopes", "expiresAt", "tools", "models", "networks", "caps", "createsPerMinute")
WINDOWS = ("day", "month", "total")
SCOPES = tuple(scope.value for scope in KeyScope)


@dataclass(frozen=True, slots=True)
class KeyRequest:
    """A valid body: the name of the new key and all that it may do."""

    name: str
    rights: KeyRights


class Faults(list[FieldFault]):
    """What is wrong, as it is found."""

    def note(self, field: str, message: str, code: FaultCode) -> None:
        """One thing more."""
        self.append(FieldFault(field, message, code))


def checked_key(body: dict[str, Any], catalogue: Catalogue, origin: KeyRights, now: int) -> KeyRequest:
    """The request in a JSON object. Raises 400 with every fault."""
    faults = Faults()
    if "name" not in body:
        fault = FieldFault("name", "Is required", FaultCode.MISSING)
        raise Refusal(replace(MISSING_PARAMETERS, faults=(fault,)))
    for member in body:
        if member not in MEMBERS:
            faults.note(member, "Is not a known field", FaultCode.UNKNOWN_FIELD)
    name = name_in(body["name"], faults)
    models = {f"{model.tool}/{model.slug}" for model in catalogue.models()}
    readers: dict[str, tuple[str, Callable[[Any], Any]]] = {
        "scopes": ("scopes", lambda value: scopes_in(value, faults)),
        "expiresAt": ("expires_at", lambda value: end_in(value, now, faults)),
        "tools": ("tools", lambda value: slugs_in("tools", value, set(catalogue.tools), faults)),
        "models": ("models", lambda value: slugs_in("models", value, models, faults)),
        "networks": ("networks", lambda value: networks_in(value, faults)),
        "caps": ("caps", lambda value: caps_in(value, origin.caps, faults)),
        "createsPerMinute": (
            "creates_per_minute",
            lambda value: count_in("createsPerMinute", value, CREATES_PER_MINUTE_MAX, faults, least=1),
        ),
    }
    given = {right: read(body[member]) for member, (right, read) in readers.items() if member in body}
    if faults:
        raise Refusal(validation_failed(faults))
    return KeyRequest(name, replace(origin, **given))


def name_in(value: Any, faults: Faults) -> str:
    """What the key is for."""
    if not isinstance(value, str):
        faults.note("name", "Must be a string", FaultCode.INVALID_TYPE)
    elif not value.strip():
        faults.note("name", "Must not be empty", FaultCode.TOO_SHORT)
    elif len(value) > NAME_CHARACTERS_MAX:
        faults.note("name", f"Must be at most {NAME_CHARACTERS_MAX} characters", FaultCode.TOO_LONG)
    elif not value.isprintable():
        faults.note("name", "Must not contain control characters", FaultCode.NOT_ALLOWED)
    else:
        return value.strip()
    return ""


def scopes_in(value: Any, faults: Faults) -> frozenset[KeyScope]:
    """At least one scope."""
    texts = texts_in("scopes", value, faults)
    if texts == () and value == []:
        faults.note("scopes", "Must name at least one scope", FaultCode.TOO_SHORT)
    for number, text in enumerate(texts or ()):
        if text not in SCOPES:
            faults.note(f"scopes.{number}", f"Must be one of: {', '.join(SCOPES)}", FaultCode.NOT_ALLOWED)
    return frozenset(KeyScope(text) for text in texts or () if text in SCOPES)


def end_in(value: Any, now: int, faults: Faults) -> int | None:
    """When the key expires."""
    if value is None:
        return None
    end = instant_in(value) if isinstance(value, str) else None
    if end is None:
        faults.note("expiresAt", "Must be an instant such as 2026-12-31T00:00:00Z", FaultCode.INVALID_TYPE)
    elif end <= now:
        faults.note("expiresAt", "Must be in the future", FaultCode.OUT_OF_RANGE)
    return end


def slugs_in(member: str, value: Any, known: set[str], faults: Faults) -> tuple[str, ...] | None:
    """Tools, or models as "tool/model", that are offered here."""
    if value is None:
        return None
    texts = texts_in(member, value, faults)
    for number, text in enumerate(texts):
        if text not in known:
            faults.note(f"{member}.{number}", "Is not offered here", FaultCode.NOT_ALLOWED)
    return tuple(dict.fromkeys(texts))


def networks_in(value: Any, faults: Faults) -> tuple[Any, ...] | None:
    """Addresses and networks that the key may be used from."""
    if value is None:
        return None
    texts = texts_in("networks", value, faults)
    networks = {text: parse_network(text) for text in texts}
    for number, text in enumerate(texts):
        if networks[text] is None:
            message = "Must be an address or network such as 203.0.113.0/24 or 2001:db8::/32"
            faults.note(f"networks.{number}", message, FaultCode.NOT_ALLOWED)
    return tuple(dict.fromkeys(network for network in networks.values() if network is not None))


def caps_in(value: Any, origin: Caps, faults: Faults) -> Caps:
    """The caps; a window that is left out is capped as it is for the key that makes the new one."""
    if not isinstance(value, dict):
        faults.note("caps", "Must be an object", FaultCode.INVALID_TYPE)
        return origin
    for member in value:
        if member not in WINDOWS:
            faults.note(f"caps.{member}", "Is not a known field", FaultCode.UNKNOWN_FIELD)
    given = {
        window: count_in(f"caps.{window}", value[window], credits.CAP_MAX, faults)
        for window in WINDOWS
        if window in value
    }
    return replace(origin, **given)


def count_in(member: str, value: Any, most: int, faults: Faults, *, least: int = 0) -> int | None:
    """A whole number in these bounds, or null."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
        faults.note(member, "Must be a whole number or null", FaultCode.INVALID_TYPE)
        return None
    if not least <= value <= most:
        faults.note(member, f"Must be {least} to {most}", FaultCode.OUT_OF_RANGE)
        return None
    return int(value)


def texts_in(member: str, value: Any, faults: Faults) -> tuple[str, ...]:
    """A list of strings; () with a fault for anything else."""
    if not isinstance(value, list):
        faults.note(member, "Must be an array of strings", FaultCode.INVALID_TYPE)
        return ()
    if len(value) > LISTED_MAX:
        faults.note(member, f"Must have at most {LISTED_MAX} items", FaultCode.TOO_LONG)
        return ()
    wrong = [number for number, one in enumerate(value) if not isinstance(one, str)]
    for number in wrong:
        faults.note(f"{member}.{number}", "Must be a string", FaultCode.INVALID_TYPE)
    return () if wrong else tuple(value)
