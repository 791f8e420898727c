"""OpenAI, or a server that is asked as OpenAI is, on loopback: vLLM-Omni, SGLang or LocalAI, each with its own fields.

`python -m tests.fakes.openai --port N` runs OpenAI as a program; its key is KEY. It is stricter than the servers, which
take fields that they do not know and do nothing with them.
"""

import base64
import itertools
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tests.fakes.faults import Fault
from tests.fakes.forms import form_of
from tests.fakes.ledger import Purchase
from tests.fakes.media import TYPES, media, skeleton_glb
from tests.fakes.server import Answer, Asked, FakeVendor, json_answer, main

KEY = "sk-proj-0f6d1b7c9e5a4f0c8f4d0a6b2c1e7f93"
PICTURE, CHARACTER = 70_000, 20  # millionths of a dollar
TOKENS = 1_056  # of a picture
FRAMES = 150  # of a motion, where nothing is said
LOOKS = ("queued", "in_progress")  # what a job is at its first looks; then it is completed
PERCENT: Mapping[str, int] = {"queued": 0, "in_progress": 42, "completed": 100}
SIZE = re.compile(r"[1-9]\d{1,3}x[1-9]\d{1,3}")
JOBS = ("v1/videos", "v1/meshes")
MAKES: Mapping[str, str] = {
    "v1/images/generations": "png",
    "v1/audio/speech": "wav",
    "v1/videos": "mp4",
    "v1/meshes": "glb",
    "video": "mp4",
    "3d/generations": "glb",
    "3d/animate": "glb",
}
FILES: Mapping[str, str] = {
    "video": "generated-videos",
    "3d/generations": "generated-3d",
    "3d/animate": "generated-3d",
}
ROUTES = (
    ("submit", "POST", re.compile(rf"/(?P<make>{'|'.join(MAKES)})")),
    ("status", "GET", re.compile(rf"/(?P<make>{'|'.join(JOBS)})/(?P<id>\w+)")),
    ("cancel", "DELETE", re.compile(rf"/(?P<make>{'|'.join(JOBS)})/(?P<id>\w+)")),
    ("file", "GET", re.compile(rf"/(?P<make>{'|'.join(JOBS)})/(?P<id>\w+)/content")),
    ("file", "GET", re.compile(rf"/(?:{'|'.join(FILES.values())})/(?P<id>\w+)\.(?P<kind>\w+)")),
    ("account", "GET", re.compile(r"/v1/models")),
)
Check = Callable[[Any], bool]


