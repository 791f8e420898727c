"""Who is let in over HTTP, and whom a session belongs to."""

import httpx2
import pytest
from mcp.server.auth.middleware.bearer_auth import authorization_context
from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send

from mediamill_client.mcp.server import key_in
from mediamill_client.mcp.transports import KeyDoor


async def tell(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer by whom a session would belong to."""
    await JSONResponse(authorization_context(scope["user"])["client_id"])(scope, receive, send)


async def asked(authorization: str | None) -> httpx2.Response:
    headers = {} if authorization is None else {"Authorization": authorization}
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=KeyDoor(tell)), base_url="http://door") as http:
        return await http.post("/mcp", headers=headers)


@pytest.mark.parametrize("authorization", [None, "", "Bearer", "Bearer  "])
async def test_nobody_enters_without_a_key(authorization: str | None) -> None:
    response = await asked(authorization)

    assert (response.status_code, response.headers["www-authenticate"]) == (401, "Bearer")
    assert "Authorization: Bearer" in response.json()["message"]


async def test_a_session_belongs_to_a_key_and_does_not_show_it() -> None:
    adas, again, graces = [(await asked(one)).json() for one in ("Bearer key-of-ada", "key-of-ada", "key-of-grace")]

    assert adas == again != graces
    assert "ada" not in adas


@pytest.mark.parametrize(
    ("header", "key"), [("Bearer k", "k"), ("bearer  k ", "k"), ("k", "k"), ("Bearer ", None), ("", None)]
)
def test_a_key_is_found_however_hosts_write_it(header: str, key: str | None) -> None:
    assert key_in(header) == key
