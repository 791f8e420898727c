"""Whether leases that are over mean lost workers: not right after a time in which nobody could prolong one."""

from dataclasses import dataclass

GAP_LEASES = 0.5  # between two looks: workers look several times in that time
GRACE_LEASES = 1 / 3  # two beats: who lives has prolonged its leases by then


@dataclass(slots=True)
class Patience:
    """Kept by whoever takes back what lost workers hold, by the clock that leases are measured with; milliseconds.

    A gap between two looks is an outage of the database, a clock that leapt, or a machine that slept.
    """

    lease_ms: int
    looked_at: int | None = None
    ends_at: int = 0

    def is_over(self, now: int) -> bool:
        """Whether the look of this instant may take anything back."""
        before, self.looked_at = self.looked_at, now
        grace_ends_at = now + round(GRACE_LEASES * self.lease_ms)
        if before is not None and now - before > GAP_LEASES * self.lease_ms:
            self.ends_at = grace_ends_at
        self.ends_at = min(self.ends_at, grace_ends_at)  # the clock may have gone back
        return now >= self.ends_at
