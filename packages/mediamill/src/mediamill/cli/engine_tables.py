"""The report on engines for people, for pipes and as JSON."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from mediamill import clock
from mediamill.breakers import Breaker
from mediamill.cli.engine_report import Candidate, EngineReport, ModelReport
from mediamill.cli.output import say_table
from mediamill.cli.usage import money, text_of
from mediamill.dispatch.remote.standing import EngineStanding, KeyStanding, Spent
from mediamill.engines import EngineRow
from mediamill.units import MILLIONTHS

Cells = Sequence[str]


def say_models(report: EngineReport) -> None:
    """A line for every model: the engine that serves it."""
    rows = [(one.row.tool, one.row.model, one.row.engine or "-", state_of(one)) for one in report.models]
    say_table(("tool", "model", "engine", "state"), rows)


def say_candidates(report: EngineReport, currency: str) -> None:
    """A line for every engine that could serve a model."""
    columns = ["model", "engine", "order", "pool", f"cost ({currency})", "credits"]
    has_margin = any(one.call.margin is not None for model in report.models for one in model.candidates)
    rows = []
    for model in report.models:
        for one in model.candidates:
            name, place, cost = f"{one.row.tool}/{one.row.model}", str(one.place or "-"), cost_of(one)
            cells = [name, one.entry.name, place, one.pool, cost, str(one.call.credits)]
            margin = [text_of(one.call.margin)] if one.call.margin is not None else ["-"]
            rows.append([*cells, *(margin if has_margin else []), state_of_candidate(one)])
    say_table([*columns, *([f"margin ({currency})"] if has_margin else []), "state"], rows)


def say_standings(standings: Sequence[EngineStanding], currency: str) -> None:
    """A line for every remote engine that is configured or has jobs under way, and for each of its keys."""
    rows: list[Cells] = []
    for one in standings:
        rows.append([one.engine, "", *numbers_of(one.total), "; ".join(troubles_of(one)) or "ok"])
        rows += ([one.engine, key.key_id, *numbers_of(key), ""] for key in one.keys)
    if rows:
        columns = ("engine", "key", "jobs", f"today ({currency})", f"this month ({currency})", "state")
        say_table(columns, rows)


def state_of(report: ModelReport) -> str:
    """Ready, what would make it better, and for what where not for everything; or what is missing."""
    first = next((one for one in report.candidates if one.place == 1), None)
    if first is None or report.row.missing:
        return report.row.missing or ready(report.row)
    others = [one.entry.name for one in report.candidates if (one.place or 0) > 1]
    found = [ready(report.row), *marks_of(first), *([f"then {', '.join(others)}"] if others else [])]
    if first.entry.kind == "process" and (elsewhere := only_elsewhere(report)):
        found.append(f"trained models only from servers and vendors: {', '.join(elsewhere)}")
    return "; ".join(found)


def only_elsewhere(report: ModelReport) -> list[str]:
    """The engines that ask servers and vendors, where none of this machine has weights for the model."""
    if any(one.entry.kind == "resident" for one in report.candidates):
        return []
    return sorted(one.entry.name for one in report.candidates if one.entry.kind == "remote")


def state_of_candidate(candidate: Candidate) -> str:
    """The same of one engine, with all that keeps it from working just now."""
    marks = [*marks_of(candidate), *filter(None, [candidate.call.trouble])]
    return "; ".join([candidate.row.missing or ready(candidate.row), *marks])


def ready(row: EngineRow) -> str:
    """Ready, the weights it loads, what would make it better, and for what where not for everything."""
    weights = [f"weights {', '.join(row.weights)}"] if row.weights else []
    state = "; ".join(["ready", *weights, *(program.advice for program in row.programs if program.advice)])
    return f"{state}: {row.note}" if row.note else state


def marks_of(candidate: Candidate) -> list[str]:
    """What an operator has to see of an engine that is there."""
    found = ["COSTS MORE THAN IT BRINGS"] if candidate.call.is_loss else []
    if candidate.is_passed_over:
        found.append("PASSED OVER: less than min_margin is left")
    if candidate.standing and not candidate.standing.is_configured:
        found.append("DRAINING")
    if candidate.standing and candidate.standing.pause:
        found.append("PAUSED")
    if candidate.breakers:
        found.append("CUT OFF for now")
    return found


def troubles_of(standing: EngineStanding) -> list[str]:
    """Why nothing new is submitted, and what is with those that are under way."""
    found = [] if standing.is_configured else ["draining: the settings know it no more, its jobs are looked at"]
    if standing.pause:
        found.append(f"paused since {clock.iso(standing.pause.since)}: {standing.pause.reason}")
    return [*found, *map(sentence_of, standing.breakers)]


def sentence_of(breaker: Breaker) -> str:
    """A breaker in words."""
    key = f"key {breaker.key_id}" if breaker.key_id else ""
    what = " ".join(filter(None, [key, breaker.model])) or "all of it"
    since, until = clock.iso(breaker.opened_at), clock.iso(breaker.open_until)
    return f"{what} is left alone since {since}, next try after {until}: {breaker.reason}"


def cost_of(candidate: Candidate) -> str:
    """What a typical call costs."""
    if candidate.call.cost is not None:
        return money(candidate.call.cost)
    return "?" if candidate.call.trouble else "-"


def numbers_of(key: KeyStanding) -> list[str]:
    """Jobs and money of a key."""
    return [str(key.jobs), spent(key.today), spent(key.this_month)]


def spent(one: Spent) -> str:
    """An amount, and of how much where there is a cap."""
    return money(one.used) if one.cap is None else f"{money(one.used)} of {money(one.cap)}"


def described(report: EngineReport, currency: str) -> list[dict[str, Any]]:
    """The report as JSON: a member for every model."""
    return [
        {
            "tool": one.row.tool,
            "model": one.row.model,
            "engine": one.row.engine,
            "ready": one.row.missing is None,
            "missing": one.row.missing,
            "note": one.row.note or None,
            "candidates": [described_candidate(candidate, currency) for candidate in one.candidates],
        }
        for one in report.models
    ]


def described_candidate(candidate: Candidate, currency: str) -> dict[str, Any]:
    """One engine that could serve a model."""
    call = candidate.call
    return {
        "engine": candidate.entry.name,
        "order": candidate.place,
        "serves": candidate.place == 1,
        "kind": candidate.entry.kind,
        "pool": candidate.pool,
        "ready": candidate.row.missing is None,
        "missing": candidate.row.missing,
        "note": candidate.row.note or None,
        "weights": list(candidate.row.weights),
        "typicalCall": {
            "currency": currency,
            "cost": None if call.cost is None else call.cost / MILLIONTHS,
            "priceLine": call.price_line,
            "costUnknown": call.trouble,
            "credits": call.credits,
            "brings": number(call.brings),
            "margin": number(call.margin),
            "loss": None if call.margin is None else call.is_loss,
            "passedOver": candidate.is_passed_over,
        },
        "breakers": [described_breaker(one) for one in candidate.breakers],
        "vendor": None if candidate.standing is None else described_standing(candidate.standing),
    }


def described_standing(standing: EngineStanding) -> dict[str, Any]:
    """How an engine stands."""
    pause = standing.pause
    return {
        "configured": standing.is_configured,
        "draining": not standing.is_configured,
        "paused": None if pause is None else {"since": clock.iso(pause.since), "reason": pause.reason},
        **described_key(standing.total),
        "keys": [{"key": key.key_id, **described_key(key)} for key in standing.keys],
    }


def described_key(key: KeyStanding) -> dict[str, Any]:
    """Jobs and money of a key."""
    return {
        "jobs": key.jobs,
        "today": {"used": key.today.used / MILLIONTHS, "cap": fraction(key.today.cap)},
        "thisMonth": {"used": key.this_month.used / MILLIONTHS, "cap": fraction(key.this_month.cap)},
    }


def described_breaker(breaker: Breaker) -> dict[str, Any]:
    """A breaker that is open; key and model are null where it is about all of them."""
    return {
        "engine": breaker.engine,
        "key": breaker.key_id or None,
        "model": breaker.model or None,
        "since": clock.iso(breaker.opened_at),
        "until": clock.iso(breaker.open_until),
        "reason": breaker.reason,
    }


def fraction(millionths: int | None) -> float | None:
    """An amount in the currency."""
    return None if millionths is None else millionths / MILLIONTHS


def number(amount: Decimal | None) -> float | None:
    """An amount as JSON has it."""
    return None if amount is None else float(amount)
