"""Pictures by Qwen-Image."""

from mediamill_local.pictures.engine import PictureEngine


class QwenImageEngine(PictureEngine):
    """The row `qwen-image`."""

    name = "local.qwenimage"
    row = "qwen-image"
