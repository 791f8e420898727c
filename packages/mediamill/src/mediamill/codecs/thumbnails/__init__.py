"""Thumbnails of what the engines make: pictures and films made small, 3D objects drawn by ray casting, without GL."""
