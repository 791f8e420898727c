"""What a purchase came to, recorded with what follows from it, each in the transaction that it is given."""

from mediamill import breakers, generations, purchases
from mediamill.db import Transaction
from mediamill.generations import AttemptOutcome, Generation
from mediamill.purchases import Purchase, PurchaseState

UNDELIVERED = (AttemptOutcome.LOST, AttemptOutcome.RELEASED)  # ends of attempts whose process was gone


def lost_purchases(tx: Transaction, generation_id: str) -> list[Purchase]:
    """Purchases of which nobody knows whether they were made, or whose results died with their process.

    What a dead process had intended is one of them.
    """
    for purchase in purchases.of_generation(tx, generation_id):
        if purchase.state is PurchaseState.INTENDED:
            purchases.mark_unknown(tx, purchase.id)
    ended = {attempt.number: attempt.outcome for attempt in generations.attempts_of(tx, generation_id)}
    undelivered = [
        purchase
        for purchase in purchases.of_generation(tx, generation_id)
        if purchase.state is PurchaseState.SETTLED
        and purchase.job is None
        and ended.get(purchase.attempt) in UNDELIVERED
    ]
    return [*unknown_purchases(tx, generation_id), *undelivered]


def unknown_purchases(tx: Transaction, generation_id: str) -> list[Purchase]:
    """Those of which nobody knows."""
    return [one for one in purchases.of_generation(tx, generation_id) if one.state is PurchaseState.UNKNOWN]


def void_intents(tx: Transaction, generation: Generation) -> None:
    """Nothing was sent of what this attempt was about to buy."""
    for purchase in purchases.of_generation(tx, generation.id):
        if purchase.attempt == generation.attempt and purchase.state is PurchaseState.INTENDED:
            purchases.void(tx, purchase.id)


def settled(tx: Transaction, purchase: Purchase, cost: int | None) -> None:
    """It was made and billed at once."""
    purchases.settle(tx, purchase.id, cost)
    breakers.succeeded(tx, purchase.engine, purchase.key_id, model_of(purchase))


def closed(tx: Transaction, purchase: Purchase, cost: object) -> None:
    """The vendor took the call and made nothing; it may have billed it all the same."""
    purchases.close(tx, purchase.id, cost)
    breakers.succeeded(tx, purchase.engine, purchase.key_id, model_of(purchase))


def unreached(tx: Transaction, purchase: Purchase, reason: str) -> None:
    """Not a byte of the call left."""
    purchases.void(tx, purchase.id)
    breakers.failed(tx, purchase.engine, reason)


def model_of(purchase: Purchase) -> str:
    """As breakers name it."""
    return f"{purchase.tool}/{purchase.model}"
