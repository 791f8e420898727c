"""The HTTP interface."""

from mediamill.http.accepting import gather_accepts
from mediamill.http.app import create_app, create_worker_app
from mediamill.http.context import AppContext
from mediamill.http.disk_space import DiskSpace
from mediamill.http.endpoint import Auth, Endpoint, Operation, RateClass
from mediamill.http.endpoints import ENDPOINTS
from mediamill.http.halting import HaltBoard
from mediamill.http.metrics import EngineCheck, Process
from mediamill.http.openapi import openapi_document
from mediamill.http.readiness import Check, ReadinessChecks, platform_fault, store_checks
from mediamill.http.server import http_server, listen
from mediamill.http.shared_reads import SharedReads
from mediamill.http.sign_in import OneTimeLinks
from mediamill.http.signed_links import SignedLinks
from mediamill.http.upload_area import UploadArea

__all__ = [
    "ENDPOINTS",
    "AppContext",
    "Auth",
    "Check",
    "DiskSpace",
    "Endpoint",
    "EngineCheck",
    "HaltBoard",
    "OneTimeLinks",
    "Operation",
    "Process",
    "RateClass",
    "ReadinessChecks",
    "SharedReads",
    "SignedLinks",
    "UploadArea",
    "create_app",
    "create_worker_app",
    "gather_accepts",
    "http_server",
    "listen",
    "openapi_document",
    "platform_fault",
    "store_checks",
]
