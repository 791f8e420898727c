"""Music from words: a composer, a band of synthesised instruments, a mix; no samples and no model."""
