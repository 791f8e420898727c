"""The version of the client, which it tells the service as its user agent."""

__version__ = "0.1.0"
