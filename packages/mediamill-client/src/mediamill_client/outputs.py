"""What a generation made, as a URL that can save, read, stream and show itself."""

import os
from collections.abc import AsyncIterator, Iterator
from html import escape
from pathlib import Path
from typing import Protocol, runtime_checkable

from mediamill_client.base_error import MediamillClientError

HEIGHT_PIXELS_MAX = 480  # of what a notebook shows


class UnusableOutput(MediamillClientError):
    """The output cannot be fetched this way; the text says which way can."""


@runtime_checkable
class BlockingMedia(Protocol):
    """How `Client` fetches outputs."""

    def save(self, output: "Output", path: str | os.PathLike[str]) -> Path:
        """Write the media to a file, or into a folder."""

    def read(self, output: "Output") -> bytes:
        """The media, whole in memory."""

    def stream(self, output: "Output") -> Iterator[bytes]:
        """The media as it arrives."""


@runtime_checkable
class AsyncMedia(Protocol):
    """How `AsyncClient` fetches outputs."""

    async def asave(self, output: "Output", path: str | os.PathLike[str]) -> Path:
        """Write the media to a file, or into a folder."""

    async def aread(self, output: "Output") -> bytes:
        """The media, whole in memory."""

    def astream(self, output: "Output") -> AsyncIterator[bytes]:
        """The media as it arrives."""


class Output(str):
    """The URL of what was made, which needs no key, and what can be done with it.

    `save`, `read` and `stream` are for outputs of a `Client`; `asave`, `aread` and `astream` for those of an
    `AsyncClient`. They raise DownloadFailed, OSError or, for an output of the other kind, UnusableOutput.
    """

    kind: str | None  # image, video, audio, text, object
    thumbnail: str | None
    file_name: str  # safe in any folder
    _media: object

    def __new__(
        cls,
        url: str,
        kind: str | None = None,
        thumbnail: str | None = None,
        file_name: str = "output",
        media: object = None,
    ) -> "Output":
        """An address, what is behind it, and what fetches that."""
        output = super().__new__(cls, url)
        output.kind, output.thumbnail, output.file_name, output._media = kind, thumbnail, file_name, media
        return output

    @property
    def url(self) -> str:
        """The address, as a plain string."""
        return str.__str__(self)

    def save(self, path: str | os.PathLike[str] = os.curdir) -> Path:
        """Write the media to a file, or into a folder under a name of its own. The file appears only when whole."""
        return self._blocking().save(self, path)

    def read(self) -> bytes:
        """The media, whole in memory."""
        return self._blocking().read(self)

    def stream(self) -> Iterator[bytes]:
        """The media as it arrives; a connection that breaks is taken up again where it broke."""
        return self._blocking().stream(self)

    async def asave(self, path: str | os.PathLike[str] = os.curdir) -> Path:
        """`save`, for asyncio."""
        return await self._asynchronous().asave(self, path)

    async def aread(self) -> bytes:
        """`read`, for asyncio."""
        return await self._asynchronous().aread(self)

    def astream(self) -> AsyncIterator[bytes]:
        """`stream`, for asyncio."""
        return self._asynchronous().astream(self)

    def _repr_html_(self) -> str:
        """The media itself, where a notebook asks for HTML."""
        return shown(self)

    def __reduce__(self) -> tuple[type["Output"], tuple[str | None, ...]]:
        """Copies and pickles belong to no client."""
        return Output, (self.url, self.kind, self.thumbnail, self.file_name)

    def _blocking(self) -> BlockingMedia:
        if isinstance(self._media, BlockingMedia):
            return self._media
        raise UnusableOutput(self._advice("asave, aread or astream", "Client"))

    def _asynchronous(self) -> AsyncMedia:
        if isinstance(self._media, AsyncMedia):
            return self._media
        raise UnusableOutput(self._advice("save, read or stream", "AsyncClient"))

    def _advice(self, others: str, kind: str) -> str:
        if self._media is None:
            return f"This output belongs to no client: get its generation from a {kind} first"
        return f"This output came from the other kind of client: use {others}"


def shown(output: Output) -> str:
    """The media as HTML: a picture, a player, or the thumbnail of what a browser cannot show."""
    url, style = escape(output.url), f'style="max-width: 100%; max-height: {HEIGHT_PIXELS_MAX}px"'
    if output.kind == "image":
        return f'<img src="{url}" alt="" {style}>'
    if output.kind in ("video", "audio"):
        poster = f' poster="{escape(output.thumbnail)}"' if output.thumbnail and output.kind == "video" else ""
        return f'<{output.kind} src="{url}" controls{poster} {style}></{output.kind}>'
    name = escape(output.file_name)
    picture = f'<img src="{escape(output.thumbnail)}" alt="" {style}><br>' if output.thumbnail else ""
    return f'<a href="{url}" download>{picture}{name}</a>'
