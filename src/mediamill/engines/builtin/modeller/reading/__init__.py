"""From a prompt to what is to be made."""

from mediamill.engines.builtin.modeller.reading.prompt import Brief, Item, read

__all__ = ["Brief", "Item", "read"]
