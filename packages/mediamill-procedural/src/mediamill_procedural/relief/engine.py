"""An object out of one picture of it: outline, inflated or turned into a solid, and the picture on it; no model."""

from pathlib import Path
from typing import TYPE_CHECKING

from mediamill.engines.sdk import Artifact, EngineRefused, Report, Request, facts_of
from mediamill_procedural import __version__

if TYPE_CHECKING:
    from mediamill.codecs import Picture

__all__ = ["ReliefEngine"]

METHOD = "outline by border colours or alpha, Poisson inflation or solid of revolution, marching cubes"
LIMITS = "depth is guessed from the outline, the back from the colours of the front"
SIDE_MIN = 24  # pixels: smaller pictures show nothing that could be cut out
SIDE_MAX = 1_536  # pixels that are looked at; larger pictures are made smaller
VARIETY_MIN = 3.0  # levels of 255 between the darkest and the lightest place, after smoothing
VISIBLE_SHARE_MIN = 0.002  # of the pixels of a picture with an alpha channel
# Of the grid, triangles and texture of each model.
LEVELS = {
    "triposr": (112, 8_000, 512),
    "instantmesh": (160, 20_000, 1_024),
    "alpha3d-v21": (208, 40_000, 1_400),
    "trellis-2": (208, 48_000, 1_536),
}


class ReliefEngine:
    """Makes a closed, textured GLB of the object in a picture; of a picture without one, a framed relief."""

    name = "procedural.relief"

    def ready(self) -> str | None:
        """Always: OpenCV, scikit-image and scipy come with mediamill."""
        return None

    def generate(self, request: Request, report: Report) -> Artifact:
        """Make `object.glb` of the picture `image_url`: longest side 1 m, on the ground, front to +Z.

        The same picture gives the same file. Raises EngineRefused for what is no picture or shows nothing.
        """
        from mediamill.codecs import NotMedia, Tags, decode_image, write_glb
        from mediamill_procedural.relief.sculpting import Level, sculpt

        report.progress(0.0, "reading the picture")
        try:
            picture = decode_image(Path(request.files["image_url"]), side_max=SIDE_MAX)
        except NotMedia as error:
            raise EngineRefused(sentence=str(error)) from None
        _refuse_empty(picture)
        cells, triangles, texture = LEVELS[request.model]
        sculpture = sculpt(picture.pixels, Level(cells, triangles, texture), report.progress)
        report.progress(0.9, "writing")
        tags = Tags(
            title="Object",
            provenance={
                "engine": self.name,
                "version": __version__,
                "model": request.model,
                "method": METHOD,
                "limits": LIMITS,
                "form": sculpture.form,
                "outline": sculpture.mask,
                "outline_confidence": sculpture.confidence,
                "symmetric": "yes" if sculpture.symmetric else "no",
            },
        )
        path = request.folder / "object.glb"
        write_glb(sculpture.nodes, path, tags=tags)
        return Artifact(path, provenance=facts_of(tags.provenance))


def _refuse_empty(picture: "Picture") -> None:
    """Say what to do about pictures in which nothing can be seen."""
    import cv2
    import numpy as np

    pixels = picture.pixels
    if min(picture.width, picture.height) < SIDE_MIN:
        raise EngineRefused(
            sentence=f"The picture has only {picture.width} × {picture.height} pixels; "
            f"send one of at least {SIDE_MIN} × {SIDE_MIN}."
        )
    if pixels.shape[2] == 4 and np.mean(pixels[..., 3] > 127) < VISIBLE_SHARE_MIN:
        raise EngineRefused(sentence="The picture is see-through everywhere; send one in which an object can be seen.")
    smooth = cv2.GaussianBlur(pixels, (0, 0), 1.5).reshape(-1, pixels.shape[2])
    if np.ptp(smooth.astype(np.int16), axis=0).max() < VARIETY_MIN:
        raise EngineRefused(sentence="The picture is of one colour and shows nothing; send one with an object in it.")
