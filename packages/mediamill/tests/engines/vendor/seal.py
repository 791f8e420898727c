"""A signer whose arithmetic anybody can check, and a studio that wants every call sealed with it."""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from mediamill.engines.remote import KeyHeader, Unsigned
from tests.engines.test_default_models import Studio

FORM = "has to be id:secret"


@dataclass(frozen=True)
class Seal:
    """HMAC of the whole call with the second half of the key."""

    calls: list[Unsigned] = field(default_factory=list)
    headers: frozenset[str] = frozenset({"authorization", "x-id"})

    def key_fault(self, key: str) -> str | None:
        return None if key.count(":") == 1 else FORM

    def sign(self, call: Unsigned, key: str) -> Mapping[str, str]:
        self.calls.append(call)
        name, _, secret = key.partition(":")
        return {"Authorization": seal_of(call.method, call.host, call.target, call.body, secret), "X-Id": name[:4]}


class Raises(Seal):
    """A faulty one that would tell the key to everybody."""

    def sign(self, call: Unsigned, key: str) -> Mapping[str, str]:
        raise ValueError(f"cannot sign with {key}")


class MakesOthers(Seal):
    """A faulty one that makes headers of which it said nothing."""

    def sign(self, call: Unsigned, key: str) -> Mapping[str, str]:
        return {**super().sign(call, key), "Host": "elsewhere.example"}


class BreaksLines(Seal):
    """A faulty one whose header would be two."""

    def sign(self, call: Unsigned, key: str) -> Mapping[str, str]:
        return {**super().sign(call, key), "X-Id": "a\r\nHost: elsewhere.example"}


class SealedStudio(Studio):
    key_header: ClassVar[KeyHeader | None] = Seal()


def seal_of(method: str, host: str, target: str, body: bytes, secret: str) -> str:
    return hmac.new(secret.encode(), f"{method} {host} {target} ".encode() + body, hashlib.sha256).hexdigest()
