"""Models behind Cog servers of the operator's own."""
