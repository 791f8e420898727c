"""Usage: what was made, earned and spent on each day, by account, key, model and engine."""

from mediamill.usage.bill import Bill, ComparedDay, Tolerance, UnreadableBill, compare, read_bill
from mediamill.usage.daily import Amounts, Use, add
from mediamill.usage.report import COLUMNS, Group, GroupBy, cost_by_day, groups, is_known_engine

__all__ = [
    "COLUMNS",
    "Amounts",
    "Bill",
    "ComparedDay",
    "Group",
    "GroupBy",
    "Tolerance",
    "UnreadableBill",
    "Use",
    "add",
    "compare",
    "cost_by_day",
    "groups",
    "is_known_engine",
    "read_bill",
]
