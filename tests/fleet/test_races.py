"""Every verb raced by several processes: nobody spends twice, nothing is made twice, and the books are exact."""

import asyncio
from collections import Counter
from functools import partial

import pytest

from mediamill import generations, workers
from mediamill.accounts import Account
from mediamill.db import Transaction
from mediamill.db.postgres import PostgresDatabase
from mediamill.db.query import query_of
from mediamill.formats import MediaKind
from mediamill.generations import Accepted, Beat, Capacity, Generation, IdempotencyKey, NotAccepted, Status
from mediamill.storage.uploads import (
    UPLOADS_AT_ONCE_MAX,
    NotReserved,
    Reservation,
    Upload,
    UploadPolicy,
    keep_upload,
    reserve_room,
)
from tests.behind import change_behind, seen_behind
from tests.clock import FrozenClock
from tests.fleet.racing import MEDIA, MODEL, Race, new, policy

pytestmark = pytest.mark.fleet
RUNNING = query_of(
    "running", "SELECT COUNT(*) AS running FROM generations WHERE account_id = :account_id AND lease_owner IS NOT NULL"
)


async def test_twenty_orders_for_the_credits_of_ten(race: Race) -> None:
    ada = await race.account("ada", given=400)
    answers = await race.must(*[partial(generations.accept, new=new(ada, 40))] * 20)

    assert Counter(type(answer) for answer in answers) == {Accepted: 10, NotAccepted: 10}
    assert seen_behind(race.processes[0], "SELECT available, held FROM balances") == [(0, 400)]


async def test_no_more_wait_than_an_account_may_have_waiting(race: Race) -> None:
    ada = await race.account("ada")
    answers = await race.must(*[partial(generations.accept, new=new(ada), waiting_max=5)] * 20)

    assert Counter(answer if isinstance(answer, NotAccepted) else "accepted" for answer in answers) == {
        "accepted": 5,
        NotAccepted.TOO_MANY: 15,
    }


async def test_a_request_that_is_sent_many_times_at_once_is_made_once(race: Race) -> None:
    ada = await race.account("ada")
    same, other = IdempotencyKey("key", "digest"), IdempotencyKey("key", "another body")
    answers = await race.must(
        *[partial(generations.accept, new=new(ada), key=same)] * 12,
        *[partial(generations.accept, new=new(ada), key=other)] * 12,
    )

    accepted = [answer for answer in answers if isinstance(answer, Accepted)]
    assert len({answer.id for answer in accepted}) == 1
    assert Counter(answer.is_repeat for answer in accepted) == {False: 1, True: 11}
    assert answers.count(NotAccepted.OTHER_BODY) == 12


@pytest.mark.parametrize(("accounts", "each", "running_max"), [(1, 24, 3), (3, 10, 2), (100, 1, 2)])
async def test_eight_workers_share_what_waits(race: Race, accounts: int, each: int, running_max: int) -> None:
    """Each is claimed once, nobody has more running than allowed at any moment, and accounts take turns."""
    people = [await race.account(f"person{number}") for number in range(accounts)]
    for account in people:
        await race.order(account, each)
    claimed: list[Generation] = []
    most_running: Counter[str] = Counter()

    def claim(tx: Transaction, worker: str) -> Generation | None:
        taken = generations.claim(tx, worker, "cpu", policy(running_max))
        if taken is not None:
            row = tx.one(RUNNING, account_id=taken.account_id)
            assert row is not None
            most_running[taken.account_id] = max(most_running[taken.account_id], row["running"])
            tx.on_commit(lambda: claimed.append(taken))
        return taken

    while len(claimed) < accounts * each:
        before = len(claimed)
        names = [f"worker{number}" for number in range(race.lanes)]
        answers = await race.must(*(partial(claim, worker=name) for name in names))
        assert len(claimed) > before, "something waits that nobody takes"
        held = [(one, name) for one, name in zip(answers, names, strict=True) if one is not None]
        await asyncio.gather(*(succeed(race.processes[place % 2], *one) for place, one in enumerate(held)))

    assert len({one.id for one in claimed}) == len(claimed) == accounts * each
    assert max(most_running.values()) <= running_max
    if accounts == 3:
        assert all(largest_lead(claimed[:number]) <= running_max for number in range(len(claimed)))


