"""Music from words by ACE-Step 1.5 turbo."""

from typing import Any

from mediamill.engines.sdk import Artifact, Report, Request, facts_of
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

__all__ = ["AceStepEngine"]

STEPS = 8  # the turbo is distilled to them
SHIFT = 3.0  # of the noise levels: the turbo's own
SECONDS_MIN = 10.0  # of a piece that it was made for; shorter ones are the beginning of such a one
FADE_SHARE = 0.2  # of a piece that was cut off
FADE_SECONDS = 0.02  # at the end of every other one: no click
LYRICS, LANGUAGE = "[Instrumental]", "unknown"  # its words for: nobody sings
PROMPT_TOKENS_MAX = 256  # with what the pipeline writes around a prompt; behind it stands how long the piece is
LOUDNESS_LUFS = -16.0  # as the built-in music
WARM_UP_SECONDS = 1.0
SHARE_OF_WRITING = 0.1  # of the progress that is told


class AceStepEngine(DiffusionEngine):
    """Makes an instrumental piece from a prompt: MP3 in stereo, exactly as long as asked for."""

    name = "local.acestep"
    checkpoint = Checkpoint("ace-step-1.5-turbo", "AceStepPipeline", run_bytes=3_000_000_000, tiling=True)

    def warm_up(self, opened: Opened) -> None:
        """A second in one step."""
        opened.pipeline(**arguments("music", WARM_UP_SECONDS, 0), num_inference_steps=1)

    def generate(self, loaded: Any, request: Request, report: Report) -> Artifact:
        """Make `music.mp3` from `prompt` and `duration`; the seed is the generation's, so that another try makes the
        same piece.
        """
        from mediamill.codecs import Tags, encode_audio, master
        from mediamill_local.sounds.finishing import cut

        opened: Opened = loaded
        seconds = float(request.input["duration"])
        made_seconds = max(seconds, SECONDS_MIN)
        prompt = fitted(
            str(request.input["prompt"]), PROMPT_TOKENS_MAX, lambda text: tokens_of(opened.pipeline, text, made_seconds)
        )
        steps = self.options.steps or STEPS
        made = run(
            opened, report, steps, arguments(prompt.text, made_seconds, int(request.seed)), end=1.0 - SHARE_OF_WRITING
        )
        samples = made.audios[0].float().cpu().numpy().T
        refuse_broken(samples)
        report.progress(1.0 - SHARE_OF_WRITING, "writing")
        rate = int(opened.pipeline.sample_rate)
        is_cut = seconds < made_seconds
        samples = cut(samples, rate, seconds, FADE_SHARE * seconds if is_cut else FADE_SECONDS)
        tags = Tags(
            title=title_of(prompt.text) or "Music",
            provenance=facts(
                self.name,
                opened,
                self.folders,
                request,
                steps=steps,
                seed=int(request.seed),
                seconds_made=made_seconds if is_cut else None,
            ),
        )
        path = request.folder / "music.mp3"
        return Artifact(
            path,
            seconds=encode_audio(master(samples, rate, lufs=LOUDNESS_LUFS), rate, path, tags=tags),
            provenance=facts_of(tags.provenance),
            not_understood=prompt.left_out,
        )


def arguments(prompt: str, seconds: float, seed: int) -> dict[str, Any]:
    """What the pipeline is called with. No guidance: it is distilled into the turbo."""
    return {
        "prompt": prompt,
        "lyrics": LYRICS,
        "vocal_language": LANGUAGE,
        "audio_duration": seconds,
        "guidance_scale": 1.0,
        "shift": SHIFT,
        "generator": seeded(seed),
    }


def tokens_of(pipeline: Any, prompt: str, seconds: float) -> int:
    """Of a prompt with what the pipeline writes around it."""
    text, _ = pipeline._format_prompt(prompt, audio_duration=seconds)
    return len(pipeline.tokenizer(text).input_ids)
