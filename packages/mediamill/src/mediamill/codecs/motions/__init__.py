"""Motions as others write them, read as animations of a skeleton. Every file is untrusted."""
