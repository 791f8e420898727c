"""An ElevenLabs on loopback: recordings in the answer, the history of speech, dubs as jobs, the account.

`python -m tests.fakes.elevenlabs --port N` runs it as a program; its key is KEY.
"""

import itertools
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from tests.fakes.faults import Fault
from tests.fakes.forms import form_of
from tests.fakes.ledger import Purchase
from tests.fakes.media import TYPES, media
from tests.fakes.server import Answer, Asked, FakeVendor, json_answer, main

KEY = "sk_0b7d4c0f9e5a4f0c8f4d0a6b2c1e7f93"
PLACES = 5  # requests that the account may have at once
CREDIT = 100  # millionths of a dollar
LIMIT = 100_000  # credits of the period
LOOKS = ("queued", "processing")  # what a dub is at its first looks; then it is completed
FORMATS = re.compile(r"mp3_(22050_32|24000_48|44100_(32|64|96|128|192))")
VOICE = re.compile(r"[A-Za-z0-9]{20}")
LANGUAGES = (
    "en hi pt zh es fr de ja ar ru ko id it nl tr pl sv fil ms ro uk el cs da fi bg hr sk ta".split()
)  # that dubbing is documented for
ROUTES = (
    ("submit", "POST", re.compile(r"/v1/text-to-speech/(?P<voice>[^/]+)")),
    ("submit", "POST", re.compile(r"/v1/(?P<make>sound-generation|music|audio-isolation|dubbing/project)")),
    ("history", "GET", re.compile(r"/v1/(?P<list>history|dubbing/project)")),
    ("recording", "GET", re.compile(r"/v1/history/(?P<id>[\w-]+)/audio")),
    ("status", "GET", re.compile(r"/v1/dubbing/project/(?P<id>[\w-]+)(/language/(?P<language>[\w-]+))?")),
    ("cancel", "DELETE", re.compile(r"/v1/dubbing/project/(?P<id>[\w-]+)")),
    ("account", "GET", re.compile(r"/v1/user/subscription")),
    ("file", "GET", re.compile(r"/signed/(?P<id>[\w-]+)\.(?P<kind>\w+)")),
)
Check = Callable[[Any], bool]


def number(least: float, most: float) -> Check:
    return lambda value: isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most


def one_of(*values: str) -> Check:
    return lambda value: value in values


def text(most: int) -> Check:
    return lambda value: isinstance(value, str) and 0 < len(value) <= most


@dataclass(frozen=True)
class Product:
    """One endpoint: the fields it knows, those it wants, the credits it takes."""

    fields: Mapping[str, Check]
    required: str
    credits: Callable[[Mapping[str, Any]], int]


PRODUCTS: Mapping[str, Product] = {
    "text-to-speech": Product(
        {
            "text": text(10_000),
            "model_id": one_of("eleven_multilingual_v2", "eleven_flash_v2_5"),
            "seed": number(0, 2**32 - 1),
        },
        "text",
        lambda body: len(body["text"]),
    ),
    "sound-generation": Product(
        {
            "text": text(1_000_000),
            "duration_seconds": number(0.5, 30),
            "prompt_influence": number(0, 1),
            "model_id": one_of("eleven_text_to_sound_v2", "eleven_text_to_sound_v3"),
        },
        "text",
        lambda body: round(40 * body["duration_seconds"]) if "duration_seconds" in body else 200,
    ),
    "music": Product(
        {
            "prompt": text(1_000_000),
            "music_length_ms": number(3_000, 600_000),
            "model_id": one_of("music_v1", "music_v2", "music_v2_5"),
        },
        "prompt",
        lambda body: body["music_length_ms"] // 20,
    ),
    "audio-isolation": Product(
        {"audio": lambda value: isinstance(value, bytes), "file_format": one_of("other", "pcm_s16le_16")},
        "audio",
        lambda _: 40,
    ),
    "dubbing/project": Product(
        {
            "file": lambda value: isinstance(value, bytes),
            "target_language": one_of(*LANGUAGES),
            "model_id": one_of("dubbing_v1", "dubbing_v2"),
            "reference": text(500),
        },
        "file",
        lambda _: 120,
    ),
}


