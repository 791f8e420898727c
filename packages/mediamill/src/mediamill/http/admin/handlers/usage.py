"""What was made, earned and spent, by day, account, key, tool and model."""

from collections.abc import Iterable
from datetime import date, timedelta

from starlette.responses import Response

from mediamill import accounts, clock, usage
from mediamill.catalogue import FaultCode, FieldFault
from mediamill.db import Transaction
from mediamill.http.admin.listing import text_in
from mediamill.http.context import Call
from mediamill.http.instants import parsed_day
from mediamill.http.paging import query_of
from mediamill.http.problems import Refusal, validation_failed
from mediamill.usage import Dimension

DAYS_DEFAULT = 30  # up to today


async def get_usage(call: Call) -> Response:
    """The sums of some days as CSV."""
    query = query_of(call.request)
    faults: list[FieldFault] = []
    today = date.fromisoformat(clock.day_of(clock.now()))
    last = day_in(query, "to", today, faults)
    first = day_in(query, "from", last - timedelta(days=DAYS_DEFAULT - 1), faults)
    by = dimensions_in(query, faults)
    account = text_in(query, "account")
    if faults:
        raise Refusal(validation_failed(faults))

    def read(tx: Transaction) -> str:
        account_id = accounts.named(tx, account).id if account else ""
        return "".join(usage.csv_of(tx, by, str(first), str(last), account_id))

    text = await call.context.database.read_in_thread(read)
    name = f'attachment; filename="usage-{first}-{last}.csv"'
    return Response(text, 200, {"Content-Disposition": name}, "text/csv; charset=utf-8")


def day_in(query: Iterable[tuple[str, str]], name: str, default: date, faults: list[FieldFault]) -> date:
    """A day of the query, such as 2026-11-22; what is wrong with it goes to `faults`."""
    texts = [value for key, value in query if key == name]
    if not texts:
        return default
    day = parsed_day(texts[-1])
    if day is None:
        faults.append(FieldFault(name, "Must be a day such as 2026-11-22", FaultCode.INVALID_TYPE))
    return day or default


def dimensions_in(query: Iterable[tuple[str, str]], faults: list[FieldFault]) -> set[Dimension]:
    """What the lines are told apart by, with commas."""
    asked = [part for part in text_in(list(query), "by").split(",") if part] or [Dimension.DAY, Dimension.TOOL]
    unknown = [part for part in asked if part not in [*Dimension]]
    if unknown:
        faults.append(FieldFault("by", f"Must be some of: {', '.join(Dimension)}", FaultCode.NOT_ALLOWED))
    return {Dimension(part) for part in asked if part not in unknown}
