"""Objects from words: a grammar of solid parts, made of what the prompt says, as a textured GLB; no model."""

from mediamill.engines.sdk import Artifact, EngineRefused, Report, Request, facts_of
from mediamill_procedural import __version__

__all__ = ["ModellerEngine"]

FINE_MODEL = "beta-v6"  # more segments, rounder edges, extra parts
METHOD = "constructive solid geometry from a table of objects; unknown words become letters"


class ModellerEngine:
    """Builds what a prompt names, part by part, in metres; writes a GLB of at most 3 MB."""

    name = "procedural.modeller"

    def ready(self) -> str | None:
        """Always: manifold3d and numpy come with mediamill."""
        return None

    def generate(self, request: Request, report: Report) -> Artifact:
        """Make `object.glb` of the `prompt`: the same words give the same file.

        Raises EngineRefused for a prompt without a word.
        """
        from mediamill_procedural.modeller.modelling import model_prompt

        prompt = str(request.input["prompt"])
        if not prompt.strip():
            raise EngineRefused(sentence="The prompt is empty: say what the object is.")
        path = request.folder / "object.glb"
        report.progress(0.0, "reading the prompt")
        provenance = {"engine": self.name, "version": __version__, "model": request.model, "method": METHOD}
        fine = request.model == FINE_MODEL
        told = model_prompt(prompt, path, fine=fine, provenance=provenance, progress=report.progress)
        facts = {"method": METHOD, "objects": told.objects, "letters": told.letters, "detail": told.detail}
        return Artifact(path, provenance=facts_of(facts), not_understood=told.not_understood)
