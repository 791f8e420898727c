"""Speech, sounds, music and dubbing by ElevenLabs."""
