"""Accepts new generations: holds, rows and counters in one transaction; a request under one key only once."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

import orjson

from mediamill import credits, ids
from mediamill.db import Row, Transaction, lock_accounts, named_queries
from mediamill.generations.door_requests import DoorRequest
from mediamill.generations.generation import Status
from mediamill.generations.intent import Intent
from mediamill.generations.searching import NewTexts, add_texts
from mediamill.generations.turns import Waiting, add_turns
from mediamill.units import DAY_MS

SQL = named_queries(__file__)

NO_LIMIT = 2**53
KEY_KEPT_MS = DAY_MS  # how long an idempotency key protects against a second generation


@dataclass(frozen=True, slots=True)
class NewGeneration:
    """A checked request for media and what it costs."""

    account_id: str
    tool: str
    model: str
    type: str
    payload: str  # the input object as sent
    input: str  # the checked input as JSON, its seed drawn
    webhook: str | None
    pool: str
    credits: int
    seed: int | float  # for everything that its engine draws by chance
    trace: str | None = None  # of the request that orders
    api_key_id: str | None = None  # the caller's
    asked: DoorRequest | None = None  # how, if through a door


@dataclass(frozen=True, slots=True)
class IdempotencyKey:
    """The key under which a client may send the same body again without starting a second generation."""

    key: str
    body_digest: str


@dataclass(frozen=True, slots=True)
class Accepted:
    """The promise given: it will end in success or error."""

    id: str
    created_at: int
    intents: tuple[Intent, ...]
    is_repeat: bool = False  # the promise was given before, under the same key


class NotAccepted(StrEnum):
    """Why a new generation is not accepted; nothing was written."""

    TOO_POOR = "insufficient credits"
    CAPPED = "spending limit reached"
    TOO_MANY = "too many queued generations"
    OTHER_BODY = "the key was used with a different body"
    SUSPENDED = "the account may start nothing"


@dataclass(frozen=True, slots=True)
class Submission:
    """One request to accept, and the bounds it is accepted within."""

    new: NewGeneration
    key: IdempotencyKey | None = None
    waiting_max: int | None = None  # unfinished generations that its account may have


Decision = Accepted | NotAccepted


def accept(
    tx: Transaction, new: NewGeneration, *, key: IdempotencyKey | None = None, waiting_max: int | None = None
) -> Decision:
    """A new generation, its credits held; or the one that its key started within the last 24 hours."""
    return accept_all(tx, [Submission(new, key, waiting_max)])[0]


def accept_all(tx: Transaction, submissions: Sequence[Submission]) -> list[Decision]:
    """The same for several, in their order, with as many statements as for one; each is accepted or not by itself."""
    accounts = {one.new.account_id for one in submissions}
    lock_accounts(tx, accounts)
    rooms = rooms_of(tx, accounts)
    now = tx.now()  # one instant for all of it: a repeated answer is the same to the millisecond
    capped = [id for id, room in rooms.items() if room.is_capped]
    allowances = credits.allowances(tx, capped) if capped else credits.NOTHING_CAPPED
    group = GroupAcceptance(rooms, allowances, keys_in_use(tx, submissions, now), now)
    answers = [group.answer(one) for one in submissions]
    write_accepted(tx, group.accepted, now)
    return answers


@dataclass(slots=True)
class Room:
    """What an account has left, and how many it has under way."""

    available: int
    processing: int
    is_capped: bool  # it or a key of it has spending caps
    is_suspended: bool


KeyPlace = tuple[str, str]  # account id, idempotency key


@dataclass(slots=True)
class GroupAcceptance:
    """Decides about one order after the other. What it reads is locked, so what it decides is true."""

    rooms: dict[str, Room]
    allowances: credits.Allowances
    known: dict[KeyPlace, tuple[str, Accepted]]  # what keys started: the digest of the body, and the answer
    now: int
    accepted: list[tuple[Submission, Accepted]] = field(default_factory=list)

    def answer(self, order: Submission) -> Decision:
        """Accept it if there is room and money for it within all caps, or say what its key started."""
        new, key = order.new, order.key
        place = (new.account_id, key.key) if key else None
        if key and place in self.known:
            digest, before = self.known[place]
            return replace(before, is_repeat=True, intents=()) if digest == key.body_digest else NotAccepted.OTHER_BODY
        room = self.rooms[new.account_id]
        if room.is_suspended:
            return NotAccepted.SUSPENDED
        if room.processing >= (order.waiting_max or NO_LIMIT):
            return NotAccepted.TOO_MANY
        if room.available < new.credits:
            return NotAccepted.TOO_POOR
        if not self.allowances.covers(new.account_id, new.api_key_id, new.credits):
            return NotAccepted.CAPPED
        room.processing += 1
        room.available -= new.credits
        self.allowances.spend(new.account_id, new.api_key_id, new.credits)
        accepted = Accepted(ids.new("gen", self.now), self.now, (Intent(new.pool, self.now),))
        if key and place:
            self.known[place] = (key.body_digest, accepted)
        self.accepted.append((order, accepted))
        return accepted


def rooms_of(tx: Transaction, accounts: Iterable[str]) -> dict[str, Room]:
    """The room of each account."""
    rows = tx.all(SQL.rooms, account_ids=orjson.dumps(sorted(accounts)).decode())
    return {row["account_id"]: room_from(row) for row in rows}


def room_from(row: Row) -> Room:
    """The room of an account from its row."""
    return Room(row["available"], row["processing"], bool(row["is_capped"]), row["suspended_at"] is not None)


def keys_in_use(tx: Transaction, orders: Iterable[Submission], now: int) -> dict[KeyPlace, tuple[str, Accepted]]:
    """What the keys of these orders started; what they started too long ago is forgotten."""
    places = list(dict.fromkeys((order.new.account_id, order.key.key) for order in orders if order.key))
    if not places:
        return {}
    before = now - KEY_KEPT_MS
    tx.send_many(SQL.forget_key, [{"account_id": id, "key": key, "before": before} for id, key in places])
    return {
        (row["account_id"], row["key"]): (row["body_digest"], Accepted(row["generation_id"], row["created_at"], ()))
        for row in tx.all(SQL.remembered_keys, places=orjson.dumps(places).decode())
    }


def write_accepted(tx: Transaction, orders: Sequence[tuple[Submission, Accepted]], now: int) -> None:
    """Holds, rows, counters and turns, each kind at once."""
    accepted = [(order.new, one.id) for order, one in orders]
    started = Counter(new.account_id for new, _ in accepted)
    status = Status.PROCESSING.value
    tx.send_many(SQL.count, [{"account_id": id, "status": status, "change": total} for id, total in started.items()])
    tx.send_many(SQL.insert, [row_of(new, id, now) for new, id in accepted])
    if asked := [door_row_of(new.account_id, new.asked, id) for new, id in accepted if new.asked]:
        tx.send_many(SQL.insert_door_request, asked)
    add_texts(tx, [NewTexts(id, new.account_id, new.tool, new.model, new.type, new.input) for new, id in accepted])
    turns = dict.fromkeys((new.account_id, new.pool, new.tool, new.model) for new, _ in accepted)
    add_turns(tx, [Waiting(*turn) for turn in turns], now)
    tx.send_many(
        SQL.remember_key,
        [
            {
                "account_id": order.new.account_id,
                "key": order.key.key,
                "body_digest": order.key.body_digest,
                "generation_id": one.id,
                "now": now,
            }
            for order, one in orders
            if order.key
        ],
    )
    # Last, as it waits for what becomes of it.
    credits.hold_all(tx, [credits.Hold(new.account_id, id, new.credits) for new, id in accepted])


def row_of(new: NewGeneration, id: str, now: int) -> dict[str, object]:
    """The row of a new generation."""
    return {
        "id": id,
        "account_id": new.account_id,
        "tool": new.tool,
        "model": new.model,
        "type": new.type,
        "status": Status.PROCESSING.value,
        "payload": new.payload,
        "input": new.input,
        "webhook": new.webhook,
        "pool": new.pool,
        "trace": new.trace,
        "api_key_id": new.api_key_id,
        "seed": orjson.dumps(new.seed).decode(),
        "now": now,
    }


def door_row_of(account_id: str, asked: DoorRequest, id: str) -> dict[str, object]:
    """The row of what was asked for through a door."""
    return {"id": id, "account_id": account_id, "door": asked.door, "model": asked.model, "input": asked.input}


def forget_old_keys(tx: Transaction) -> int:
    """Take away keys that protect nothing any more; how many."""
    return tx.run(SQL.forget_keys, before=tx.now() - KEY_KEPT_MS)
