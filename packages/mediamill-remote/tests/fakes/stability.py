"""Stability on loopback: forms whose answers are pictures and objects, and the credits that are left.

Its fields are those of the vendor's API reference. `python -m tests.fakes.stability --port N` runs it as a program;
its key is KEY.
"""

import itertools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tests.fakes.faults import Fault
from tests.fakes.forms import form_of
from tests.fakes.ledger import Purchase
from tests.fakes.media import TYPES, media
from tests.fakes.server import Answer, Asked, FakeVendor, json_answer, main

KEY = "sk-77b3s3cr3tofthehousef2a9c1e0000000000000000"
CREDITS = 1_000.0
CREDIT = 10_000  # millionths of a dollar
BODY_BYTES_MAX = 10 * 1024 * 1024
SEED_MAX = 4_294_967_294
RATIOS = ("16:9", "1:1", "21:9", "2:3", "3:2", "4:5", "5:4", "9:16", "9:21")
ROUTES = (
    ("submit", "POST", re.compile(r"/v2beta/(?P<make>stable-image/generate/(core|ultra)|3d/stable-fast-3d)")),
    ("account", "GET", re.compile(r"/v1/user/balance")),
)

Check = Callable[[Any], bool]


def one_of(*values: str) -> Check:
    return lambda value: value in values


def words(low: int, high: int) -> Check:
    return lambda value: isinstance(value, str) and low <= len(value) <= high


def number(low: float, high: float) -> Check:
    def check(value: Any) -> bool:
        return re.fullmatch(r"\d+(\.\d+)?", str(value)) is not None and low <= float(value) <= high

    return check


@dataclass(frozen=True)
class Product:
    """One endpoint: the fields it knows, the one it wants, the credits it takes, what it makes."""

    fields: Mapping[str, Check]
    required: str
    credits: float
    makes: str


PICTURE: Mapping[str, Check] = {
    "prompt": words(1, 10_000),
    "negative_prompt": words(0, 10_000),
    "aspect_ratio": one_of(*RATIOS),
    "seed": number(0, SEED_MAX),
    "output_format": one_of("jpeg", "png", "webp"),
}
OBJECT: Mapping[str, Check] = {
    "image": lambda value: isinstance(value, bytes),
    "texture_resolution": one_of("512", "1024", "2048"),
    "foreground_ratio": number(0.1, 1),
    "remesh": one_of("none", "triangle", "quad"),
}
PRODUCTS: Mapping[str, Product] = {
    "stable-image/generate/core": Product(PICTURE, "prompt", 3, "png"),
    "stable-image/generate/ultra": Product(PICTURE, "prompt", 8, "png"),
    "3d/stable-fast-3d": Product(OBJECT, "image", 10, "glb"),
}


class FakeStability(FakeVendor):
    """Stability, as far as a buyer sees it."""

    def __init__(self, key: str = KEY) -> None:
        super().__init__(key)
        self.credits = CREDITS
        self.finish_reason = "SUCCESS"
        self._numbers = itertools.count(1)

    def step_of(self, asked: Asked) -> str | None:
        return next((step for step, how, path in ROUTES if how == asked.method and path.fullmatch(asked.path)), None)

    def answer(self, step: str, asked: Asked) -> Answer:
        if asked.headers.get("authorization") != f"Bearer {self.key}":
            return refusal(401, "unauthorized", "authorization: invalid or missing header value")
        if step == "account":
            return json_answer(200, {"credits": self.credits})
        found = ROUTES[0][2].fullmatch(asked.path)
        assert found
        return self.submit(found["make"], asked)

    def before_work(self, fault: Fault, asked: Asked) -> Answer | None:
        busy = ("rate_limit_exceeded", "You have exceeded the rate limit of 150 requests within a 10 second period")
        own = {
            Fault.BUSY: refusal(429, *busy),
            Fault.BUSY_FOR_7: refusal(429, *busy, Retry_After="7"),
            Fault.GONE: refusal(404, "not_found", "The requested resource was not found"),
            Fault.BAD_KEY: refusal(401, "unauthorized", "authorization: invalid or missing header value"),
            Fault.NO_MONEY: refusal(402, "payment_required", "You lack sufficient credits to make this request"),
            Fault.ECHO_KEY: refusal(400, "bad_request", f"bad header {asked.headers.get('authorization', '')}"),
        }
        return own.get(fault) or super().before_work(fault, asked)

    def submit(self, make: str, asked: Asked) -> Answer:
        product, form = PRODUCTS[make], form_of(asked)
        if len(asked.body) > BODY_BYTES_MAX:
            return refusal(413, "payload_too_large", "body: payloads cannot be larger than 10MiB in size")
        if fault := fault_in(product, form):
            return refusal(400, "bad_request", fault)
        if "application/json" in asked.headers.get("accept", ""):
            return json_answer(200, {"finish_reason": "SUCCESS"})  # in base64, which nobody asks for
        if self.credits < product.credits:
            return refusal(402, "payment_required", "You lack sufficient credits to make this request")
        self.credits -= product.credits
        request = f"r{next(self._numbers):08d}"
        noted = {name: value if isinstance(value, str) else len(value) for name, value in form.items()}
        price = round(product.credits * CREDIT)
        headers = {name: value for name, value in asked.headers.items() if name == "accept"}
        self.ledger.add(Purchase(request, make, noted, self.key, price, product.credits, headers))
        return Answer(
            200,
            media(product.makes),
            (
                ("content-type", TYPES[product.makes]),
                ("x-request-id", request),
                *((("finish-reason", self.finish_reason), ("seed", noted.get("seed", "7"))) if "seed" in form else ()),
            ),
        )


def fault_in(product: Product, form: Mapping[str, str | bytes]) -> str | None:
    """The first thing that an endpoint does not take."""
    if product.required not in form:
        return f"{product.required}: is required"
    for name, value in form.items():
        if name not in product.fields:
            return f"{name}: is not allowed"
        if not product.fields[name](value):
            return f"{name}: has an invalid value"
    return None


def refusal(status: int, name: str, error: str, **headers: str) -> Answer:
    """An error as the vendor writes them."""
    return json_answer(status, {"id": "e0", "name": name, "errors": [error]}, **headers)


if __name__ == "__main__":
    main(FakeStability())
