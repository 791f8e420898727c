"""Deliveries over real TLS to strangers on loopback: what counts, what is kept, what is signed."""

import re
import ssl
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import Any

import orjson
import pytest
import trustme
from standardwebhooks import Webhook

from mediamill import generations, outbound, webhooks
from mediamill.accounts import Account, Plan, open_account
from mediamill.db import SqliteDatabase
from mediamill.dispatch import Deliverer
from mediamill.generations import NewGeneration, Policy
from mediamill.outbound import Guard
from mediamill.webhooks import DeliveryStatus
from tests.outbound import stranger as does
from tests.outbound.phone_book import LOOPBACK, PhoneBook
from tests.outbound.stranger import Behaviour, Stranger, Visit
from tests.places import REPOSITORY
from tests.webhooks.receivers import SECRETS, delivering, until
from tests.webhooks.stage import Stage

ATTEMPT_SECONDS = 3.0  # shorter than in earnest, long enough for a busy machine
GUIDE = REPOSITORY / "docs/webhooks.md"
WORDS = "ünder ".encode()


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[Stage]:
    """Here time passes: verifiers look at the real clock."""
    database = SqliteDatabase(tmp_path / "live.db")
    await database.start()
    yield Stage(database)
    await database.stop()


@pytest.fixture
async def cleo(live: Stage) -> Account:
    return await live.database.write(lambda tx: open_account(tx, "cleo@example.com", Plan.PRO, 1_000))


