"""Accepting a licence: by its name, kept with the date."""

from mediamill import clock
from mediamill.errors import MediamillError
from mediamill.weights.lock_file import LockedLicence, WeightsLock
from mediamill.weights.row import WeightsRow


class LicenceNotAccepted(MediamillError):
    """The weights {name} come under {licence} ({url}): {conditions} Read it, then add: --accept-licence {licence}"""

    code = "licence_not_accepted"


class OtherLicence(MediamillError):
    """The weights {name} come under {licence} ({url}), not under `{given}`."""

    code = "other_licence"


def accept(row: WeightsRow, given: str | None, before: WeightsLock | None, *, now: int) -> LockedLicence:
    """What the lock file keeps. Raises LicenceNotAccepted, OtherLicence."""
    licence = row.licence
    if given is not None and given != licence.name:
        raise OtherLicence(name=row.name, licence=licence.name, url=licence.url, given=given)
    accepted_at = clock.iso(now) if given is not None else None
    if accepted_at is None and before is not None and before.licence.name == licence.name:
        accepted_at = before.licence.accepted_at
    if accepted_at is None and licence.conditions is not None:
        raise LicenceNotAccepted(
            name=row.name, licence=licence.name, url=licence.url, conditions=licence.conditions.rstrip(".") + "."
        )
    return LockedLicence(licence.name, licence.url, accepted_at)
