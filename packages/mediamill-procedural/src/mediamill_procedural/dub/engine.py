"""Speech spoken again in another language: a recogniser listens, Apertium translates, the built-in voices speak."""

import importlib.util
from collections.abc import Iterable
from pathlib import Path

from mediamill.engines.sdk import Artifact, EngineRefused, Offer, OptionalProgram, Report, Request, facts_of
from mediamill_procedural import __version__

__all__ = ["DubEngine"]

METHOD = "speech recognition, machine translation by rules, speech synthesis"
LIMITS = (
    "understands English only; one synthetic voice, low or high like the speaker's, not the speaker's own; what "
    "sounded beside the speech is left out; the translation carries the gist"
)
SECONDS_MAX = 1_800.0  # half an hour; the operator's own limit is checked before


class DubEngine:
    """Speaks English speech again in English, and with Apertium's packages in Spanish, French, Italian, Portuguese."""

    name = "procedural.dub"

    def ready(self) -> str | None:
        """Whether the recogniser and the synthesizer are installed; Apertium is asked for with each language."""
        if importlib.util.find_spec("espeakng_loader") is None:
            return "espeak-ng is missing: pip install 'mediamill-procedural[speech]'."
        if importlib.util.find_spec("pocketsphinx") is None:
            return "The recogniser is missing: pip install pocketsphinx."
        return None

    def programs(self) -> list[OptionalProgram]:
        """Whisper, and Apertium with its pairs of languages."""
        from mediamill_procedural.dub.languages import translator
        from mediamill_procedural.dub.translation import installed_directions
        from mediamill_procedural.kit.models import as_optional

        listener = as_optional(
            "whisper", using="understands people", without="pocketsphinx listens, and mishears people"
        )
        return [listener, translator(installed_directions())]

    def offers(self, tool: str, model: str) -> dict[str, Offer]:  # noqa: ARG002 - one tool, one model
        """The languages that can be reached with the packages that are installed."""
        from mediamill_procedural.dub.languages import offer_of
        from mediamill_procedural.dub.translation import installed_directions

        return {"target_lang": offer_of(installed_directions())}

    def generate(self, request: Request, report: Report) -> Artifact:
        """Make `dub.mp3` of the recording `audio_url` in `target_lang`, as long as the recording.

        Raises EngineRefused for a language that cannot be reached here, for what cannot be decoded, and where nobody
        is heard speaking English.
        """
        from mediamill_procedural.dub.languages import NAMES, why_not, works
        from mediamill_procedural.dub.translation import installed_directions

        language = str(request.input["target_lang"])
        directions = installed_directions()
        if not works(language, directions):
            raise EngineRefused(sentence=why_not(language, directions))

        from mediamill.codecs import NotMedia, Tags, decode_audio, encode_audio, probe
        from mediamill_procedural.dub.dubbing import dubbed, translated
        from mediamill_procedural.dub.listening import RATE as HEARD_RATE
        from mediamill_procedural.dub.recognition import understand
        from mediamill_procedural.speech.finishing import RATE

        recording = Path(request.files["audio_url"])
        report.progress(0.0, "reading the recording")
        try:
            track = probe(recording, max_seconds=SECONDS_MAX).audio
            sound = decode_audio(recording, rate=HEARD_RATE, channels=1, seconds_max=SECONDS_MAX)[:, 0]
        except NotMedia as error:
            raise EngineRefused(sentence=str(error)) from None
        transcript = understand(sound, lambda part: report.progress(0.05 + 0.55 * part, "listening"))
        lines = translated(
            transcript.phrases, language, request.folder, lambda part: report.progress(0.6 + 0.1 * part, "translating")
        )
        dub = dubbed(sound, lines, language, request.folder, lambda part: report.progress(0.7 + 0.2 * part, "speaking"))
        missed = [*transcript.misunderstood, *((line.phrase.start, line.phrase.end) for line in dub.left_out)]
        report.progress(0.9, "writing")
        tags = Tags(
            title=f"Dubbed into {NAMES[language]}",
            provenance={
                "engine": self.name,
                "version": __version__,
                "model": request.model,
                "language": language,
                "recognised": [line.phrase.text for line in lines],
                "recogniser": transcript.recogniser,
                "sure": round(transcript.sure, 2),
                "spoken": [line.text for line in dub.placed],
                "not_translated": sorted({word for line in dub.placed for word in line.unknown}),
                "not_placed": [line.phrase.text for line in dub.left_out],
                "not_understood": [[round(start, 2), round(end, 2)] for start, end in transcript.misunderstood],
                "late_seconds": round(dub.late_seconds, 2),
                "voices": list(dub.voices),
                "limits": LIMITS,
            },
        )
        stereo = track is not None and track.channels > 1
        samples = dub.samples if not stereo else dub.samples.repeat(2).reshape(-1, 2)
        path = request.folder / "dub.mp3"
        seconds = encode_audio(samples, RATE, path, tags=tags)
        facts = {"method": METHOD, **facts_of(tags.provenance)}
        return Artifact(path, seconds=seconds, provenance=facts, not_understood=_in_seconds(missed))


def _in_seconds(times: Iterable[tuple[float, float]]) -> tuple[str, ...]:
    return tuple(f"{start:.1f} s to {end:.1f} s" for start, end in sorted(times))
