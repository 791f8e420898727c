"""A fal on loopback: the queue's submit, status, result and cancel, its storage, and files that are real.

`python -m tests.fakes.fal --port N` runs it as a program; its key is KEY.
"""

import itertools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tests.fakes.faults import Fault
from tests.fakes.ledger import Purchase
from tests.fakes.media import TYPES, media
from tests.fakes.server import Answer, Asked, FakeVendor, json_answer, main

KEY = "f2a9c1e0-77b3:s3cr3t/of+the.house=="
LOOKS = ("IN_QUEUE", "IN_PROGRESS")  # what a job is at its first looks; then it is done
ROUTES = (
    ("initiate", "POST", re.compile(r"/storage/upload/initiate")),
    ("upload", "PUT", re.compile(r"/storage/put/(?P<file>\w+)")),
    ("file", "GET", re.compile(r"/files/(?P<file>[\w.-]+)")),
    ("status", "GET", re.compile(r"/(?P<app>[\w.-]+/[\w.-]+)/requests/(?P<id>[\w-]+)/status")),
    ("cancel", "PUT", re.compile(r"/(?P<app>[\w.-]+/[\w.-]+)/requests/(?P<id>[\w-]+)/cancel")),
    ("result", "GET", re.compile(r"/(?P<app>[\w.-]+/[\w.-]+)/requests/(?P<id>[\w-]+)")),
    ("submit", "POST", re.compile(r"/(?P<endpoint>[\w.-]+/[\w./-]+)")),
)
Body = Mapping[str, Any]


@dataclass(frozen=True)
class Product:
    """One endpoint: what it wants, what it gives, what it bills."""

    required: str  # fields, with blanks between them
    gives: Mapping[str, str]  # place in the answer -> kind of file
    price: int  # millionths of a dollar for a unit
    units: Callable[[Body], float] = lambda _: 1
    files: str = ""  # fields that are URLs of files


