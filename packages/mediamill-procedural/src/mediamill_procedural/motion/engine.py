"""Human movement from words: channels of poses and gaits, solved onto a skeleton, written as FBX; no model."""

import zlib

from mediamill.engines.sdk import Artifact, Report, Request, facts_of
from mediamill_procedural import __version__

__all__ = ["MotionEngine"]

LIMITS = "a stylised figure; no hands with fingers, no objects, no second person"


class MotionEngine:
    """A skinned humanoid that does what the prompt says, in order, for exactly the asked time, as binary FBX 7.4."""

    name = "procedural.motion"

    def ready(self) -> str | None:
        """Always: numpy and scipy come with mediamill."""
        return None

    def generate(self, request: Request, report: Report) -> Artifact:
        """Make `motion.fbx` of `prompt`, `duration` seconds long; the same input gives the same file.

        What was not understood stands in the file; nothing is refused.
        """
        from mediamill.codecs import write_fbx
        from mediamill_procedural.motion.clip import clip_of
        from mediamill_procedural.motion.fbx import animation_of, skin_of
        from mediamill_procedural.motion.figure import body
        from mediamill_procedural.motion.portrait import drawn

        prompt, seconds = str(request.input["prompt"]), float(request.input["duration"])
        seed = zlib.crc32(prompt.encode("utf-8", "surrogatepass"))  # nobody moves twice in just the same way
        report.progress(0.0, "reading")
        clip = clip_of(prompt, seconds, seed)
        report.progress(0.7, "writing")
        facts = {
            "engine": self.name,
            "version": __version__,
            "model": request.model,
            "seed": str(seed),
            **clip.notes(),
            "limits": LIMITS,
        }
        path = request.folder / "motion.fbx"
        figure = body()
        write_fbx(animation_of(clip.times, clip.motion), path, facts=facts, skin=skin_of(figure))
        report.progress(0.8, "drawing the thumbnail")
        thumbnail = drawn(figure, clip.motion, request.folder / "thumbnail.webp")
        return Artifact(
            path,
            seconds=float(clip.times[-1]),
            thumbnail=thumbnail,
            provenance={"method": "procedural", **facts_of(facts)},
            not_understood=clip.script.unknown,
        )
