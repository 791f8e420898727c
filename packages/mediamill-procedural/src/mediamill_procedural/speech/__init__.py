"""Text to speech without a downloaded model: espeak-ng in twenty voices of our own, flite where it is installed."""
