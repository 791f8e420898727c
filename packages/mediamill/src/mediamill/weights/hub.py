"""The hub: what a repository holds at a commit, and its files. The one part of weights that uses the network."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import quote

import httpx2
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mediamill import __version__
from mediamill.config import InvalidSettings, is_at_home
from mediamill.errors import MediamillError
from mediamill.weights.row import COMMIT, WeightsRow

HUB = "https://huggingface.co"
NEWEST = "main"
CONNECT_SECONDS_MAX, SILENT_SECONDS_MAX = 15.0, 60.0
LISTING_BYTES_MAX = 32_000_000  # of a repository with ten thousand files a tenth
REDIRECTS_MAX = 5
FILE_BYTES_MAX = 2_000_000_000_000  # more is a mistake: no model has files of terabytes
AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504})  # statuses of a moment
ENDPOINT = re.compile(r"https?://[^/?#\s@]+(/[^?#\s]*)?")


class HubFailed(MediamillError):
    """The hub cannot be asked now: {fault}. What is here already is kept: call this again."""

    code = "hub_failed"

    def __init__(self, *, wait_seconds: float = 0.0, **facts: object) -> None:
        super().__init__(**facts)
        self.wait_seconds = wait_seconds  # as the hub asked for


class HubRefused(MediamillError):
    """{fault}"""

    code = "hub_refused"


class HubChanged(MediamillError):
    """The hub contradicts itself about {repository} at commit {commit}: {what}. Nothing of it is used."""

    code = "hub_changed"


class _Lfs(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)

    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    size: Annotated[int, Field(ge=0, le=FILE_BYTES_MAX)]


class _Sibling(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)

    rfilename: str
    size: Annotated[int, Field(ge=0, le=FILE_BYTES_MAX)] | None = None
    blobId: Annotated[str, Field(pattern=r"^[0-9a-f]{40}$")] | None = None  # noqa: N815 (the hub's name)
    lfs: _Lfs | None = None


class _Repository(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)

    sha: Annotated[str, Field(pattern=r"^[0-9a-f]{40}$")]
    siblings: list[_Sibling]


@dataclass(frozen=True, slots=True)
class HubFile:
    """A file as the hub describes it: with a SHA-256 where it is large, with git's id where it is small."""

    path: str
    bytes: int
    sha256: str | None
    blob: str | None

    @property
    def mark(self) -> str:
        """What the file is known by."""
        return self.sha256 or self.blob or ""


@dataclass(frozen=True, slots=True)
class HubListing:
    """What a repository holds at a commit."""

    repository: str
    commit: str
    files: tuple[HubFile, ...]


