"""TC3-HMAC-SHA256: how calls to Tencent Cloud are signed, as its own clients do it."""

import hashlib
import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from mediamill.engines.sdk import Unsigned

ALGORITHM, ENDING = "TC3-HMAC-SHA256", "tc3_request"
SIGNED_HEADERS = ("content-type", "host")
TENCENT = ".tencentcloudapi.com"  # of its hosts the first label is the service
SERVICE = "ai3d"  # at any other address
KEY = re.compile(r"[^:]+:[^:]+")


@dataclass(frozen=True, slots=True)
class Tc3Signer:
    """Signs with `SecretId:SecretKey`. Tencent takes a signature for five minutes."""

    headers: frozenset[str] = frozenset({"authorization", "x-tc-timestamp"})

    def key_fault(self, key: str) -> str | None:
        """What is wrong with the form of a key."""
        return None if KEY.fullmatch(key) else "has to be SecretId:SecretKey"

    def sign(self, call: Unsigned, key: str) -> Mapping[str, str]:
        """The signature and its instant."""
        key_id, _, secret = key.partition(":")
        instant = call.at // 1_000
        day, service = f"{datetime.fromtimestamp(instant, UTC):%Y-%m-%d}", service_of(call.host)
        scope = f"{day}/{service}/{ENDING}"
        text = "\n".join((ALGORITHM, str(instant), scope, digest(canonical(call).encode())))
        signing_key = f"TC3{secret}".encode()
        for part in (day, service, ENDING):
            signing_key = mac(signing_key, part)
        signature = mac(signing_key, text).hex()
        signed = ";".join(SIGNED_HEADERS)
        return {
            "Authorization": f"{ALGORITHM} Credential={key_id}/{scope}, SignedHeaders={signed}, Signature={signature}",
            "X-TC-Timestamp": str(instant),
        }


def service_of(host: str) -> str:
    """The service at a host."""
    name = host.partition(":")[0]
    return name.partition(".")[0] if name.endswith(TENCENT) else SERVICE


def canonical(call: Unsigned) -> str:
    """What of a call is signed."""
    path, _, query = call.target.partition("?")
    values = {**call.headers, "host": call.host}
    headers = "".join(f"{name}:{values[name].strip().lower()}\n" for name in SIGNED_HEADERS)
    return "\n".join((call.method, path, query, headers, ";".join(SIGNED_HEADERS), digest(call.body)))


def digest(content: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def mac(key: bytes, text: str) -> bytes:
    """HMAC-SHA256."""
    return hmac.new(key, text.encode(), hashlib.sha256).digest()
