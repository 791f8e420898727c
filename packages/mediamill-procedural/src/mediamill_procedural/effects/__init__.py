"""Sound effects from words: hundreds of sounds, all synthesised, no samples and no model."""
