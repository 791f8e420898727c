"""Models that Replicate runs."""
