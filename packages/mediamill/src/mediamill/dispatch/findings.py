"""What is kept of how a result was made."""

from mediamill.engines import Artifact
from mediamill.generations import EngineUsed, Findings


def findings_of(artifact: Artifact, used: EngineUsed) -> Findings:
    """What the engine reported about its result; the service itself records which engine it was."""
    provenance = {**artifact.provenance, "engine": used.name}
    if used.version is not None:
        provenance["engineVersion"] = used.version
    return Findings(provenance, artifact.not_understood)
