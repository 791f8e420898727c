"""The HTTP interface."""

from mediamill.http.accepting import gather_accepts
from mediamill.http.app import create_app, create_worker_app
from mediamill.http.auth import require_scope
from mediamill.http.context import AppContext, Call
from mediamill.http.disk_space import DiskSpace
from mediamill.http.door import Door
from mediamill.http.endpoint import Auth, Endpoint, Operation, RateClass
from mediamill.http.endpoints import ENDPOINTS
from mediamill.http.halting import HaltBoard
from mediamill.http.handlers.events import STREAMS_MAX
from mediamill.http.handlers.files import IncomingFile, receiving
from mediamill.http.handlers.generations import cancel
from mediamill.http.handlers.runs import start
from mediamill.http.handlers.webhooks import secrets_in_force, text_of
from mediamill.http.json_body import read_object
from mediamill.http.metrics import EngineCheck, Process
from mediamill.http.openapi import openapi_document
from mediamill.http.prefer_wait import ended, wait_for, wait_seconds
from mediamill.http.problems import (
    MISSING_PARAMETERS,
    MODEL_NOT_FOUND,
    NOT_FOUND,
    TOOL_NOT_FOUND,
    UNAUTHORIZED,
    Problem,
    Refusal,
    too_many_streams,
    validation_failed,
)
from mediamill.http.readiness import Check, ReadinessChecks, platform_fault, store_checks
from mediamill.http.router import Router
from mediamill.http.server import http_server, listen
from mediamill.http.shared_reads import SharedReads, until_next_look
from mediamill.http.sign_in import OneTimeLinks
from mediamill.http.signed_links import SignedLinks
from mediamill.http.upload_area import UploadArea

__all__ = [
    "ENDPOINTS",
    "MISSING_PARAMETERS",
    "MODEL_NOT_FOUND",
    "NOT_FOUND",
    "STREAMS_MAX",
    "TOOL_NOT_FOUND",
    "UNAUTHORIZED",
    "AppContext",
    "Auth",
    "Call",
    "Check",
    "DiskSpace",
    "Door",
    "Endpoint",
    "EngineCheck",
    "HaltBoard",
    "IncomingFile",
    "OneTimeLinks",
    "Operation",
    "Problem",
    "Process",
    "RateClass",
    "ReadinessChecks",
    "Refusal",
    "Router",
    "SharedReads",
    "SignedLinks",
    "UploadArea",
    "cancel",
    "create_app",
    "create_worker_app",
    "ended",
    "gather_accepts",
    "http_server",
    "listen",
    "openapi_document",
    "platform_fault",
    "read_object",
    "receiving",
    "require_scope",
    "secrets_in_force",
    "start",
    "store_checks",
    "text_of",
    "too_many_streams",
    "until_next_look",
    "validation_failed",
    "wait_for",
    "wait_seconds",
]
