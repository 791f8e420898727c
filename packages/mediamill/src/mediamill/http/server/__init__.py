"""uvicorn with limits on connections, heads, bodies and slow readers."""

from mediamill.http.server.serving import http_server, listen

__all__ = ["http_server", "listen"]
