"""The engine process's side of signing: it reads the file and writes the manifest; the key is elsewhere.

It tells the service the digest of what is to be signed, and is answered with the signature.
"""

import hashlib
from collections.abc import Callable
from typing import Any, Protocol

from mediamill import __version__
from mediamill.engines.engine import Artifact, EngineFailed, Report, Request

SIGNABLE = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".webp": "image/webp",
    ".gif": "image/gif",
    ".avif": "image/avif",
    ".mp4": "video/mp4",
    ".mp3": "audio/mpeg",
    ".wav": "audio/wav",
    ".flac": "audio/flac",
    ".m4a": "audio/mp4",
}
IPTC = "http://cv.iptc.org/newscodes/digitalsourcetype/"
# Nothing is fetched: there is no network here, and what a file names is a stranger's.
SETTINGS = {
    "verify": {"remote_manifest_fetch": False, "ocsp_fetch": False},
    "builder": {"thumbnail": {"enabled": False}},
}
NOT_SIGNED = "The file could not be signed."


class AskingReport(Report, Protocol):
    """A Report that is answered."""

    def ask(self, text: str) -> str:
        """What the service says to a checkpoint."""


class SignedFile:
    """Puts a manifest into the file "0"; "1" is its thumbnail where it has one."""

    def ready(self) -> str | None:
        """The library is looked for when something is signed."""
        return None

    def generate(self, request: Request, report: AskingReport) -> Artifact:
        """The signed file. A manifest that is in it already stays, as its parent's. Raises EngineFailed."""
        import c2pa  # noqa: PLC0415 (an extra)

        source = request.files["0"]
        target, media_type = request.folder / f"signed{source.suffix}", SIGNABLE[source.suffix]
        algorithm = c2pa.C2paSigningAlg[str(request.input["algorithm"]).upper()]
        try:
            context = c2pa.Context.from_dict(SETTINGS)
            signer = c2pa.Signer.from_callback(asking(request, report), algorithm, str(request.input["chain"]), None)
            with source.open("rb") as file:
                is_signed = c2pa.Reader.try_create(media_type, file, context=context) is not None
            builder = c2pa.Builder(manifest(request, is_signed=is_signed), context=context)
            if is_signed:  # it adds the parent, and that it was opened
                builder.set_intent(c2pa.C2paBuilderIntent.EDIT)
            with source.open("rb") as file, target.open("w+b") as signed:
                builder.sign(signer, media_type, file, signed)
        except c2pa.C2paError as fault:
            raise EngineFailed(sentence=NOT_SIGNED) from fault
        return Artifact(target, thumbnail=request.files.get("1"))


def asking(request: Request, report: AskingReport) -> Callable[[bytes], bytes]:
    """Has the service sign, by the digest of what is to be signed."""

    def sign(content: bytes) -> bytes:
        return bytes.fromhex(report.ask(hashlib.new(str(request.input["digest"]), content).hexdigest()))

    return sign


def manifest(request: Request, *, is_signed: bool) -> dict[str, Any]:
    """What the file says of its origin; of one that a vendor signed, the vendor has said it."""
    created = {"action": "c2pa.created", "digitalSourceType": f"{IPTC}{request.input['source_type']}"}
    actions = {"label": "c2pa.actions.v2", "data": {"actions": [created]}}
    return {
        "title": f"{request.tool}/{request.model}",
        "claim_generator_info": [{"name": "mediamill", "version": __version__}],
        "assertions": [] if is_signed else [actions],
    }
