"""The MCP server: tools of the service it talks to, and three of its own about generations and credits."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx2
from mcp import MCPError
from mcp.server import Server, ServerRequestContext
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    Tool,
    ToolAnnotations,
)
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from mediamill_client import AsyncClient, MediamillClientError
from mediamill_client.mcp import results
from mediamill_client.mcp.budget import Budgets
from mediamill_client.mcp.catalogue import OfferedTool, offered
from mediamill_client.mcp.runs import Caller, Rules, follow, given_up, run
from mediamill_client.version import __version__

SESSION_HEADER = "mcp-session-id"
CATALOGUE_SECONDS = 300.0  # how long what the service offers is remembered
ID = {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"], "additionalProperties": False}
NOTHING: dict[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False}
GENERATION, CANCEL, ACCOUNT = "mediamill-generation", "mediamill-cancel", "mediamill-account"
INSTRUCTIONS = (
    "Each tool makes one picture, film, sound, object or motion and costs credits; its description says how many. "
    "Results are links that anybody can open. A run that takes long is answered with its id: wait on with "
    f"{GENERATION}. Failed and canceled runs cost nothing."
)
OWN_TOOLS = (
    Tool(
        name=GENERATION,
        description="Get a generation by its id, and wait for it a while if it is not ready.",
        input_schema=ID,
        annotations=ToolAnnotations(read_only_hint=True),
    ),
    Tool(
        name=CANCEL,
        description="Cancel a generation that is under way; it then costs nothing.",
        input_schema=ID,
        annotations=ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True),
    ),
    Tool(
        name=ACCOUNT,
        description="Get the credits of the account, and how many of them this session may still spend.",
        input_schema=NOTHING,
        annotations=ToolAnnotations(read_only_hint=True),
    ),
)


@dataclass(slots=True)
class MediaServer:
    """What the service offers, for whoever calls. Without a key of its own each call brings one over HTTP."""

    base_url: str | None
    own_key: str | None
    rules: Rules
    budgets: Budgets
    http: httpx2.AsyncClient
    only: frozenset[str] = frozenset()  # the tools on offer; empty for all
    _catalogue: tuple[dict[str, OfferedTool], float] | None = field(default=None)

    def server(self) -> Server[Any]:
        """The server of the SDK that answers by these rules."""
        return Server(
            "mediamill",
            version=__version__,
            title="mediamill",
            instructions=INSTRUCTIONS,
            on_list_tools=self.list_tools,
            on_call_tool=self.call_tool,
        )

    async def list_tools(
        self,
        ctx: ServerRequestContext[Any],
        params: PaginatedRequestParams | None,  # noqa: ARG002
    ) -> ListToolsResult:
        """Every tool, in one page."""
        try:
            tools = await self.offered(self.caller(ctx).client)
        except MediamillClientError as error:
            raise MCPError(INTERNAL_ERROR, str(error)) from error
        return ListToolsResult(tools=[*(tool.definition for tool in tools.values()), *OWN_TOOLS])

    async def call_tool(self, ctx: ServerRequestContext[Any], params: CallToolRequestParams) -> CallToolResult:
        """Do what is asked. What the service refuses is an answer for the agent, not an error of the protocol."""
        given = params.arguments or {}
        try:
            caller = self.caller(ctx)
            if params.name in (GENERATION, CANCEL, ACCOUNT):
                return await self.own_tool(caller, params.name, given)
            tool = (await self.offered(caller.client)).get(params.name)
            if tool is None:
                raise MCPError(INVALID_PARAMS, f"Unknown tool: {params.name}")
            return await run(caller, tool, given, self.rules)
        except (MediamillClientError, ValueError) as error:
            return results.failure(str(error))

    async def own_tool(self, caller: Caller, name: str, given: Mapping[str, Any]) -> CallToolResult:
        """The answer of a tool that no service has. Raises MCPError, ValueError or a MediamillClientError."""
        if name == ACCOUNT:
            return await account_of(caller)
        id = given.get("id")
        if not isinstance(id, str):
            raise MCPError(INVALID_PARAMS, f"{name} takes the id of a generation")
        if name == CANCEL:
            await given_up(caller, id)
            return results.told([f"{id} is canceled."], {"id": id, "status": "error"})
        return await follow(caller, id, self.rules)

    async def offered(self, client: AsyncClient) -> dict[str, OfferedTool]:
        """The tools of the service, asked for at most every few minutes. Raises a MediamillClientError."""
        now = time.monotonic()
        if self._catalogue is None or now - self._catalogue[1] > CATALOGUE_SECONDS:
            tools = [tool for tool in await client.tools.list() if not self.only or tool.slug in self.only]
            schemas = await client.tools.input_schemas()
            self._catalogue = offered(tools, schemas, takes_files=self.rules.folder is not None), now
        return self._catalogue[0]

    def caller(self, ctx: ServerRequestContext[Any]) -> Caller:
        """Who calls. Raises a ConfigurationError without a key."""
        headers = ctx.request.headers if ctx.request is not None else {}
        key = self.own_key or key_in(headers.get("authorization", ""))
        # Newer versions of the protocol have no sessions: who names one there would have as many budgets as they like.
        session = headers.get(SESSION_HEADER, "") if ctx.protocol_version in HANDSHAKE_PROTOCOL_VERSIONS else ""
        budget = self.budgets.of(key or "", session, time.monotonic())
        client = AsyncClient(key, self.base_url, http_client=self.http)
        return Caller(client, self.http, budget, ctx.session.report_progress)


def key_in(authorization: str) -> str | None:
    """The API key of a header, with or without `Bearer`, as hosts of agents write it."""
    scheme, _, rest = authorization.strip().partition(" ")
    return (rest.strip() if scheme.lower() == "bearer" else authorization.strip()) or None


async def account_of(caller: Caller) -> CallToolResult:
    """The credits of the account and of the session."""
    account, budget = await caller.client.account.get(), caller.budget
    sentences = [f"The account has {account.credits:g} credits."]
    if budget.limit is not None:
        sentences.append(f"This session may spend {budget.left:g} of its {budget.limit} credits.")
    session = {"limit": budget.limit, "spent": budget.spent, "left": budget.left}
    return results.told(sentences, {"credits": account.credits, "plan": str(account.plan), "session": session})
