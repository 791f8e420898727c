"""Ways to a vendor that are not what they seem: nobody there, nothing for sale, answers altered or lost."""

import asyncio
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import orjson

from mediamill.engines import AnswerLost, NotSent, ServerEvent, Vendor, VendorAnswer

HTML = b"<!doctype html><title>502 Bad Gateway</title><h1>Bad gateway</h1>"
WORD = re.compile(r"[A-Za-z]+([ _-][A-Za-z]+)*")  # what a state is called, as against an id or an address
UNKNOWN_WORD = "reconsidering"
LOST_SECONDS = 7.0
NOT_OUT = "the kit lets nothing out here"


def page(status: int) -> VendorAnswer:
    """A web page, as proxies answer."""
    return VendorAnswer(status, {"content-type": "text/html"}, HTML)


def refusal(status: int) -> VendorAnswer:
    """An answer in JSON that says nothing but its status."""
    body = orjson.dumps({"detail": "No", "message": "No"})
    return VendorAnswer(status, {"content-type": "application/json"}, body)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A purchase that an engine asked for."""

    path: str
    body: object
    method: str
    form: Mapping[str, str | Path] | None
    headers: Mapping[str, str] | None
    save_to: Path | None
    seconds: float | None


class Nobody:
    """No vendor is reached: not a byte leaves."""

    async def get(self, *_: object, **__: object) -> VendorAnswer:
        """Raises NotSent."""
        raise NotSent(reason=NOT_OUT)

    async def call(self, *_: object, **__: object) -> VendorAnswer:
        """Raises NotSent."""
        raise NotSent(reason=NOT_OUT)

    async def buy(self, *_: object, **__: object) -> VendorAnswer:
        """Raises NotSent."""
        raise NotSent(reason=NOT_OUT)

    async def listen(self, *_: object, **__: object) -> ServerEvent | VendorAnswer:
        """Raises NotSent."""
        raise NotSent(reason=NOT_OUT)

    async def put_file(self, *_: object, **__: object) -> VendorAnswer:
        """Raises NotSent."""
        raise NotSent(reason=NOT_OUT)


@dataclass
class FreeVendor:
    """Free calls reach the vendor; what would be bought is written down and not sent."""

    vendor: Vendor
    wanted: list[Wanted] = field(default_factory=list, init=False)

    async def get(self, path: str) -> VendorAnswer:
        """Passed on."""
        return await self.vendor.get(path)

    async def call(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        form: Mapping[str, str | Path] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> VendorAnswer:
        """Passed on."""
        return await self.vendor.call(method, path, body, form=form, headers=headers)

    async def listen(
        self, path: str, is_last: Callable[[ServerEvent], bool], *, seconds: float, silence_seconds: float
    ) -> ServerEvent | VendorAnswer:
        """Passed on."""
        return await self.vendor.listen(path, is_last, seconds=seconds, silence_seconds=silence_seconds)

    async def put_file(self, url: str, file: Path, content_type: str) -> VendorAnswer:
        """Passed on."""
        return await self.vendor.put_file(url, file, content_type)

    async def buy(
        self,
        path: str,
        body: object = None,
        *,
        method: str = "POST",
        form: Mapping[str, str | Path] | None = None,
        headers: Mapping[str, str] | None = None,
        save_to: Path | None = None,
        seconds: float | None = None,
    ) -> VendorAnswer:
        """Raises NotSent, or what a subclass makes of it."""
        wanted = Wanted(path, body, method, form, headers, save_to, seconds)
        self.wanted.append(wanted)
        return await self.answer_to(wanted)

    async def answer_to(self, wanted: Wanted) -> VendorAnswer:  # noqa: ARG002 (subclasses use it)
        """What a purchase is answered."""
        raise NotSent(reason=NOT_OUT)


@dataclass
class LostAnswers(FreeVendor):
    """Purchases whose answers do not come back, or say nothing; sent only where `is_sent`."""

    answer: VendorAnswer | None = None  # None for no answer at all
    is_sent: bool = False

    async def answer_to(self, wanted: Wanted) -> VendorAnswer:
        """Raises AnswerLost, unless there is an answer to give."""
        if self.is_sent:
            await self.vendor.buy(
                wanted.path,
                wanted.body,
                method=wanted.method,
                form=wanted.form,
                headers=wanted.headers,
                save_to=wanted.save_to,
                seconds=wanted.seconds,
            )
        if self.answer is None:
            raise AnswerLost(reason="the connection broke", seconds=LOST_SECONDS)
        if wanted.save_to is None or self.answer.status >= 300:
            return self.answer
        await asyncio.to_thread(wanted.save_to.write_bytes, self.answer.body)
        return replace(self.answer, body=b"", saved=wanted.save_to)


@dataclass
class CannedAnswers(FreeVendor):
    """Every free question gets this answer; nothing is sent."""

    answer: VendorAnswer

    async def get(self, *_: object, **__: object) -> VendorAnswer:
        """The answer."""
        return self.answer

    async def call(self, *_: object, **__: object) -> VendorAnswer:
        """The answer."""
        return self.answer


class UnknownWords(FreeVendor):
    """The vendor's answers with every word replaced by one that no documentation has."""

    async def get(self, path: str) -> VendorAnswer:
        """Altered."""
        return altered(await self.vendor.get(path))

    async def call(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        form: Mapping[str, str | Path] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> VendorAnswer:
        """Altered."""
        return altered(await self.vendor.call(method, path, body, form=form, headers=headers))


def altered(answer: VendorAnswer) -> VendorAnswer:
    """With unknown words in its JSON."""
    told = answer.json()
    return answer if told is None else replace(answer, body=orjson.dumps(reworded(told)))


def reworded(told: object) -> object:
    """JSON whose words are replaced; ids, addresses and numbers stay."""
    if isinstance(told, dict):
        return {name: reworded(value) for name, value in told.items()}
    if isinstance(told, list):
        return [reworded(value) for value in told]
    if isinstance(told, str) and WORD.fullmatch(told):
        return UNKNOWN_WORD.upper() if told.isupper() else UNKNOWN_WORD
    return told
