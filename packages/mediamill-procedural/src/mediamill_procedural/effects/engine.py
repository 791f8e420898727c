"""Sound effects from words: hundreds of sounds, all synthesised, no samples and no model."""

import json

from mediamill.engines.sdk import Artifact, Report, Request, facts_of
from mediamill_procedural import __version__
from mediamill_procedural.kit.titles import printable

__all__ = ["EffectsEngine"]

PLAIN_INFLUENCE = 0.5  # of models that have no such field: nothing is added, parameters vary as usual
TOLD_WORDS_MAX = 24  # words of each kind that the file tells: a prompt may have thousands
AUTO = "auto"


class EffectsEngine:
    """Makes a sound effect from a prompt: MP3, stereo, deterministic in its input, never a failure for odd words."""

    name = "procedural.effects"

    def ready(self) -> str | None:
        """Always: numpy and scipy come with mediamill."""
        return None

    def generate(self, request: Request, report: Report) -> Artifact:
        """Make `effect.mp3` from `prompt`, `duration` (seconds or "auto") and `prompt_influence` (0.1 to 0.9)."""
        from mediamill.codecs import Tags, encode_audio
        from mediamill_procedural.effects.effect import make_effect
        from mediamill_procedural.kit.chance import seed_of

        prompt = str(request.input["prompt"])
        duration = request.input.get("duration", AUTO)
        seconds = None if duration == AUTO else float(duration)
        influence = float(request.input.get("prompt_influence", PLAIN_INFLUENCE))
        # Equal requests sound alike.
        seed = seed_of(json.dumps([request.tool, request.model, dict(request.input)], sort_keys=True))
        effect = make_effect(prompt, seconds, influence, seed, report.progress)
        report.progress(0.92, "writing")
        reading = effect.reading
        tags = Tags(
            title=printable(prompt) or "Sound effect",
            provenance={
                "engine": self.name,
                "version": __version__,
                "model": request.model,
                "seed": seed,
                "prompt_influence": influence,
                "sounds": effect.sounds,
                "added": effect.added,
                "modifiers": reading.modifiers,
                "understood": reading.understood[:TOLD_WORDS_MAX],
                "not_understood": reading.not_understood[:TOLD_WORDS_MAX],
                "guessed": dict(reading.guessed[:TOLD_WORDS_MAX]),
                "fallback": str(reading.fallback),
            },
        )
        path = request.folder / "effect.mp3"
        return Artifact(
            path,
            seconds=encode_audio(effect.samples, effect.rate, path, tags=tags),
            provenance={"method": "procedural", **facts_of(tags.provenance)},
            not_understood=reading.not_understood,
        )
