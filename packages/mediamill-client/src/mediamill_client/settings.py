"""Where the service is and which key opens it: arguments first, then the environment, then the default."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from mediamill_client.errors import InvalidAPIKey, InvalidBaseURL, MissingAPIKey

API_KEY_VARIABLE = "MEDIAMILL_API_KEY"
BASE_URL_VARIABLE = "MEDIAMILL_BASE_URL"
DEFAULT_BASE_URL = "http://localhost:8000"
REDACTED = "[redacted]"


class ApiKey:
    """A key that shows itself only when asked to: `repr`, `str` and formatting give `[redacted]`."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """The key itself, for the `Authorization` header."""
        return self._text

    def redact(self, text: str) -> str:
        """A text with every occurrence of the key taken out."""
        return text.replace(self._text, REDACTED)

    def __repr__(self) -> str:
        return REDACTED


@dataclass(frozen=True, slots=True)
class Settings:
    """What a client needs before it can say anything."""

    api_key: ApiKey
    base_url: str  # without a trailing slash


def read(api_key: str | None, base_url: str | None, environment: Mapping[str, str]) -> Settings:
    """The settings in force; an empty value counts as none. Raises a ConfigurationError."""
    key = api_key or environment.get(API_KEY_VARIABLE)
    if not key:
        raise MissingAPIKey(f"No API key: pass api_key=… or set the environment variable {API_KEY_VARIABLE}")
    if not (key.isascii() and key.isprintable() and " " not in key):
        # The key is not shown, nor is the sentence of a library that would show it.
        raise InvalidAPIKey("The API key holds spaces, line ends or characters that cannot stand in a header")
    return Settings(ApiKey(key), _base_url(base_url or environment.get(BASE_URL_VARIABLE) or DEFAULT_BASE_URL))


def _base_url(text: str) -> str:
    """The address without a trailing slash. Raises InvalidBaseURL."""
    try:
        parts = urlsplit(text)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError as fault:
        raise InvalidBaseURL(f"The base URL {text!r} is not a URL") from fault
    if parts.username is not None or parts.password is not None:
        # A user name there would replace the API key in `Authorization`. It may hold a password: not shown.
        raise InvalidBaseURL("The base URL must not hold a user name or password")
    if not usable or parts.query or parts.fragment or not text.isprintable() or " " in text:
        raise InvalidBaseURL(f"The base URL {text!r} must look like https://media.example.com")
    return text.rstrip("/")
