"""Films from a prompt."""