def text(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 32_000


def size(value: Any) -> bool:
    return isinstance(value, str) and SIZE.fullmatch(value) is not None


def file(value: Any) -> bool:
    return isinstance(value, bytes) and len(value) > 0


def data_url(value: Any) -> bool:
    return isinstance(value, str) and value.startswith("data:image/")


def one_of(*values: Any) -> Check:
    return lambda value: value in values and not isinstance(value, bool)


def whole(most: int) -> Check:
    """A number, in a form as its digits."""
    return lambda value: str(value).isdecimal() and not isinstance(value, bool) and int(value) <= most


def prompt_alone(value: Any) -> bool:
    """The inputs of LocalAI's text-to-motion: one text that says something, 4,096 bytes at most."""
    match value:
        case {"prompt": {"type": "text", "data": str(words), **rest}, **others}:
            return not rest and not others and bool(words.strip()) and len(words.encode()) <= 4_096
    return False


def motion_params(value: Any) -> bool:
    """The parameters of LocalAI's Kimodo: texts, each within its bounds."""
    bounds = {"frames": (60, 150), "steps": (1, 1_000), "seed": (0, 2**64 - 1)}
    return isinstance(value, dict) and all(
        isinstance(said, str)
        and said.isdecimal()
        and name in bounds
        and bounds[name][0] <= int(said) <= bounds[name][1]
        for name, said in value.items()
    )


INT32, INT64 = whole(2**31 - 1), whole(2**63 - 1)
SPEECH_FORMATS = one_of("wav", "pcm", "flac", "mp3", "opus")
PICTURES: Mapping[str, Check] = {"prompt": text, "n": one_of(1), "size": size}
# By server and endpoint: the fields, and which of them it wants.
SERVERS: Mapping[str, Mapping[str, tuple[Mapping[str, Check], str]]] = {
    "openai": {
        "v1/images/generations": (
            {
                **PICTURES,
                "model": one_of("gpt-image-2.5-flare", "gpt-image-2.5-sunburst", "gpt-image-2"),
                "quality": one_of("low", "medium", "high", "auto"),
                "output_format": one_of("png", "jpeg", "webp"),
            },
            "prompt",
        ),
        "v1/audio/speech": (
            {
                "model": one_of("tts-1", "tts-1-hd", "gpt-4o-mini-tts"),
                "input": lambda value: text(value) and len(value) <= 4_096,
                "voice": one_of(*"alloy ash ballad coral echo fable onyx nova sage shimmer verse marin cedar".split()),
                "response_format": one_of("mp3", "opus", "aac", "flac", "wav", "pcm"),
            },
            "model input voice",
        ),
    },
    "vllm-omni": {
        "v1/images/generations": (
            {**PICTURES, "response_format": one_of("b64_json"), "output_format": one_of("png", "jpeg"), "seed": INT64},
            "prompt",
        ),
        "v1/audio/speech": (
            {"input": text, "voice": text, "response_format": SPEECH_FORMATS, "seed": INT64},
            "input",
        ),
        "v1/videos": (
            {"prompt": text, "size": size, "num_frames": whole(10_000), "fps": whole(240), "seed": INT64},
            "prompt",
        ),
    },
    "sglang": {
        "v1/images/generations": (
            {
                **PICTURES,
                "response_format": one_of("url", "b64_json"),
                "output_format": one_of("png", "jpeg", "webp"),
                "seed": INT64,
            },
            "prompt",
        ),
        "v1/videos": (
            {"prompt": text, "size": size, "num_frames": whole(10_000), "fps": whole(240), "seed": INT64},
            "prompt",
        ),
        "v1/meshes": ({"image": file, "seed": INT64, "output_format": one_of("glb", "obj")}, "image"),
    },
    "localai": {
        "v1/images/generations": (
            {**PICTURES, "model": text, "response_format": one_of("url", "b64_json"), "seed": INT32},
            "model prompt",
        ),
        "v1/audio/speech": ({"model": text, "input": text, "voice": text, "response_format": SPEECH_FORMATS}, "model"),
        "video": (
            {
                "model": text,
                "prompt": text,
                "width": INT32,
                "height": INT32,
                "num_frames": INT32,
                "fps": INT32,
                "seed": INT32,
                "response_format": one_of("url", "b64_json"),
            },
            "model",
        ),
        "3d/generations": (
            {"model": text, "image": data_url, "seed": INT32, "response_format": one_of("url", "b64_json")},
            "model image",
        ),
        "3d/animate": (
            {
                "model": text,
                "inputs": prompt_alone,
                "params": motion_params,
                "response_format": one_of("url", "b64_json"),
            },
            "model inputs",
        ),
    },
}
FORMS: Mapping[str, tuple[str, ...]] = {"vllm-omni": ("v1/videos",), "sglang": ("v1/meshes",)}


@dataclass
class Work:
    """A job."""

    id: str
    made: int
    error: dict[str, Any] | None = None


class FakeOpenAI(FakeVendor):
    """One server, as far as a buyer sees it. Without a key it asks for none."""

    def __init__(self, key: str = KEY, server: str = "openai", looks: tuple[str, ...] = LOOKS) -> None:
        super().__init__(key)
        self.server, self.looks = server, looks
        self.work: dict[str, Work] = {}
        self.motions: dict[str, bytes] = {}  # by the number of their purchases
        self.ending: dict[str, Any] | None = None  # the error of every job
        self._numbers = itertools.count(1)

    def step_of(self, asked: Asked) -> str | None:
        return next((step for step, how, path in ROUTES if how == asked.method and path.fullmatch(asked.path)), None)

    def answer(self, step: str, asked: Asked) -> Answer:
        found = next(m for _, how, path in ROUTES if how == asked.method and (m := path.fullmatch(asked.path)))
        parts = found.groupdict()
        if self.key and asked.headers.get("authorization") != f"Bearer {self.key}":
            return refusal(401, "invalid_request_error", "invalid_api_key", "Incorrect API key provided.")
        if step == "account":
            return json_answer(200, {"object": "list", "data": [{"id": "a-model", "object": "model"}]})
        if step == "submit":
            return self.submit(parts["make"], asked)
        if parts.get("kind"):
            return sent(parts["kind"], self.motions.get(parts["id"]))
        job = self.work.get(parts["id"])
        if job is None:
            return json_answer(404, {"detail": "Video not found"})
        if step == "cancel":
            del self.work[job.id]
            self.bought(job).cancelled_at = time.monotonic()
            return json_answer(200, {"id": job.id, "deleted": True, "object": "video.deleted"})
        if step == "file":
            done = self.bought(job).looks > len(self.looks)
            return (
                sent(MAKES[parts["make"]]) if done else json_answer(404, {"detail": "Generation is still in-progress"})
            )
        self.bought(job).looks += 1
        return json_answer(200, self.as_json(job, parts["make"]))

    async def go_wrong(self, fault: Fault, step: str, asked: Asked, receive: Any, send: Any) -> None:
        if step == "status" and fault in (Fault.UNKNOWN_STATE, Fault.BACKWARDS):
            state = {Fault.UNKNOWN_STATE: "reconsidering", Fault.BACKWARDS: "queued"}[fault]
            await self.tell(send, "", json_answer(200, {"id": "x", "status": state, "progress": 0}))
            return
        await super().go_wrong(fault, step, asked, receive, send)

    def before_work(self, fault: Fault, asked: Asked) -> Answer | None:
        limit = ("requests", "rate_limit_exceeded", "Rate limit reached")
        own = {
            Fault.BUSY: refusal(429, *limit),
            Fault.BUSY_FOR_7: refusal(429, *limit, retry_after="7"),
            Fault.BAD_KEY: refusal(401, "invalid_request_error", "invalid_api_key", "Incorrect API key provided."),
            Fault.NO_MONEY: refusal(429, "insufficient_quota", "insufficient_quota", "You exceeded your quota."),
            Fault.ECHO_KEY: refusal(400, "bad", "bad_header", f"bad: {asked.headers.get('authorization')}"),
        }
        return own.get(fault) or super().before_work(fault, asked)

    def submit(self, make: str, asked: Asked) -> Answer:
        known = SERVERS[self.server]
        if make not in known:
            return json_answer(404, {"detail": "Not Found"})
        is_form = asked.headers.get("content-type", "").startswith("multipart/")
        if is_form != (make in FORMS.get(self.server, ())):
            return json_answer(415, {"detail": "Unsupported Media Type"})
        body = form_of(asked) if is_form else asked.json()
        if fault := self.fault_in(*known[make], body):
            return fault
        number = f"video_gen_{next(self._numbers):08d}"
        noted = {name: len(value) if isinstance(value, bytes) else value for name, value in body.items()}
        price = self.price_of(make, body)
        self.ledger.add(Purchase(number, make, noted, self.key, price, 1, {}))
        if make in JOBS:
            self.work[number] = Work(number, int(time.time()), self.ending)
            return json_answer(200, self.as_json(self.work[number], make))
        if make == "v1/audio/speech":
            return sent("wav")
        if make == "3d/animate":
            params: Any = body.get("params", {})
            self.motions[number] = skeleton_glb(int(params.get("frames", FRAMES)))
        data = self.inline(make, number, body)
        usage = {"input_tokens": 9, "output_tokens": TOKENS, "total_tokens": 9 + TOKENS}
        return json_answer(
            200, {"created": 1, "data": [data]} | ({"usage": usage} if self.server == "openai" else {"id": number})
        )

    def inline(self, make: str, number: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """A file in an answer."""
        if make in FILES and body.get("response_format") != "b64_json":
            return {"url": f"{self.base}/{FILES[make]}/{number}.{MAKES[make]}"}
        content = self.motions.get(number) or media(MAKES[make])
        return {"b64_json": base64.b64encode(content).decode()}

    def price_of(self, make: str, body: Mapping[str, Any]) -> int:
        """Millionths; only OpenAI bills."""
        if self.server != "openai":
            return 0
        return PICTURE if make == "v1/images/generations" else CHARACTER * len(body["input"])

    def fault_in(self, fields: Mapping[str, Check], required: str, body: Any) -> Answer | None:
        """The first thing that it does not take, as this server says it."""
        for name in required.split():
            if name not in body:
                return self.invalid(name, "missing", "Field required")
        for name, value in body.items():
            if name not in fields:
                return self.invalid(name, "unknown_parameter", f"Unknown parameter: '{name}'.")
            if not fields[name](value):
                return self.invalid(name, "invalid_value", f"Invalid value: {str(value)[:40]}")
        return None

    def invalid(self, name: str, code: str, message: str) -> Answer:
        if self.server in ("openai", "localai"):
            return refusal(400, "invalid_request_error", code, message, param=name)
        return json_answer(422, {"detail": [{"loc": ["body", name], "msg": message, "type": code}]})

    def as_json(self, job: Work, make: str) -> dict[str, Any]:
        looks = self.bought(job).looks
        state = self.looks[max(looks - 1, 0)] if looks <= len(self.looks) and self.looks else "completed"
        state = "failed" if job.error and state == "completed" else state
        return {
            "id": job.id,
            "object": "mesh" if make == "v1/meshes" else "video",
            "model": "a-model",
            "status": state,
            "progress": PERCENT.get(state, 0),
            "created_at": job.made,
            "error": job.error if state == "failed" else None,
        }

    def bought(self, job: Work) -> Purchase:
        purchase = self.ledger.find(job.id)
        assert purchase is not None
        return purchase


def sent(kind: str, content: bytes | None = None) -> Answer:
    """A file."""
    return Answer(200, content or media(kind), (("content-type", TYPES[kind]),))


def refusal(status: int, kind: str, code: str, message: str, param: str | None = None, **headers: str) -> Answer:
    """An error as OpenAI writes it."""
    error = {"message": message, "type": kind, "param": param, "code": code}
    return json_answer(status, {"error": error}, **headers)


if __name__ == "__main__":
    main(FakeOpenAI())
