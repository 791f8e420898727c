"""What an outcome means: worth another try, a good answer, or which error."""

from http import HTTPStatus

from mediamill_client import answers, backoff
from mediamill_client.errors import (
    AuthenticationError,
    BadRequest,
    Conflict,
    ConnectionFailed,
    InsufficientCredits,
    MediamillAPIError,
    NotFound,
    PermissionDenied,
    RateLimited,
    ServerError,
    UnexpectedAnswer,
)
from mediamill_client.errors import FieldError as Fault
from mediamill_client.settings import Settings
from mediamill_client.steps import Failure, Reply, Send

SHOWN_CHARACTERS_MAX = 200  # of a body that is none of ours, in a message
SUBMIT_REFUSED = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)  # nothing was accepted
ERRORS: dict[int, type[MediamillAPIError]] = {
    HTTPStatus.UNAUTHORIZED: AuthenticationError,
    HTTPStatus.PAYMENT_REQUIRED: InsufficientCredits,
    HTTPStatus.FORBIDDEN: PermissionDenied,
    HTTPStatus.NOT_FOUND: NotFound,
    HTTPStatus.CONFLICT: Conflict,
}


def may_read_again(outcome: Reply | Failure) -> bool:
    """True when a request that changes nothing deserves another try."""
    if isinstance(outcome, Failure):
        return not outcome.lasting
    return outcome.status in (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS) or outcome.status >= 500


def may_submit_again(outcome: Reply | Failure) -> bool:
    """True when the service surely accepted nothing, so that another try cannot order twice."""
    if isinstance(outcome, Failure):
        return not outcome.lasting and not outcome.may_have_arrived
    return outcome.status in SUBMIT_REFUSED


def is_rate_limit(outcome: Reply | Failure) -> bool:
    """True when there were too many requests, and the service says when there will not be."""
    is_limit = isinstance(outcome, Reply) and outcome.status == HTTPStatus.TOO_MANY_REQUESTS
    return is_limit and asked_to_wait(outcome) is not None


def is_gone(outcome: Reply | Failure) -> bool:
    """True when the service says that there is no such thing."""
    return isinstance(outcome, Reply) and outcome.status == HTTPStatus.NOT_FOUND


def may_have_been_done(outcome: Reply | Failure) -> bool:
    """True when the service may have done what was asked, although it did not say so."""
    return outcome.may_have_arrived if isinstance(outcome, Failure) else outcome.status >= 500


def asked_to_wait(outcome: Reply | Failure) -> float | None:
    """The seconds the service wants us to wait, where it says so."""
    return None if isinstance(outcome, Failure) else backoff.retry_after(outcome.headers)


def summary(outcome: Reply | Failure, settings: Settings) -> str:
    """An outcome in a few words, for logs."""
    if isinstance(outcome, Failure):
        return settings.api_key.redact(outcome.reason)
    return f"{outcome.status} {phrase(outcome.status)}"


def accepted(request: Send, outcome: Reply | Failure, settings: Settings) -> Reply:
    """The reply, if it is a good one. Raises the MediamillAPIError of any other outcome."""
    if isinstance(outcome, Failure):
        raise _unanswered(request, outcome, settings)
    if 200 <= outcome.status < 300:
        return outcome
    if 300 <= outcome.status < 400:
        location = settings.api_key.redact(outcome.headers.get("location", "elsewhere"))
        raise UnexpectedAnswer(f"The service leads to {location}: is the base URL right?", outcome.status)
    raise _refused(outcome, settings)


def unexpected(reply: Reply, why: answers.MalformedResponse, settings: Settings) -> UnexpectedAnswer:
    """The error of a good status with a body that the interface does not know."""
    begin = reply.body[:SHOWN_CHARACTERS_MAX].decode(errors="replace")
    shown = settings.api_key.redact(begin)
    return UnexpectedAnswer(f"The answer is not one of the interface, {why}: {shown!r}", reply.status)


def phrase(status: int) -> str:
    """The standard words of a status: `Bad Gateway`."""
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Unknown status"


def _refused(reply: Reply, settings: Settings) -> MediamillAPIError:
    redact = settings.api_key.redact
    message, faults = answers.problem(reply.body)
    message = redact(message) if message is not None else phrase(reply.status)
    if reply.status == HTTPStatus.BAD_REQUEST:
        told = tuple(Fault(redact(fault.field), redact(fault.message), fault.code) for fault in faults)
        return BadRequest(message, reply.status, told)
    if reply.status == HTTPStatus.TOO_MANY_REQUESTS:
        return RateLimited(message, reply.status, asked_to_wait(reply))
    if reply.status >= 500:
        return ServerError(message, reply.status, asked_to_wait(reply))
    return ERRORS.get(reply.status, MediamillAPIError)(message, reply.status)


def _unanswered(request: Send, failure: Failure, settings: Settings) -> ConnectionFailed:
    reason = settings.api_key.redact(failure.reason)
    if not failure.may_have_arrived:
        return ConnectionFailed(f"Cannot reach {settings.base_url}: {reason}", None, False)
    message = f"No answer from {settings.base_url}: {reason}"
    if request.if_lost:
        message = f"{message}. {request.if_lost}"
    return ConnectionFailed(message, None, True)
