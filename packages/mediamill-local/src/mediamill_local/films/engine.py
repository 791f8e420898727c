"""Films from a prompt: what the families of models have in common."""

from collections.abc import Mapping
from typing import Any

from mediamill.engines.sdk import Artifact, Report, Request, facts_of
from mediamill_local.films.model import FilmModel, models
from mediamill_local.kit import (
    NOBODY,
    Checkpoint,
    DiffusionEngine,
    Opened,
    Size,
    VisualOptions,
    Wording,
    facts,
    fitted,
    refuse_broken,
    run,
    scaled,
    seeded,
    title_of,
    tokens_in,
)

SIDE_MIN = 128  # pixels: of a film of 64 x 64 the encoder made other bytes each time
MAKING_SHARE = 0.9  # of a run's progress; the rest is for writing the file
WARM_UP_STEPS = 2  # solvers of a higher order begin with the second
WARM_UP_FRAMES = 9  # as few as both families take after the first


class FilmEngine(DiffusionEngine):
    """Makes an MP4 from `prompt`, `duration`, `aspect_ratio` and `seed`: the same four, the same file. A prompt that is
    longer than the model reads is cut, and what was left out is told.
    """

    Options = VisualOptions
    options: VisualOptions

    @property
    def row(self) -> str:
        """Of weights.toml and of the table, as the options choose."""
        raise NotImplementedError

    @property
    def model(self) -> FilmModel:
        """Its row."""
        return models()[self.row]

    @property
    def checkpoint(self) -> Checkpoint:
        """Of its row."""
        return self.model.checkpoint

    def size_of(self, aspect_ratio: str) -> Size:
        """Pixels, as the operator scales them."""
        return scaled(self.model.sizes[aspect_ratio], self.options.scale, self.model.multiple, SIDE_MIN)

    def warm_up(self, opened: Opened) -> None:
        """The smallest and shortest film there is."""
        side = self.model.multiple * 2
        self._made(opened, NOBODY, "a", (side, side), WARM_UP_FRAMES, 0, WARM_UP_STEPS)

    def generate(self, loaded: Any, request: Request, report: Report) -> Artifact:
        """Make `film.mp4`. Raises EngineFailed."""
        from mediamill.codecs import Tags

        opened: Opened = loaded
        prompt, seed = str(request.input["prompt"]), int(request.input["seed"])
        seconds, size = int(request.input["duration"]), self.size_of(str(request.input["aspect_ratio"]))
        steps = self.options.steps or self.model.steps
        read = fitted(prompt, self.model.tokens, tokens_in(opened.pipeline, Wording.PLAIN))
        made = self._made(opened, report, read.text, size, self.model.frames_in(seconds), seed, steps)
        told = facts(
            self.name,
            opened,
            self.folders,
            request,
            seed=seed,
            steps=steps,
            width=size[0],
            height=size[1],
            fps=self.model.fps,
            sound=self.rate_of(opened) is not None,
        )
        tags = Tags(title_of(prompt) or "Film", told | {"not_understood": list(read.left_out)})
        path = request.folder / "film.mp4"
        with self._writer(path, opened, made, size, seconds, tags) as writer:
            frames = self.model.fps * seconds
            for number, frame in enumerate(made.frames[0][:frames], 1):
                writer.write(pixels_of(frame))
                report.progress(MAKING_SHARE + (1 - MAKING_SHARE) * number / frames, "writing")
        return Artifact(path, seconds=writer.seconds, provenance=facts_of(told), not_understood=read.left_out)

    def rate_of(self, opened: Opened) -> int | None:  # noqa: ARG002
        """Samples in a second of the sound that the pipeline makes; None where it makes none."""
        return None

    def schedule_of(self, steps: int) -> Mapping[str, Any]:
        """The arguments that say how noise goes down, where the model has a schedule of its own for so many steps."""
        return {"sigmas": list(self.model.sigmas)} if len(self.model.sigmas) == steps else {}

    def _made(self, opened: Opened, report: Report, prompt: str, size: Size, frames: int, seed: int, steps: int) -> Any:
        """What the pipeline made: `frames`, each (height, width, 3) within 0..1, and `audio` of some."""
        width, height = size
        arguments = {
            **self.model.arguments,
            **self.schedule_of(steps),
            "prompt": prompt,
            "width": width,
            "height": height,
            "num_frames": frames,
            "generator": seeded(seed),
            "output_type": "np",
        }
        made = run(opened, report, steps, arguments, end=MAKING_SHARE)
        refuse_broken(made.frames[0])
        return made

    def _writer(self, path: Any, opened: Opened, made: Any, size: Size, seconds: int, tags: Any) -> Any:
        """What writes the film and its sound."""
        from mediamill.codecs import VideoWriter

        rate = self.rate_of(opened)
        if rate is None:
            return VideoWriter(path, *size, fps=self.model.fps, tags=tags)
        sound = sound_of(made.audio[0], rate * seconds)
        return VideoWriter(path, *size, fps=self.model.fps, tags=tags, sound=sound, sound_rate=rate)


def pixels_of(frame: Any) -> Any:
    """A frame in 8 bits."""
    return (frame * 255).round().astype("uint8")


def sound_of(channels: Any, count: int) -> Any:
    """So many samples in stereo, (n, 2), of what a vocoder made: silence follows where it is shorter."""
    import numpy as np

    made = channels.detach().float().cpu().numpy().T
    refuse_broken(made)
    sound = np.zeros((count, 2), np.float32)
    sound[: len(made)] = made[:count]
    return np.clip(sound, -1.0, 1.0)
