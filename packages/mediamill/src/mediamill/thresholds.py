"""From when on an operator is told of something, and an account of its caps. 0, or none, switches each of them off."""

from decimal import Decimal
from typing import Annotated

from pydantic import BaseModel, Field
from pydantic_settings import NoDecode

from mediamill.units import MINUTE_MS


class Thresholds(BaseModel):
    """A part of the settings."""

    alert_cap_share: Annotated[float, Field(ge=0, le=1)] = 0.8  # of a cap on what is spent with a vendor
    alert_engine_minutes: Annotated[float, Field(ge=0)] = 10.0  # that a vendor's engine did not work
    alert_balance: Annotated[float, Field(ge=0)] = 10.0  # left with a vendor that says no more, in its unit
    alert_balance_share: Annotated[float, Field(ge=0, le=1)] = 0.1  # left of what was paid for with a vendor
    alert_loss: Annotated[Decimal, Field(ge=0, allow_inf_nan=False)] = Decimal(1)  # of a model since yesterday
    alert_wait_minutes: Annotated[float, Field(ge=0)] = 30.0  # that the oldest of a pool waits
    alert_unserved_minutes: Annotated[float, Field(ge=0)] = 2.0  # that something waits for a model nobody runs
    alert_differing_minutes: Annotated[float, Field(ge=0)] = 10.0  # that the settings of processes differ
    alert_webhook_failures: Annotated[int, Field(ge=0)] = 20  # webhooks of the last day that a receiver has not taken
    alert_disk_megabytes: Annotated[int, Field(ge=0)] = 1_000  # free on the disk of the data folder
    alert_credits: Annotated[tuple[Annotated[int, Field(ge=1, le=100)], ...], NoDecode] = (80, 95, 100)  # % of a cap

    @property
    def engine_ms(self) -> int:
        """How long an engine may be out of order."""
        return round(self.alert_engine_minutes * MINUTE_MS)

    @property
    def wait_ms(self) -> int:
        """How long the oldest generation of a pool may wait."""
        return round(self.alert_wait_minutes * MINUTE_MS)

    @property
    def unserved_ms(self) -> int:
        """How long something may wait for a model that nobody runs."""
        return round(self.alert_unserved_minutes * MINUTE_MS)

    @property
    def differing_ms(self) -> int:
        """How long processes may differ: an upgrade takes a while."""
        return round(self.alert_differing_minutes * MINUTE_MS)


DEFAULTS = Thresholds()
