"""Dubbing: a recogniser, a translator and a voice."""
