"""A song taken apart into drums, bass, vocals and the instrumental: kernel additive modelling, no model of any song."""

from pathlib import Path

from mediamill.engines.sdk import Artifact, EngineRefused, Report, Request, facts_of
from mediamill_procedural import __version__

__all__ = ["StemsEngine"]

METHOD = "kernel additive modelling: repetition, pitch, steadiness and stereo place; soft masks"
LIMITS = (
    "stems bleed into each other; vocals are looked for in the centre, one melody at a time; low notes go to the bass"
)
SECONDS_MAX = 1_200.0  # twenty minutes of stereo, and the stem of it, fit into 2 GB
RATES = (48_000, 44_100)  # Hz: what divides the song's own rate best is taken
SMALLEST_STEP = 8_000  # Hz: rates that are multiples of it become 48 kHz


class StemsEngine:
    """Takes one of four stems out of a song; writes 24-bit FLAC in stereo, exactly as long as the song."""

    name = "procedural.stems"

    def ready(self) -> str | None:
        """Always: numpy and scipy come with mediamill."""
        return None

    def generate(self, request: Request, report: Report) -> Artifact:
        """Make `<instrument>.flac` of the song `file`; `other` is the instrumental: the song without its vocals.

        The same song gives the same file. Raises EngineRefused for what cannot be decoded.
        """
        from mediamill.codecs import NotMedia, Tags, decode_audio, encode_audio, probe
        from mediamill_procedural.stems.splitting import take_stem

        song, stem = Path(request.files["file"]), str(request.input["instrument"])
        report.progress(0.0, "reading the song")
        try:
            track = probe(song, max_seconds=SECONDS_MAX).audio
            rate = RATES[track is not None and track.rate % SMALLEST_STEP != 0]
            sound = decode_audio(song, rate=rate, channels=2, seconds_max=SECONDS_MAX)
        except NotMedia as error:
            raise EngineRefused(sentence=str(error)) from None
        take_stem(stem, sound, rate, lambda fraction: report.progress(0.05 + 0.85 * fraction, "taking it apart"))
        report.progress(0.9, "writing")
        tags = Tags(
            title=stem.capitalize(),
            provenance={
                "engine": self.name,
                "version": __version__,
                "model": request.model,
                "instrument": stem,
                "method": METHOD,
                "limits": LIMITS,
            },
        )
        path = request.folder / f"{stem}.flac"
        seconds = encode_audio(sound, rate, path, tags=tags)
        return Artifact(path, seconds=seconds, provenance=facts_of(tags.provenance))
