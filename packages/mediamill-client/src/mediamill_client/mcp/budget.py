"""What one session may spend: credits are counted before a run is ordered, and corrected by what it cost."""

from dataclasses import dataclass, field

IDLE_SECONDS = 1800.0  # a session without a call for so long has ended: as long as the SDK keeps one over HTTP


@dataclass(slots=True)
class Budget:
    """Credits that one session may spend; None for as many as the account has."""

    limit: int | None
    _counted: dict[str, float] = field(default_factory=dict)  # by generation, or by order before there is one

    @property
    def spent(self) -> float:
        """What was charged, and what runs under way may cost."""
        return sum(self._counted.values())

    @property
    def left(self) -> float | None:
        """What may still be spent; None without a limit."""
        return None if self.limit is None else max(self.limit - self.spent, 0)

    def count(self, name: str, credits: float) -> bool:
        """Count so many for a run, instead of what was counted for it. False, and nothing changed, beyond the limit."""
        others = self.spent - self._counted.get(name, 0)
        if self.limit is not None and others + credits > self.limit:
            return False
        self._counted[name] = credits
        return True

    def settle(self, name: str, credits: float) -> None:
        """What a run has cost in the end, whatever the limit."""
        self._counted[name] = credits

    def rename(self, order: str, generation_id: str) -> None:
        """The order has become a generation."""
        self._counted[generation_id] = self._counted.pop(order, 0)

    def knows(self, generation_id: str) -> bool:
        """Whether this session ordered it."""
        return generation_id in self._counted


@dataclass(slots=True)
class Budgets:
    """The budget of every session, each with the same limit."""

    limit: int | None
    _sessions: dict[tuple[str, str], tuple[Budget, float]] = field(default_factory=dict)

    def of(self, key: str, session: str, now: float) -> Budget:
        """The budget of a session of this key. Sessions without a name of their own are one per key."""
        for name in [name for name, (_, used) in self._sessions.items() if now - used > IDLE_SECONDS]:
            del self._sessions[name]
        budget, _ = self._sessions.get((key, session), (Budget(self.limit), now))
        self._sessions[key, session] = budget, now
        return budget
