"""Noticing: accounts whose caps are nearly reached are told, by a post that their webhook secrets sign."""

import asyncio
import logging
from collections.abc import Awaitable, Mapping, Sequence
from functools import partial
from typing import Protocol

import orjson

from mediamill import clock, credits, notices, webhooks
from mediamill.credits import CapUse
from mediamill.db import Database, Transaction
from mediamill.dispatch.alerting import DELAYS_MS
from mediamill.notices import Notice
from mediamill.outbound import Answer
from mediamill.secret import Secrets
from mediamill.units import DAY_MS
from mediamill.webhooks import SecretInForce, standard_headers

KEPT_MS = 62 * DAY_MS  # of days and months: longer than a month lasts
TYPE = "credits.low"

log = logging.getLogger("mediamill.notices")


class PostNotice(Protocol):
    """What `outbound.post` promises, for a guard."""

    def __call__(self, url: str, body: bytes, headers: Mapping[str, str], *, account_id: str) -> Awaitable[Answer]:
        """Post it once, within 5 s; whatever happens is an answer."""


class Noticing:
    """Done by the process on duty, for all."""

    def __init__(self, database: Database, post: PostNotice, secrets: Secrets, shares: Sequence[int]) -> None:
        """`shares`: of a cap, in hundredths; none: nobody is told anything."""
        self.database = database
        self.post = post
        self.secrets = secrets
        self.shares = tuple(shares)

    async def watch_caps(self) -> int:
        """Look at every account that wants to be told, then tell what is due; how many were told."""
        after = ""
        while self.shares and (found := await self.database.read(partial(notices.accounts_to_look_at, after=after))):
            passed = await self.database.read_in_thread(partial(find_passed, account_ids=found, shares=self.shares))
            if passed:
                await self.database.write(partial(note_all, uses=passed, shares=self.shares))
            after = found[-1]
        owed = await self.database.read(notices.due)
        return sum(await asyncio.gather(*(self.tell(notice) for notice in owed)))

    async def forget_notices(self) -> int:
        """Take away what is over; how many."""
        await self.database.write(partial(notices.bring_nearer, delay_ms_max=max(DELAYS_MS)))
        return await self.database.write(partial(notices.forget, older_than_ms=KEPT_MS))

    async def tell(self, notice: Notice) -> bool:
        """One post; what is not taken is told again later. Whether it was taken."""
        in_force = await self.database.read(partial(webhooks.secrets_of, account_id=notice.account_id))
        body = body_of(notice)
        headers = {"Content-Type": "application/json", **self.signatures(notice, body, in_force)}
        answer = await self.post(notice.url, body, headers, account_id=notice.account_id)
        if answer.is_success:
            await self.database.write(partial(notices.told, notice_id=notice.id))
            return True
        log.info("notice %s: the receiver did not take it: %s", notice.id, answer.status or answer.failure)
        if not await self.database.write(partial(notices.retry, notice=notice, delays_ms=DELAYS_MS)):
            log.warning("notice %s of %s could not be posted and is given up", notice.id, notice.account_id)
        return False

    def signatures(self, notice: Notice, body: bytes, in_force: Sequence[SecretInForce]) -> dict[str, str]:
        """The account's webhook secrets sign it."""
        texts = [webhooks.secret_text(self.secrets, notice.account_id, one.number) for one in in_force]
        return standard_headers(notice.id, body.decode(), secrets=texts, at=clock.now())


def find_passed(tx: Transaction, account_ids: Sequence[str], shares: Sequence[int]) -> list[CapUse]:
    """The caps of these accounts of which a share was passed that nobody has noted."""
    return [use for use in credits.cap_uses(tx, account_ids) if notices.newly_passed(tx, use, shares)]


def note_all(tx: Transaction, uses: Sequence[CapUse], shares: Sequence[int]) -> None:
    """Write down what was passed."""
    for use in uses:
        notices.note_passed(tx, use, shares)


def body_of(notice: Notice) -> bytes:
    """What is posted."""
    return orjson.dumps(
        {
            "id": notice.id,
            "type": TYPE,
            "account": notice.account_id,
            "key": notice.api_key_id or None,
            "window": notice.span,
            "period": notice.period or None,
            "share": notice.share,
            "cap": notice.cap,
            "used": notice.used,
            "left": max(0, notice.cap - notice.used),
            "createdAt": clock.iso(notice.created_at),
        }
    )
