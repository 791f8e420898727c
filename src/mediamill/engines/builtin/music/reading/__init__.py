"""From words to what they ask for."""

from mediamill.engines.builtin.music.reading.prompt import Reading, read

__all__ = ["Reading", "read"]
