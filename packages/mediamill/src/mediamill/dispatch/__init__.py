"""Who runs what, and when: the worker that carries a generation through, its dispatcher, the deliverer of webhooks."""

from mediamill.dispatch.attempt import GUESTS
from mediamill.dispatch.delivering import Deliverer
from mediamill.dispatch.embedded import EmbeddedDispatcher
from mediamill.dispatch.housekeeping import Housekeeping
from mediamill.dispatch.inputs import Inputs
from mediamill.dispatch.membership import Membership
from mediamill.dispatch.oversight import warnings
from mediamill.dispatch.worker import Workshop

__all__ = ["GUESTS", "Deliverer", "EmbeddedDispatcher", "Housekeeping", "Inputs", "Membership", "Workshop", "warnings"]
