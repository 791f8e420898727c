"""Pictures by Google's Gemini models."""
