"""POST /ext/files: hand in an image or a recording, get a URL that works as an input."""

import asyncio
import os
import tempfile
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from mediamill import clock
from mediamill.accounts import Account
from mediamill.media import (
    Format,
    MediaKind,
    Upload,
    UploadPolicy,
    has_room,
    input_format,
    keep_upload,
    new_key,
    new_upload_id,
    sniff,
)
from mediamill.web.call import Shop, answer
from mediamill.web.gate import authenticate, count
from mediamill.web.problems import Problem, Refusal, too_many_requests
from mediamill.web.rates import headers_of

MEGABYTE = 1_000_000
NO_MEDIA = Problem(
    415, "This is no image or audio file that can be worked with. Send the bytes of the file itself as the body."
)
MULTIPART = Problem(415, "Send the bytes of the file itself as the body, for example with curl --data-binary @cat.jpg")
EMPTY = Problem(400, "The body is empty. Send the bytes of the file itself.")
NO_ROOM = Problem(413, "Your uploaded files take up all the room you have. Wait until older ones expire.")


class Uploads:
    """Takes files in: streamed to disk, counted, known by their first bytes."""

    def __init__(self, shop: Shop) -> None:
        settings = shop.settings
        self.shop = shop
        self.storage = shop.storage
        self.staging = settings.data_dir / "uploads"
        self.staging.mkdir(parents=True, exist_ok=True)
        self.policy = UploadPolicy(settings.upload_megabytes * MEGABYTE, round(settings.upload_hours * 3_600_000))
        self.bytes_max = {
            MediaKind.IMAGE: settings.image_megabytes_max * MEGABYTE,
            MediaKind.AUDIO: settings.audio_megabytes_max * MEGABYTE,
        }

    async def __call__(self, request: Request) -> Response:
        """200 with the file's URL; 400, 401, 413, 415, 429."""
        try:
            account = await authenticate(request, self.shop)
            verdict = count(account, self.shop, creates=True)
            if verdict and not verdict.allowed:
                raise Refusal(too_many_requests(verdict.retry_seconds))
            upload = await self.take_in(request, account)
        except Refusal as refusal:
            return refusal.problem.response()
        response = answer(self.shown(upload))
        response.raw_headers.extend(headers_of(verdict) if verdict else ())
        return response

    async def take_in(self, request: Request, account: Account) -> Upload:
        """The file, stored and taken note of; nothing is left of one that is refused."""
        if request.headers.get("content-type", "").lower().startswith("multipart/"):
            raise Refusal(MULTIPART)
        await self.refuse_early(request, account)
        descriptor, name = tempfile.mkstemp(dir=self.staging)
        path = Path(name)
        try:
            with os.fdopen(descriptor, "wb") as file:
                size = 0
                async for part in request.stream():
                    size += len(part)
                    self.refuse_larger(size, max(self.bytes_max.values()))
                    file.write(part)
            return await self.keep(path, size, account)
        finally:
            await asyncio.to_thread(path.unlink, missing_ok=True)

    async def refuse_early(self, request: Request, account: Account) -> None:
        """What is declared too large is not even read."""
        declared = request.headers.get("content-length", "0")
        size = int(declared) if declared.isdigit() else 0
        self.refuse_larger(size, max(self.bytes_max.values()))
        if not await self.shop.database.read(lambda tx: has_room(tx, account.id, size, self.policy)):
            raise Refusal(NO_ROOM)

    async def keep(self, path: Path, size: int, account: Account) -> Upload:
        """Store what has arrived, within the account's quota."""
        kind = self.judged(path, size)
        key = new_key(new_upload_id(clock.now()), kind.suffix)
        await self.storage.put(key, path)
        upload = await self.shop.database.write(
            lambda tx: keep_upload(tx, account.id, key, kind.kind, size, self.policy)
        )
        if upload is None:
            await self.storage.delete([key])
            raise Refusal(NO_ROOM)
        return upload

    def judged(self, path: Path, size: int) -> Format:
        """As what the file is taken, by its first bytes."""
        if size == 0:
            raise Refusal(EMPTY)
        kind = input_format(sniff(path))
        if kind is None:
            raise Refusal(NO_MEDIA)
        self.refuse_larger(size, self.bytes_max[kind.kind])
        return kind

    def refuse_larger(self, size: int, bytes_max: int) -> None:
        """Raises 413."""
        if size > bytes_max:
            raise Refusal(Problem(413, f"The file is larger than {bytes_max // MEGABYTE} MB."))

    def shown(self, upload: Upload) -> dict[str, str | int]:
        """The upload as its owner sees it."""
        return {
            "url": f"{self.shop.settings.base_url}/media/{upload.storage_key}",
            "type": upload.kind.value,
            "sizeBytes": upload.size_bytes,
            "expiresAt": clock.iso(upload.expires_at),
        }
