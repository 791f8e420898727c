"""Reading bodies of the admin API: every fault is reported at once, as for runs."""

from collections.abc import Collection
from typing import Any, TypeVar

from mediamill import clock
from mediamill.catalogue import FaultCode, FieldFault
from mediamill.http.context import Call
from mediamill.http.instants import instant_in
from mediamill.http.json_body import read_object
from mediamill.http.problems import Refusal, validation_failed

TEXT_CHARACTERS_MAX = 500

Value = TypeVar("Value")


async def fields_of(call: Call) -> "Fields":
    """The fields of the request's body. Raises the generic 400."""
    body, _ = await read_object(call.request)
    return Fields(body)


class Fields:
    """The members of a JSON object, read one by one; what is wrong is collected until `check`."""

    def __init__(self, body: dict[str, Any]) -> None:
        self.body = body
        self.known: set[str] = set()
        self.faults: list[FieldFault] = []

    def check(self) -> None:
        """Raises 400 with every fault, members that nobody asked for included."""
        unknown = [name for name in self.body if name not in self.known]
        self.faults += [FieldFault(name, "Is not a known field", FaultCode.UNKNOWN_FIELD) for name in unknown]
        if self.faults:
            raise Refusal(validation_failed(self.faults))

    def text(self, name: str, *, default: str | None = None, characters_max: int = TEXT_CHARACTERS_MAX) -> str:
        """A text, which may be empty only where there is a default."""
        value = self._member(name, default)
        if not isinstance(value, str):
            return self._fault(name, "Must be a string", FaultCode.INVALID_TYPE, "")
        if len(value) > characters_max:
            return self._fault(name, f"Must be at most {characters_max} characters", FaultCode.TOO_LONG, "")
        if not value and default is None:
            return self._fault(name, "Must not be empty", FaultCode.TOO_SHORT, "")
        if "\0" in value:
            return self._fault(name, "Must not contain NUL", FaultCode.NOT_ALLOWED, "")
        return value

    def integer(self, name: str, least: int, most: int, *, default: int | None = None) -> int:
        """A whole number within bounds."""
        value = self._member(name, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
            return self._fault(name, "Must be a whole number", FaultCode.INVALID_TYPE, least)
        if not least <= value <= most:
            return self._fault(name, f"Must be from {least} to {most}", FaultCode.OUT_OF_RANGE, least)
        return int(value)

    def optional_integer(self, name: str, least: int, most: int) -> int | None:
        """A whole number within bounds; None where null or nothing was sent."""
        if self.body.get(name) is None:
            self.known.add(name)
            return None
        return self.integer(name, least, most)

    def optional_instant(self, name: str) -> int | None:
        """Milliseconds since 1970 of an instant in the future; None where null or nothing was sent."""
        self.known.add(name)
        value = self.body.get(name)
        if value is None:
            return None
        at = instant_in(value) if isinstance(value, str) else None
        if at is None:
            return self._fault(name, "Must be an instant such as 2026-12-31T00:00:00Z", FaultCode.INVALID_TYPE, None)
        if at <= clock.now():
            return self._fault(name, "Must be in the future", FaultCode.OUT_OF_RANGE, None)
        return at

    def choice(self, name: str, values: Collection[str], *, default: str | None = None) -> str:
        """One of these texts."""
        value = self._member(name, default)
        if value not in values:
            wanted = f"Must be one of: {', '.join(values)}"
            return self._fault(name, wanted, FaultCode.NOT_ALLOWED, next(iter(values)))
        return str(value)

    def _member(self, name: str, default: object) -> object:
        """What was sent under this name; its absence is a fault where there is no default."""
        self.known.add(name)
        if name not in self.body and default is None:
            self.faults.append(FieldFault(name, "Is required", FaultCode.MISSING))
        return self.body.get(name, default)

    def _fault(self, name: str, message: str, code: FaultCode, instead: Value) -> Value:
        """Note a fault, unless the member's absence is one already; what to go on with."""
        if all(fault.field != name for fault in self.faults):
            self.faults.append(FieldFault(name, message, code))
        return instead
