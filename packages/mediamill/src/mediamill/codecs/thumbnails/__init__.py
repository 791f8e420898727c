"""Thumbnails of what the engines make: pictures and films made small, 3D objects drawn by ray casting, without GL."""

from mediamill.codecs.thumbnails.drawing import draw_meshes
from mediamill.codecs.thumbnails.drawn import Drawn
from mediamill.codecs.thumbnails.thumbnail import thumbnail_of

__all__ = ["Drawn", "draw_meshes", "thumbnail_of"]
