"""Doors: interfaces of other services, served beside ours for programs that were written for those."""

from mediamill.compat.callbacks import callback_body
from mediamill.compat.opening import DOORS, open_doors

__all__ = ["DOORS", "callback_body", "open_doors"]
