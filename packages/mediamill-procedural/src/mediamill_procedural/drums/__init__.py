"""Drum loops from a seed: twenty styles, own instruments, no samples and no model."""
