"""Objects from words: a grammar of solid parts, made of what the prompt says, as a textured GLB; no model."""
