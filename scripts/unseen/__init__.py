"""How well the built-in engines understand prompts that nobody had in mind when they were made."""
