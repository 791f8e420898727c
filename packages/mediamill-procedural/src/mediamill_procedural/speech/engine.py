"""Text to speech without a downloaded model: espeak-ng in twenty voices of our own, flite where it is installed."""

import importlib.metadata
import importlib.util

from mediamill.engines.sdk import Artifact, OptionalProgram, Report, Request, facts_of
from mediamill_procedural import __version__

__all__ = ["SpeechEngine"]

LUFS = -18.0  # speech alone: as loud as a podcast
TITLE_CHARACTERS_MAX = 60


class SpeechEngine:
    """Speaks up to 3,000 characters in 57 languages, found from the text itself, as mp3."""

    name = "procedural.speech"

    def ready(self) -> str | None:
        """Whether espeak-ng is installed."""
        if importlib.util.find_spec("espeakng_loader") is None:
            return "espeak-ng is missing: pip install 'mediamill-procedural[speech]'."
        return None

    def programs(self) -> list[OptionalProgram]:
        """What speaks English better: hibari for the women, flite for everybody."""
        from mediamill_procedural.kit.models import as_optional
        from mediamill_procedural.speech.programs import flite_program

        hibari = as_optional("hibari", using="speaks English for the women", without="the women's English is synthetic")
        if flite_program() is None:
            return [hibari, OptionalProgram("flite", "espeak-ng speaks English", "For better: apt-get install flite.")]
        return [hibari, OptionalProgram("flite", "speaks English")]

    def generate(self, request: Request, report: Report) -> Artifact:
        """Make `speech.mp3` from `prompt` and `voice`. Raises EngineRefused when nothing of the text can be said."""
        from mediamill.codecs import Tags, encode_audio
        from mediamill_procedural.speech.finishing import RATE
        from mediamill_procedural.speech.recital import HIBARI, Speakers, mastered, readable, recite
        from mediamill_procedural.speech.voices import DEFAULT_VOICE, VOICES

        prompt, voice = str(request.input["prompt"]), VOICES[str(request.input.get("voice", DEFAULT_VOICE))]
        reading = readable(prompt)
        speakers = Speakers(request.folder)
        recital = recite(reading, voice, speakers, lambda part: report.progress(0.8 * part, "speaking"))
        report.progress(0.8, "finishing")
        samples = mastered(recital, LUFS)
        tags = Tags(
            title=title_of(prompt),
            provenance={
                "engine": self.name,
                "version": __version__,
                "model": request.model,
                "voice": voice.name,
                "base": list(recital.bases),
                "espeakng-loader": importlib.metadata.version("espeakng-loader"),
                "languages": list(reading.languages),
                "characters": len(prompt),
                "not_understood": list(reading.unreadable),
            },
        )
        report.progress(0.9, "writing")
        path = request.folder / "speech.mp3"
        seconds = encode_audio(samples, RATE, path, tags=tags)
        method = "neural speech synthesis" if HIBARI in recital.bases else "rule-based speech synthesis"
        return Artifact(path, seconds=seconds, provenance={"method": method, **facts_of(tags.provenance)})


def title_of(prompt: str) -> str:
    """The first words of a text."""
    words = " ".join("".join(c for c in prompt[: 4 * TITLE_CHARACTERS_MAX] if c.isprintable() or c.isspace()).split())
    if len(words) <= TITLE_CHARACTERS_MAX:
        return words
    return words[:TITLE_CHARACTERS_MAX].rsplit(" ", 1)[0] + "…"
