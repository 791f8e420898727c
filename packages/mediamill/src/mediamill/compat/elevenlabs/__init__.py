"""ElevenLabs' speech, effects, music, isolation and dubbing."""

from mediamill.compat.elevenlabs.door import ELEVENLABS

__all__ = ["ELEVENLABS"]
