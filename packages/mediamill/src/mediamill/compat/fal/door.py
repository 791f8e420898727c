"""fal's interface: which paths there are, below `queue`, `run` and `rest` for the three hosts that it has."""

from starlette.requests import Request
from starlette.responses import Response

from mediamill.accounts import KeyScope
from mediamill.compat.bearer import bearer_key
from mediamill.compat.fal import proxy, queue, uploads
from mediamill.compat.fal.problems import word
from mediamill.compat.fal.table import BASE, NAME, QUEUE, REST, RUN
from mediamill.http import Auth, Call, Door, Endpoint, Operation, RateClass

KEY, CREATE, READ = Auth.KEY, RateClass.CREATE, RateClass.READ
SEE, MAY_RUN = KeyScope.READ, KeyScope.RUN
ONE = f"{QUEUE}/{{owner}}/{{app}}/requests/{{id}}"
UNDOCUMENTED = Operation(NAME, "fal's own")


def key_of(request: Request) -> str | None:
    """`Authorization: Key KEY`."""
    return bearer_key(request, "key", "bearer")


async def through_proxy(call: Call) -> Response:
    """The endpoint that the client means."""
    return await proxy.through(call, ENDPOINTS)


ENDPOINTS = (
    Endpoint("GET", f"{ONE}/status/stream", queue.follow_status, KEY, READ, UNDOCUMENTED, SEE),
    Endpoint("GET", f"{ONE}/status", queue.get_status, KEY, READ, UNDOCUMENTED, SEE),
    Endpoint("PUT", f"{ONE}/cancel", queue.cancel_request, KEY, READ, UNDOCUMENTED, MAY_RUN),
    Endpoint("GET", ONE, queue.get_result, KEY, READ, UNDOCUMENTED, SEE),
    Endpoint("POST", f"{QUEUE}/{{endpoint:path}}", queue.submit, KEY, CREATE, UNDOCUMENTED, MAY_RUN),
    Endpoint("POST", f"{RUN}/{{endpoint:path}}", queue.run, KEY, CREATE, UNDOCUMENTED, MAY_RUN),
    Endpoint("POST", f"{REST}/storage/upload/initiate", uploads.initiate, KEY, CREATE, UNDOCUMENTED, MAY_RUN),
    Endpoint("POST", f"{REST}/storage/auth/token", uploads.token, KEY, READ, UNDOCUMENTED, MAY_RUN),
    Endpoint("POST", f"{REST}/files/upload", uploads.upload, KEY, CREATE, UNDOCUMENTED, MAY_RUN),
    Endpoint("GET", f"{BASE}/files/{{id}}", uploads.get_file, KEY, READ, UNDOCUMENTED, SEE),
    Endpoint("PUT", f"{BASE}/put/{{account}}/{{id}}/{{permit}}", uploads.put, Auth.LINK, None, UNDOCUMENTED),
)
FAL = Door(
    NAME,
    (
        *ENDPOINTS,
        Endpoint("POST", f"{BASE}/proxy", through_proxy, KEY, CREATE, UNDOCUMENTED, MAY_RUN),
        Endpoint("GET", f"{BASE}/proxy", through_proxy, KEY, READ, UNDOCUMENTED, SEE),
        Endpoint("PUT", f"{BASE}/proxy", through_proxy, KEY, READ, UNDOCUMENTED, MAY_RUN),
    ),
    key_of,
    word,
)
