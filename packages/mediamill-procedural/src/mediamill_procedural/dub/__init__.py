"""Speech spoken again in another language: pocketsphinx listens, Apertium translates, the built-in voices speak."""
