"""Workflows that ComfyUI servers of the operator's own run."""
