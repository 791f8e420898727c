"""Models that OpenAI runs, and those of any server that is asked as OpenAI is."""
