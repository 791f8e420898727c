"""/ext/files: hand in an image or a recording, get a URL that works as an input; list and delete what is there."""

import asyncio
import contextlib
import logging
import os
import tempfile
import threading
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from mediamill import clock
from mediamill.accounts import Account
from mediamill.catalogue import Fault
from mediamill.db import StoreBusy, StoreFailed
from mediamill.disk import make_folder
from mediamill.formats import Format, MediaKind, input_format, sniff, structure_end
from mediamill.storage import (
    UPLOADS_AT_ONCE_MAX,
    NotReserved,
    Reservation,
    StagingDir,
    Upload,
    UploadPolicy,
    find_upload,
    forget_upload,
    keep_upload,
    new_key,
    new_upload_id,
    release_reservation,
    renew_reservation,
    reserve_room,
    sweep_staging,
    uploads_page,
)
from mediamill.web.call import Call, Shop, answer
from mediamill.web.problems import FORBIDDEN, Problem, Refusal, validation_failed
from mediamill.web.reads import number, page_size, paginated, query_of
from mediamill.web.room import refuse_without_room

MEGABYTE = 1_000_000
RENEWED_EVERY_SECONDS = 20.0  # a third of what a reservation lasts
LEFTOVER_MILLISECONDS = 3_600_000  # no upload takes an hour: what is older belongs to a process that died
NO_MEDIA = Problem(
    415,
    "The file is not an image or a recording that can be read. Send PNG, JPEG, WebP, GIF, AVIF, MP3, WAV, FLAC, Ogg, "
    "M4A, AAC or AIFF, as the body itself.",
)
MULTIPART = Problem(415, "Send the bytes of the file itself as the body, for example with curl --data-binary @cat.jpg")
EMPTY = Problem(400, "The body is empty. Send the bytes of the file itself.")
NO_ROOM = Problem(
    413, "Your uploaded files take up all the room you have. Delete some, or wait until older ones expire."
)
TOO_MANY = Problem(
    429,
    f"Too many files of this account are being uploaded at once (at most {UPLOADS_AT_ONCE_MAX}): "
    "wait until one of them is done",
    headers={"Retry-After": "5"},
)
FILE_NOT_FOUND = Problem(404, "File not found")

log = logging.getLogger("mediamill.web")


