"""Uploads: images and recordings that get a URL which works as an input of the account."""

import asyncio
import contextlib
import logging
import os
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import BinaryIO

from starlette.requests import Request
from starlette.responses import Response

from mediamill import clock
from mediamill.catalogue import FieldFault
from mediamill.db import StoreBusy, StoreFailed
from mediamill.formats import Format, input_format, sniff, structure_end
from mediamill.http.context import AppContext, Call, answer
from mediamill.http.disk_space import require_disk_space
from mediamill.http.paging import number, page_size, paginated, query_of
from mediamill.http.problems import (
    EMPTY_FILE,
    FILE_NOT_FOUND,
    FORBIDDEN,
    MULTIPART,
    QUOTA_EXCEEDED,
    UNSUPPORTED_FILE,
    Refusal,
    file_too_large,
    too_many_uploads,
    validation_failed,
)
from mediamill.http.upload_area import UploadArea
from mediamill.storage import (
    UPLOADS_AT_ONCE_MAX,
    NotReserved,
    Reservation,
    Upload,
    find_upload,
    forget_upload,
    keep_upload,
    new_key,
    new_upload_id,
    release_reservation,
    renew_reservation,
    reserve_room,
    uploads_page,
)
from mediamill.units import MEGABYTE

RENEWED_EVERY_SECONDS = 20.0  # a third of what a reservation lasts

log = logging.getLogger("mediamill.http")


async def upload_file(call: Call) -> Response:
    """Store the body as a file: 200 with its URL; 400, 413, 415, 429, 503. A refused file leaves nothing behind."""
    if call.request.headers.get("content-type", "").lower().startswith("multipart/"):
        raise Refusal(MULTIPART)
    async with receiving(call.context, call.account.id, declared_bytes(call.request)) as file:
        async for part in call.request.stream():
            file.write(part)
        upload = await file.keep()
    return answer(file_item(upload, call.context))


@contextlib.asynccontextmanager
async def receiving(
    context: AppContext, account_id: str, declared: int | None, upload_id: str | None = None
) -> AsyncIterator["IncomingFile"]:
    """A file of an account that comes in, of so many bytes if that is declared; what is not kept leaves nothing behind.

    It gets this id, if it was promised one.

    Raises 413, 429, 503.
    """
    area = context.uploads
    require_disk_space(context.disk)
    refuse_larger(declared or 0, area.bytes_max)
    async with reserved(context, account_id, declared) as reservation:
        path = await asyncio.to_thread(area.new_file)
        try:
            with path.open("wb") as file:
                yield IncomingFile(context, account_id, upload_id, path, file, reservation)
        finally:
            await asyncio.to_thread(path.unlink, missing_ok=True)


async def list_files(call: Call) -> Response:
    """A page of the account's files that have not expired, newest first."""
    faults: list[FieldFault] = []
    query = query_of(call.request)
    limit = page_size(query, faults)
    offset = number(query, "offset", 0, faults)
    if faults:
        raise Refusal(validation_failed(faults))
    page = await call.context.database.read_in_thread(
        lambda tx: uploads_page(tx, call.account.id, limit=limit, offset=offset)
    )
    items = [file_item(upload, call.context) for upload in page.uploads]
    return paginated(items, total=page.total, limit=limit, offset=offset)


async def delete_file(call: Call) -> Response:
    """Delete a file: 204; 403, 404. The file goes before its row, which can be deleted again."""
    upload = await call.context.database.read(lambda tx: find_upload(tx, call.path["id"]))
    if upload is None:
        raise Refusal(FILE_NOT_FOUND)
    if upload.account_id != call.account.id:
        raise Refusal(FORBIDDEN)
    await call.context.storage.delete([upload.storage_key])
    await call.context.database.write(partial(forget_upload, upload_id=upload.id))
    return Response(status_code=204)


