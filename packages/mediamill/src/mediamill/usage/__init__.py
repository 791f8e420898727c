"""Usage: what was made, earned and spent on each day, by account, key, model and engine."""

from mediamill.usage.account import AccountUsage, UsagePart, usage_of
from mediamill.usage.bill import Bill, ComparedDay, Tolerance, UnreadableBill, compare, read_bill
from mediamill.usage.daily import Amounts, Use, add
from mediamill.usage.loss import ModelCost, costs_since_yesterday
from mediamill.usage.report import COLUMNS, Dimension, Group, GroupBy, cost_by_day, groups, is_known_engine
from mediamill.usage.table import csv_of

__all__ = [
    "COLUMNS",
    "AccountUsage",
    "Amounts",
    "Bill",
    "ComparedDay",
    "Dimension",
    "Group",
    "GroupBy",
    "ModelCost",
    "Tolerance",
    "UnreadableBill",
    "UsagePart",
    "Use",
    "add",
    "compare",
    "cost_by_day",
    "costs_since_yesterday",
    "csv_of",
    "groups",
    "is_known_engine",
    "read_bill",
    "usage_of",
]
