"""Who runs what, and when: the worker loop, the runner of attempts, webhook deliveries, maintenance."""

from mediamill.dispatch.alerting import Alerting, AlertPost
from mediamill.dispatch.attempt import GUESTS
from mediamill.dispatch.attempt_runner import AttemptRunner
from mediamill.dispatch.attempt_writer import AttemptWriter
from mediamill.dispatch.deliveries import Deliverer
from mediamill.dispatch.forgetting import Forgetting
from mediamill.dispatch.inputs import Inputs
from mediamill.dispatch.maintenance import Maintenance
from mediamill.dispatch.membership import Membership
from mediamill.dispatch.noticing import Noticing
from mediamill.dispatch.oversight import warnings
from mediamill.dispatch.overview import Overview, PoolGlance, overview
from mediamill.dispatch.processes import ProcessListing, list_processes
from mediamill.dispatch.remote import RemoteWork, ResultFetcher
from mediamill.dispatch.remote.standing import EngineStanding, KeyStanding, standings
from mediamill.dispatch.signer import OutputSigner
from mediamill.dispatch.waker import EmbeddedWaker, Waker
from mediamill.dispatch.worker_loop import WorkerLoop

__all__ = [
    "GUESTS",
    "AlertPost",
    "Alerting",
    "AttemptRunner",
    "AttemptWriter",
    "Deliverer",
    "EmbeddedWaker",
    "EngineStanding",
    "Forgetting",
    "Inputs",
    "KeyStanding",
    "Maintenance",
    "Membership",
    "Noticing",
    "OutputSigner",
    "Overview",
    "PoolGlance",
    "ProcessListing",
    "RemoteWork",
    "ResultFetcher",
    "Waker",
    "WorkerLoop",
    "list_processes",
    "overview",
    "standings",
    "warnings",
]