@contextlib.asynccontextmanager
async def reserved(context: AppContext, account_id: str, declared: int | None) -> AsyncIterator[Reservation]:
    """A share of the account's quota for one upload, for as long as it lasts. Raises 413, 429."""
    database, area = context.database, context.uploads
    reservation = await database.write(lambda tx: reserve_room(tx, account_id, declared, area.bytes_max, area.policy))
    if isinstance(reservation, NotReserved):
        full = too_many_uploads(UPLOADS_AT_ONCE_MAX) if reservation is NotReserved.TOO_MANY else QUOTA_EXCEEDED
        raise Refusal(full)
    renewing = asyncio.create_task(renew(context, reservation))
    try:
        yield reservation
    finally:
        renewing.cancel()
        # Also when the peer has gone and this task is being cancelled.
        await asyncio.shield(database.write(lambda tx: release_reservation(tx, reservation)))


async def renew(context: AppContext, reservation: Reservation) -> None:
    """Renew the reservation until this task is cancelled; a renewal that fails is made up for by the next."""
    while True:
        await asyncio.sleep(RENEWED_EVERY_SECONDS)
        try:
            await context.database.write(lambda tx: renew_reservation(tx, reservation))
        except (StoreBusy, StoreFailed) as error:
            log.warning("the reservation of an upload was not renewed: %s", error)


@dataclass(slots=True)
class IncomingFile:
    """A file of which some has come."""

    context: AppContext
    account_id: str
    upload_id: str | None
    path: Path
    file: BinaryIO
    reservation: Reservation
    size: int = 0

    def write(self, part: bytes) -> None:
        """Some more of it. Raises 413 as soon as it is larger than allowed or reserved."""
        self.size += len(part)
        refuse_larger(self.size, self.context.uploads.bytes_max)
        if self.size > self.reservation.size_bytes:
            raise Refusal(QUOTA_EXCEEDED)
        self.file.write(part)

    async def keep(self) -> Upload:
        """Store it, now that it is whole. Raises 400, 413, 415."""
        self.file.flush()
        context, area = self.context, self.context.uploads
        kind, size = await asyncio.to_thread(checked, self.path, area)
        key = new_key(self.upload_id or new_upload_id(clock.now()), kind.suffix)
        await context.storage.put(key, self.path)
        upload = await context.database.write(
            lambda tx: keep_upload(tx, self.account_id, key, kind.kind, size, area.policy, self.reservation)
        )
        if upload is None:
            await context.storage.delete([key])
            raise Refusal(QUOTA_EXCEEDED)
        return upload


def checked(path: Path, area: UploadArea) -> tuple[Format, int]:
    """The file's format and size in bytes; what follows the end of an image is cut off. Raises 400, 413, 415."""
    size = path.stat().st_size
    if not size:
        raise Refusal(EMPTY_FILE)
    container = sniff(path)
    kind = input_format(container)
    if container is None or kind is None:
        raise Refusal(UNSUPPORTED_FILE)
    refuse_larger(size, area.bytes_max_of[kind.kind])
    end = structure_end(path, container)
    if end is None:
        raise Refusal(UNSUPPORTED_FILE)
    os.truncate(path, end)
    return kind, end


def refuse_larger(size: int, bytes_max: int) -> None:
    """Raises 413 for more than `bytes_max`."""
    if size > bytes_max:
        raise Refusal(file_too_large(bytes_max // MEGABYTE))


def file_item(upload: Upload, context: AppContext) -> dict[str, str | int]:
    """An upload as its owner sees it, with a fresh link."""
    return {
        "id": upload.id,
        "url": context.links.url_of(upload, clock.now()),
        "type": upload.kind.value,
        "sizeBytes": upload.size_bytes,
        "createdAt": clock.iso(upload.created_at),
        "expiresAt": clock.iso(upload.expires_at),
    }


def declared_bytes(request: Request) -> int | None:
    """The body's Content-Length; None without a valid one."""
    declared = request.headers.get("content-length", "")
    return int(declared) if declared.isascii() and declared.isdigit() else None
