"""V: `mediamill serve` whose POST /api/run writes nothing down. All the rest is done: key, rate, checks, price, log."""

from mediamill import clock, generations, ids
from mediamill.cli import main
from mediamill.generations import Accepted, IdempotencyKey, Intent
from mediamill.http import AppContext
from mediamill.http.handlers import runs


async def accept(context: AppContext, new: generations.NewGeneration, key: IdempotencyKey | None) -> Accepted:  # noqa: ARG001
    """What the real one answers, out of nothing."""
    now = clock.now()
    accepted = Accepted(ids.new("gen", now), now, (Intent(new.pool, now),))
    runs.record_accepted(context, new, accepted)
    return accepted


if __name__ == "__main__":
    runs.accept = accept
    main()
