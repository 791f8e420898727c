"""Every hostile URL and some honest ones through the doors of `mediamill.outbound`, inside a world of their own.

    python -m tests.world.enter -- python -m tests.world.journey

Prints what came of it as JSON, with the contacts that the wiretap heard. The judging is done outside, by a test.
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

import httpx2

from mediamill.outbound import (
    INPUT_RULES,
    WEBHOOK_RULES,
    Downloader,
    DownloadFailed,
    DownloadLimits,
    Guard,
    UrlRules,
    judge_url,
    post,
)
from tests.world.hostile import (
    CHANGING_HOST,
    HOSTILE_ANSWERS,
    PUBLIC,
    PUBLIC_SIX,
    PUBLIC_TOO,
    REDIRECTOR,
    hostile_urls,
)
from tests.world.name_server import Reply, says
from tests.world.servers import redirecting
from tests.world.world import World

LIMITS = DownloadLimits(bytes_max=100_000, seconds=1.0)
ACCEPT_SECONDS = 0.2
HEADERS = {"Content-Type": "application/json"}
NEIGHBOURS = """
1.0.0.1 9.255.255.255 11.0.0.1 100.63.255.255 100.128.0.1 126.255.255.255 128.0.0.1 168.63.129.17 169.253.255.255
169.255.0.1 172.15.255.255 172.32.0.1 192.0.1.1 192.88.98.255 192.167.255.255 192.169.0.1 198.17.255.255 198.20.0.1
203.0.114.1 223.255.255.255 2001:200::1 2001:db7::1 2001:db9::1 2003::1 2620:4f:8001::1 3ffe::1
""".split()
HONEST_NAMES: dict[str, tuple[Reply, ...]] = {
    "good.example": (says(PUBLIC),),
    REDIRECTOR: (says(PUBLIC_TOO),),
    "six.example": (says(PUBLIC_SIX),),
    "both.example": (says(PUBLIC, PUBLIC_SIX),),
    "many.example": (says(*(f"93.184.216.{n}" for n in range(35, 45))),),
    "alias.example": (says(alias="alias-2.example"),),
    "alias-2.example": (says(alias="good.example"),),
    "xn--bcher-kva.example": (says(PUBLIC),),
    "slow.example": (says(PUBLIC, delay_seconds=0.1),),
}
HONEST_URLS = [
    "https://good.example/a?b=c",
    "https://good.example:8443/",
    "https://good.example:65535/",
    "https://GOOD.example./",
    "https://six.example/",
    "https://both.example/",
    "https://many.example/",
    "https://alias.example/",
    "https://Bücher.example/",
    "https://slow.example/",
    f"https://{PUBLIC}/",
    f"https://[{PUBLIC_SIX}]:8443/",
]
HONEST_INPUT_URLS = [
    "http://good.example/",
    "http://good.example:8080/",
    redirecting(f"http://{REDIRECTOR}", "https://good.example", f"https://{REDIRECTOR}", "https://six.example/"),
    *(f"http://{f'[{address}]' if ':' in address else address}/" for address in NEIGHBOURS),
]
# What a client without a guard does in this world: proof that the wiretap would hear.
TRAPS = [
    "http://127.0.0.1/",
    "http://10.0.0.5/",
    "http://169.254.169.254/",
    "http://[::1]/",
    "http://[fd00:ec2::254]/",
    "http://[64:ff9b::7f00:1]/",
    "http://0.0.0.0/",
    "http://2130706433/",
    "http://loop.example/",
    "http://alias-chain.example/",
    "http://10.0.0.5:6379/",
    redirecting(f"http://{REDIRECTOR}", "http://192.168.1.1/"),
]


@dataclass
class Outcome:
    """What came of one URL at one door."""

    door: str
    kind: str
    url: str
    accepted: bool
    result: str  # "ok", a status, or the word of the trouble
    contacts: list[str] = field(default_factory=list)


Door = Callable[[str], Awaitable[str]]


async def travel(world: World, folder: Path) -> list[Outcome]:
    """Through all doors, with the names as they were before each URL."""
    guard = Guard()
    downloader = Downloader(guard)

    async def download(url: str) -> str:
        got = await downloader.download(url, folder, account_id="ada", limits=LIMITS)
        return str(got.reason) if isinstance(got, DownloadFailed) else "ok"

    async def tell(url: str) -> str:
        told = await post(guard, url, b"{}", HEADERS, account_id="ada", seconds=LIMITS.seconds)
        return str(told.status or told.failure)

    doors: list[tuple[str, Door, UrlRules, list[str]]] = [
        ("download", download, INPUT_RULES, HONEST_URLS + HONEST_INPUT_URLS),
        ("post", tell, WEBHOOK_RULES, HONEST_URLS),
    ]
    outcomes = []
    for name, door, rules, honest in doors:
        urls = [(hostile.kind, hostile.url) for hostile in hostile_urls()] + [("honest", url) for url in honest]
        for kind, url in [*urls, ("another's certificate", "https://uncertified.example/")]:
            name_everybody(world)
            fault = judge_url(url, rules) or await guard.judge_name(url, account_id="ada", seconds=ACCEPT_SECONDS)
            outcome = Outcome(name, kind, url, fault is None, await door(url))
            outcome.contacts = [f"{contact.protocol} {contact.address}" for contact in world.contacts()]
            outcomes.append(outcome)
    return outcomes


def name_everybody(world: World) -> None:
    """The names of this journey, as if nobody had asked for them yet."""
    for name, replies in (HONEST_NAMES | HOSTILE_ANSWERS).items():
        world.host(name, *replies)
    world.host(CHANGING_HOST, says(PUBLIC), says(PUBLIC), says("127.0.0.1"))  # at accept, at first, after its redirect
    world.names.tell("uncertified.example", says(PUBLIC))


async def fall_into_traps(world: World) -> list[str]:
    """The forbidden places that a client without a guard contacts."""
    name_everybody(world)
    async with httpx2.AsyncClient(trust_env=False, follow_redirects=True, timeout=2) as client:
        for url in TRAPS:
            try:
                await client.get(url)
            except httpx2.HTTPError as error:
                print(f"{url}: {error!r}", file=sys.stderr)
    honest = {PUBLIC, PUBLIC_TOO}
    return [f"{contact.address}:{contact.port}" for contact in world.contacts() if contact.address not in honest]


async def main() -> None:
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        async with World(folder) as world:
            outcomes = await travel(world, folder)
            calls = [call for call in world.servers.calls if call.asked]
            caught = await fall_into_traps(world)
    spoken = {"calls": len(calls), "posts": sum(call.asked.method == "POST" for call in calls if call.asked)}
    print(json.dumps({"outcomes": [asdict(outcome) for outcome in outcomes], "spoken": spoken, "caught": caught}))


if __name__ == "__main__":
    asyncio.run(main())