@dataclass
class Dub:
    """A project with one language."""

    project: str
    language: str
    target: str
    reference: str | None
    created: float
    error: dict[str, Any] | None = None  # of the language
    project_error: dict[str, Any] | None = None


@dataclass
class Speech:
    """An item of the history."""

    id: str
    voice: str
    body: Mapping[str, Any]
    made: float
    used: int  # credits, before it
    state: str = "created"

    def as_json(self) -> dict[str, Any]:
        return {
            "history_item_id": self.id,
            "request_id": f"r{self.id}",
            "voice_id": self.voice,
            "model_id": self.body.get("model_id"),
            "text": self.body["text"],
            "date_unix": int(self.made),
            "character_count_change_from": self.used,
            "character_count_change_to": self.used + len(self.body["text"]),
            "content_type": "audio/mpeg",
            "state": self.state,
            "source": "TTS",
        }


@dataclass
class Account:
    """What the subscription says."""

    status: str = "active"
    limit: int = LIMIT
    extension: int | str = 0
    retired: set[str] = field(default_factory=set)  # voices that there are no more


class FakeElevenLabs(FakeVendor):
    """ElevenLabs, as far as a buyer sees it."""

    def __init__(self, key: str = KEY, looks: tuple[str, ...] = LOOKS) -> None:
        super().__init__(key)
        self.looks = looks
        self.account = Account()
        self.speech: list[Speech] = []
        self.dubs: list[Dub] = []
        self.page_max = 1_000  # items of a page, whatever is asked for
        self.ending: tuple[dict[str, Any] | None, dict[str, Any] | None] = (
            None,
            None,
        )  # errors of language and project
        self.names_language = True  # in the answer to a new project
        self._numbers = itertools.count(1)

    @property
    def used(self) -> int:
        return round(sum(one.units for one in self.ledger.purchases))

    def step_of(self, asked: Asked) -> str | None:
        return next((step for step, how, path in ROUTES if how == asked.method and path.fullmatch(asked.path)), None)

    def answer(self, step: str, asked: Asked) -> Answer:
        found = next(m for name, how, path in ROUTES if how == asked.method and (m := path.fullmatch(asked.path)))
        if step == "file":
            return Answer(200, media(found["kind"]), (("content-type", TYPES[found["kind"]]),))
        if asked.headers.get("xi-api-key") != self.key:
            return refusal(401, "authentication_error", "invalid_api_key", "Invalid API key")
        if step == "submit":
            parts = found.groupdict()
            return self.submit(parts.get("make") or "text-to-speech", parts.get("voice"), asked)
        if step == "history":
            return self.history(asked) if found["list"] == "history" else self.projects(asked)
        if step == "recording":
            return self.recording(found["id"])
        if step == "account":
            return self.subscription()
        dub = next((one for one in self.dubs if one.project == found["id"]), None)
        if dub is None:
            return refusal(404, "not_found", "project_not_found", "There is no such project")
        if step == "cancel":
            self.dubs.remove(dub)
            self.bought(dub).cancelled_at = time.monotonic()
            return Answer(204)
        return self.language(dub) if found["language"] == dub.language else self.project(dub, found["language"])

    async def go_wrong(self, fault: Fault, step: str, asked: Asked, receive: Any, send: Any) -> None:
        if step == "status" and fault in (Fault.UNKNOWN_STATE, Fault.BACKWARDS):
            state = {Fault.UNKNOWN_STATE: "reconsidering", Fault.BACKWARDS: "queued"}[fault]
            body = json_answer(200, {"status": state, "project_id": "p", "language_id": "l", "outputs": None}).body
            headers = [(b"content-length", str(len(body)).encode())]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": body})
            return
        await super().go_wrong(fault, step, asked, receive, send)

    def before_work(self, fault: Fault, asked: Asked) -> Answer | None:
        full = {"current_concurrent_requests": f"{PLACES}", "maximum_concurrent_requests": f"{PLACES}"}
        kind, code = "rate_limit_error", "concurrent_limit_exceeded"
        old = "too_many_concurrent_requests"
        key = asked.headers.get("xi-api-key", "")
        own = {
            Fault.BUSY: refusal(429, kind, code, "Too many concurrent requests", old, **full),
            Fault.BUSY_FOR_7: refusal(429, kind, code, "Too many concurrent requests", old, retry_after="7", **full),
            Fault.BAD_KEY: refusal(401, "authentication_error", "invalid_api_key", "Invalid API key"),
            Fault.NO_MONEY: json_answer(401, {"detail": {"status": "quota_exceeded", "message": "3 credits are left"}}),
            Fault.ECHO_KEY: refusal(400, "validation_error", "invalid_header", f"bad header: {key}"),
        }
        return own.get(fault) or super().before_work(fault, asked)

    def submit(self, make: str, voice: str | None, asked: Asked) -> Answer:
        product = PRODUCTS[make]
        is_form = asked.headers.get("content-type", "").startswith("multipart/")
        body = form_of(asked) if is_form else asked.json()
        if fault := fault_in(product, body, asked.query, has_format=make not in ("audio-isolation", "dubbing/project")):
            return json_answer(422, {"detail": [fault]})
        if voice is not None and (not VOICE.fullmatch(voice) or voice in self.account.retired):
            return refusal(
                404, "not_found", "voice_not_found", f"A voice with id {voice} was not found.", param="voice_id"
            )
        credits = product.credits(body)
        if self.used + credits > self.account.limit:
            return refusal(402, "payment_required", "quota_exceeded", "This request exceeds your quota.")
        number = f"e{next(self._numbers):08d}"
        noted = {name: value if isinstance(value, str | int | float) else len(value) for name, value in body.items()}
        used = self.used
        self.ledger.add(Purchase(number, make, noted, self.key, credits * CREDIT, credits, {}))
        if make == "dubbing/project":
            return self.new_project(number, body)
        if voice is not None:
            self.speech.append(Speech(number, voice, body, time.time(), used))
        return Answer(
            200,
            media("mp3"),
            (
                ("content-type", TYPES["mp3"]),
                ("request-id", number),
                ("character-cost", f"{credits}"),
                ("current-concurrent-requests", "1"),
                ("maximum-concurrent-requests", f"{PLACES}"),
            ),
        )

    def history(self, asked: Asked) -> Answer:
        """Speech alone; sounds, music and clean voices are not in it."""
        asking = {name: values[0] for name, values in asked.query.items()}
        items = [
            one
            for one in self.speech
            if one.voice == asking.get("voice_id", one.voice) and one.made >= int(asking.get("date_after_unix", 0))
        ]
        if asking.get("sort_direction") != "asc":
            items.reverse()
        ids = [one.id for one in items]
        start = ids.index(asking["start_after_history_item_id"]) + 1 if "start_after_history_item_id" in asking else 0
        page = items[start:][: min(int(asking.get("page_size", 100)), self.page_max)]
        return json_answer(
            200,
            {
                "history": [one.as_json() for one in page],
                "last_history_item_id": page[-1].id if page else None,
                "has_more": start + len(page) < len(items),
                "scanned_until": 0,
            },
        )

    def recording(self, id: str) -> Answer:
        if id not in [one.id for one in self.speech]:
            return refusal(404, "not_found", "history_item_not_found", "There is no such item")
        return Answer(200, media("mp3"), (("content-type", TYPES["mp3"]),))

    def new_project(self, number: str, body: Mapping[str, Any]) -> Answer:
        dub = Dub(f"p{number}", f"l{number}", body["target_language"], body.get("reference"), time.time(), *self.ending)
        self.dubs.append(dub)
        return json_answer(
            200, self.as_json(dub) | {"status": "queued"} | ({} if self.names_language else {"language_ids": []})
        )

    def projects(self, asked: Asked) -> Answer:
        """The newest first, without their languages."""
        asking = {name: values[0] for name, values in asked.query.items()}
        newest, start = self.dubs[::-1], int(asking.get("cursor", 0))
        end = start + min(int(asking.get("page_size", 30)), self.page_max)
        page = [self.as_json(one) | {"language_ids": []} for one in newest[start:end]]
        return json_answer(200, {"projects": page, "next_cursor": f"{end}" if end < len(newest) else None})

    def project(self, dub: Dub, language: str | None) -> Answer:
        if language is not None:
            return refusal(404, "not_found", "language_not_found", "There is no such language")
        return json_answer(200, self.as_json(dub))

    def language(self, dub: Dub) -> Answer:
        purchase = self.bought(dub)
        purchase.looks += 1
        told: dict[str, Any] = {
            "language_id": dub.language,
            "project_id": dub.project,
            "target_language": dub.target,
            "outputs": None,
            "error": None,
            "revision": 0,
        } | instants(dub)
        if purchase.looks <= len(self.looks):
            return json_answer(200, told | {"status": self.looks[purchase.looks - 1]})
        if error := dub.error or (dub.project_error and {"code": "project_failed", "message": "", "retryable": False}):
            return json_answer(200, told | {"status": "failed", "error": error})
        signed = f"{self.base}/signed/{dub.project}.flac?X-Goog-Signature={purchase.looks}"
        outputs = {"lossless_audio": signed, "subtitles": None}
        return json_answer(200, told | {"status": "completed", "outputs": outputs, "output_revision": 0})

    def subscription(self) -> Answer:
        return json_answer(
            200,
            {
                "tier": "creator",
                "character_count": self.used,
                "character_limit": self.account.limit,
                "max_credit_limit_extension": self.account.extension,
                "status": self.account.status,
                "next_character_count_reset_unix": 1_800_000_000,
            },
        )

    def as_json(self, dub: Dub) -> dict[str, Any]:
        status = "failed" if dub.project_error else "ready" if self.bought(dub).looks else "preparing"
        return {
            "project_id": dub.project,
            "status": status,
            "reference": dub.reference,
            "language_ids": [dub.language],
            "model_id": "dubbing_v2",
            "revision": 0,
            "error": dub.project_error,
        } | instants(dub)

    def bought(self, dub: Dub) -> Purchase:
        purchase = self.ledger.find(dub.project.removeprefix("p"))
        assert purchase is not None
        return purchase


