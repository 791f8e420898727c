"""What was bought from a fake vendor, at which price, and what became of it."""

import time
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass
class Purchase:
    """One accepted call."""

    id: str
    model: str
    body: Any
    key: str
    price: int  # millionths of a dollar
    units: float
    headers: dict[str, str]
    bought_at: float = field(default_factory=time.monotonic)
    looks: int = 0
    answered: bool = True  # the buyer was told of it
    cancelled_at: float | None = None


class Ledger:
    """All purchases in order."""

    def __init__(self) -> None:
        self.purchases: list[Purchase] = []

    def __len__(self) -> int:
        return len(self.purchases)

    def add(self, purchase: Purchase) -> Purchase:
        self.purchases.append(purchase)
        return purchase

    def find(self, id: str) -> Purchase | None:
        return next((one for one in self.purchases if one.id == id), None)

    @property
    def only(self) -> Purchase:
        (purchase,) = self.purchases
        return purchase

    @property
    def spent(self) -> int:
        """Millionths of a dollar; what was called off before it ran is free."""
        return sum(one.price for one in self.purchases if one.cancelled_at is None)

    def as_json(self) -> list[dict[str, Any]]:
        return [asdict(one) for one in self.purchases]
