"""What an `AsyncClient` groups by noun: generations, files, tools, the account, webhooks."""

from collections.abc import AsyncIterator, Mapping, Sequence

from mediamill_client import webhooks, wire
from mediamill_client.async_driver import AsyncDriver
from mediamill_client.input_schema import InputSchema
from mediamill_client.pager import Pager
from mediamill_client.types import (
    Account,
    Generation,
    Inspection,
    LedgerEntry,
    Page,
    SignedWebhook,
    Tool,
    Upload,
    WebhookSecret,
)


class AsyncResource:
    """One noun of a client."""

    def __init__(self, driver: AsyncDriver, wire: wire.Wire) -> None:
        self._driver = driver
        self._wire = wire


class AsyncGenerations(AsyncResource):
    """The generations of the account."""

    async def get(self, id: str) -> Generation:
        """One generation with its payload. Raises NotFound, PermissionDenied or another MediamillAPIError."""
        return await self._driver.run(self._wire.find(id))

    async def inspect(self, id: str) -> Inspection:
        """All that is known of one: attempts, times, credits, seed, provenance, what was missed. Raises as `get`."""
        return await self._driver.run(self._wire.inspection(id))

    async def list(self, status: str | None = None, limit: int = wire.PAGE_SIZE) -> AsyncIterator[Generation]:
        """Every generation, newest first, perhaps of one status; pages of `limit` are fetched as they are needed."""
        pager = Pager[Generation]()
        while not pager.finished:
            page = await self.page(status, limit, pager.offset)
            for generation in pager.news(page.generations, page.has_more):
                yield generation

    async def page(self, status: str | None = None, limit: int = wire.PAGE_SIZE, offset: int = 0) -> Page:
        """One page of the list, and how many there are in all."""
        return await self._driver.run(self._wire.page(status, limit, offset))


class AsyncFiles(AsyncResource):
    """The files that the account has uploaded."""

    async def list(self) -> tuple[Upload, ...]:
        """Every uploaded file that has not expired, newest first. Raises a MediamillAPIError."""
        return await self._driver.run(self._wire.uploads())

    async def delete(self, file: Upload | str) -> None:
        """Delete an uploaded file (or its id). Raises NotFound, PermissionDenied or another MediamillAPIError.

        A generation that names the file and has not read it yet ends in error.
        """
        await self._driver.run(self._wire.delete_upload(file if isinstance(file, str) else file.id))


class AsyncTools(AsyncResource):
    """What the service can make."""

    async def list(self) -> tuple[Tool, ...]:
        """Every tool, without models."""
        return await self._driver.run(self._wire.tools())

    async def get(self, slug: str) -> Tool:
        """One tool with its models. Raises NotFound or another MediamillAPIError."""
        return await self._driver.run(self._wire.tool(slug))

    async def input_schema(self, slug: str, model: str) -> InputSchema | None:
        """What a model takes, by the service's own description; None if that says nothing of it."""
        return await self._driver.run(self._wire.input_schema(slug, model))

    async def input_schemas(self) -> tuple[InputSchema, ...]:
        """What every model of every tool takes, in the order of the service's own description."""
        return await self._driver.run(self._wire.input_schemas())


class AsyncAccountOfKey(AsyncResource):
    """The account the key belongs to."""

    async def get(self) -> Account:
        """The account with the credits that are available now."""
        return await self._driver.run(self._wire.account())

    async def ledger(self, limit: int = wire.PAGE_SIZE_MAX) -> AsyncIterator[LedgerEntry]:
        """What moved the credits, newest first; pages of `limit` are fetched as they are needed."""
        pager = Pager[LedgerEntry]()
        while not pager.finished:
            page = await self._driver.run(self._wire.ledger_page(limit, pager.offset))
            for entry in pager.news(*page):
                yield entry


class AsyncWebhooks(AsyncResource):
    """The webhooks of the account."""

    async def verify(
        self, body: bytes | str, headers: Mapping[str, str], secret: str | Sequence[str] | None = None
    ) -> Generation:
        """The generation that a webhook tells of. Raises InvalidWebhook unless a secret signed it just now.

        Without a secret the account's own is asked for, at each call: give it where many webhooks arrive.
        """
        found = (await self.secret()).secret if secret is None else secret
        generation = webhooks.verify(body, headers, found)
        return self._wire.generation(generation.raw)

    async def secret(self) -> WebhookSecret:
        """What signs them; needs a key with the scope `manage`. Raises a MediamillAPIError."""
        return await self._driver.run(self._wire.webhook_secret())

    def inbox(self) -> AsyncIterator[SignedWebhook]:
        """Each success from now on as the webhook that it would send, without end. For development.

        What succeeds while the connection is made anew is missed. Raises a MediamillAPIError.
        """
        return self._driver.told(self._wire.inbox())
