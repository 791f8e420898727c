"""Pictures from a prompt: words become a scene, the scene layers of light and form, painted with numpy and OpenCV."""

from mediamill.engines.sdk import Artifact, Report, Request, facts_of
from mediamill_procedural import __version__

__all__ = ["PainterEngine"]

METHOD = "procedural painting: perspective height fields, modelled figures, grown trees; no model"
LIMITS = "paints only the scenes, things and styles it knows by name"
LOOKS = {"nano-banana": ("clean", 1.0), "flux-2-flex": ("painterly", 1.8)}  # model -> look, fineness of detail
SIZES = {  # aspect ratio -> pixels, about a megapixel, multiples of 16
    "1:1": (1024, 1024),
    "16:9": (1360, 768),
    "9:16": (768, 1360),
    "4:3": (1184, 880),
    "3:4": (880, 1184),
}


class PainterEngine:
    """Paints what a prompt names: a scene, its light, things in it, a style; writes a PNG of about one megapixel."""

    name = "procedural.painter"

    def ready(self) -> str | None:
        """Always: numpy, OpenCV and Pillow come with mediamill."""
        return None

    def generate(self, request: Request, report: Report) -> Artifact:
        """Make `picture.png`; the same prompt, aspect ratio, seed and model give the same file.

        No prompt is refused: what it does not know is named in the file's metadata.
        """
        from mediamill.codecs import Tags, encode_image
        from mediamill_procedural.kit.subject import mark_subject
        from mediamill_procedural.painter.finish import finish
        from mediamill_procedural.painter.layer import compose
        from mediamill_procedural.painter.picture import layers
        from mediamill_procedural.painter.reading import read
        from mediamill_procedural.painter.subject import subject_mask

        prompt, seed = str(request.input["prompt"]), int(request.input["seed"])
        width, height = SIZES[str(request.input["aspect_ratio"])]
        look, detail = LOOKS[request.model]
        report.progress(0.0, "reading the prompt")
        scene = read(prompt)
        report.progress(0.05, "painting")
        stage = layers(scene, width, height, seed, detail=detail)
        report.progress(0.6, "laying the layers")
        pixels = compose(stage.layers, stage.frame)
        report.progress(0.7, "finishing")
        first = scene.things[0].name if scene.things else ""
        picture = mark_subject(finish(pixels, scene, seed, look), subject_mask(stage, first))
        report.progress(0.9, "writing")
        tags = Tags(
            title="Picture",
            provenance={
                "engine": self.name,
                "version": __version__,
                "model": request.model,
                "seed": seed,
                "scene": scene.kind,
                "things": [thing.name for thing in scene.things],
                "style": scene.style or look,
                "not_understood": list(scene.not_understood),
                "fallback": scene.fallback,
                "method": METHOD,
                "limits": LIMITS,
            },
        )
        path = request.folder / "picture.png"
        encode_image(picture, path, tags=tags)
        return Artifact(path, provenance=facts_of(tags.provenance), not_understood=scene.not_understood)
