"""Runs that go wrong on purpose, for clients to rehearse what they do then; offered when the operator says so."""
