"""A hook for schemathesis: it makes up URLs with names, which would be looked up outside of this machine, and ids that
stand for nothing; and it comes without a key more often than one address may.
"""

import os
import re
from itertools import count
from typing import Any

import requests
import schemathesis

NAMED_HOST = re.compile(r"^(https?://)[A-Za-z0-9.-]*[A-Za-z-][A-Za-z0-9.-]*(?=[/:?#]|$)")
LITERAL = r"\g<1>8.8.8.8"
KNOWN_ACCOUNT = "TRIED_ACCOUNT"  # the variable that names one which every second call about an account is about
OWN_KEY = "TRIED_KEY"  # the variable that names the id of the key that calls: nothing revokes it
OF_ACCOUNT = "/admin/accounts/{id}"
calls, sent = count(), count()


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: Any) -> None:
    """Put an address in the place of every name, and an account that there is in the place of some ids."""
    case.body = with_literals(case.body)
    account = os.environ.get(KNOWN_ACCOUNT)
    if account and case.path.startswith(OF_ACCOUNT) and case.method != "DELETE" and next(calls) % 2:
        case.path_parameters["id"] = account
    if case.path == "/ext/keys/{id}" and case.path_parameters["id"] == os.environ.get(OWN_KEY):
        case.path_parameters["id"] = "nobody"


def with_literals(value: Any) -> Any:
    """The same value; URLs in it have an address for a host."""
    if isinstance(value, dict):
        return {name: with_literals(inner) for name, inner in value.items()}
    if isinstance(value, str):
        return NAMED_HOST.sub(LITERAL, value)
    return value


def send_from_elsewhere(session: requests.Session, request: requests.PreparedRequest, **options: Any) -> Any:
    """Send a request as if a proxy had had it from an address of its own."""
    number = next(sent)
    request.headers["X-Forwarded-For"] = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
    return send(session, request, **options)


send = requests.Session.send
if "SCHEMATHESIS_HOOKS" in os.environ:  # in its process alone
    requests.Session.send = send_from_elsewhere  # type: ignore[method-assign,assignment]
