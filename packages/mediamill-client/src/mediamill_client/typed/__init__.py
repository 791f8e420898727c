"""Inputs and methods of each tool, typed. Made by `python -m scripts.client_types`; a test says so."""
