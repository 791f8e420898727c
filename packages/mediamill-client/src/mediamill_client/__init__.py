"""The Python client of mediamill: `Client` for ordinary code, `AsyncClient` for asyncio.

from mediamill_client import Client

with Client() as client:  # the key from MEDIAMILL_API_KEY, the address from MEDIAMILL_BASE_URL
    generation = client.run("create-image", {"model": "nano-banana", "prompt": "fog over a lake"})
    print(client.download(generation, "pictures/"))
"""

import importlib
from typing import TYPE_CHECKING

from mediamill_client.errors import (
    AuthenticationError,
    BadRequest,
    ConfigurationError,
    ConnectionFailed,
    DownloadFailed,
    FieldError,
    GenerationFailed,
    InsufficientCredits,
    InvalidAPIKey,
    InvalidBaseURL,
    MediamillAPIError,
    MediamillClientError,
    MissingAPIKey,
    NoOutput,
    NotFound,
    PermissionDenied,
    RateLimited,
    ServerError,
    UnexpectedAnswer,
    WaitTimeout,
)
from mediamill_client.input_schema import InputField, InputSchema
from mediamill_client.types import (
    Account,
    Attempt,
    Generation,
    Inspection,
    Model,
    OutputType,
    Page,
    Plan,
    Status,
    Tool,
    Upload,
)
from mediamill_client.version import __version__

if TYPE_CHECKING:
    from mediamill_client.async_client import AsyncClient, AsyncTiming
    from mediamill_client.client import Client, Timing

__all__ = [
    "Account",
    "AsyncClient",
    "AsyncTiming",
    "Attempt",
    "AuthenticationError",
    "BadRequest",
    "Client",
    "ConfigurationError",
    "ConnectionFailed",
    "DownloadFailed",
    "FieldError",
    "Generation",
    "GenerationFailed",
    "InputField",
    "InputSchema",
    "Inspection",
    "InsufficientCredits",
    "InvalidAPIKey",
    "InvalidBaseURL",
    "MediamillAPIError",
    "MediamillClientError",
    "MissingAPIKey",
    "Model",
    "NoOutput",
    "NotFound",
    "OutputType",
    "Page",
    "PermissionDenied",
    "Plan",
    "RateLimited",
    "ServerError",
    "Status",
    "Timing",
    "Tool",
    "UnexpectedAnswer",
    "Upload",
    "WaitTimeout",
    "__version__",
]

# Imported when they are first asked for: httpx2 and asyncio take longer than many a command of the command line.
_LATER = {"AsyncClient": "async_client", "AsyncTiming": "async_client", "Client": "client", "Timing": "client"}


def __getattr__(name: str) -> object:
    """A client or its timing."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_LATER[name]}"), name)
