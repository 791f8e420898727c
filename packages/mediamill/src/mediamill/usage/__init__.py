"""Usage: what was made, earned and spent on each day, by account, key, model and engine."""

from mediamill.usage.daily import Amounts, Use, add
from mediamill.usage.report import Group, GroupBy, cost_by_day, groups, is_known_engine

__all__ = ["Amounts", "Group", "GroupBy", "Use", "add", "cost_by_day", "groups", "is_known_engine"]
