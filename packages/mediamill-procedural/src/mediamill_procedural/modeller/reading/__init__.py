"""From a prompt to what is to be made."""

from mediamill_procedural.modeller.reading.prompt import Brief, Item, read
from mediamill_procedural.modeller.reading.tokens import tokens_of

__all__ = ["Brief", "Item", "read", "tokens_of"]
