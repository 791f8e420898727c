"""Speech without the noise around it: DeepFilterNet where it is installed; else spectral weighting, without a model."""

from pathlib import Path

from mediamill.engines.sdk import Artifact, EngineRefused, OptionalProgram, Report, Request, facts_of
from mediamill_procedural import __version__

__all__ = ["IsolateEngine"]

NEURAL_METHOD = "DeepFilterNet3"
METHOD = "OM-LSA spectral weighting, minimum-statistics noise tracking, median removal of clicks"
LIMITS = "does not separate several speakers or music with singing"
SECONDS_MAX = 1_800.0  # half an hour of stereo fits into 2 GB; the operator's own limit is checked before
RATE = 48_000  # Hz


class IsolateEngine:
    """Takes fans, hum, hiss and key clicks out of a recording of one speaker; writes 24-bit FLAC at 48 kHz.

    With the extra `neural` rain and music go as well.
    """

    name = "procedural.isolate"

    def ready(self) -> str | None:
        """Always: numpy and scipy come with mediamill."""
        return None

    def programs(self) -> list[OptionalProgram]:
        """DeepFilterNet."""
        from mediamill_procedural.kit.models import as_optional

        return [
            as_optional("deepfilternet", using="isolates voices", without="noise is taken out by rules, music stays")
        ]

    def generate(self, request: Request, report: Report) -> Artifact:
        """Make `voice.flac` of the recording `audio_url`: as long, as loud, with at most two of its channels.

        The same recording gives the same file. Raises EngineRefused for what cannot be decoded.
        """
        from mediamill.codecs import NotMedia, Tags, decode_audio, encode_audio, probe
        from mediamill_procedural.isolate import deepfilter
        from mediamill_procedural.isolate.cleaning import clean

        recording = Path(request.files["audio_url"])
        report.progress(0.0, "reading the recording")
        try:
            track = probe(recording, max_seconds=SECONDS_MAX).audio
            channels = 1 if track is not None and track.channels == 1 else 2
            sound = decode_audio(recording, rate=RATE, channels=channels, seconds_max=SECONDS_MAX)
        except NotMedia as error:
            raise EngineRefused(sentence=str(error)) from None
        isolator = deepfilter.loaded()
        clean(sound, lambda fraction: report.progress(0.1 + 0.8 * fraction, "taking out the noise"), isolator)
        report.progress(0.9, "writing")
        tags = Tags(
            title="Voice",
            provenance={
                "engine": self.name,
                "version": __version__,
                "model": request.model,
                "method": NEURAL_METHOD if isolator else METHOD,
                "limits": LIMITS,
            },
        )
        path = request.folder / "voice.flac"
        seconds = encode_audio(sound, RATE, path, tags=tags)
        return Artifact(path, seconds=seconds, provenance=facts_of(tags.provenance))
