"""Films from a prompt: a painted stage in layers, a camera before it, everything in its own motion; no model."""