class Hub:
    """Asks one hub, with a token if there is one; used as a context it keeps connections."""

    def __init__(self, endpoint: str, token: str | None = None) -> None:
        if not ENDPOINT.fullmatch(endpoint):
            raise InvalidSettings(fault=f"HF_ENDPOINT is `{endpoint}`: write an address such as {HUB}")
        self.base = httpx2.URL(endpoint.rstrip("/"))
        if token and self.base.scheme == "http" and not is_at_home(self.base.host):
            raise InvalidSettings(fault="HF_ENDPOINT is http: a token goes by https, or within your own network")
        self._token = token
        timeout = httpx2.Timeout(SILENT_SECONDS_MAX, connect=CONNECT_SECONDS_MAX)
        # Proxies and authorities as everywhere: HTTPS_PROXY, NO_PROXY, SSL_CERT_FILE. Redirects are followed here.
        self._client = httpx2.Client(timeout=timeout, headers={"User-Agent": f"mediamill/{__version__}"})

    def __enter__(self) -> "Hub":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connections."""
        self._client.close()

    def listing(self, row: WeightsRow, revision: str) -> HubListing:
        """What the row's repository holds. Raises HubFailed, HubRefused, HubChanged."""
        url = f"{self.base}/api/models/{row.repository}/revision/{quote(revision, safe='')}?blobs=true"
        with self.get(url, row) as response:
            body = bytearray()
            for chunk in received(response):
                body += chunk
                if len(body) > LISTING_BYTES_MAX:
                    raise HubRefused(fault=f"The hub's list of {row.repository} is longer than any can be.")
        try:
            told = _Repository.model_validate_json(bytes(body), strict=True)
        except ValidationError as error:
            what = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()[:3])
            raise HubRefused(fault=f"The hub's list of {row.repository} cannot be understood: {what}.") from None
        if COMMIT.fullmatch(revision) and told.sha != revision:
            raise HubChanged(repository=row.repository, commit=revision, what=f"it lists commit {told.sha}")
        return HubListing(row.repository, told.sha, tuple(map(described, told.siblings)))

    @contextmanager
    def content(self, row: WeightsRow, commit: str, path: str, *, start: int) -> Iterator[httpx2.Response]:
        """A file from a byte on, as the answer that carries it. Raises HubFailed, HubRefused, HubChanged."""
        url = f"{self.base}/{row.repository}/resolve/{commit}/{quote(path)}"
        with self.get(url, row, {"Range": f"bytes={start}-"} if start else {}) as response:
            yield response

    @contextmanager
    def get(self, url: str, row: WeightsRow, headers: dict[str, str] | None = None) -> Iterator[httpx2.Response]:
        """The answer to a request, after redirects; the token goes to the hub alone. Raises HubFailed, HubRefused."""
        target = httpx2.URL(url)
        linked: dict[str, str] = {}
        try:
            for _ in range(REDIRECTS_MAX + 1):
                sent = {"Accept-Encoding": "identity", **(headers or {})}
                if self._token and origin_of(target) == origin_of(self.base):
                    sent["Authorization"] = f"Bearer {self._token}"
                with self._client.stream("GET", target, headers=sent) as response:
                    linked = {**response.headers, **linked}  # what the hub says of the file counts, not who carries it
                    if not response.has_redirect_location:
                        self._judge(response, row)
                        response.extensions["linked"] = linked
                        yield response
                        return
                    target = leading_on(target, response.headers["Location"])
            raise HubRefused(fault=f"The hub sends on and on for {row.repository}: more than {REDIRECTS_MAX} times.")
        except httpx2.InvalidURL as error:
            raise HubRefused(fault=f"The hub sends on to what is no address: {error}.") from None
        except httpx2.RequestError as error:
            raise HubFailed(fault=f"{target.host}: {error or type(error).__name__}") from None

    def _judge(self, response: httpx2.Response, row: WeightsRow) -> None:
        """Raises what an answer means that has not what was asked for."""
        status, code = response.status_code, response.headers.get("X-Error-Code", "")
        if status in (200, 206):
            if response.headers.get("Content-Encoding", "identity") != "identity":
                raise HubRefused(fault="The hub sends files compressed although it was asked not to.")
            return
        if status in AGAIN or status == 416 or (status == 403 and origin_of(response.url) != origin_of(self.base)):
            # A carrier's 403 is an address that expired meanwhile; its 416 a copy that is not whole yet.
            wait_seconds = seconds_of(response.headers.get("Retry-After"))
            raise HubFailed(fault=f"{response.url.host} answered {status}", wait_seconds=wait_seconds)
        raise HubRefused(fault=self._refusal(status, code, row))

    def _refusal(self, status: int, code: str, row: WeightsRow) -> str:
        """What the operator can do about it."""
        page = f"{self.base}/{row.repository}"
        if status == 401 and self._token is None and (row.is_gated or code == "GatedRepo"):
            return gated_advice(row, page)
        if status == 403 or code == "GatedRepo":
            return (
                f"The hub does not give {row.repository} to the account of this token: accept the conditions at {page} "
                "with that account, wait until it is approved, and let the token read gated repositories."
            )
        if status == 401:
            there = "does not take this token" if self._token else "wants a token (--token-file FILE)"
            return f"The hub {there}, or has no {row.repository}."
        if status == 404:
            missing = {"RevisionNotFound": "no such commit of", "EntryNotFound": "no such file in"}.get(code, "no")
            return f"The hub has {missing} {row.repository}."
        return f"The hub answered {status} for {row.repository}."


def gated_advice(row: WeightsRow, page: str) -> str:
    """What to do for weights that the hub gives to accounts that asked for them."""
    return (
        f"{row.repository} is gated: accept its conditions at {page}, make a token that may read it, write the token "
        f"into a file, and run: mediamill models pull {row.name} --token-file FILE"
    )


def described(sibling: _Sibling) -> HubFile:
    """A file of the hub's list. Raises HubRefused where its size or hash is not said."""
    if sibling.lfs is not None:
        return HubFile(sibling.rfilename, sibling.lfs.size, sibling.lfs.sha256, None)
    return HubFile(sibling.rfilename, -1 if sibling.size is None else sibling.size, None, sibling.blobId)


def received(response: httpx2.Response) -> Iterator[bytes]:
    """The bytes of an answer as they come. Raises HubFailed when they stop."""
    try:
        yield from response.iter_raw()
    except httpx2.RequestError as error:
        raise HubFailed(fault=f"{response.url.host}: {error or type(error).__name__}") from None


def leading_on(url: httpx2.URL, location: str) -> httpx2.URL:
    """Where a redirect leads. Raises HubRefused where it leaves https."""
    target = url.join(location)
    if target.scheme not in ("http", "https") or (url.scheme == "https" and target.scheme == "http"):
        raise HubRefused(fault=f"The hub sends on to {target.scheme}://{target.host}, which is not https.")
    return target


def origin_of(url: httpx2.URL) -> tuple[Any, ...]:
    """Scheme, host and port."""
    return url.scheme, url.host, url.port


def seconds_of(retry_after: str | None) -> float:
    """How long an answer asks to wait; 0 where it does not say so in seconds."""
    return float(retry_after) if retry_after and re.fullmatch(r"[0-9]{1,4}", retry_after) else 0.0
