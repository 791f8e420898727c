"""OpenAI's images, speech and videos."""

from mediamill.compat.openai.door import OPENAI

__all__ = ["OPENAI"]
