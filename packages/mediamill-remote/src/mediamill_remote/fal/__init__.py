"""Models that fal runs, through its queue."""
