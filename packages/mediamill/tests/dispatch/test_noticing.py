"""Accounts are told that a cap is nearly reached: once for each share and window, by a post that they can verify."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from standardwebhooks import Webhook

from mediamill import accounts, credits, notices, webhooks
from mediamill.accounts import Account
from mediamill.credits import Caps
from mediamill.db import Database
from mediamill.dispatch.alerting import DELAYS_MS
from mediamill.dispatch.noticing import KEPT_MS, Noticing
from mediamill.generations import Policy
from mediamill.outbound import Answer, FailureReason
from mediamill.secret import Secrets
from mediamill.units import DAY_MS
from tests.clock import FrozenClock
from tests.generations.stage import Stage

SECRETS = Secrets(b"long and random")
URL = "https://hooks.example.com/credits"
SHARES = (80, 95, 100)


@dataclass
class Mailbox:
    """Where Ada reads; it checks signatures."""

    account: Account
    is_away: bool = False
    got: list[dict[str, Any]] = field(default_factory=list)
    urls: set[str] = field(default_factory=set)

    async def take(self, url: str, body: bytes, headers: Mapping[str, str], *, account_id: str) -> Answer:
        if self.is_away:
            return Answer(None, FailureReason.TIMEOUT, 5_000, None)
        Webhook(webhooks.secret_text(SECRETS, account_id, 1)).verify(body.decode(), dict(headers))
        self.got.append(json.loads(body))
        self.urls.add(url)
        assert headers["webhook-id"] == self.got[-1]["id"]
        return Answer(204, None, 3, None)

    def told(self) -> list[tuple[str, int, int]]:
        return [(one["window"], one["share"], one["used"]) for one in self.got]


class Story:
    """Ada, her mailbox, and the process on duty."""

    def __init__(self, database: Database, policy: Policy, ada: Account, clock: FrozenClock) -> None:
        self.database, self.ada, self.clock = database, ada, clock
        self.stage = Stage(database, policy)
        self.mailbox = Mailbox(ada)
        self.noticing = Noticing(database, self.mailbox.take, SECRETS, SHARES)

    async def wants_to_know(self) -> None:
        await self.database.write(lambda tx: notices.set_address(tx, self.ada.id, URL))

    async def caps(self, caps: Caps) -> None:
        await self.database.write(lambda tx: credits.set_account_caps(tx, self.ada.id, caps))

    async def spends(self, amount: int) -> None:
        await self.stage.accept(self.ada, price=amount)
        assert await self.stage.succeed(await self.stage.must_claim(), charge=amount)

    async def told(self) -> list[tuple[str, int, int]]:
        await self.noticing.watch_caps()
        return self.mailbox.told()


@pytest.fixture
async def story(database: Database, policy: Policy, ada: Account, clock: FrozenClock) -> Story:
    return Story(database, policy, ada, clock)


async def test_each_share_is_told_once_in_a_window_and_anew_in_the_next(story: Story) -> None:
    await story.wants_to_know()
    await story.caps(Caps(day=100))
    await story.spends(79)
    assert await story.told() == []
    await story.spends(1)
    assert await story.told() == await story.told() == [("day", 80, 80)]
    await story.spends(16)
    await story.spends(4)
    assert await story.told() == [("day", 80, 80), ("day", 100, 100)]  # of two at once the higher
    story.clock.advance(DAY_MS)
    assert len(await story.told()) == 2
    await story.spends(96)
    assert (await story.told())[2:] == [("day", 95, 96)]

    last = story.mailbox.got[-1]
    assert (last["type"], last["account"], last["key"], last["cap"], last["left"]) == (
        "credits.low", story.ada.id, None, 100, 4
    )  # fmt: skip
    assert story.mailbox.urls == {URL}


async def test_every_window_has_its_own_and_a_raised_cap_is_another_one(story: Story) -> None:
    await story.wants_to_know()
    await story.caps(Caps(month=100, total=50))
    await story.spends(48)
    assert await story.told() == [("total", 95, 48)]
    await story.caps(Caps(month=100, total=60))
    assert (await story.told())[1:] == [("total", 80, 48)]


async def test_what_is_held_counts_and_a_cap_of_nothing_is_nothing_to_tell(story: Story) -> None:
    await story.wants_to_know()
    await story.caps(Caps(day=0, total=100))
    assert await story.told() == []
    await story.caps(Caps(total=100))
    await story.stage.accept(story.ada, price=90)

    assert await story.told() == [("total", 80, 90)]


async def test_a_key_has_caps_of_its_own(story: Story) -> None:
    await story.wants_to_know()
    key, _ = await story.database.write(
        lambda tx: accounts.issue_key(tx, story.ada.id, "renders", b"p", accounts.KeyRights(caps=Caps(total=10)))
    )
    await story.spends(40)  # without the key
    assert await story.told() == []
    uses = await story.database.read(lambda tx: credits.cap_uses(tx, [story.ada.id]))

    assert [(one.api_key_id, one.span, one.cap, one.used) for one in uses] == [(key.id, "total", 10, 0)]


async def test_nobody_is_told_who_does_not_want_to_be(story: Story) -> None:
    await story.caps(Caps(day=100))
    await story.spends(100)
    assert await story.told() == []
    await story.wants_to_know()
    assert await story.told() == [("day", 100, 100)]
    await story.database.write(lambda tx: notices.remove_address(tx, story.ada.id))
    story.clock.advance(DAY_MS)
    await story.spends(100)
    assert len(await story.told()) == 1


async def test_without_shares_nothing_is_looked_at(story: Story) -> None:
    await story.wants_to_know()
    await story.caps(Caps(day=100))
    await story.spends(100)

    assert await Noticing(story.database, story.mailbox.take, SECRETS, ()).watch_caps() == 0


async def test_a_mailbox_that_is_away_is_tried_again_and_given_up(story: Story) -> None:
    await story.wants_to_know()
    await story.caps(Caps(day=100, month=1_000))
    story.mailbox.is_away = True
    await story.spends(85)
    assert await story.told() == []
    story.mailbox.is_away = False
    assert await story.told() == []  # the delay is not over
    story.clock.advance(DELAYS_MS[0])
    assert await story.told() == [("day", 80, 85)]

    story.mailbox.is_away = True
    await story.spends(15)
    for delay in (0, *DELAYS_MS):
        story.clock.advance(delay)
        await story.told()
    story.mailbox.is_away = False
    assert len(await story.told()) == 1


async def test_old_windows_are_forgotten_and_totals_are_not(story: Story) -> None:
    await story.wants_to_know()
    await story.caps(Caps(day=100, total=100))
    await story.spends(100)
    assert len(await story.told()) == 2
    story.clock.advance(KEPT_MS)

    assert await story.noticing.forget_notices() == 3  # of the day
    assert len(await story.told()) == 2


async def test_a_deleted_account_leaves_nothing(story: Story) -> None:
    await story.wants_to_know()
    await story.caps(Caps(day=100))
    await story.spends(100)
    await story.told()
    await story.database.write(lambda tx: accounts.delete_account(tx, story.ada.id))
    while (await story.database.write(lambda tx: accounts.erase_batch(tx, story.ada.id))).is_anything:
        pass

    assert await story.database.read(lambda tx: notices.address_of(tx, story.ada.id)) is None
    assert await story.database.read(notices.due) == []
