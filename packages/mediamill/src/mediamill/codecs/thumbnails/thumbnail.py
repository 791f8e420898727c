"""The thumbnail of any file this service makes."""

from pathlib import Path

from PIL import Image

from mediamill.codecs.image_decoding import Pixels, decode_image
from mediamill.codecs.thumbnails import fbx, film, glb
from mediamill.codecs.thumbnails.drawing import draw_meshes
from mediamill.formats import Container, sniff

NAME = "thumbnail.webp"
SIDE_MAX = 512  # pixels
QUALITY = 84  # of WebP
_PICTURES = {Container.PNG, Container.JPEG, Container.WEBP, Container.GIF, Container.AVIF}
_FILMS = {Container.MP4, Container.WEBM, Container.MATROSKA}
_OBJECTS = {Container.GLB: glb.meshes_of, Container.FBX: fbx.meshes_of}


def thumbnail_of(path: Path, folder: Path) -> Path | None:
    """Write `thumbnail.webp`, at most 512 pixels on its longest side, into the folder; returns its path.

    None for sound and for files of no known kind. The same file gives the same bytes. Raises NotMedia: it is damaged,
    too large, or shows nothing.
    """
    container, thumbnail = sniff(path), folder / NAME
    pixels: Pixels | None = None
    if container in _OBJECTS:
        draw_meshes(_OBJECTS[container](path), thumbnail)
        return thumbnail
    if container in _PICTURES:
        pixels = decode_image(path, side_max=SIDE_MAX).pixels
    elif container in _FILMS:
        pixels = film.frame_of(path, container, side_max=SIDE_MAX)
    if pixels is None:
        return None
    Image.fromarray(pixels).save(thumbnail, "WEBP", quality=QUALITY, method=4)
    return thumbnail
