"""Pictures by Z-Image-Turbo."""

from mediamill_local.pictures.engine import PictureEngine


class ZImageEngine(PictureEngine):
    """The row `z-image-turbo`."""

    name = "local.zimage"
    row = "z-image-turbo"
