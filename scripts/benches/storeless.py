"""V: `mediamill serve` whose POST /api/run writes nothing down. All the rest is done: key, rate, checks, price, log."""

from mediamill import clock, generations, ids
from mediamill.cli import main
from mediamill.web import run
from mediamill.web.call import Shop


async def accept(shop: Shop, order: generations.Order, once: generations.Once | None) -> generations.Accepted:  # noqa: ARG001
    """What the real one answers, out of nothing."""
    now = clock.now()
    accepted = generations.Accepted(ids.new("gen", now), now, (generations.Intent(order.pool, now),))
    run.note_accepted(shop, order, accepted)
    return accepted


if __name__ == "__main__":
    run.accept = accept
    main()
