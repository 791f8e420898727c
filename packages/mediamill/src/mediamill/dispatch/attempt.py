"""An attempt in the hands of this process, the phase it is in, and the engine slots of a pool.

An attempt prepares (gets its inputs), waits for a slot, runs its engine, and stores its result. Only attempt holds
a slot: neither a slow download nor a slow storage keeps an engine from other work.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import StrEnum

from mediamill.generations import Beat, Generation

PREPARING_MAX = (
    32  # of one pool at once, prepared ones that wait for a slot included: open downloads, files on the disk
)
GUESTS = {"cpu": 1}  # slots beyond those that one account may hold; cores are shared then, nobody is shut out
STORING_MAX = 32  # of one pool at once: while storage is away no more than these are made ahead
STORING_BYTES_MAX = 1_000_000_000  # of what those keep on this machine's disk


class Phase(StrEnum):
    """How far an attempt is."""

    PREPARING = "preparing"  # its inputs are being fetched
    WAITING = "waiting"  # for an engine slot
    RUNNING = "running"  # in an engine slot
    STORING = "storing"  # its result is stored and settled


@dataclass(slots=True, eq=False)
class ActiveAttempt:
    """A generation that this process works on, and its progress."""

    generation: Generation
    slots: "Slots" = field(repr=False)
    phase: Phase = Phase.WAITING
    prepared: bool = field(init=False, default=False)  # it had inputs to get
    stored_bytes: int = 0  # size of what is being stored
    progress: float = 0.0
    stage: str = ""
    lost: bool = False  # another attempt owns it: the result of this one changes nothing
    task: "asyncio.Task[None] | None" = field(default=None, repr=False)

    def __post_init__(self) -> None:
        self.prepared = self.phase is Phase.PREPARING

    def report(self, fraction: float, stage: str) -> None:
        """Record the engine's progress; the next beat makes it durable."""
        self.progress, self.stage = fraction, stage

    def as_beat(self) -> Beat:
        """How far it is, for a beat."""
        return Beat(self.generation.id, self.generation.attempt, self.progress, self.stage)


class Slots:
    """The engine slots of one pool and the attempts that this process has in hand for it."""

    def __init__(self, count: int, changed: Callable[[], None], *, guests: int = 0) -> None:
        """One account holds `count` slots at most; there are as many `guests` more, so that another one finds a place.

        `changed` is called whenever there may be room for another attempt, while that is waited for.
        """
        self.count = count
        self.places = count + guests
        self.changed = changed
        self.is_room_awaited = True
        self.in_hand: set[ActiveAttempt] = set()
        self.waiting: list[tuple[ActiveAttempt, asyncio.Future[None]]] = []
        self.turn = 0
        self.turns: dict[str, int] = {}  # account -> its last turn, while it has attempts in hand

    def room(self) -> int:
        """How many more attempts may be claimed. Their number is bounded in every phase.

        Prepared attempts that wait for a slot do not keep others from being claimed: one that needs no preparation is
        taken beside them, so that its account gets its turn.
        """
        phases = Counter((attempt.phase, attempt.prepared) for attempt in self.in_hand)
        storing = phases[Phase.STORING, True] + phases[Phase.STORING, False]
        if storing >= STORING_MAX or sum(attempt.stored_bytes for attempt in self.in_hand) >= STORING_BYTES_MAX:
            return 0
        prepared, direct = phases[Phase.WAITING, True], phases[Phase.WAITING, False]
        return max(self.places - self.busy() - direct, int(prepared > 0 and direct == 0))

    def room_to_prepare(self) -> int:
        """How many of them may have inputs to get."""
        preparing = (Phase.PREPARING, Phase.WAITING)
        return max(0, PREPARING_MAX - sum(one.prepared and one.phase in preparing for one in self.in_hand))

    def held(self) -> Counter[str]:
        """How many slots each account holds, those included that it will hold with what waits for one."""
        return Counter(
            attempt.generation.account_id
            for attempt in self.in_hand
            if attempt.phase is Phase.RUNNING or (attempt.phase is Phase.WAITING and not attempt.prepared)
        )

    def tell(self) -> None:
        """There may be room for another one."""
        if self.is_room_awaited:
            self.changed()

    def busy(self) -> int:
        """How many slots are held."""
        return sum(attempt.phase is Phase.RUNNING for attempt in self.in_hand)

    def take(self, attempt: ActiveAttempt) -> None:
        """Have an attempt in hand."""
        self.in_hand.add(attempt)

    def leave(self, attempt: ActiveAttempt) -> None:
        """An attempt is over."""
        self.in_hand.discard(attempt)
        account = attempt.generation.account_id
        if all(other.generation.account_id != account for other in self.in_hand):
            self.turns.pop(account, None)
        self.tell()

    @asynccontextmanager
    async def hold(self, attempt: ActiveAttempt) -> AsyncIterator[None]:
        """An engine slot for the attempt, once it is its account's turn; afterwards the attempt is storing."""
        attempt.phase = Phase.WAITING
        self.tell()
        await self.granted(attempt)
        try:
            yield
        finally:
            attempt.phase = Phase.STORING
            self.grant()
            self.tell()

    async def granted(self, attempt: ActiveAttempt) -> None:
        """Wait for a slot."""
        turn = asyncio.get_running_loop().create_future()
        entry = (attempt, turn)
        self.waiting.append(entry)
        self.grant()
        try:
            await turn
        except asyncio.CancelledError:
            if entry in self.waiting:
                self.waiting.remove(entry)
            attempt.phase = Phase.STORING  # a slot granted at the same moment goes to the next
            self.grant()
            raise

    def allowed(self) -> list[tuple[ActiveAttempt, asyncio.Future[None]]]:
        """What waits of accounts that hold fewer slots than one may."""
        held = Counter(attempt.generation.account_id for attempt in self.in_hand if attempt.phase is Phase.RUNNING)
        return [entry for entry in self.waiting if held[entry[0].generation.account_id] < self.count]

    def grant(self) -> None:
        """Give every free slot to the attempt whose account had its turn longest ago, the first come first."""
        while self.busy() < self.places and (allowed := self.allowed()):
            attempt, turn = entry = min(allowed, key=lambda one: self.turns.get(one[0].generation.account_id, 0))
            self.waiting.remove(entry)
            if not turn.done():  # cancelled otherwise
                self.turn += 1
                self.turns[attempt.generation.account_id] = self.turn
                attempt.phase = Phase.RUNNING
                turn.set_result(None)
