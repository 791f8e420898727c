"""Weights of open models on this machine: which there are, where they lie and whether they can be used.

What brings them (`pull`, `bring`) is imported by the command alone: the service has no need of an HTTP client.
"""

from mediamill.weights.licence import LicenceNotAccepted, OtherLicence, accept
from mediamill.weights.lock_file import (
    LockedFile,
    LockedLicence,
    UnreadableLock,
    WeightsLock,
    known_lock,
    read_lock,
    write_lock,
)
from mediamill.weights.paths import LOCK_FILE
from mediamill.weights.place import NoRoomForWeights, WeightsBusy, WeightsPlace, alone, place_of, remove
from mediamill.weights.row import COMMIT, NAME, Licence, WeightsRow
from mediamill.weights.rows import PLUGIN_GROUP, BrokenRows, UnknownWeights, WeightsRows, read_rows
from mediamill.weights.state import WeightsPresence, WeightsState, state_of
from mediamill.weights.verify import WeightsDifference, verify

__all__ = [
    "COMMIT",
    "LOCK_FILE",
    "NAME",
    "PLUGIN_GROUP",
    "BrokenRows",
    "Licence",
    "LicenceNotAccepted",
    "LockedFile",
    "LockedLicence",
    "NoRoomForWeights",
    "OtherLicence",
    "UnknownWeights",
    "UnreadableLock",
    "WeightsBusy",
    "WeightsDifference",
    "WeightsLock",
    "WeightsPlace",
    "WeightsPresence",
    "WeightsRow",
    "WeightsRows",
    "WeightsState",
    "accept",
    "alone",
    "known_lock",
    "place_of",
    "read_lock",
    "read_rows",
    "remove",
    "state_of",
    "verify",
    "write_lock",
]
