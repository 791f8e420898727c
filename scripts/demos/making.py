"""Wishes made through the public interface, all at once, each followed by its events while it is under way."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Any

import httpx2

from mediamill_client import Client, MediamillClientError
from scripts.demos.wishes import Value, Wish
from scripts.stage import Stage

NO_ENGINE = "No engine is set up"
WISH_SECONDS_MAX = 600.0  # between two events: comments come every fifteen seconds
LEDGER_PAGE = 100
OnProgress = Callable[[Wish, float, str], None]


class State(Enum):
    """What became of a wish."""

    MADE = "made"
    FAILED = "failed"
    NO_ENGINE = "no engine"  # on this machine: not a fault


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one wish; `why` is a sentence where nothing was made."""

    wish: Wish
    state: State
    seconds: float = 0.0  # from the beginning of the work to the end
    credits: int = 0
    file: Path | None = None
    thumbnail: Path | None = None
    url: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """The last thing that the events of a generation told."""

    seconds: float
    output: str | None
    thumbnail: str | None
    error: str | None


def make_all(
    stage: Stage, wishes: Sequence[Wish], folder: Path, hear: OnProgress, given: Mapping[str, str] | None = None
) -> list[Result]:
    """Every wish, as many at once as the service has slots; `given` are addresses of files handed in, by name.

    A wish whose source was not made fails, or has no engine, as its source.
    """
    folder.mkdir(parents=True, exist_ok=True)
    futures: dict[str, Future[Result]] = {}
    with (
        Client(stage.api_key, stage.base_url) as client,
        httpx2.Client(base_url=stage.base_url, headers={"Authorization": stage.api_key}) as http,
        ThreadPoolExecutor(max_workers=len(wishes)) as threads,  # one that waits for another must not be in its way
    ):
        maker = _Maker(client, http, folder, hear, {**(given or {})}, futures)
        assert len({wish.name for wish in wishes}) == len(wishes), "two wishes have one name"
        for wish in sorted(wishes, key=lambda wish: wish.made_from in {other.name for other in wishes}):
            futures[wish.name] = threads.submit(maker.make, wish)
        return [futures[wish.name].result() for wish in wishes]


class _Maker:
    """One connection to the service for all threads."""

    def __init__(
        self,
        client: Client,
        http: httpx2.Client,
        folder: Path,
        hear: OnProgress,
        given: Mapping[str, str],
        futures: Mapping[str, Future[Result]],
    ) -> None:
        self.client, self.http, self.folder, self.hear = client, http, folder, hear
        self.given, self.futures = given, futures

    def make(self, wish: Wish) -> Result:
        """Order it, follow it, fetch what it made. What goes wrong with one wish is its result."""
        source = self._source(wish)
        if isinstance(source, Result):
            return source
        try:
            ordered = self.client.submit(wish.tool, {"model": wish.model, **wish.input, **source})
            ended = self._followed(wish, ordered.id)
            if ended.output is None:
                why = ended.error or "It ended without a word."
                return Result(wish, State.NO_ENGINE if why.startswith(NO_ENGINE) else State.FAILED, why=why)
            file = self._fetched(ended.output, wish)
            thumbnail = self._fetched(ended.thumbnail, wish, "-thumbnail") if ended.thumbnail else None
            return Result(wish, State.MADE, ended.seconds, self._paid(ordered.id), file, thumbnail, url=ended.output)
        except (MediamillClientError, httpx2.HTTPError) as error:
            return Result(wish, State.FAILED, why=str(error) or type(error).__name__)

    def _source(self, wish: Wish) -> dict[str, Value] | Result:
        """The input field that another wish's output fills."""
        if not wish.made_from:
            return {}
        if wish.made_from in self.given:
            return {wish.into: self.given[wish.made_from]}
        made = self.futures[wish.made_from].result()
        if made.state is not State.MADE:
            return Result(wish, made.state, why=f"{wish.made_from} was not made.")
        return {wish.into: made.url}

    def _followed(self, wish: Wish, generation: str) -> Ended:
        """The end of a generation, heard on its events."""
        began_at: datetime | None = None
        path = f"/ext/generations/{generation}/events"
        with self.http.stream("GET", path, timeout=WISH_SECONDS_MAX) as response:
            response.raise_for_status()
            for name, facts in events(response.iter_lines()):
                if name == "progress":
                    self.hear(wish, facts["progress"], facts["stage"])
                    continue
                at = datetime.fromisoformat(facts["at"])
                if began_at is None or facts["status"] == "processing":
                    began_at = at
                if facts["status"] in ("success", "error"):
                    self.hear(wish, 1.0, facts["status"])
                    seconds = (at - began_at).total_seconds()
                    return Ended(seconds, facts["output"], facts["thumbnail"], facts["error"])
        return Ended(0.0, None, None, "Its events broke off.")

    def _fetched(self, url: str, wish: Wish, mark: str = "") -> Path:
        """The file at an address, under a name that says what it is."""
        response = self.http.get(url, timeout=WISH_SECONDS_MAX)
        response.raise_for_status()
        stem = wish.name.replace("/", "-").replace(" ", "-")
        path = self.folder / f"{stem}{mark}{Path(httpx2.URL(url).path).suffix}"
        path.write_bytes(response.content)
        return path

    def _paid(self, generation: str) -> int:
        """What the ledger says was captured for it."""
        entries = self.http.get("/ext/ledger", params={"limit": LEDGER_PAGE}).raise_for_status().json()["data"]
        captures = (entry for entry in entries if entry["generation"] == generation and entry["kind"] == "capture")
        return sum(abs(int(entry["credits"])) for entry in captures)


def events(lines: Iterator[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Name and data of server-sent events (WHATWG HTML, 9.2.6), as far as this service uses them."""
    name = "message"
    for line in lines:
        if line.startswith("event:"):
            name = line.removeprefix("event:").strip()
        elif line.startswith("data:"):
            yield name, json.loads(line.removeprefix("data:"))
