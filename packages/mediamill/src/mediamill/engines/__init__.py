"""Engines: what they promise, which there are, and the child processes they run in.

The host and the registry load only when first named: an engine process loads this package too, and has to stay small.
"""

import importlib
from typing import TYPE_CHECKING

from mediamill.engines.causes import causes
from mediamill.engines.engine import (
    NOTHING_MORE,
    Artifact,
    Engine,
    EngineFailed,
    EngineRefused,
    EngineUnavailable,
    Fact,
    InputValue,
    Needs,
    Report,
    Request,
    Scope,
    ToolModel,
    read_tool_model,
)
from mediamill.engines.host.outcome import (
    REFUSED,
    Failed,
    Made,
    Refused,
    RunFailure,
    RunOutcome,
    Unavailable,
    failed,
    presentable,
)
from mediamill.engines.remote import (
    HANDLE_BYTES_MAX,
    AnswerLost,
    Estimate,
    Finished,
    Job,
    Missing,
    NotSent,
    RemoteEngine,
    RemoteOptions,
    Running,
)

if TYPE_CHECKING:
    from mediamill.engines.decoder import SOURCE, DecoderFailed, FileDecoder, InputKind, Undecodable
    from mediamill.engines.host.findings import WrongFindings, bounded_facts, bounded_words
    from mediamill.engines.host.host import EngineHost, EnginesStopped
    from mediamill.engines.installed import (
        BrokenEngine,
        EngineEntry,
        find_installed,
        installed_engines,
        read_installed,
        read_target,
    )
    from mediamill.engines.readiness import READY_SECONDS, Readiness, ReadyState
    from mediamill.engines.registry import (
        REMOTE_POOL,
        EngineRow,
        Registry,
        no_engine,
        pool_of,
        refuse_unknown_models,
    )
    from mediamill.engines.section import (
        LeastMargin,
        RemoteSetup,
        SecretSources,
        SpendingCap,
        VendorKey,
        secret_name,
        set_up_all,
    )
    from mediamill.engines.vendor import ForeignUrl, ResultNotFetched, VendorClient, redacted

_FOR_THE_SERVICE = {
    "BrokenEngine": "installed",
    "SOURCE": "decoder",
    "DecoderFailed": "decoder",
    "EngineEntry": "installed",
    "EngineHost": "host.host",
    "FileDecoder": "decoder",
    "ForeignUrl": "vendor",
    "InputKind": "decoder",
    "Undecodable": "decoder",
    "EngineRow": "registry",
    "EnginesStopped": "host.host",
    "READY_SECONDS": "readiness",
    "Readiness": "readiness",
    "ReadyState": "readiness",
    "Registry": "registry",
    "ResultNotFetched": "vendor",
    "VendorClient": "vendor",
    "WrongFindings": "host.findings",
    "bounded_facts": "host.findings",
    "bounded_words": "host.findings",
    "find_installed": "installed",
    "installed_engines": "installed",
    "no_engine": "registry",
    "read_installed": "installed",
    "read_target": "installed",
    "redacted": "vendor",
    "REMOTE_POOL": "registry",
    "LeastMargin": "section",
    "RemoteSetup": "section",
    "SecretSources": "section",
    "SpendingCap": "section",
    "VendorKey": "section",
    "pool_of": "registry",
    "refuse_unknown_models": "registry",
    "secret_name": "section",
    "set_up_all": "section",
}

__all__ = [
    "HANDLE_BYTES_MAX",
    "NOTHING_MORE",
    "READY_SECONDS",
    "REFUSED",
    "REMOTE_POOL",
    "SOURCE",
    "AnswerLost",
    "Artifact",
    "BrokenEngine",
    "DecoderFailed",
    "Engine",
    "EngineEntry",
    "EngineFailed",
    "EngineHost",
    "EngineRefused",
    "EngineRow",
    "EngineUnavailable",
    "EnginesStopped",
    "Estimate",
    "Fact",
    "Failed",
    "FileDecoder",
    "Finished",
    "ForeignUrl",
    "InputKind",
    "InputValue",
    "Job",
    "LeastMargin",
    "Made",
    "Missing",
    "Needs",
    "NotSent",
    "Readiness",
    "ReadyState",
    "Refused",
    "Registry",
    "RemoteEngine",
    "RemoteOptions",
    "RemoteSetup",
    "Report",
    "Request",
    "ResultNotFetched",
    "RunFailure",
    "RunOutcome",
    "Running",
    "Scope",
    "SecretSources",
    "SpendingCap",
    "ToolModel",
    "Unavailable",
    "Undecodable",
    "VendorClient",
    "VendorKey",
    "WrongFindings",
    "bounded_facts",
    "bounded_words",
    "causes",
    "failed",
    "find_installed",
    "installed_engines",
    "no_engine",
    "pool_of",
    "presentable",
    "read_installed",
    "read_target",
    "read_tool_model",
    "redacted",
    "refuse_unknown_models",
    "secret_name",
    "set_up_all",
]


def __getattr__(name: str) -> object:
    if name not in _FOR_THE_SERVICE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_FOR_THE_SERVICE[name]}"), name)
