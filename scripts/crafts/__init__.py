"""The built-in crafts tried out where they work: in engine processes, under the limits of their models."""
