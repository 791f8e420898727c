"""What a remote engine says and does about a model while nothing is bought."""

import math
from collections.abc import Iterator, Mapping

from mediamill.catalogue import Model
from mediamill.engines import (
    EngineFailed,
    EngineRefused,
    EngineUnavailable,
    Estimate,
    Finished,
    NotSent,
    RemoteEngine,
    Request,
    Vendor,
    VendorAnswer,
)
from mediamill.testing.attempts import watched
from mediamill.testing.findings import Check, Finding, skipped, verdict_on, warned
from mediamill.testing.remote.vendors import LostAnswers, page
from mediamill.testing.sentences import sentence_faults

NOTHING_BOUGHT = (EngineRefused, EngineFailed, EngineUnavailable)  # from `submit`: that is what they say
# What may come instead of an answer to a purchase.
LOST: Mapping[str, VendorAnswer | None] = {
    "no answer comes": None,
    "the answer is HTTP 500": page(500),
    "the answer is a web page": page(200),
}


def offer_faults(engine: RemoteEngine, model: Model) -> Iterator[str]:
    """What is offered that the model does not take, or badly said."""
    fields = {field.name: field for field in model.fields}
    for name, offer in engine.offers(model.tool, model.slug).items():
        if name not in fields:
            yield f"It offers values of `{name}`, which is no field of the model."
            continue
        strange = sorted(str(value) for value in offer.values - set(fields[name].allowed or offer.values))
        if strange:
            yield f"It offers {', '.join(strange)} for `{name}`, which the model does not take."
        if not offer.values and not offer.length_max:
            yield f"It offers no value at all for `{name}`: leave the model out of `serves`."
        yield from sentence_faults(offer.sentence, f"The sentence on `{name}`")


def typical_faults(engine: RemoteEngine, model: Model) -> Iterator[str]:
    """What is implausible about how long it takes."""
    seconds, most = engine.typical_seconds(model.tool, model.slug), engine.options.timeout_seconds
    if not (isinstance(seconds, int | float) and math.isfinite(seconds) and 0 < seconds):
        yield f"typical_seconds() says {seconds!r}."
    elif seconds > most:
        yield f"typical_seconds() says {seconds:g}, but a job is given up after {most:g} (`timeout_seconds`)."


def estimate_finding(engine: RemoteEngine, request: Request, name: str) -> Finding:
    """What the example costs, and whether anybody was asked for it."""
    with watched(request.folder) as attempts:
        try:
            estimate = engine.estimate(request)
        except Exception as fault:  # noqa: BLE001 (third-party code: whatever it raises is reported)
            return verdict_on(Check.ESTIMATE, [f"estimate() raises {described(fault)}"], name)
    if attempts.network:
        return verdict_on(Check.ESTIMATE, [f"estimate() uses the network: {', '.join(attempts.network)}."], name)
    if estimate is None:
        return warned(Check.ESTIMATE, "No price is known: budgets do not see what it costs.", name)
    if faults := list(estimate_faults(estimate)):
        return verdict_on(Check.ESTIMATE, faults, name)
    if estimate.amount == 0:
        return warned(
            Check.ESTIMATE, "It says that the example costs nothing: true only of a server of your own.", name
        )
    return verdict_on(Check.ESTIMATE, [], name)


def estimate_faults(estimate: object) -> Iterator[str]:
    """What is wrong with an estimate."""
    if not isinstance(estimate, Estimate) or type(estimate.amount) is not int or not isinstance(estimate.line, str):
        yield f"estimate() has to be an Estimate of whole millionths with its price line, not {estimate!r}."
    elif estimate.amount < 0:
        yield f"estimate() says {estimate.amount} millionths: return None where no price is known."
    elif not estimate.line:
        yield "The estimate does not say by which price line it was made."


async def lost_answer_finding(engine: RemoteEngine, request: Request, vendor: Vendor, name: str) -> Finding:
    """Whether a purchase whose answer is lost counts as one; `vendor` is for uploads, nothing is bought from it."""
    faults = []
    for what, answer in LOST.items():
        lost = LostAnswers(vendor, answer=answer)
        fault = await lost_answer_fault(engine, request, lost, what)
        if not lost.wanted:
            why = f" {fault}" if fault else ""
            return skipped(Check.LOST_ANSWER, f"It has to hand in a file before it submits.{why}", name)
        faults += [fault] if fault else []
    return verdict_on(Check.LOST_ANSWER, faults, name)


async def lost_answer_fault(engine: RemoteEngine, request: Request, lost: LostAnswers, what: str) -> str | None:
    """What `submit` makes of it otherwise than it should."""
    try:
        made = await engine.submit(request, lost)
    except NOTHING_BOUGHT as fault:
        return f"Where {what}, submit() raises {type(fault).__name__}, as if nothing was bought: raise AnswerLost."
    except NotSent:
        return f"Where {what}, submit() raises NotSent, as if nothing was bought." if lost.wanted else None
    except Exception:  # noqa: BLE001 (any other means that something may have been bought)
        return None
    if isinstance(made, Finished) and lost.answer is not None and lost.answer.status < 300:
        return None  # an answer that is saved unseen is read by the finisher
    return f"Where {what}, submit() returns {type(made).__name__}."


def described(fault: BaseException) -> str:
    """An exception on one line."""
    message = " ".join(str(fault).split())
    return f"{type(fault).__name__}: {message}" if message else f"{type(fault).__name__}."
