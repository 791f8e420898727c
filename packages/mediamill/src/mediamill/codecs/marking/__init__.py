"""Marks in pictures and films that say that they were generated; not a pixel is encoded anew."""
