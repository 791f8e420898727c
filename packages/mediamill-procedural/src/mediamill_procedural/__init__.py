"""Engines that run everywhere: pip packages and a CPU, nothing downloaded, the same bytes for the same input."""

__version__ = "0.1.0"