@pytest.mark.parametrize(("accounts", "each", "running_max"), [(1, 40, 9), (3, 14, 4), (60, 1, 2)])
async def test_eight_workers_take_several_each(race: Race, accounts: int, each: int, running_max: int) -> None:
    """Nobody gets more than it wants, nobody has more running than allowed, and while it may all run all is taken."""
    people = [await race.account(f"person{number}") for number in range(accounts)]
    for account in people:
        await race.order(account, each)
    names = [f"worker{number}" for number in range(race.lanes)]
    left, rounds = accounts * each, 0
    while left:
        claims = [
            partial(generations.claim_all, worker=name, pool="cpu", policy=policy(running_max), capacity=Capacity(3, 2))
            for name in names
        ]
        answers: list[list[Generation]] = await race.must(*claims)
        taken = [one for answer in answers for one in answer]
        running = Counter(one.account_id for one in taken)

        assert len({one.id for one in taken}) == len(taken) > 0
        assert all(len(answer) <= 3 for answer in answers)
        assert all(Counter(one.account_id for one in answer).most_common(1)[0][1] <= 2 for answer in answers if answer)
        assert max(running.values()) <= running_max
        held = [(one, name) for answer, name in zip(answers, names, strict=True) for one in answer]
        await asyncio.gather(*(succeed(race.processes[place % 2], *one) for place, one in enumerate(held)))
        left -= len(taken)
        rounds += 1

    assert seen_behind(race.processes[0], "SELECT COUNT(*) FROM turns") == [(0,)]
    assert rounds <= accounts * each


async def succeed(process: PostgresDatabase, generation: Generation, worker: str) -> None:
    done = await process.write(
        lambda tx: generations.succeed(
            tx, generation, worker, output_key="k", thumbnail_key=None, charge=1, media_base=MEDIA
        )
    )
    assert done is not None


def largest_lead(claimed: list[Generation]) -> int:
    """How many more one account got than another."""
    counts = Counter(one.account_id for one in claimed)
    return max(counts.values()) - min(counts.values()) if len(counts) == 3 else 0


async def test_everybody_wants_to_end_the_same_ones(race: Race) -> None:
    """A worker that succeeds, one that gives up, a caller who cancels, and a rescue that thinks the worker dead."""
    ada = await race.account("ada")
    ids = await race.order(ada, 12, price=3)
    race.processes[1].clock = late = FrozenClock()
    late.advance(31_000)  # for this process every lease is over
    for _ in ids:
        taken = await race.write(lambda tx: generations.claim(tx, "heron", "cpu", policy(100)))
        assert taken is not None
        done = partial(generations.succeed, output_key="k", thumbnail_key=None, charge=2, media_base=MEDIA)
        beat = Beat(taken.id, taken.attempt, 0.5, "half")
        answers = await race.must(
            partial(done, generation=taken, worker="heron"),
            partial(generations.rescue, policy=policy(100)),
            partial(generations.cancel, generation_id=taken.id),
            partial(generations.fail, generation=taken, worker="heron", sentence="No."),
            partial(generations.beat, worker="heron", policy=policy(100), beats=[beat]),
            partial(generations.release, generation=taken, worker="heron", delay_ms=0),
            partial(generations.start_uploading, generation=taken, worker="heron"),
            partial(generations.rescue, policy=policy(100)),
        )
        ended = [answers[0] is not None, answers[2] is not None, answers[3] is not None]
        found = await race.write(partial(generations.find, generation_id=taken.id))
        assert sum(ended) <= 1
        assert (found.status in (Status.SUCCESS, Status.ERROR)) == any(ended)
        await race.write(partial(generations.cancel, generation_id=taken.id))

    assert seen_behind(race.processes[0], "SELECT COUNT(*) FROM generations WHERE finished_at IS NULL") == [(0,)]


