"""What engines are written with: the one module of mediamill that an engine of your own imports."""

from mediamill.engines.engine import (
    Artifact,
    Engine,
    EngineFailed,
    EngineRefused,
    EngineUnavailable,
    Fact,
    InputValue,
    Needs,
    Offer,
    OptionalProgram,
    Report,
    Request,
    Scope,
    ToolModel,
    facts_of,
)

__all__ = [
    "Artifact",
    "Engine",
    "EngineFailed",
    "EngineRefused",
    "EngineUnavailable",
    "Fact",
    "InputValue",
    "Needs",
    "Offer",
    "OptionalProgram",
    "Report",
    "Request",
    "Scope",
    "ToolModel",
    "facts_of",
]
