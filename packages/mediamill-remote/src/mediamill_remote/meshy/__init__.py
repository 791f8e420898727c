"""Meshy: objects and movements, with a key of the operator's."""
