"""The HTTP side of remote engines: one vendor, one key, and the few hosts it may be sent to and fetched from."""

from mediamill.engines.vendor.client import ResultNotFetched, VendorClient
from mediamill.engines.vendor.places import ForeignUrl
from mediamill.engines.vendor.redaction import redacted

__all__ = ["ForeignUrl", "ResultNotFetched", "VendorClient", "redacted"]
