"""Engines that have their models run elsewhere: one package for each vendor, its models and prices as TOML tables."""

__version__ = "0.1.0"
