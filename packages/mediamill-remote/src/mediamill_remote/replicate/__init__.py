"""Models that Replicate runs; in `cog`, models of the same kind on servers of the operator's own."""
