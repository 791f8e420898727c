"""mediamill: a self-hostable media generation service over HTTP."""

__version__ = "0.1.0"