def instants(dub: Dub) -> dict[str, str]:
    created = datetime.fromtimestamp(dub.created, UTC).isoformat().replace("+00:00", "Z")
    return {"created_at": created, "updated_at": created}


def fault_in(product: Product, body: Any, query: Mapping[str, list[str]], *, has_format: bool) -> dict[str, Any] | None:
    """The first thing that the endpoint does not take."""
    if not isinstance(body, Mapping):
        return {"loc": ["body"], "msg": "value is not a valid dict", "type": "type_error.dict"}
    for name in product.required.split():
        if name not in body:
            return {"loc": ["body", name], "msg": "field required", "type": "value_error.missing"}
    for name, value in body.items():
        if name not in product.fields:
            return {"loc": ["body", name], "msg": "extra fields not permitted", "type": "extra_forbidden"}
        if not product.fields[name](value):
            return {"loc": ["body", name], "msg": "not a valid value", "type": "value_error"}
    formats = query.get("output_format", [])
    if (query and not has_format) or any(not FORMATS.fullmatch(one) for one in formats):
        return {"loc": ["query", "output_format"], "msg": "not a valid value", "type": "value_error"}
    return None


def refusal(status: int, kind: str, code: str, message: str, old: str = "", param: str = "", **headers: str) -> Answer:
    """An error in the newer shape."""
    detail = {"type": kind, "code": code, "message": message, "status": old or code, "request_id": "e0"}
    return json_answer(status, {"detail": detail | ({"param": param} if param else {})}, **headers)


if __name__ == "__main__":
    main(FakeElevenLabs())
