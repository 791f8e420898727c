"""Drum loops from a seed: twenty styles, own instruments, no samples and no model."""

from mediamill.engines.sdk import Artifact, Report, Request, facts_of
from mediamill_procedural import __version__

__all__ = ["DrumEngine"]


class DrumEngine:
    """Makes a drum loop from a seed: a whole number of bars that can be repeated without a seam, as WAV."""

    name = "procedural.drums"

    def ready(self) -> str | None:
        """Always: numpy and scipy come with mediamill."""
        return None

    def generate(self, request: Request, report: Report) -> Artifact:
        """Make `loop.wav` from `seed`, any finite number; the same seed gives the same file."""
        from mediamill.codecs import Tags, encode_audio
        from mediamill_procedural.drums.loop import make_loop

        seed = request.input["seed"]
        assert isinstance(seed, int | float), "the catalogue lets only numbers through"
        loop = make_loop(seed, report.progress)
        report.progress(0.9, "writing")
        arrangement = loop.arrangement
        tags = Tags(
            title=f"{arrangement.style.name} loop, {arrangement.bpm} bpm",
            provenance={
                "engine": self.name,
                "version": __version__,
                "model": request.model,
                "seed": seed,
                "style": arrangement.style.name,
                "bpm": arrangement.bpm,
                "bars": arrangement.bars,
                "swing": arrangement.swing,
            },
        )
        # WAV, because a loop has to be exact to the sample in every player: mp3 needs padding at its ends.
        path = request.folder / "loop.wav"
        seconds = encode_audio(loop.samples, loop.rate, path, tags=tags)
        return Artifact(path, seconds=seconds, provenance={"method": "procedural", **facts_of(tags.provenance)})
