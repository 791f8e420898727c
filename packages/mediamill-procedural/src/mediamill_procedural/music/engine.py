"""Music from words: a composer, a band of synthesised instruments, a mix; no samples and no model."""

from mediamill.engines.sdk import Artifact, Report, Request, facts_of
from mediamill_procedural import __version__
from mediamill_procedural.kit.titles import printable

__all__ = ["MusicEngine"]

METHOD = "rule-based composition, additive and FM synthesis"
TOLD_WORDS_MAX = 24  # words that the file tells: a prompt may have thousands


class MusicEngine:
    """Makes a piece of music from a prompt: MP3, stereo, deterministic in its input, never a failure for odd words."""

    name = "procedural.music"

    def ready(self) -> str | None:
        """Always: numpy and scipy come with mediamill."""
        return None

    def generate(self, request: Request, report: Report) -> Artifact:
        """Make `music.mp3` from `prompt`, any text, and `duration` in seconds."""
        from mediamill.codecs import Tags, encode_audio
        from mediamill_procedural.music.piece import make_piece

        prompt = str(request.input["prompt"])
        piece = make_piece(prompt, float(request.input["duration"]), report.progress)
        report.progress(0.85, "writing")
        plan, reading = piece.plan, piece.reading
        tags = Tags(
            title=printable(prompt) or "Music",
            provenance={
                "engine": self.name,
                "version": __version__,
                "model": request.model,
                "method": METHOD,
                "seed": piece.seed,
                "genre": plan.genre.name,
                "moods": [mood.name for mood in reading.moods],
                "bpm": round(plan.form.bpm, 2),
                "key": plan.key.name,
                "metre": plan.form.metre.name,
                "form": "".join(section.letter for section in plan.form.sections),
                "instruments": piece.instruments,
                "understood": reading.understood,
                "not_understood": piece.not_understood[:TOLD_WORDS_MAX],
            },
        )
        path = request.folder / "music.mp3"
        return Artifact(
            path,
            seconds=encode_audio(piece.samples, piece.rate, path, tags=tags),
            provenance=facts_of(tags.provenance),
            not_understood=piece.not_understood,
        )
