"""The HTTP interface."""

from mediamill.web.call import Shop
from mediamill.web.health import Check, database_fault, disk_fault, storage_fault
from mediamill.web.links import Links
from mediamill.web.metrics import Process
from mediamill.web.openapi import openapi_document
from mediamill.web.server import http_server, listen
from mediamill.web.site import Site, site_application, worker_application

__all__ = [
    "Check",
    "Links",
    "Process",
    "Shop",
    "Site",
    "database_fault",
    "disk_fault",
    "http_server",
    "listen",
    "openapi_document",
    "site_application",
    "storage_fault",
    "worker_application",
]
