"""From words to what they ask for."""

from mediamill_procedural.music.reading.prompt import Reading, read

__all__ = ["Reading", "read"]
