"""What an account may use; prices are the same for every plan."""

from enum import StrEnum


class Plan(StrEnum):
    """The name of a plan, as the database keeps it and `accounts create --plan` takes it."""

    FREE = "free"
    PRO = "pro"
