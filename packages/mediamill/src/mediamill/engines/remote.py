"""The contract of a remote engine: a vendor or a model server makes the media, and nobody waits for it but a row.

Its methods run on the event loop of the service. They await the vendor, which owns keys, deadlines and limits; they
compute nothing and keep nothing between calls.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Protocol, runtime_checkable

from mediamill.engines.engine import Fact, Offer, Request
from mediamill.errors import MediamillError

HANDLE_BYTES_MAX = 4 * 1024  # of a job's handle as JSON: it is a row's column


@dataclass(frozen=True, kw_only=True)
class RemoteOptions:
    """What `[engine."name"]` says beyond keys and limits, checked against the annotations; an engine adds fields of its
    own in a subclass, each with a default.
    """

    base_url: str = ""  # "" for the vendor's own
    timeout_seconds: float = 1_200.0  # for a job, the time in the vendor's queue included
    models: tuple[str, ...] | None = None  # "tool/model": of its models those that it makes where [engines] is silent


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a call will cost."""

    amount: int  # millionths of the currency
    line: str  # the price it was made with, as the engine's table has it


@dataclass(frozen=True, slots=True)
class Job:
    """What the vendor works on."""

    handle: Mapping[str, str]  # all that later looks need: ids, addresses, where the result stands
    look_in: float | None = None  # seconds until the first look is worth it; None for the service's own schedule


@dataclass(frozen=True, slots=True)
class Running:
    """It is not finished, or the answer says nothing that the vendor's documentation calls final."""

    progress: float | None = None  # 0 to 1, where the vendor says it; None for what the typical run time suggests
    stage: str = ""  # "queued 3rd", "running"
    look_in: float | None = None  # seconds; None for the service's own schedule


@dataclass(frozen=True, slots=True)
class Missing:
    """The vendor knows nothing of the job. Three such answers in a minute or more mean that it is lost."""


@dataclass(frozen=True, slots=True)
class StepDone:
    """A step that was paid for is made, and another has to be bought: `advance` buys it, if anybody waits for it."""

    cost: int | None = None  # millionths of the currency, as billed until now; None where the estimate has to do


@dataclass(frozen=True, slots=True)
class Finished:
    """The vendor has made it. What the files hold is not trusted: they are read in an engine process."""

    # URLs to download without the key, paths of the API ("/v1/videos/7/content") to download with it, or files in the
    # request's folder; several are mixed into one
    files: tuple[str | Path, ...]
    suffix: str  # of the file that they become: ".png"
    cost: int | None = None  # millionths of the currency, as billed; None where the estimate has to do
    seconds_max: float | None = None  # a longer recording is cut
    provenance: Mapping[str, Fact] = field(default_factory=dict)


Look = Running | Missing | StepDone | Finished


@dataclass(frozen=True, slots=True)
class OwnModel:
    """A model that the operator describes in a file; the engine serves it beside those of its TOML file."""

    tool: str
    model: str
    place: str  # the file and its entry, for what is wrong with it
    fields: Mapping[str, str] = field(default_factory=dict)  # each field of the input that is read -> the key that does
    files: Mapping[str, str] = field(default_factory=dict)  # the same of those that are files


@dataclass(frozen=True, slots=True)
class VendorAnswer:
    """An answer of the vendor, whatever its status."""

    status: int
    headers: Mapping[str, str]  # lower-case names
    body: bytes  # empty when it was saved to a file
    saved: Path | None = None

    def json(self) -> object:
        """The body as JSON; None where it is none."""
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError):
            return None


@dataclass(frozen=True, slots=True)
class ServerEvent:
    """One server-sent event."""

    name: str  # "message" where the server gives none
    data: str

    def json(self) -> object:
        """The data as JSON; None where it is none."""
        try:
            return json.loads(self.data)
        except (ValueError, RecursionError):
            return None


class NotSent(MediamillError):
    """The vendor was not reached: {reason}"""

    # Nothing was bought: not a byte of the request left.
    code = "vendor_not_reached"


class AnswerLost(MediamillError):
    """The vendor's answer was lost: {reason}"""

    # The request was sent, so it may have been accepted and billed.
    code = "vendor_answer_lost"


@dataclass(frozen=True, slots=True)
class Remaining:
    """What a vendor's account has left, in the vendor's unit."""

    left: float
    total: float | None  # of what was paid for; None where nothing of the kind is known
    unit: str  # "credits", "USD"


@dataclass(frozen=True, slots=True)
class Unsigned:
    """A call as it will be sent, before it is signed."""

    method: str
    host: str  # as the header Host has it, with the port where that is not the scheme's own
    target: str  # path and query
    headers: Mapping[str, str]  # lower-case names
    body: bytes
    at: int  # milliseconds: now


@runtime_checkable
class Signer(Protocol):
    """Makes the headers of each call from a key that is not sent itself; `headers` are their lower-case names. It asks
    nobody and keeps nothing.
    """

    @property
    def headers(self) -> frozenset[str]:
        """The lower-case names of the headers that it makes: no call may set them."""

    def key_fault(self, key: str) -> str | None:
        """What is wrong with the form of a key, as in "has to be id:secret", without showing it; None when nothing."""

    def sign(self, call: Unsigned, key: str) -> Mapping[str, str]:
        """The headers to add to the call; the key cannot be read out of them."""


KeyHeader = tuple[str, str] | Signer


