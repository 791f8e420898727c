"""Where the account is told that its spending caps are nearly reached."""

from starlette.responses import Response

from mediamill import clock, notices
from mediamill.http.context import Call, answer
from mediamill.http.handlers.webhooks import checked_url
from mediamill.http.json_body import read_object
from mediamill.notices import NoticeAddress


async def get_address(call: Call) -> Response:
    """The address; null where there is none."""
    return shown(await call.context.database.read(lambda tx: notices.address_of(tx, call.account.id)))


async def set_address(call: Call) -> Response:
    """Another address, judged as the URL of a webhook is. 400."""
    body, _ = await read_object(call.request)
    url = await checked_url(body, call.context, call.account.id)
    return shown(await call.context.database.write(lambda tx: notices.set_address(tx, call.account.id, url)))


async def remove_address(call: Call) -> Response:
    """The account hears of no cap any more."""
    await call.context.database.write(lambda tx: notices.remove_address(tx, call.account.id))
    return Response(status_code=204)


def shown(address: NoticeAddress | None) -> Response:
    """The answer."""
    if address is None:
        return answer({"url": None, "createdAt": None})
    return answer({"url": address.url, "createdAt": clock.iso(address.created_at)})
