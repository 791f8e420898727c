"""Who runs what, and when: the worker loop, the runner of attempts, webhook deliveries, maintenance."""

from mediamill.dispatch.alerting import Alerting, AlertPost
from mediamill.dispatch.attempt import GUESTS
from mediamill.dispatch.attempt_runner import AttemptRunner
from mediamill.dispatch.attempt_writer import AttemptWriter
from mediamill.dispatch.deliveries import Deliverer
from mediamill.dispatch.inputs import Inputs
from mediamill.dispatch.maintenance import Maintenance
from mediamill.dispatch.membership import Membership
from mediamill.dispatch.oversight import warnings
from mediamill.dispatch.remote import RemoteWork, ResultFetcher
from mediamill.dispatch.remote.standing import EngineStanding, standings
from mediamill.dispatch.worker_loop import WorkerLoop

__all__ = [
    "GUESTS",
    "AlertPost",
    "Alerting",
    "AttemptRunner",
    "AttemptWriter",
    "Deliverer",
    "EngineStanding",
    "Inputs",
    "Maintenance",
    "Membership",
    "RemoteWork",
    "ResultFetcher",
    "WorkerLoop",
    "standings",
    "warnings",
]
