"""What can go wrong, as the caller meets it.

MediamillClientError                  everything this package raises on purpose
├── ConfigurationError                before anything is sent
│   ├── MissingAPIKey, InvalidAPIKey
│   └── InvalidBaseURL
├── MediamillAPIError                 a call did not succeed
│   ├── BadRequest                    400, with one entry per fault
│   ├── AuthenticationError           401
│   ├── InsufficientCredits           402
│   ├── PermissionDenied              403
│   ├── NotFound                      404
│   ├── Conflict                      409
│   ├── RateLimited                   429
│   ├── ServerError                   5xx
│   ├── UnexpectedAnswer              an answer that the interface does not know
│   └── ConnectionFailed              no answer at all
├── GenerationFailed                  the generation ended in `error`
├── WaitTimeout                       it had not ended in the time given; it goes on
├── NoOutput                          there is nothing to download (yet)
├── DownloadFailed                    the media could not be fetched
├── UnusableOutput                    the output belongs to another kind of client
├── UnusableFile                      what an input names is no file that can be uploaded
└── InvalidWebhook                    not signed with the secret, or not of now
No message, `repr` or traceback text of these ever holds the API key.
"""

from dataclasses import dataclass

from mediamill_client.base_error import MediamillClientError
from mediamill_client.outputs import UnusableOutput
from mediamill_client.types import Generation, NoOutput

__all__ = [
    "AuthenticationError",
    "BadRequest",
    "ConfigurationError",
    "Conflict",
    "ConnectionFailed",
    "DownloadFailed",
    "FieldError",
    "GenerationFailed",
    "InsufficientCredits",
    "InvalidAPIKey",
    "InvalidBaseURL",
    "InvalidWebhook",
    "MediamillAPIError",
    "MediamillClientError",
    "MissingAPIKey",
    "NoOutput",
    "NotFound",
    "PermissionDenied",
    "RateLimited",
    "ServerError",
    "UnexpectedAnswer",
    "UnusableFile",
    "UnusableOutput",
    "WaitTimeout",
]


class ConfigurationError(MediamillClientError):
    """The client cannot be set up as asked; nothing was sent."""


class MissingAPIKey(ConfigurationError):
    """Neither the argument nor the environment gives an API key."""


class InvalidAPIKey(ConfigurationError):
    """The API key cannot stand in a header."""


class InvalidBaseURL(ConfigurationError):
    """The address of the service is not one that can be called."""


class MediamillAPIError(MediamillClientError):
    """A call did not succeed. `status` is the HTTP status, None where there was no answer; `message` says why."""

    # Every argument is handed to Exception by position, so that errors survive pickling and copying.
    def __init__(self, message: str, status: int | None = None, *more: object) -> None:
        super().__init__(message, status, *more)
        self.message = message
        self.status = status

    def __str__(self) -> str:
        return self.message if self.status is None else f"{self.status} {self.message}"


@dataclass(frozen=True, slots=True)
class FieldError:
    """One fault of a request: where (`input.prompt`), what, and its code (`too_long`)."""

    field: str
    message: str
    code: str

    def __str__(self) -> str:
        return f"{self.field}: {self.message} ({self.code})"


class BadRequest(MediamillAPIError):
    """400: the request is wrong. `errors` lists every fault the service found."""

    def __init__(self, message: str, status: int = 400, errors: tuple[FieldError, ...] = ()) -> None:
        super().__init__(message, status, errors)
        self.errors = errors

    def __str__(self) -> str:
        faults = "; ".join(map(str, self.errors))
        return f"{super().__str__()}: {faults}" if faults else super().__str__()


class AuthenticationError(MediamillAPIError):
    """401: the API key is missing, wrong or revoked."""


class InsufficientCredits(MediamillAPIError):
    """402: the account has too few credits for this run."""


class PermissionDenied(MediamillAPIError):
    """403: it belongs to another account."""


class NotFound(MediamillAPIError):
    """404: no such tool, model, generation or address."""


class Conflict(MediamillAPIError):
    """409: it cannot be done as matters stand, or the idempotency key was used for another run."""


class RateLimited(MediamillAPIError):
    """429: too many requests. `retry_after` is the seconds the service asks to wait, where it says so."""

    def __init__(self, message: str, status: int = 429, retry_after: float | None = None) -> None:
        super().__init__(message, status, retry_after)
        self.retry_after = retry_after


class ServerError(MediamillAPIError):
    """5xx: the service failed or is down for now. `retry_after` as for RateLimited."""

    def __init__(self, message: str, status: int = 500, retry_after: float | None = None) -> None:
        super().__init__(message, status, retry_after)
        self.retry_after = retry_after


class UnexpectedAnswer(MediamillAPIError):
    """The answer is not one of the interface: no JSON, a missing field, a redirect."""


class ConnectionFailed(MediamillAPIError):
    """There was no answer. `may_have_arrived` is False when the request surely never reached the service."""

    def __init__(self, message: str, status: None = None, may_have_arrived: bool = True) -> None:
        super().__init__(message, status, may_have_arrived)
        self.may_have_arrived = may_have_arrived


class GenerationFailed(MediamillClientError):
    """The generation ended in `error`; it cost nothing. `generation.error` says what to do."""

    def __init__(self, generation: Generation) -> None:
        super().__init__(generation)
        self.generation = generation

    def __str__(self) -> str:
        return f"{self.generation.id} failed: {self.generation.error or 'the service does not say why'}"


class WaitTimeout(MediamillClientError):
    """The generation had not ended after `seconds`; it goes on. `generation` is its last known state."""

    def __init__(self, id: str, seconds: float, generation: Generation | None, trouble: str | None = None) -> None:
        super().__init__(id, seconds, generation, trouble)
        self.id = id
        self.seconds = seconds
        self.generation = generation
        self.trouble = trouble

    def __str__(self) -> str:
        state = f"is still {self.generation.status}" if self.generation else "has not been seen"
        cause = f" (the last request failed: {self.trouble})" if self.trouble else ""
        return f"{self.id} {state} after {self.seconds:g} s{cause}; it goes on"


class DownloadFailed(MediamillClientError):
    """The media could not be fetched. `url` is where from, `status` the HTTP status where there was one."""

    def __init__(self, url: str, message: str, status: int | None = None) -> None:
        super().__init__(url, message, status)
        self.url = url
        self.message = message
        self.status = status

    def __str__(self) -> str:
        return f"{self.message} while downloading {self.url}"


class UnusableFile(MediamillClientError):
    """What an input gives for a file can not be uploaded; nothing was sent. `field` is where it stands."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(field, message)
        self.field = field
        self.message = message

    def __str__(self) -> str:
        return f"{self.field}: {self.message}"


class InvalidWebhook(MediamillClientError):
    """The webhook was not sent by the service just now: answer 400 and do nothing."""