@pytest.fixture
async def town(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator["Town"]:
    """Everybody under example.com, with good certificates from the one authority we trust."""
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "authority.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
    async with Stranger(tls=certified(authority)) as honest, Stranger(tls=certified(trustme.CA())) as impostor:
        yield Town(honest, impostor)


def certified(authority: trustme.CA) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("*.example.com").configure_cert(context)
    return context


class Town:
    """Names that lead to strangers, and a post that finds them."""

    def __init__(self, honest: Stranger, impostor: Stranger) -> None:
        self.honest, self.impostor, self.book = honest, impostor, PhoneBook()
        guard = Guard(allowed_networks=LOOPBACK, resolver=self.book)
        self.post = partial(outbound.post, guard, seconds=ATTEMPT_SECONDS)

    def move_in(self, name: str, behaviour: Behaviour) -> str:
        """A URL at which this happens."""
        self.book.enter(f"{name}.example.com", "127.0.0.1")
        self.honest.behaviours[f"/{name}"] = behaviour
        return self.honest.url(f"/{name}", f"{name}.example.com")

    def deliver(self, stage: Stage, **options: Any) -> Any:
        return delivering(stage, self.post, **options)


async def ended(stage: Stage, generation_id: str) -> bool:
    return (await stage.find(generation_id)).status is not DeliveryStatus.PENDING


ANSWERS: dict[str, tuple[Behaviour, int | str]] = {
    "ok": (does.answer(b"thanks"), 200),
    "ok-and-endless": (does.endless_without_length, 200),
    "ok-and-dripping": (does.drip_body, 200),
    "ok-and-cut": (does.reset_in_the_body, 200),
    "created": (does.answer(status="201 Created"), 201),
    "accepted": (does.answer(status="202 Accepted"), 202),
    "no-content": (does.answer(status="204 No Content"), 204),
    "odd-success": (does.answer(status="299 Odd"), 299),
    "moved": (does.redirect("https://elsewhere.example.com/", "301 Moved Permanently"), 301),
    "moved-for-now": (does.redirect("/ok", "307 Temporary Redirect"), 307),
    "gone": (does.answer(status="410 Gone"), 410),
    "too-many": (does.answer(b"", "Retry-After: 86400", status="429 Too Many Requests"), 429),
    "broken": (does.answer(WORDS * 500, status="500 Internal Server Error"), 500),
    "silent": (does.silent, "timeout"),
    "dripping": (does.drip_headers, "timeout"),
    "cut": (does.cut_in_the_head, "bad_answer"),
    "reset": (does.reset_before_the_head, "bad_answer"),
    "hung-up": (does.hang_up, "bad_answer"),
    "babble": (does.babble, "bad_answer"),
}


async def test_only_200_counts_and_everything_is_kept(live: Stage, cleo: Account, town: Town) -> None:
    urls = {name: town.move_in(name, behaviour) for name, (behaviour, _) in ANSWERS.items()}
    urls["impostor"] = town.impostor.url("/", "impostor.example.com")
    urls["inside"] = town.honest.url("/", "inside.example.com")
    urls["nameless"] = town.honest.url("/", "nameless.example.com")
    town.book.enter("impostor.example.com", "127.0.0.1")
    town.book.enter("inside.example.com", "10.0.0.1")
    owed = dict(zip(urls, await live.owe(cleo, *urls.values()), strict=True))
    async with town.deliver(live, delays_ms=()):
        for generation_id in owed.values():
            await until(partial(ended, live, generation_id), "it has ended")
    seen = {name: (await live.ends(generation_id))[0] for name, generation_id in owed.items()}
    delivered = {name for name, one in owed.items() if (await live.find(one)).status is DeliveryStatus.DELIVERED}
    (answer,) = await live.attempts(owed["broken"])

    assert seen == {name: end for name, (_, end) in ANSWERS.items()} | {
        "impostor": "tls_failed",
        "inside": "refused_address",
        "nameless": "dns_failed",
    }
    assert delivered == {"ok", "ok-and-endless", "ok-and-dripping", "ok-and-cut"}
    assert sorted(asked.target for asked in town.honest.asked) == sorted(f"/{name}" for name in ANSWERS)
    assert town.impostor.asked == []
    assert answer.address == "127.0.0.1"
    assert answer.answer == (WORDS * 500)[:1024].decode("utf-8", "replace")
    assert await live.is_exact()


async def test_every_attempt_posts_the_frozen_bytes_signed_anew(live: Stage, cleo: Account, town: Town) -> None:
    """By two independent verifiers: Standard Webhooks' own, and the ten lines of the guide."""
    statuses = iter(("500 Oops", "204 No Content", "200 OK"))

    async def learn(visit: Visit) -> None:
        await does.answer(status=next(statuses))(visit)

    media_base = "https://media.example.com/media"
    generation = await finished(live, cleo, town.move_in("learner", learn), media_base)
    await live.database.write(lambda tx: webhooks.rotate(tx, cleo.id))
    async with town.deliver(live, delays_ms=(1_100, 10)):
        await until(partial(ended, live, generation.id), "it has ended")
    shown = generations.detail(generation, media_base)
    is_genuine = verifier_of_the_guide()
    secrets = [webhooks.secret_text(SECRETS, cleo.id, number) for number in (1, 2)]

    assert len(town.honest.asked) == 3
    for asked in town.honest.asked:
        assert asked.method == "POST"
        assert orjson.loads(asked.body) == {name: shown[name] for name in orjson.loads(asked.body)}
        assert list(orjson.loads(asked.body)) == ["id", "status", "tool", "type", "output", "thumbnail", "createdAt"]
        assert asked.headers["content-type"] == "application/json"
        assert asked.headers["x-webhook-source"] == "generation-service"
        assert asked.headers["x-media-id"] == asked.headers["webhook-id"] == generation.id
        assert "authorization" not in asked.headers
        for secret in secrets:
            Webhook(secret).verify(asked.body, asked.headers)
            assert is_genuine(secret, asked.headers, asked.body)
        assert not is_genuine(webhooks.secret_text(SECRETS, cleo.id, 3), asked.headers, asked.body)
        assert not is_genuine(secrets[0], asked.headers, asked.body + b" ")
        assert not is_genuine(secrets[0], asked.headers | {"webhook-timestamp": "1700000000"}, asked.body)
        assert not is_genuine(secrets[0], {}, asked.body)
    assert len({asked.body for asked in town.honest.asked}) == 1
    assert len({asked.headers["webhook-timestamp"] for asked in town.honest.asked}) >= 2
    assert len({asked.headers["webhook-signature"] for asked in town.honest.asked}) >= 2


async def finished(stage: Stage, account: Account, webhook: str, media_base: str) -> generations.Generation:
    """A success, by the verbs that make one."""
    policy = Policy(lease_ms=30_000, tries=3, waiting_ms_max=86_400_000, running_max={Plan.FREE: 2, Plan.PRO: 8})
    order = NewGeneration(account.id, "text-to-speech", "voicevendor-tts", "audio", "{}", "{}", webhook, "cpu", 40, 7)
    await stage.database.write(lambda tx: generations.accept(tx, order))
    claimed = await stage.database.write(lambda tx: generations.claim(tx, "heron", "cpu", policy))
    assert claimed is not None
    done = await stage.database.write(
        lambda tx: generations.succeed(
            tx, claimed, "heron", output_key="gen_x/y.mp3", thumbnail_key=None, charge=40, media_base=media_base
        )
    )
    assert done is not None
    return done


def verifier_of_the_guide() -> Callable[[str, dict[str, str], bytes], bool]:
    """`is_genuine`, as a developer would copy it."""
    code = re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.S)[0]
    namespace: dict[str, Any] = {}
    exec(code, namespace)
    is_genuine: Callable[[str, dict[str, str], bytes], bool] = namespace["is_genuine"]
    return is_genuine


@pytest.mark.slow
async def test_receivers_that_say_nothing_hold_up_nobody(live: Stage, cleo: Account, town: Town) -> None:
    silent = [town.move_in(f"silent{number}", does.silent) for number in range(3)]
    quick = town.move_in("quick", does.answer())
    await live.owe(cleo, *silent * 100)
    async with town.deliver(live) as deliverer:
        await until(lambda: len(town.honest.asked) == 12, "each of them keeps four attempts busy")
        (owed,) = await live.owe(cleo, quick)
        await until(partial(ended, live, owed), "it is delivered")
        held = town.honest.busy

        assert held >= 12
        assert isinstance(deliverer, Deliverer)
        assert deliverer.alive()
    assert await live.ends(owed) == [200]
