"""A Gradio app on loopback, as far as a caller sees it: calls that become events, each told of once, by a stream."""

import json
import re
import uuid
from typing import Any
from urllib.parse import unquote

from tests.fakes.faults import Fault
from tests.fakes.forms import form_of
from tests.fakes.ledger import Purchase
from tests.fakes.media import media
from tests.fakes.server import Answer, Asked, FakeVendor, Receive, Send, gone, json_answer, main

CALL = re.compile(r"/gradio_api/call/(?P<name>\w+)")
STREAM = re.compile(r"/gradio_api/call/(?P<name>\w+)/(?P<id>\w+)")
FILE = re.compile(r"/gradio_api/file=(?P<path>/.+)")
EVENT_STREAM = "text/event-stream; charset=utf-8"
HEARTBEAT = b"event: heartbeat\ndata: null\n\n"
NO_DEFAULT = object()
# What each endpoint takes, and the kind of file that it makes.
ENDPOINTS: dict[str, tuple[dict[str, object], str]] = {
    "paint": ({"prompt": NO_DEFAULT, "seed": NO_DEFAULT, "image": None}, "png"),
    "draw": ({"prompt": NO_DEFAULT, "seed": NO_DEFAULT}, "png"),
    "sound": ({"prompt": NO_DEFAULT, "length": 2.0, "seed": 0}, "wav"),
    "create_image": ({"prompt": NO_DEFAULT, "aspect_ratio": NO_DEFAULT, "seed": NO_DEFAULT}, "png"),
}


class FakeGradio(FakeVendor):
    """Paints and sounds. What a call asks for is made when it is told of."""

    def __init__(self, key: str = "") -> None:
        super().__init__(key)
        self.files: dict[str, bytes] = {}

    def step_of(self, asked: Asked) -> str | None:
        if asked.method == "POST":
            return "upload" if asked.path == "/gradio_api/upload" else "submit" if CALL.fullmatch(asked.path) else None
        if STREAM.fullmatch(asked.path):
            return "result"
        return "file" if FILE.fullmatch(asked.path) else "account" if asked.path == "/gradio_api/info" else None

    def answer(self, step: str, asked: Asked) -> Answer:
        if self.key and asked.headers.get("authorization") != f"Bearer {self.key}":
            return json_answer(401, {"detail": "Not authenticated"})
        match step:
            case "account":
                return json_answer(200, {"named_endpoints": info(), "unnamed_endpoints": {}})
            case "upload":
                content = form_of(asked)["files"]
                assert isinstance(content, bytes)
                return json_answer(200, [self.keep(content, "upload.png")])
            case "submit":
                return self.called(asked)
            case "result":
                return self.told(asked)
        found = FILE.fullmatch(unquote(asked.path))
        content = self.files.get(found["path"], b"") if found else b""
        return Answer(200, content) if content else json_answer(403, {"detail": "File not allowed"})

    def called(self, asked: Asked) -> Answer:
        """In the queue from now on; no endpoint of that name is an error of the server."""
        found, body = CALL.fullmatch(asked.path), asked.json()
        assert found is not None
        if found["name"] not in ENDPOINTS:
            return Answer(500, b"Internal Server Error", (("content-type", "text/plain"),))
        event = uuid.uuid4().hex
        self.ledger.add(Purchase(event, found["name"], body, "", 0, 0, dict(asked.headers)))
        return json_answer(200, {"event_id": event})

    def told(self, asked: Asked) -> Answer:
        """All that is said of an event, once."""
        found = STREAM.fullmatch(asked.path)
        bought = self.ledger.find(found["id"]) if found else None
        if bought is None or bought.looks:
            return stream(("error", "404: Not Found"))
        bought.looks += 1
        values, (parameters, kind) = bought.body["data"], ENDPOINTS[bought.model]
        if len(values) < len(parameters):  # too many are taken without a word
            return stream(("error", {"error": None}))
        match values[0]:
            case "raise":
                return stream(("error", {"error": None}))
            case "sensitive":
                return stream(("error", {"error": "NSFW content detected", "title": "Error"}))
        given = next((one["path"] for one in values if isinstance(one, dict)), None)
        made = file_data(self.keep(self.files[given] if given else media(kind), f"made.{kind}"))
        return stream(("generating", [made]), ("heartbeat", None), ("complete", [made]))

    def keep(self, content: bytes, name: str) -> str:
        """Where it is kept."""
        path = f"/tmp/gradio/{uuid.uuid4().hex}/{name}"
        self.files[path] = content
        return path

    async def go_wrong(self, fault: Fault, step: str, asked: Asked, receive: Receive, send: Send) -> None:
        if (fault, step) != (Fault.SLOW, "result"):
            await super().go_wrong(fault, step, asked, receive, send)
            return
        headers = [(b"content-type", EVENT_STREAM.encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": HEARTBEAT, "more_body": True})
        await gone(receive)


def info() -> dict[str, Any]:
    """As `/gradio_api/info` describes the endpoints."""
    return {
        f"/{name}": {
            "parameters": [
                {
                    "label": parameter,
                    "parameter_name": parameter,
                    "parameter_has_default": default is not NO_DEFAULT,
                    "parameter_default": None if default is NO_DEFAULT else default,
                }
                for parameter, default in parameters.items()
            ],
            "returns": [{"label": "value_1"}],
        }
        for name, (parameters, _) in ENDPOINTS.items()
    }


def stream(*events: tuple[str, Any]) -> Answer:
    """Server-sent events, and their end."""
    said = "".join(f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in events)
    return Answer(200, said.encode(), (("content-type", EVENT_STREAM),))


def file_data(path: str) -> dict[str, Any]:
    """A file as results have it; behind a proxy its `url` may lead nowhere."""
    return {
        "path": path,
        "url": f"http://app.internal:7860/gradio_api/file={path}",
        "size": None,
        "orig_name": path.rpartition("/")[2],
        "mime_type": None,
        "is_stream": False,
        "meta": {"_type": "gradio.FileData"},
    }


if __name__ == "__main__":
    main(FakeGradio())
