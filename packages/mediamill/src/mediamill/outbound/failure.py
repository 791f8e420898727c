"""Why an outbound request failed: one closed list of reasons."""

from enum import StrEnum

from mediamill.errors import MediamillError
from mediamill.outbound.address import Address


class FailureReason(StrEnum):
    """Why a server was not contacted, or why its answer is of no use. The values are stored and shown."""

    DNS_FAILED = "dns_failed"  # the name has no address, or did not resolve in time
    REFUSED_ADDRESS = "refused_address"  # the guard forbids it; nothing was sent there
    CONNECT_FAILED = "connect_failed"
    TLS_FAILED = "tls_failed"  # no handshake, or a certificate that proves nothing
    TIMEOUT = "timeout"
    BAD_ANSWER = "bad_answer"  # no HTTP, or no answer at all
    BAD_STATUS = "bad_status"
    TOO_MANY_REDIRECTS = "too_many_redirects"
    INSECURE_REDIRECT = "insecure_redirect"  # from https to http
    ENCODED = "encoded"  # compressed, though we accept no coding
    TOO_LARGE = "too_large"
    SHORT = "short"  # cut off before its end
    OVERLONG = "overlong"  # more than was declared
    EMPTY = "empty"


class RequestFailed(MediamillError):
    """The request failed: {reason} ({detail})."""

    code = "request_failed"

    def __init__(self, reason: FailureReason, detail: str = "", *, status: int | None = None) -> None:
        self.reason = reason
        self.detail = detail
        self.status = status  # of an answer that is of no use for it
        self.sent = False  # something of the request left
        self.address: Address | None = None  # contacted before it ended so
        super().__init__(reason=reason, detail=detail or status)
