"""Tiny random checkpoints of the real classes."""