class Uploads:
    """Takes files in: within room reserved before, streamed to disk, checked from beginning to end."""

    def __init__(self, shop: Shop) -> None:
        """Takes away what killed processes left behind."""
        settings = shop.settings
        self.shop = shop
        self.storage = shop.storage
        self.folder = settings.data_dir / "uploads"
        make_folder(self.folder)
        sweep_staging(self.folder, clock.now() - LEFTOVER_MILLISECONDS)
        self.lock = threading.Lock()
        self.staging: StagingDir | None = None  # made with the first upload: a full disk keeps nobody from starting
        self.policy = UploadPolicy(settings.upload_megabytes * MEGABYTE, round(settings.upload_hours * 3_600_000))
        self.bytes_max = {
            MediaKind.IMAGE: settings.image_megabytes_max * MEGABYTE,
            MediaKind.AUDIO: settings.audio_megabytes_max * MEGABYTE,
        }

    async def create(self, call: Call) -> Response:
        """POST /ext/files: 200 with the file's URL; 400, 413, 415, 429, 503. Nothing is left of a file refused."""
        refuse_without_room(call.shop)
        if call.request.headers.get("content-type", "").lower().startswith("multipart/"):
            raise Refusal(MULTIPART)
        declared = declared_bytes(call.request)
        self.refuse_larger(declared or 0, max(self.bytes_max.values()))
        async with self.reserved(call.account, declared) as reservation:
            path = await asyncio.to_thread(self.staged_file)
            try:
                await self.receive(call.request, path, reservation)
                upload = await self.keep(path, call.account, reservation)
            finally:
                await asyncio.to_thread(path.unlink, missing_ok=True)
        return answer(self.shown(upload))

    async def list(self, call: Call) -> Response:
        """GET /ext/files: the account's files that have not expired, newest first."""
        faults: list[Fault] = []
        query = query_of(call.request)
        limit = page_size(query, faults)
        offset = number(query, "offset", 0, faults)
        if faults:
            raise Refusal(validation_failed(faults))
        page = await self.shop.database.read_aside(
            lambda tx: uploads_page(tx, call.account.id, limit=limit, offset=offset)
        )
        shown = [self.shown(upload) for upload in page.uploads]
        return paginated(shown, total=page.total, limit=limit, offset=offset)

    async def delete(self, call: Call) -> Response:
        """DELETE /ext/files/{id}: 204; 403, 404. The file goes before its row, which can be deleted again."""
        upload = await self.shop.database.read(lambda tx: find_upload(tx, call.path["id"]))
        if upload is None:
            raise Refusal(FILE_NOT_FOUND)
        if upload.account_id != call.account.id:
            raise Refusal(FORBIDDEN)
        await self.storage.delete([upload.storage_key])
        await self.shop.database.write(partial(forget_upload, upload_id=upload.id))
        return Response(status_code=204)

    @contextlib.asynccontextmanager
    async def reserved(self, account: Account, declared: int | None) -> AsyncIterator[Reservation]:
        """Room for one upload, for as long as it lasts. Raises 413, 429."""
        bytes_max = max(self.bytes_max.values())
        reservation = await self.shop.database.write(
            lambda tx: reserve_room(tx, account.id, declared, bytes_max, self.policy)
        )
        if isinstance(reservation, NotReserved):
            raise Refusal(TOO_MANY if reservation is NotReserved.TOO_MANY else NO_ROOM)
        renewing = asyncio.create_task(self.renew(reservation))
        try:
            yield reservation
        finally:
            renewing.cancel()
            # Also when the peer has gone and this task is being cancelled.
            await asyncio.shield(self.shop.database.write(lambda tx: release_reservation(tx, reservation)))

    async def renew(self, reservation: Reservation) -> None:
        """Again and again; a renewal that fails is made up for by the next."""
        while True:
            await asyncio.sleep(RENEWED_EVERY_SECONDS)
            try:
                await self.shop.database.write(lambda tx: renew_reservation(tx, reservation))
            except (StoreBusy, StoreFailed) as error:
                log.warning("the room of an upload was not renewed: %s", error)

    def staged_file(self) -> Path:
        """An empty file in this process's own folder."""
        with self.lock:
            if self.staging is None:
                self.staging = StagingDir(self.folder)
        descriptor, name = tempfile.mkstemp(dir=self.staging.path)
        os.close(descriptor)
        return Path(name)

    async def receive(self, request: Request, path: Path, reservation: Reservation) -> None:
        """Write the body to the file. Raises 413 as soon as it is larger than its room."""
        size = 0
        with path.open("wb") as file:
            async for part in request.stream():
                size += len(part)
                self.refuse_larger(size, max(self.bytes_max.values()))
                if size > reservation.size_bytes:
                    raise Refusal(NO_ROOM)
                file.write(part)

    async def keep(self, path: Path, account: Account, reservation: Reservation) -> Upload:
        """Store what has arrived, as what it was found to be, within the account's quota."""
        kind, size = await asyncio.to_thread(self.judged, path)
        key = new_key(new_upload_id(clock.now()), kind.suffix)
        await self.storage.put(key, path)
        upload = await self.shop.database.write(
            lambda tx: keep_upload(tx, account.id, key, kind.kind, size, self.policy, reservation)
        )
        if upload is None:
            await self.storage.delete([key])
            raise Refusal(NO_ROOM)
        return upload

    def judged(self, path: Path) -> tuple[Format, int]:
        """What the file is, and its size; what stands behind a picture's end is cut off. Raises 400, 413, 415."""
        if not path.stat().st_size:
            raise Refusal(EMPTY)
        container = sniff(path)
        kind = input_format(container)
        if container is None or kind is None:
            raise Refusal(NO_MEDIA)
        self.refuse_larger(path.stat().st_size, self.bytes_max[kind.kind])
        end = structure_end(path, container)
        if end is None:
            raise Refusal(NO_MEDIA)
        os.truncate(path, end)
        return kind, end

    def refuse_larger(self, size: int, bytes_max: int) -> None:
        """Raises 413."""
        if size > bytes_max:
            raise Refusal(Problem(413, f"The file is larger than {bytes_max // MEGABYTE} MB."))

    def shown(self, upload: Upload) -> dict[str, str | int]:
        """The upload as its owner sees it."""
        return {
            "id": upload.id,
            "url": self.shop.links.url_of(upload, clock.now()),
            "type": upload.kind.value,
            "sizeBytes": upload.size_bytes,
            "createdAt": clock.iso(upload.created_at),
            "expiresAt": clock.iso(upload.expires_at),
        }


def declared_bytes(request: Request) -> int | None:
    """How long the body says it is; None when it does not."""
    declared = request.headers.get("content-length", "")
    return int(declared) if declared.isascii() and declared.isdigit() else None
