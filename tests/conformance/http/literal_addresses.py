"""A hook for schemathesis: it makes up URLs with names, and names would be looked up outside of this machine."""

import re
from typing import Any

import schemathesis

NAMED_HOST = re.compile(r"^(https?://)[A-Za-z0-9.-]*[A-Za-z-][A-Za-z0-9.-]*(?=[/:?#]|$)")
LITERAL = r"\g<1>8.8.8.8"


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: Any) -> None:
    """Put an address in the place of every name."""
    case.body = with_literals(case.body)


def with_literals(value: Any) -> Any:
    """The same value; URLs in it have an address for a host."""
    if isinstance(value, dict):
        return {name: with_literals(inner) for name, inner in value.items()}
    if isinstance(value, str):
        return NAMED_HOST.sub(LITERAL, value)
    return value
