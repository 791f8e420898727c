"""The Python client of mediamill: `Client` for ordinary code, `AsyncClient` for asyncio.

from mediamill_client import Client

with Client() as client:  # the key from MEDIAMILL_API_KEY, the address from MEDIAMILL_BASE_URL
    generation = client.run("create-image", {"model": "nano-banana", "prompt": "fog over a lake"})
    print(generation.media.save("pictures/"))
"""

import importlib
from typing import TYPE_CHECKING

from mediamill_client import webhooks
from mediamill_client.errors import (
    AuthenticationError,
    BadRequest,
    ConfigurationError,
    Conflict,
    ConnectionFailed,
    DownloadFailed,
    FieldError,
    GenerationFailed,
    InsufficientCredits,
    InvalidAPIKey,
    InvalidBaseURL,
    InvalidWebhook,
    MediamillAPIError,
    MediamillClientError,
    MissingAPIKey,
    NoOutput,
    NotFound,
    PermissionDenied,
    RateLimited,
    ServerError,
    UnexpectedAnswer,
    UnusableFile,
    UnusableOutput,
    WaitTimeout,
)
from mediamill_client.input_schema import InputField, InputSchema
from mediamill_client.outputs import Output
from mediamill_client.sources import FileInput
from mediamill_client.types import (
    Account,
    Attempt,
    Generation,
    Inspection,
    LedgerEntry,
    Model,
    OutputType,
    Page,
    Plan,
    ProgressEvent,
    Quote,
    SignedWebhook,
    Status,
    StatusEvent,
    Tool,
    Upload,
    WebhookSecret,
)
from mediamill_client.version import __version__

if TYPE_CHECKING:
    from mediamill_client.async_client import AsyncClient, AsyncTiming
    from mediamill_client.client import Client, Timing
    from mediamill_client.mapping import MapResult

__all__ = [
    "Account",
    "AsyncClient",
    "AsyncTiming",
    "Attempt",
    "AuthenticationError",
    "BadRequest",
    "Client",
    "ConfigurationError",
    "Conflict",
    "ConnectionFailed",
    "DownloadFailed",
    "FieldError",
    "FileInput",
    "Generation",
    "GenerationFailed",
    "InputField",
    "InputSchema",
    "Inspection",
    "InsufficientCredits",
    "InvalidAPIKey",
    "InvalidBaseURL",
    "InvalidWebhook",
    "LedgerEntry",
    "MapResult",
    "MediamillAPIError",
    "MediamillClientError",
    "MissingAPIKey",
    "Model",
    "NoOutput",
    "NotFound",
    "Output",
    "OutputType",
    "Page",
    "PermissionDenied",
    "Plan",
    "ProgressEvent",
    "Quote",
    "RateLimited",
    "ServerError",
    "SignedWebhook",
    "Status",
    "StatusEvent",
    "Timing",
    "Tool",
    "UnexpectedAnswer",
    "UnusableFile",
    "UnusableOutput",
    "Upload",
    "WaitTimeout",
    "WebhookSecret",
    "__version__",
    "webhooks",
]

# Imported when they are first asked for: httpx2 and asyncio take longer than many a command of the command line.
_LATER = {
    "AsyncClient": "async_client",
    "AsyncTiming": "async_client",
    "Client": "client",
    "MapResult": "mapping",
    "Timing": "client",
}


def __getattr__(name: str) -> object:
    """A client, or what goes with one."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_LATER[name]}"), name)