PRODUCTS: Mapping[str, Product] = {
    "fal-ai/nano-banana": Product("prompt", {"images.0": "png"}, 39_800, lambda body: body.get("num_images", 1)),
    "fal-ai/flux-2-flex": Product(
        "prompt",
        {"images.0": "png"},
        60_000,
        lambda body: body["image_size"]["width"] * body["image_size"]["height"] / 1e6,
    ),
    "fal-ai/ltx-video-13b-distilled": Product(
        "prompt", {"video": "mp4"}, 40_000, lambda body: body.get("num_frames", 121) / body.get("frame_rate", 24)
    ),
    "fal-ai/hunyuan3d-v3/text-to-3d": Product("prompt", {"model_glb": "glb", "thumbnail": "png"}, 375_000),
    "fal-ai/meshy/v6/text-to-3d": Product("prompt", {"model_glb": "glb", "thumbnail": "png"}, 800_000),
    "fal-ai/trellis-2": Product("image_url", {"model_glb": "glb"}, 300_000, files="image_url"),
    "fal-ai/hunyuan3d-v21": Product(
        "input_image_url", {"model_glb": "glb", "model_glb_pbr": "glb"}, 150_000, files="input_image_url"
    ),
    "fal-ai/triposr": Product("image_url", {"model_mesh": "glb"}, 70_000, files="image_url"),
    "fal-ai/hunyuan-motion": Product("prompt", {"fbx_file": "fbx"}, 80_000),
    "fal-ai/elevenlabs/sound-effects/v2": Product(
        "text", {"audio": "mp3"}, 2_000, lambda body: body.get("duration_seconds", 9)
    ),
    "fal-ai/demucs": Product("audio_url", {}, 700, lambda _: 2, files="audio_url"),
    "fal-ai/elevenlabs/audio-isolation": Product(
        "audio_url", {"audio": "mp3"}, 100_000, lambda _: 0.05, files="audio_url"
    ),
    "fal-ai/elevenlabs/dubbing": Product("audio_url target_lang", {"audio": "mp3"}, 600_000, files="audio_url"),
    "fal-ai/elevenlabs/music": Product(
        "prompt", {"audio": "mp3"}, 600_000, lambda body: -(-body["music_length_ms"] // 60_000)
    ),
    "fal-ai/elevenlabs/tts/multilingual-v2": Product(
        "text", {"audio": "mp3"}, 100_000, lambda body: len(body["text"]) / 1_000
    ),
    "acme/tones": Product("text", {"tone": "mp3"}, 2_000),  # which no packaged table knows
}


class FakeFal(FakeVendor):
    """fal, as far as a buyer sees it."""

    def __init__(self, key: str = KEY, looks: tuple[str, ...] = LOOKS) -> None:
        super().__init__(key)
        self.looks = looks
        self.stored: dict[str, bytes] = {}  # what was handed in
        self.forgotten: set[str] = set()  # requests that it knows nothing of
        self.endings: dict[str, tuple[str, int, Any]] = {}  # endpoint -> how its jobs fail: error type, status, body
        self.instead: dict[str, str] = {}  # endpoint -> kind of the files that it gives instead
        self._numbers = itertools.count(1)

    def step_of(self, asked: Asked) -> str | None:
        return next(
            (step for step, method, path in ROUTES if method == asked.method and path.fullmatch(asked.path)), None
        )

    def answer(self, step: str, asked: Asked) -> Answer:
        found = next(m for name, method, path in ROUTES if name == step and (m := path.fullmatch(asked.path)))
        if step == "file":
            return self.file(found["file"])
        if step == "upload":
            self.stored[found["file"]] = asked.body
            return Answer(200)
        if asked.headers.get("authorization") != f"Key {self.key}":
            return json_answer(401, {"detail": "Cannot access application. Authentication is required."})
        if step == "initiate":
            return self.initiate()
        if step == "submit":
            return self.submit(found["endpoint"], asked)
        purchase = self.ledger.find(found["id"])
        if purchase is None or found["id"] in self.forgotten or not purchase.model.startswith(found["app"]):
            return json_answer(404, {"detail": "Request not found"})
        return {"status": self.status, "result": self.result, "cancel": self.cancel}[step](purchase, asked)

    async def go_wrong(self, fault: Fault, step: str, asked: Asked, receive: Any, send: Any) -> None:
        if step == "status" and fault in (Fault.UNKNOWN_STATE, Fault.BACKWARDS):
            state = {Fault.UNKNOWN_STATE: "RECONSIDERING", Fault.BACKWARDS: "IN_QUEUE"}[fault]
            answer = json_answer(202, {"status": state, "request_id": "r", "queue_position": 9})
            headers = [(b"content-length", str(len(answer.body)).encode())]
            await send({"type": "http.response.start", "status": 202, "headers": headers})
            await send({"type": "http.response.body", "body": answer.body})
            return
        await super().go_wrong(fault, step, asked, receive, send)

    def submit(self, endpoint: str, asked: Asked) -> Answer:
        product = PRODUCTS.get(endpoint)
        if product is None:
            return json_answer(404, {"detail": f'Application "{endpoint}" not found'})
        body = asked.json()
        units = product.units(body) if not missing(product, body) else 0
        headers = {name: value for name, value in asked.headers.items() if name.startswith("x-")}
        number = f"00000000-1111-2222-3333-{next(self._numbers):012d}"
        price = round(units * product.price)
        self.ledger.add(Purchase(number, endpoint, body, self.key, price, units, headers))
        app = "/".join(endpoint.split("/")[:2])  # the path behind an application is not in its requests' addresses
        place = f"{self.base}/{app}/requests/{number}"
        return json_answer(
            200,
            {
                "status": "IN_QUEUE",
                "request_id": number,
                "response_url": place,
                "status_url": f"{place}/status",
                "cancel_url": f"{place}/cancel",
                "queue_position": 3,
            },
        )

    def status(self, purchase: Purchase, asked: Asked) -> Answer:
        purchase.looks += 1
        told: dict[str, Any] = {"request_id": purchase.id, "response_url": f"{self.base}/x"}
        if purchase.cancelled_at is None and purchase.looks <= len(self.looks):
            state = self.looks[purchase.looks - 1]
            told |= {"status": state}
            if state == "IN_QUEUE":
                told |= {"queue_position": 3}
            elif asked.query.get("logs") == ["1"]:
                told |= {
                    "logs": [{"timestamp": "2026-11-22T10:00:00Z", "level": "INFO", "message": "steps:  40%|####"}]
                }
            return json_answer(202, told)
        told |= {"status": "COMPLETED", "logs": [], "metrics": {"inference_time": 1.5}}
        if purchase.cancelled_at is not None:
            told |= {"error": "Request was cancelled", "error_type": "client_cancelled"}
        elif ending := self.endings.get(purchase.model):
            told |= {"error": "It failed", "error_type": ending[0]} if ending[0] else {}
        return json_answer(200, told)

    def result(self, purchase: Purchase, asked: Asked) -> Answer:
        product = PRODUCTS[purchase.model]
        if ending := self.endings.get(purchase.model):
            return json_answer(ending[1], ending[2])
        if lacking := missing(product, purchase.body):
            fault = {"loc": ["body", lacking], "msg": "Field required", "type": "missing"}
            return json_answer(422, {"detail": [fault]}, x_fal_retryable="false")
        for name in product.files.split():
            if not self.readable(purchase.body[name]):
                fault = {"loc": ["body", name], "msg": "Could not read it", "type": "file_download_error"}
                return json_answer(422, {"detail": [fault]}, x_fal_retryable="false")
        gives = product.gives or dict.fromkeys(purchase.body["stems"], "wav")
        made: dict[str, Any] = {"seed": purchase.body.get("seed", 11)}
        for place, usual in gives.items():
            kind = self.instead.get(purchase.model, usual)
            name, _, number = place.partition(".")
            made[name] = [self.made(purchase, name, kind)] if number else self.made(purchase, name, kind)
        units = f"{purchase.units:g}"
        return json_answer(200, made, x_fal_request_id=purchase.id, x_fal_billable_units=units)

    def cancel(self, purchase: Purchase, asked: Asked) -> Answer:
        if purchase.looks > len(self.looks):
            return json_answer(400, {"status": "ALREADY_COMPLETED"})
        purchase.cancelled_at = purchase.cancelled_at or 1.0
        return json_answer(202, {"status": "CANCELLATION_REQUESTED"})

    def initiate(self) -> Answer:
        name = f"f{next(self._numbers)}"
        return json_answer(
            200, {"upload_url": f"{self.base}/storage/put/{name}?signature=x", "file_url": f"{self.base}/stored/{name}"}
        )

    def file(self, name: str) -> Answer:
        kind = name.rpartition(".")[2]
        if kind not in TYPES:
            return Answer(404)
        return Answer(200, media(kind), (("content-type", TYPES[kind]),))

    def made(self, purchase: Purchase, name: str, kind: str) -> dict[str, Any]:
        url = f"{self.base}/files/{purchase.id}-{name}.{kind}"
        return {"url": url, "content_type": TYPES[kind], "file_name": f"{name}.{kind}", "file_size": len(media(kind))}

    def readable(self, url: object) -> bool:
        """Whether it is a file that was handed in."""
        text = str(url)
        return text.startswith("data:") or text.rpartition("/stored/")[2] in self.stored


def missing(product: Product, body: Any) -> str:
    """The first field that the endpoint wants and the body lacks."""
    return next((name for name in product.required.split() if not isinstance(body, dict) or name not in body), "")


if __name__ == "__main__":
    main(FakeFal())
