"""What the sound of an output looks like. It is decoded once, in the confined process that decodes callers' files."""

import asyncio
import shutil
from dataclasses import asdict
from pathlib import Path

import orjson
from starlette.responses import Response

from mediamill import generations
from mediamill.engines import SOURCE, InputKind, Undecodable
from mediamill.formats import MediaKind, SoundPeaks, wav_peaks
from mediamill.generations import Generation
from mediamill.http.context import JSON, AppContext, Call
from mediamill.http.disk_space import require_disk_space
from mediamill.http.handlers.own import own_generation
from mediamill.http.problems import NO_SOUND, Refusal
from mediamill.storage import NotStored

PARTS = 800
WITH_SOUND = (MediaKind.AUDIO.value, MediaKind.VIDEO.value)


async def get_peaks(call: Call) -> Response:
    """The least and the greatest sample of each of PARTS parts. 403, 404."""
    generation = await own_generation(call)
    if generation.output_key is None or generation.type not in WITH_SOUND:
        raise Refusal(NO_SOUND)
    database = call.context.database
    kept = await database.read_one(lambda tx: generations.peaks_of(tx, generation.id))
    if kept is None:
        found = await decoded_peaks(call.context, generation, generation.output_key)
        outline = {"seconds": found.seconds, "channels": found.channels, "peaks": asdict(found)["pairs"]}
        kept = text = orjson.dumps(outline).decode()
        await database.write(lambda tx: generations.keep_peaks(tx, generation.id, text))
    return Response(kept, 200, media_type=JSON)


async def decoded_peaks(context: AppContext, generation: Generation, key: str) -> SoundPeaks:
    """The outline of an output. Raises 404 for one without sound, or longer than a recording may be."""
    require_disk_space(context.disk)
    folder = await asyncio.to_thread(context.uploads.new_folder)
    try:
        cell = folder / "cell"
        await asyncio.to_thread(cell.mkdir, mode=0o700)
        await context.storage.fetch(key, cell / SOURCE)
        clean = await context.decoder.decode(
            cell, InputKind.AUDIO, account_id=generation.account_id, seconds_max=context.settings.audio_minutes_max * 60
        )
        if isinstance(clean, Undecodable):
            raise Refusal(NO_SOUND)
        return await asyncio.to_thread(wav_peaks, clean.path, PARTS)
    except NotStored:
        raise Refusal(NO_SOUND) from None
    finally:
        await asyncio.shield(asyncio.to_thread(remove, folder))


def remove(folder: Path) -> None:
    """All of it."""
    shutil.rmtree(folder, ignore_errors=True)
