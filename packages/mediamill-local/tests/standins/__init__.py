"""Engines with real classes and tiny weights, or with small real ones: marked `local`, run by `make test-local`."""
