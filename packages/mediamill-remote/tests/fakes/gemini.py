"""A Gemini on loopback: pictures in base64 in the answer, or the words for why there is none.

`python -m tests.fakes.gemini --port N` runs it as a program; its key is KEY.
"""

import base64
import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.fakes.faults import Fault
from tests.fakes.ledger import Purchase
from tests.fakes.media import TYPES, media
from tests.fakes.server import Answer, Asked, FakeVendor, json_answer, main

KEY = "AIzaSyB2f0c7d14e98a63b5d0f7e1c9a4b8d2e6f"
ROUTES = (
    ("submit", "POST", re.compile(r"/v1beta/models/(?P<model>[\w.-]+):generateContent")),
    ("account", "GET", re.compile(r"/v1beta/models/(?P<model>[\w.-]+)")),
)
RATIOS = "1:1 2:3 3:2 3:4 4:3 4:5 5:4 9:16 16:9 21:9".split()
RPC = "type.googleapis.com/google.rpc."
DRAFT = {"mimeType": "image/png", "data": base64.b64encode(b"a draft").decode()}
TOKEN_CHARACTERS = 4  # of a prompt


@dataclass(frozen=True)
class Product:
    """One model: what a picture of each size takes, and what a million tokens cost in dollars."""

    tokens: Mapping[str, int]
    input: float
    text: float
    image: float
    thoughts: int = 0  # tokens, before a picture


PRODUCTS = {
    "gemini-3.1-flash-image": Product({"1K": 1_120, "2K": 1_680, "4K": 2_520}, 0.50, 3, 60, thoughts=200),
    "gemini-3-pro-image": Product({"1K": 1_120, "2K": 1_120, "4K": 2_000}, 2, 12, 120, thoughts=300),
    "gemini-2.5-flash-image": Product({"": 1_290}, 0.30, 2.50, 30),
}


class FakeGemini(FakeVendor):
    """Gemini, as far as a buyer of pictures sees it."""

    def __init__(self, key: str = KEY) -> None:
        super().__init__(key)
        self.block: str | None = None  # why descriptions are not worked on
        self.finish: str | None = None  # why the model stops before there is a picture
        self.words = ""  # that the model says instead of, or before, a picture
        self.drafts = 0  # pictures among its thoughts
        self.tells_usage = True
        self.tells_details = True
        self._numbers = itertools.count(1)

    def step_of(self, asked: Asked) -> str | None:
        return next((step for step, how, path in ROUTES if how == asked.method and path.fullmatch(asked.path)), None)

    def answer(self, step: str, asked: Asked) -> Answer:
        found = next(m for _, how, path in ROUTES if how == asked.method and (m := path.fullmatch(asked.path)))
        if asked.headers.get("x-goog-api-key") != self.key:
            return bad_key()
        product = PRODUCTS.get(found["model"])
        if product is None:
            missing = f"models/{found['model']} is not found for API version v1beta, or is not supported."
            return google_error(404, "NOT_FOUND", missing)
        if step == "account":
            name = {"name": f"models/{found['model']}", "supportedGenerationMethods": ["generateContent"]}
            return json_answer(200, name)
        return self.generate(found["model"], product, asked.json())

    def generate(self, model: str, product: Product, body: Any) -> Answer:
        if fault := fault_in(product, body):
            return fault
        number = f"g{next(self._numbers):08d}"
        told: dict[str, Any] = {"modelVersion": model, "responseId": number}
        sent = len(body["contents"][0]["parts"][0]["text"]) // TOKEN_CHARACTERS + 1
        if self.block is not None:
            usage = {"promptTokenCount": sent, "totalTokenCount": sent}
            return self.told(told | {"promptFeedback": {"blockReason": self.block}}, usage)
        if self.finish is not None:
            content = {"content": {"role": "model", "parts": [{"text": self.words}]}} if self.words else {}
            usage = {"promptTokenCount": sent, "candidatesTokenCount": 0, "totalTokenCount": sent}
            candidate = content | {"finishReason": self.finish, "index": 0}
            return self.told(told | {"candidates": [candidate]}, usage)
        image = product.tokens[size_of(body)]
        price = round(product.input * sent + product.text * product.thoughts + product.image * image)
        self.ledger.add(Purchase(number, model, body, self.key, price, image, {}))
        picture = {"inlineData": {"mimeType": TYPES["png"], "data": base64.b64encode(media("png")).decode()}}
        drafts: list[dict[str, Any]] = [{"inlineData": DRAFT, "thought": True}] * self.drafts
        words = [{"text": self.words}] if self.words else []
        spoken: dict[str, Any] = {"role": "model", "parts": [*drafts, *words, picture]}
        counted: dict[str, Any] = {
            "promptTokenCount": sent,
            "candidatesTokenCount": image,
            "totalTokenCount": sent + image + product.thoughts,
            "promptTokensDetails": [{"modality": "TEXT", "tokenCount": sent}],
        }
        details = {"candidatesTokensDetails": [{"modality": "IMAGE", "tokenCount": image}]}
        counted |= (details if self.tells_details else {}) | {"thoughtsTokenCount": product.thoughts}
        candidate = {"content": spoken, "finishReason": "STOP", "index": 0}
        return self.told(told | {"candidates": [candidate]}, counted)

    def told(self, told: dict[str, Any], usage: dict[str, Any]) -> Answer:
        return json_answer(200, told | ({"usageMetadata": usage} if self.tells_usage else {}))

    def before_work(self, fault: Fault, asked: Asked) -> Answer | None:
        key = asked.headers.get("x-goog-api-key", "")
        exhausted = "Resource has been exhausted (e.g. check quota)."
        own = {
            Fault.BUSY: google_error(429, "RESOURCE_EXHAUSTED", exhausted),
            Fault.BUSY_FOR_7: google_error(
                429, "RESOURCE_EXHAUSTED", exhausted, {"@type": f"{RPC}RetryInfo", "retryDelay": "6.5s"}
            ),
            Fault.BAD_KEY: bad_key(),
            Fault.NO_MONEY: google_error(402, "RESOURCE_EXHAUSTED", "Your prepayment credits are depleted."),
            Fault.GONE: google_error(404, "NOT_FOUND", "models/x is not found for API version v1beta."),
            Fault.ECHO_KEY: google_error(400, "INVALID_ARGUMENT", f"bad header: {key}"),
        }
        return own.get(fault) or super().before_work(fault, asked)


