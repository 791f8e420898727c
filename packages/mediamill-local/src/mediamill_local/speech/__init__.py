"""Speech by neural voices: Kokoro and Pocket TTS."""
