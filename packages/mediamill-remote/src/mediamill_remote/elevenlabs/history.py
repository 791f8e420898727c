"""What the account has bought, searched for a purchase whose answer was lost: speech by its text, dubs by our mark."""

from collections.abc import Mapping
from datetime import UTC, datetime
from urllib.parse import urlencode

from mediamill.engines.sdk import EngineUnavailable, Vendor, VendorAnswer
from mediamill_remote.answers import date_of
from mediamill_remote.elevenlabs.call import PATH
from mediamill_remote.elevenlabs.dubbing import PROJECTS, is_id, told_by
from mediamill_remote.mapping import Body

HISTORY = "/v1/history"
SKEW_SECONDS = 60  # that ElevenLabs' clock may be behind ours
AT_WORK_SECONDS = 120  # after a submit in which what it bought may not be in the list yet
AGAIN_SECONDS = 15.0
SPEECHES, SPEECH_PAGES_MAX = 50, 40  # of a page; an item has its text with it
DUBS, DUB_PAGES_MAX = 100, 20


async def find_speech(body: Body, since: int, vendor: Vendor) -> Mapping[str, object] | None:
    """The history's item with this text and voice since that instant (ms); None where there is none.

    Raises EngineUnavailable where that cannot be told yet.
    """
    query: dict[str, str | int] = {
        "page_size": SPEECHES,
        "source": "TTS",
        "sort_direction": "asc",
        "date_after_unix": since // 1_000 - SKEW_SECONDS,
    }
    if voice := body.get(PATH, {}).get("voice_id"):
        query["voice_id"] = voice
    for _ in range(SPEECH_PAGES_MAX):
        answer = await vendor.get(f"{HISTORY}?{urlencode(query)}")
        page = listed(answer, "history")
        for item in page:
            if is_speech(item, body):
                return item
        told, last = told_by(answer) or {}, page[-1].get("history_item_id") if page else None
        if not told.get("has_more") or not is_id(last):
            refuse_early(answer, since)
            return None
        query["start_after_history_item_id"] = str(last)
    raise untold("has more speech since then than can be searched")


def is_speech(item: Mapping[str, object], body: Body) -> bool:
    """Whether an item is what this body bought. Raises EngineUnavailable where it is still being made."""
    same = all(
        item.get(name) in (None, expected)
        for name, expected in (("voice_id", body.get(PATH, {}).get("voice_id")), ("model_id", body.get("model_id")))
    )
    words = item.get("text")
    if not same or not isinstance(words, str) or words.strip() != str(body.get("text")).strip():
        return False
    if item.get("state") == "processing":
        raise untold("is still at work on it")
    return is_id(item.get("history_item_id")) and item.get("state") != "deleted"


async def find_dub(reference: str, since: int, vendor: Vendor) -> str | None:
    """The id of the project with this reference since that instant (ms); None where there is none.

    Raises EngineUnavailable where that cannot be told yet.
    """
    earliest = datetime.fromtimestamp(since / 1_000 - SKEW_SECONDS, UTC)
    query: dict[str, str | int] = {"page_size": DUBS}
    for _ in range(DUB_PAGES_MAX):  # the newest first
        answer = await vendor.get(f"{PROJECTS}?{urlencode(query)}")
        page = listed(answer, "projects")
        for project in page:
            if is_before(project.get("created_at"), earliest):
                break
            if project.get("reference") == reference and is_id(project.get("project_id")):
                return str(project["project_id"])
        cursor = (told_by(answer) or {}).get("next_cursor")
        if not isinstance(cursor, str) or not cursor or (page and is_before(page[-1].get("created_at"), earliest)):
            refuse_early(answer, since)
            return None
        query["cursor"] = cursor
    raise untold("has more dubs since then than can be searched")


def listed(answer: VendorAnswer, name: str) -> list[Mapping[str, object]]:
    """The items of a page. Raises EngineUnavailable for an answer that is none."""
    told = told_by(answer)
    items = told.get(name) if told is not None else None
    if not isinstance(items, list):
        raise untold(f"answered the question with HTTP {answer.status}")
    return [item for item in items if isinstance(item, Mapping)]


def refuse_early(answer: VendorAnswer, since: int) -> None:
    """Raises EngineUnavailable while a purchase of that instant may still be on its way into the list, by the clock of
    whoever keeps the list.
    """
    now = date_of(answer)
    if now is not None and now < since / 1_000 + AT_WORK_SECONDS:
        raise untold("may still be at work on it")


def is_before(created: object, earliest: datetime) -> bool:
    """Whether an instant as ElevenLabs writes it is before; one that cannot be read is not."""
    try:
        instant = datetime.fromisoformat(str(created))
    except ValueError:
        return False
    return (instant if instant.tzinfo else instant.replace(tzinfo=UTC)) < earliest


def untold(why: str) -> EngineUnavailable:
    """The error of a search that has to be made again."""
    return EngineUnavailable(f"What was bought cannot be told yet: ElevenLabs {why}", AGAIN_SECONDS)
