"""Acts about generations of any account, and about their deliveries."""

from dataclasses import dataclass

import orjson

from mediamill import audit, generations, webhooks
from mediamill.admin.operator import Operator
from mediamill.catalogue import Catalogue
from mediamill.db import Transaction
from mediamill.engines import Registry
from mediamill.errors import MediamillError
from mediamill.generations import Accepted, Generation, NotRetried, OfferOf, RetryOffer, UnknownGeneration
from mediamill.webhooks import Delivery

RETRIED_MAX = 100  # in one act


class HasEnded(MediamillError):
    """Generation {id} has ended already."""

    code = "has_ended"


class AttemptUnderWay(MediamillError):
    """An attempt to deliver {id} is under way: look again in a few seconds."""

    code = "attempt_under_way"


@dataclass(frozen=True, slots=True)
class RetriedAll:
    """What was made again, and why others were not."""

    retried: list[Accepted]
    refused: list[NotRetried]


def offers(catalogue: Catalogue, registry: Registry) -> OfferOf:
    """What making a generation again would cost now, and where it would wait."""

    def offer_of(generation: Generation) -> RetryOffer | None:
        tool = catalogue.tools.get(generation.tool)
        model = tool.models.get(generation.model) if tool else None
        if model is None:
            return None
        return RetryOffer(registry.pools_of(model)[0], model.quote(orjson.loads(generation.input)))

    return offer_of


def cancel(tx: Transaction, operator: Operator, generation_id: str) -> Generation:
    """End a generation, free of charge. Raises UnknownGeneration, HasEnded."""
    before = generations.find(tx, generation_id)
    if before is None:
        raise UnknownGeneration(id=generation_id)
    canceled = generations.cancel(tx, generation_id)
    if canceled is None:
        raise HasEnded(id=generation_id)
    facts = {"status": before.status.value}
    audit.note(tx, operator.actor, "generation.cancel", generation_id, before=facts, after={"status": "error"})
    return canceled


def retry(tx: Transaction, operator: Operator, generation_id: str, offer_of: OfferOf) -> Accepted:
    """Make a failed generation again. Raises UnknownGeneration, NotRetried."""
    accepted = generations.retry(tx, generation_id, offer_of)
    audit.note(tx, operator.actor, "generation.retry", generation_id, after={"retriedAs": accepted.id})
    return accepted


def retry_all(
    tx: Transaction, operator: Operator, tool: str, engine: str, reason: str, since: int, limit: int, offer_of: OfferOf
) -> RetriedAll:
    """Make again what failed of one cause since then, the oldest first, RETRIED_MAX at most."""
    done = RetriedAll([], [])
    for generation_id in generations.failed_by(tx, tool, engine, reason, since, min(limit, RETRIED_MAX)):
        try:
            done.retried.append(generations.retry(tx, generation_id, offer_of))
        except NotRetried as refusal:
            done.refused.append(refusal)
    facts = {"reason": reason, "retried": [one.id for one in done.retried], "refused": len(done.refused)}
    audit.note(tx, operator.actor, "failures.retry", f"{tool} {engine}".strip(), after=facts)
    return done


def resend(tx: Transaction, operator: Operator, generation_id: str) -> Delivery:
    """Owe a delivery anew, due now. Raises DeliveryNotFound, AttemptUnderWay."""
    delivery = webhooks.resend(tx, generation_id)
    if delivery is None:
        raise AttemptUnderWay(id=generation_id)
    audit.note(tx, operator.actor, "delivery.resend", generation_id)
    return delivery
