"""Tripo: objects from words and pictures, with a key of the operator's."""
