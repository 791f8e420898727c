"""Pictures from a prompt."""
