"""An object out of one picture of it: outline, inflated or turned into a solid, and the picture on it; no model."""
