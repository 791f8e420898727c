"""The HTTP interface."""

from mediamill.web.admission import Connections
from mediamill.web.call import Shop
from mediamill.web.health import Check, database_fault, disk_fault, storage_fault
from mediamill.web.links import Links
from mediamill.web.openapi import openapi_document
from mediamill.web.protocol import BoundedProtocol
from mediamill.web.site import Site, site_application

__all__ = [
    "BoundedProtocol",
    "Check",
    "Connections",
    "Links",
    "Shop",
    "Site",
    "database_fault",
    "disk_fault",
    "openapi_document",
    "site_application",
    "storage_fault",
]
