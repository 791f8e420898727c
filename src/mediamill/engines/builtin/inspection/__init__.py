"""Looking at a caller's recording before it is worked with, inside an engine process: how long, and can it be read?"""

from pathlib import Path

from mediamill.engines.engine import Artifact, EngineRefused, Report, Request, ToolModel

TARGET = "mediamill.engines.builtin.inspection:RecordingInspector"
SECONDS_MAX = "seconds_max"  # the request's input: longer recordings are refused


class RecordingInspector:
    """No model is served by it: it gives back the one file of the request with its true length."""

    name = "builtin/inspection"
    serves: frozenset[ToolModel] = frozenset()

    def ready(self) -> str | None:
        """Always."""
        return None

    def generate(self, request: Request, report: Report) -> Artifact:
        """The recording, decoded to its end and measured. Raises EngineRefused for what is none, or is too long."""
        from mediamill.media import NotMedia, probe

        (recording,) = request.files.values()
        report.progress(0.0, "reading the recording")
        try:
            found = probe(Path(recording), max_seconds=float(request.input[SECONDS_MAX]))
        except NotMedia as error:
            raise EngineRefused(sentence=str(error)) from None
        if not found.seconds:
            raise EngineRefused(sentence="There is no sound in this file.")
        return Artifact(recording, seconds=found.seconds)
