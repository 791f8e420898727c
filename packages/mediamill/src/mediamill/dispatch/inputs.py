"""Getting the files that an input's URLs name: from the world through the guard, or from our own storage.

All of them are untrusted: each is decoded in a process of its own, and engines get the plain copy.
"""

import asyncio
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from mediamill import generations
from mediamill.catalogue import Field, Media, Model
from mediamill.db import Database, Transaction
from mediamill.engines import SOURCE, FileDecoder, InputKind, InputValue, Undecodable
from mediamill.formats import input_format, sniff
from mediamill.generations import Generation
from mediamill.outbound import Downloader, DownloadFailed, DownloadLimits, FailureReason
from mediamill.storage import NotStored, Storage, upload_at

FOLDER = "inputs"  # inside the request's private folder
KINDS = {Media.IMAGE: InputKind.IMAGE, Media.AUDIO: InputKind.AUDIO}
NOT_YOURS = "That file does not exist or is not yours."
WRONG_KIND = {
    Media.IMAGE: (
        "The file given in `{name}` is not an image file that can be read. Send PNG, JPEG, WebP, GIF or AVIF."
    ),
    Media.AUDIO: (
        "The file given in `{name}` is not an audio file that can be read. Send MP3, WAV, FLAC, Ogg, M4A, AAC or AIFF."
    ),
}


@dataclass(frozen=True, slots=True)
class InputRejected:
    """Why an input file cannot be fetched or used, in one sentence for the caller."""

    sentence: str
    timed_out: bool = False  # fetching or decoding it exceeded the time limit


@dataclass(frozen=True, slots=True)
class InputFile:
    """A plain file of ours with what the caller's file holds."""

    path: Path
    seconds: float | None  # of sound


class Inputs:
    """Fetches files, has them decoded, and hands over the plain copies."""

    def __init__(
        self,
        *,
        downloader: Downloader,
        decoder: FileDecoder,
        storage: Storage,
        database: Database,
        own_media: tuple[str, ...],
        bytes_max: Mapping[Media, int],
        audio_seconds_max: float,
    ) -> None:
        self.downloader = downloader
        self.decoder = decoder
        self.audio_seconds_max = audio_seconds_max
        self.storage = storage
        self.database = database
        self.own_media = own_media  # how the URLs of our own outputs and uploads begin
        self.bytes_max = bytes_max

    async def fetch(
        self, generation: Generation, model: Model, values: Mapping[str, InputValue], folder: Path
    ) -> dict[str, InputFile] | InputRejected:
        """A local file for each URL of the input, below `folder`; stops at the first that cannot be fetched.

        Raises DecoderFailed, for which the file is not to blame.
        """
        files: dict[str, InputFile] = {}
        for field in model.url_fields:
            if field.name not in values:
                continue
            found = await self.fetch_one(generation, field, str(values[field.name]), folder / FOLDER)
            if isinstance(found, InputRejected):
                return found
            files[field.name] = found
        return files

    async def fetch_one(
        self, generation: Generation, field: Field, url: str, folder: Path
    ) -> InputFile | InputRejected:
        """One file, found to be of the kind that the field takes."""
        self.decoder.warm_up()
        await asyncio.to_thread(folder.mkdir, exist_ok=True)
        if (own := next(filter(url.startswith, self.own_media), None)) is not None:
            # A link to an upload carries a signature behind its name; whose file it is decides here.
            path = await self.take_own(generation, url.removeprefix(own).partition("?")[0], folder)
        else:
            path = await self.download(generation, field, url, folder)
        if isinstance(path, InputRejected):
            return path
        assert field.media is not None, f"{field.name} says nothing of its media"
        kind = input_format(sniff(path))
        if kind is None or kind.kind.value != field.media.value:
            return InputRejected(WRONG_KIND[field.media].format(name=field.name))
        return await self.decode(generation, field, path)

    async def decode(self, generation: Generation, field: Field, path: Path) -> InputFile | InputRejected:
        """The plain copy of a file; the file itself is gone then."""
        assert field.media is not None, f"{field.name} says nothing of its media"
        cell = path.with_name(f"{field.name}.cell")  # all that its decoder may see
        await asyncio.to_thread(move_into, cell, path)
        found = await self.decoder.decode(
            cell, KINDS[field.media], account_id=generation.account_id, seconds_max=self.audio_seconds_max
        )
        if isinstance(found, Undecodable):
            return InputRejected(found.sentence, found.timed_out)
        clean = await asyncio.to_thread(move_out, found.path, path.with_name(f"{field.name}{found.path.suffix}"))
        return InputFile(clean, found.seconds)

    async def take_own(self, generation: Generation, key: str, folder: Path) -> Path | InputRejected:
        """An output or upload of the same account, from storage; never fetched."""
        if not await self.database.read(lambda tx: owns(tx, generation.account_id, key)):
            return InputRejected(NOT_YOURS)
        path = folder / "own"
        try:
            await self.storage.fetch(key, path)
        except NotStored:
            return InputRejected(NOT_YOURS)
        return path

    async def download(self, generation: Generation, field: Field, url: str, folder: Path) -> Path | InputRejected:
        """Download an external file."""
        assert field.media is not None, f"{field.name} says nothing of its media"
        limits = DownloadLimits(bytes_max=self.bytes_max[field.media])
        found = await self.downloader.download(url, folder, account_id=generation.account_id, limits=limits)
        if isinstance(found, DownloadFailed):
            return InputRejected(found.sentence(field.name), timed_out=found.reason is FailureReason.TIMEOUT)
        return found.path


def seconds_of(files: Mapping[str, InputFile]) -> float | None:
    """How long the first recording among them is."""
    return next((file.seconds for file in files.values() if file.seconds is not None), None)


def move_into(cell: Path, path: Path) -> None:
    """Move a file to where the decoder expects it."""
    cell.mkdir(mode=0o700)
    path.rename(cell / SOURCE)


def move_out(clean: Path, target: Path) -> Path:
    """Move the plain copy out and delete the rest."""
    clean.rename(target)
    shutil.rmtree(clean.parent)
    return target


def owns(tx: Transaction, account_id: str, key: str) -> bool:
    """Whether this storage key is an output, a thumbnail or an upload of the account."""
    if (upload := upload_at(tx, key)) is not None:
        return upload.account_id == account_id
    generation = generations.find(tx, key.partition("/")[0])
    return (
        generation is not None
        and generation.account_id == account_id
        and key in (generation.output_key, generation.thumbnail_key)
    )
