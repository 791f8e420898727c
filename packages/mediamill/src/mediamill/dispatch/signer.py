"""Outputs get Content Credentials (C2PA): a process of their own reads them, and this one signs a digest, once."""

import asyncio
import logging
import math
from dataclasses import replace
from pathlib import Path

from mediamill import clock
from mediamill.catalogue import Limits
from mediamill.engines import SIGNABLE, Artifact, EngineHost, Made, Request
from mediamill.generations import Generation
from mediamill.signing import SigningIdentity
from mediamill.units import MEGABYTE

TRAINED = "trainedAlgorithmicMedia"  # what vendors' models make
SIGNED_FILE = "mediamill.engines.signed:SignedFile"
SECONDS = 60.0  # for one file; a second of processor time is usual for a film
MEMORY_MEGABYTES = 768
MANIFEST_MEGABYTES = 2  # that a file may grow by: certificates, and what a vendor's manifest brings again

log = logging.getLogger("mediamill.dispatch")


class OutputSigner:
    """Signs what engines made. A file that cannot be signed is delivered as it is, and the log says so."""

    def __init__(self, host: EngineHost, identity: SigningIdentity | None) -> None:
        """Without an identity nothing is signed."""
        self.host = host
        self.identity = identity

    async def sign(self, generation: Generation, artifact: Artifact, folder: Path, source_type: str) -> Artifact:
        """The artifact with a manifest in its file, in the same folder of the host's; `source_type` is a word of the
        IPTC's list of digital sources, unless the artifact's provenance has one.

        The same artifact where nothing is signed: its format has no place for a manifest, or signing failed.
        """
        identity = self.identity
        if identity is None or artifact.path.suffix not in SIGNABLE:
            return artifact
        if not identity.is_valid(clock.now()):
            log.warning("generation %s is not signed: the certificate is not valid now", generation.id)
            return artifact
        outcome = await self.host.run(
            SIGNED_FILE,
            order(generation, artifact, folder, stated(artifact) or source_type, identity),
            limits=limits_for(artifact),
            on_progress=lambda _fraction, _stage: None,
            on_checkpoint=OneSignature(identity).give,
        )
        if not isinstance(outcome, Made):
            log.warning("generation %s is not signed: %s", generation.id, outcome)
            return artifact
        provenance = {**artifact.provenance, "contentCredentials": True}
        return replace(artifact, path=outcome.artifact.path, provenance=provenance)


class OneSignature:
    """Signs one digest for one run."""

    def __init__(self, identity: SigningIdentity) -> None:
        self.identity = identity
        self.is_given = False

    async def give(self, digest: str) -> str:
        """The signature of a digest, both in hexadecimal. Raises ValueError for anything else, and for a second one."""
        if self.is_given:
            raise ValueError("one signature is given for one file")
        self.is_given = True
        signature = await asyncio.to_thread(self.identity.sign, bytes.fromhex(digest))
        return signature.hex()


def stated(artifact: Artifact) -> str:
    """The word that the file itself has; empty where it has none."""
    return str(artifact.provenance.get("digitalSourceType", "")).rpartition("/")[2]


def order(
    generation: Generation, artifact: Artifact, folder: Path, source_type: str, identity: SigningIdentity
) -> Request:
    """What the engine process is to do."""
    files = {"0": artifact.path} if artifact.thumbnail is None else {"0": artifact.path, "1": artifact.thumbnail}
    return Request(
        generation_id=generation.id,
        tool=generation.tool,
        model=generation.model,
        input={
            "source_type": source_type,
            "chain": identity.chain,
            "algorithm": identity.algorithm.name,
            "digest": identity.algorithm.digest,
        },
        folder=folder,
        files=files,
    )


def limits_for(artifact: Artifact) -> Limits:
    """Room for the file again, with its manifest."""
    size = math.ceil(artifact.path.stat().st_size / MEGABYTE)
    return Limits(seconds=SECONDS, memory_mb=MEMORY_MEGABYTES + size, output_mb=2 * size + MANIFEST_MEGABYTES)