def size_of(body: Any) -> str:
    """What a body says of the size, or what it is where it says nothing."""
    config = body.get("generationConfig", {}).get("imageConfig", {})
    return str(config.get("imageSize", ""))


def fault_in(product: Product, body: Any) -> Answer | None:
    """The error for what the model does not take."""
    contents, config = body.get("contents"), body.get("generationConfig", {})
    if unknown := sorted(set(body) - {"contents", "generationConfig", "safetySettings"}):
        return invalid(f'Invalid JSON payload received. Unknown name "{unknown[0]}": Cannot find field.', "")
    if unknown := sorted(set(config) - {"responseModalities", "imageConfig", "seed", "temperature"}):
        what = (
            f"Invalid JSON payload received. Unknown name \"{unknown[0]}\" at 'generation_config': Cannot find field."
        )
        return invalid(what, "generation_config")
    texts = [part.get("text") for content in contents or [] for part in content.get("parts", [])]
    if not texts or not all(isinstance(text, str) and text for text in texts):
        return invalid("* GenerateContentRequest.contents: contents is not specified", "contents")
    seed = config.get("seed", 0)
    if not isinstance(seed, int) or not -(2**31) <= seed < 2**31:
        return invalid("Invalid value at 'generation_config.seed' (TYPE_INT32)", "generation_config.seed")
    if not set(config.get("responseModalities", [])) <= {"TEXT", "IMAGE"}:
        return invalid(
            "Invalid value at 'generation_config.response_modalities'", "generation_config.response_modalities"
        )
    image = config.get("imageConfig", {})
    if unknown := sorted(set(image) - {"aspectRatio", "imageSize"}):
        return invalid(
            f"Unknown name \"{unknown[0]}\" at 'generation_config.image_config'", "generation_config.image_config"
        )
    if image.get("aspectRatio", "1:1") not in RATIOS:
        return invalid("aspect_ratio must be one of these", "generation_config.image_config.aspect_ratio")
    if size_of(body) not in product.tokens:
        return invalid("image_size is not supported for this model", "generation_config.image_config.image_size")
    return None


def invalid(message: str, field: str) -> Answer:
    detail = {"@type": f"{RPC}BadRequest", "fieldViolations": [{"field": field, "description": message}]}
    return google_error(400, "INVALID_ARGUMENT", message, detail)


def bad_key() -> Answer:
    """Google says 400 to a wrong key."""
    detail = {"@type": f"{RPC}ErrorInfo", "reason": "API_KEY_INVALID", "domain": "googleapis.com"}
    return google_error(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", detail)


def google_error(code: int, status: str, message: str, *details: dict[str, Any]) -> Answer:
    return json_answer(code, error_body(code, status, message, *details))


def error_body(code: int, status: str, message: str, *details: dict[str, Any]) -> dict[str, Any]:
    """An error as all of Google's APIs write it."""
    error: dict[str, Any] = {"code": code, "message": message, "status": status}
    return {"error": error | ({"details": list(details)} if details else {})}


if __name__ == "__main__":
    main(FakeGemini())
