"""The OpenAPI document, and how each endpoint is described in it."""

from mediamill.http.openapi.document import openapi_bytes, openapi_document

__all__ = ["openapi_bytes", "openapi_document"]