async def test_a_duty_has_one_owner(race: Race) -> None:
    for _ in range(5):
        answers = await race.must(
            *(partial(workers.take_duty, name="sweep", owner=f"w{n}", lease_ms=1_000) for n in range(16))
        )
        assert answers.count(True) == 1
        race.clock.advance(1_001)


async def test_uploads_at_once_fill_a_quota_and_no_more(race: Race) -> None:
    ada = await race.account("ada")
    quota = UploadPolicy(quota_bytes=100, lifetime_ms=1_000)
    answers = await race.must(
        *[partial(reserve_room, account_id=ada.id, declared_bytes=10, bytes_max=50, policy=quota)] * 12
    )
    reserved = [answer for answer in answers if isinstance(answer, Reservation)]
    assert (len(reserved), answers.count(NotReserved.TOO_MANY)) == (UPLOADS_AT_ONCE_MAX, 12 - UPLOADS_AT_ONCE_MAX)

    kept = await race.must(*(keeping(ada, number, quota) for number in range(12)))
    assert len([one for one in kept if one is not None]) == (100 - UPLOADS_AT_ONCE_MAX * 10) // 20


def keeping(ada: Account, number: int, quota: UploadPolicy) -> partial[Upload | None]:
    """A stored picture of twenty bytes for which nothing was set aside."""
    return partial(
        keep_upload,
        account_id=ada.id,
        storage_key=f"upl_{number:032x}/a.png",
        kind=MediaKind.IMAGE,
        size_bytes=20,
        policy=quota,
    )


async def test_turns_that_are_missing_are_mended_beside_claims(race: Race) -> None:
    people = [await race.account(f"person{number}") for number in range(4)]
    for account in people:
        await race.order(account, 6)
    change_behind(race.processes[0], "DELETE FROM turns")
    missing = await race.processes[0].read_in_thread(generations.without_turn)
    assert len(missing) == 4
    await race.must(
        *[partial(generations.mend_turns, missing=missing)] * 3,
        *(partial(generations.claim, worker=f"w{n}", pool="cpu", policy=policy(6)) for n in range(9)),
        *(partial(generations.accept, new=new(account)) for account in people),
    )
    claimed = await race.must(
        *(partial(generations.claim, worker=f"w{n}", pool="cpu", policy=policy(9)) for n in range(32))
    )

    assert await race.processes[0].read_in_thread(generations.without_turn) == []
    assert {one.model for one in claimed if one is not None} == {MODEL[1]}


async def test_old_files_go_once_while_their_owner_deletes_and_orders(race: Race) -> None:
    ada = await race.account("ada")
    await race.order(ada, 10)
    made = []
    for number in range(10):
        taken = await race.write(lambda tx: generations.claim(tx, "heron", "cpu", policy(100)))
        done = partial(generations.succeed, thumbnail_key=None, charge=1, media_base=MEDIA)
        made.append(await race.write(partial(done, generation=taken, worker="heron", output_key=str(number))))
    race.clock.advance(10_000)
    answers = await race.must(
        *[partial(generations.expire, account_id=ada.id, kept_ms=5_000)] * 4,
        *(partial(generations.delete, generation=one) for one in made),
        *[partial(generations.accept, new=new(ada))] * 4,
        *[partial(generations.thin, older_than_ms=5_000)] * 2,
    )

    gone = Counter(key for answer in answers[:14] for key in answer)
    assert set(gone) == {str(number) for number in range(10)}
    assert seen_behind(race.processes[0], "SELECT COUNT(*) FROM generations WHERE output_key IS NOT NULL") == [(0,)]
