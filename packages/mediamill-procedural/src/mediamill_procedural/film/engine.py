"""Films from a prompt: a painted stage in layers, a camera before it, everything in its own motion; no model."""

from mediamill.engines.sdk import Artifact, Report, Request, facts_of
from mediamill_procedural import __version__
from mediamill_procedural.kit.titles import printable

__all__ = ["FilmEngine"]

METHOD = "procedural painting in layers, filmed with parallax; synthesised ambience; no model"
LIMITS = "paints only the scenes and things it knows by name; figures walk and roll, they do not act"
SIZES = {"16:9": (1280, 720), "9:16": (720, 1280), "1:1": (960, 960)}  # aspect ratio -> pixels, even, about 0.92 MP
FILM_WORDS = frozenset(("camera", "clip", "film", "footage", "move", "moves", "movie", "moving", "scene", "video"))


class FilmEngine:
    """Films what a prompt names: scene, motion, camera; an MP4 of 24 frames a second with a quiet bed of sound."""

    name = "procedural.film"

    def ready(self) -> str | None:
        """Always: numpy, OpenCV, scipy and PyAV come with mediamill."""
        return None

    def generate(self, request: Request, report: Report) -> Artifact:
        """Make `film.mp4` from `prompt`, `duration` (seconds), `aspect_ratio` and `seed`; the same four, the same file.

        No prompt is refused: what it does not know is named in the file's metadata.
        """
        from mediamill.codecs import Tags, VideoWriter
        from mediamill_procedural.film.filming import FPS, film_of
        from mediamill_procedural.kit.wording import left_over

        prompt, seed = str(request.input["prompt"]), int(request.input["seed"])
        seconds = float(request.input["duration"])
        width, height = SIZES[str(request.input["aspect_ratio"])]
        report.progress(0.0, "painting")
        film = film_of(prompt, (width, height), seconds, seed)
        scene, shot = film.scene, film.camera.shot
        not_understood = left_over(scene.not_understood, film.going(prompt), FILM_WORDS)
        report.progress(0.20, "listening")
        # Loaded only now: painting needs the memory before.
        from mediamill_procedural.film.ambience import ambience, heard_in

        sounds = heard_in(scene, prompt)
        bed, rate = ambience(sounds, seconds, seed)
        tags = Tags(
            title=printable(prompt) or "Film",
            provenance={
                "engine": self.name,
                "version": __version__,
                "model": request.model,
                "seed": seed,
                "scene": scene.kind,
                "style": scene.style,
                "things": [thing.name for thing in scene.things],
                "camera": [str(move) for move in shot.moves],
                "moves": list(film.moving),
                "loop": film.mover.clock.loops,
                "sound": list(sounds),
                "not_understood": list(not_understood),
                "fallback": scene.fallback,
                "method": METHOD,
                "limits": LIMITS,
            },
        )
        path = request.folder / "film.mp4"
        with VideoWriter(path, width, height, fps=FPS, tags=tags, sound=bed, sound_rate=rate) as writer:
            for number, picture in enumerate(film.shoot()):
                writer.write(picture)
                report.progress(0.25 + 0.75 * (number + 1) / film.frames, "filming")
        told = facts_of(tags.provenance)
        return Artifact(path, seconds=writer.seconds, provenance=told, not_understood=not_understood)
