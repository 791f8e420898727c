"""Pictures by FLUX.2-klein-4B."""

from mediamill_local.pictures.engine import PictureEngine


class Flux2Engine(PictureEngine):
    """The row `flux2-klein`."""

    name = "local.flux2"
    row = "flux2-klein"
