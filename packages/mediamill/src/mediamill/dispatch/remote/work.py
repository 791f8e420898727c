"""Everything that remote engines need in one process, put together."""

from mediamill.catalogue import Catalogue
from mediamill.dispatch.attempt_writer import AttemptWriter
from mediamill.dispatch.remote.buyer import Buyer
from mediamill.dispatch.remote.look import JobLook
from mediamill.dispatch.remote.looks import LookLoops
from mediamill.dispatch.remote.results import ResultFetcher
from mediamill.dispatch.remote.vendors import Vendors
from mediamill.dispatch.signer import OutputSigner
from mediamill.engines import EngineHost, Registry
from mediamill.outbound import Guard


class RemoteWork:
    """Submits for the attempts of this process, and looks at the jobs of all."""

    def __init__(
        self,
        *,
        write: AttemptWriter,
        catalogue: Catalogue,
        registry: Registry,
        host: EngineHost,
        guard: Guard,
        currency: str,
        downloads: int,
        finished_at_once: int,
        signer: OutputSigner | None = None,
    ) -> None:
        """`downloads`: results fetched at once; `finished_at_once`: those worked on in engine processes."""
        self.vendors = Vendors(guard)
        fetcher = ResultFetcher(host, finished_at_once)
        look = JobLook(
            write=write,
            catalogue=catalogue,
            registry=registry,
            host=host,
            vendors=self.vendors,
            fetcher=fetcher,
            signer=signer,
            downloads=downloads,
        )
        self.looks = LookLoops(looker=write.worker, database=write.database, look=look)
        self.buyer = Buyer(
            worker=write.worker,
            database=write.database,
            registry=registry,
            vendors=self.vendors,
            fetcher=fetcher,
            currency=currency,
            on_job=self.looks.on_job,
            metrics=write.metrics,
        )

    async def stop(self) -> None:
        """Look at nothing more, and close the connections to vendors."""
        await self.looks.stop()
        await self.vendors.aclose()
