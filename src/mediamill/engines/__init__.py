"""Engines: what they promise, which there are, and the child processes they run in."""

from mediamill.engines.engine import Artifact, Engine, EngineFailed, EngineRefused, Report, Request, ToolModel

__all__ = ["Artifact", "Engine", "EngineFailed", "EngineRefused", "Report", "Request", "ToolModel"]
