"""Sound effects from words by Stable Audio 3 small."""

from dataclasses import dataclass
from typing import Any

from mediamill.engines.sdk import Artifact, InputValue, Report, Request, facts_of
from mediamill_local.kit import (
    Checkpoint,
    DiffusionEngine,
    Opened,
    facts,
    fitted,
    refuse_broken,
    run,
    seeded,
    title_of,
)

__all__ = ["StableAudioEngine"]

DISTILLED_STEPS, BASE_STEPS = 8, 100
GUIDANCE_PER_INFLUENCE = 6.0  # of a base checkpoint: 0.1 to 0.9 become 1.6 to 6.4
INFLUENCE = 0.3  # where nobody asks for another one: the catalogue's
AUTO, AUTO_SECONDS = "auto", 5.0
SECONDS_MIN = 0.5  # of a sound whose silent end is cut off
SILENCE_DB = -60.0
FADE_SECONDS = 0.01  # at the end of a sound that is as long as asked for: no click
PROMPT_TOKENS_MAX = 256  # the pipeline cuts there
PEAK_DBTP = -1.0
WARM_UP_SECONDS = 1.0
SHARE_OF_WRITING = 0.1  # of the progress that is told
INDEX = "model_index.json"
CONVERT = (
    "convert the files of {row}, which are the authors' own, with scripts/convert_stable_audio_3_to_diffusers.py of "
    "diffusers, and bring what it writes: mediamill models import {row} FOLDER"
)


class StableAudioEngine(DiffusionEngine):
    """Makes a sound effect from a prompt in English: MP3 in stereo."""

    name = "local.stableaudio"
    checkpoint = Checkpoint("stable-audio-3-small", "StableAudio3Pipeline", run_bytes=2_000_000_000)

    def ready(self) -> str | None:
        """None where the libraries and converted weights are here: they are not published as diffusers reads them."""
        row = self.checkpoint.row
        is_converted = (self.folders.of(row) / INDEX).is_file()
        return super().ready() or (None if is_converted else CONVERT.format(row=row))

    def warm_up(self, opened: Opened) -> None:
        """A second in one step."""
        opened.pipeline("a knock", duration=WARM_UP_SECONDS, generator=seeded(0), num_inference_steps=1)

    def generate(self, loaded: Any, request: Request, report: Report) -> Artifact:
        """Make `effect.mp3` from `prompt`, `duration` (seconds or "auto") and, with a base checkpoint,
        `prompt_influence`; the seed is the generation's, so that another try makes the same sound.
        """
        from mediamill.codecs import Tags, encode_audio
        from mediamill_local.sounds.finishing import at_peak, cut, without_silent_end

        opened: Opened = loaded
        pipeline = opened.pipeline
        prompt = fitted(
            str(request.input["prompt"]), PROMPT_TOKENS_MAX, lambda text: len(pipeline.tokenizer(text).input_ids)
        )
        seconds = seconds_of(request.input.get("duration", AUTO))
        asked = influence_of(request.input.get("prompt_influence"), bool(pipeline.scheduler.config.stochastic_sampling))
        steps = self.options.steps or asked.steps
        arguments = {
            "prompt": prompt.text,
            "duration": seconds or AUTO_SECONDS,
            "guidance_scale": asked.guidance,
            "generator": seeded(request.seed),
        }
        made = run(opened, report, steps, arguments, end=1.0 - SHARE_OF_WRITING)
        samples = made.audios[0].float().cpu().numpy().T
        refuse_broken(samples)
        report.progress(1.0 - SHARE_OF_WRITING, "writing")
        rate = int(pipeline.vae.config.sampling_rate)
        samples = at_peak(samples, PEAK_DBTP)
        if seconds is None:
            samples = without_silent_end(samples, rate, SILENCE_DB, SECONDS_MIN)
        else:
            samples = cut(samples, rate, seconds, FADE_SECONDS)
        tags = Tags(
            title=title_of(prompt.text) or "Sound effect",
            provenance=facts(
                self.name,
                opened,
                self.folders,
                request,
                steps=steps,
                seed=int(request.seed),
                guidance=asked.guidance,
                ignored="prompt_influence: it is distilled into the weights" if asked.ignored else None,
            ),
        )
        path = request.folder / "effect.mp3"
        return Artifact(
            path,
            seconds=encode_audio(samples, rate, path, tags=tags),
            provenance=facts_of(tags.provenance),
            not_understood=(*prompt.left_out, *asked.ignored),
        )


@dataclass(frozen=True, slots=True)
class Influence:
    """How closely a sound follows its prompt, as the pipeline takes it."""

    steps: int
    guidance: float
    ignored: tuple[str, ...] = ()  # what was asked for and changes nothing


def seconds_of(duration: InputValue) -> float | None:
    """None: as long as the sound lasts."""
    return None if duration == AUTO else float(duration)


def influence_of(asked: InputValue | None, is_distilled: bool) -> Influence:
    """Guidance for a base checkpoint; the distilled one has it in its weights, once and for all."""
    influence = INFLUENCE if asked is None else float(asked)
    if not is_distilled:
        return Influence(BASE_STEPS, 1.0 + GUIDANCE_PER_INFLUENCE * influence)
    # The default cannot be told from a value that was asked for: only another one is reported.
    return Influence(DISTILLED_STEPS, 1.0, () if influence == INFLUENCE else (f"prompt_influence {influence:g}",))