class Vendor(Protocol):
    """The way to one vendor with one key. Paths are below the engine's base URL; that host and, by https, those of
    `RemoteEngine.key_hosts` are sent the key, and nobody else.

    Each call has a deadline and a limit on the answer's size, and follows no redirect.
    """

    async def get(self, path: str) -> VendorAnswer:
        """A free question; a path, or a URL of a host that is sent the key. Raises NotSent, AnswerLost."""

    async def call(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        form: Mapping[str, str | Path] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> VendorAnswer:
        """A free call, such as a cancel or an upload; to a path or URL as for `get`, the body as for `buy`. Raises
        NotSent, AnswerLost. No call takes a header that carries the key, the host, or what concerns the connection.
        """

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
        """The call that the vendor bills: sent once, never repeated. `body` as JSON, or `form` as multipart/form-data
        (a Path is a file); a 2xx answer goes to the file `save_to`. Raises NotSent, AnswerLost.
        """

    async def listen(
        self, path: str, is_last: Callable[[ServerEvent], bool], *, seconds: float, silence_seconds: float
    ) -> ServerEvent | VendorAnswer:
        """Read server-sent events up to the last one, and hang up: that event, or the answer where it is no stream of
        events. It is free. Raises NotSent, and AnswerLost where the stream ends or is silent for so long before.
        """

    async def put_file(self, url: str, file: Path, content_type: str) -> VendorAnswer:
        """Upload to a URL that the vendor gave, without the key. Raises NotSent, AnswerLost."""


class RemoteEngine(ABC):
    """An engine that has its models run elsewhere.

    A subclass names what stands first below. `submit` and `poll` raise EngineRefused, EngineFailed and
    EngineUnavailable: from `submit` they mean that nothing was bought; from `poll` the first two are the vendor's final
    word, with `cost=` (millionths of the currency) where it bills all the same.
    """

    Options: ClassVar[type[RemoteOptions]] = RemoteOptions
    base_url: ClassVar[str] = ""  # the vendor's own address; without one the operator has to name it
    # ("Authorization", "Key {key}"), or a Signer where the key is not sent; None: no key is needed
    key_header: ClassVar[KeyHeader | None] = None
    needs_key: ClassVar[bool] = True  # False: with a `key_header` it works without a key, too
    key_hosts: ClassVar[tuple[str, ...]] = ()  # besides the API's, sent the key too; "api.*.acme.example"
    hosts: ClassVar[tuple[str, ...]] = ()  # besides the API's: where files come from and go to; "*.fal.media"
    default_models: ClassVar[tuple[str, ...] | None] = None  # where the option `models` is not set; None for all

    def __init__(self, options: RemoteOptions) -> None:
        self.options = options

    def ready(self) -> str | None:
        """None when the configuration is complete; else what is missing. It asks nobody."""
        return None

    def file_hosts(self) -> tuple[str, ...]:
        """`hosts`, and those that the options name."""
        return self.hosts

    def own_models(self) -> Sequence[OwnModel]:
        """The models that the operator describes in a file which an option names. Raises ValueError: in which file
        what is wrong, and where.
        """
        return ()

    def offers(self, tool: str, model: str) -> Mapping[str, Offer]:  # noqa: ARG002 (subclasses use them)
        """An Offer by field name, for the fields of which not every value can be had."""
        return {}

    def typical_seconds(self, tool: str, model: str) -> float:  # noqa: ARG002
        """How long the vendor usually takes."""
        return 60.0

    @abstractmethod
    def estimate(self, request: Request) -> Estimate | None:
        """What `submit` will cost, from the body as it is sent; None where no price is known."""

    @abstractmethod
    async def submit(self, request: Request, vendor: Vendor) -> Job | Finished:
        """Buy it. What `vendor.buy` raises, and every exception but the three, means that it may have been bought."""

    async def poll(self, job: Job, vendor: Vendor) -> Look:
        """What became of it. Raises EngineRefused, EngineFailed for the vendor's final words only."""
        raise NotImplementedError

    async def advance(self, job: Job, vendor: Vendor) -> Job:
        """Buy the next step of a job whose look was StepDone; the handle that comes back takes the old one's place.

        What is raised means the same as of `submit`. `cost=` is what all steps together were billed.
        """
        raise NotImplementedError

    async def find_step(self, job: Job, since: int, vendor: Vendor) -> Job | None:
        """What an earlier `advance` of this job bought, whose answer was lost; None where it bought nothing.

        As `find`; without it no engine can have steps.
        """
        raise NotImplementedError

    async def cancel(self, job: Job, vendor: Vendor) -> None:  # noqa: B027 (a vendor need not have such a call)
        """Tell the vendor that nobody wants it any more; nothing where it cannot be told."""

    def has_history(self, tool: str, model: str) -> bool:  # noqa: ARG002
        """Whether `find` can be asked what was bought of this model."""
        return False

    async def find(self, request: Request, since: int, vendor: Vendor) -> Job | Finished | None:
        """What an earlier `submit` of this request bought, whose answer was lost; None where it bought nothing.

        `since` is its instant in milliseconds. Only asked where `has_history`. Raises EngineUnavailable where that
        cannot be told yet: it is asked again.
        """
        raise NotImplementedError

    async def remaining(self, vendor: Vendor) -> Remaining | None:  # noqa: ARG002
        """By one free call, what the key's account has left; None where it is not said. Raises NotSent, AnswerLost."""
        return None

    async def check(self, vendor: Vendor) -> str | None:  # noqa: ARG002
        """One free call: None when key and account are well, else what is wrong."""
        return None
