"""What was found, beside what was wanted."""

from dataclasses import dataclass
from enum import Enum

from scripts.benches.load import Seen


class Want(Enum):
    """Which side of a goal is the good one."""

    AT_LEAST = "≥"
    AT_MOST = "≤"


@dataclass(frozen=True, slots=True)
class Goal:
    """What a figure should come to."""

    want: Want
    figure: float

    def reached(self, measured: float) -> bool:
        return measured >= self.figure if self.want is Want.AT_LEAST else measured <= self.figure


@dataclass(frozen=True, slots=True)
class Finding:
    """One figure with its unit; `note` says what it was worked out from. `measured` is None where it was skipped."""

    what: str
    measured: float | None
    unit: str
    goal: Goal | None = None
    note: str = ""

    @property
    def verdict(self) -> str:
        if self.measured is None:
            return "skipped"
        if self.goal is None:
            return ""
        return "reached" if self.goal.reached(self.measured) else "**missed**"

    def cells(self) -> tuple[str, str, str, str, str]:
        """As a row of a table."""
        goal = "" if self.goal is None else f"{self.goal.want.value} {short(self.goal.figure)} {self.unit}"
        measured = "–" if self.measured is None else f"{short(self.measured)} {self.unit}"
        return self.what, measured.strip(), goal.strip(), self.verdict, self.note


@dataclass(frozen=True, slots=True)
class Report:
    """All findings of a run, and what each kind of load saw (the median of its rounds)."""

    findings: tuple[Finding, ...]
    loads: tuple[Seen, ...]


def at_least(figure: float) -> Goal:
    return Goal(Want.AT_LEAST, figure)


def at_most(figure: float) -> Goal:
    return Goal(Want.AT_MOST, figure)


def short(figure: float) -> str:
    """Three digits that matter, no more."""
    if figure >= 100:
        return f"{figure:,.0f}"
    if figure >= 10:
        return f"{figure:.1f}"
    return f"{figure:.2f}" if figure >= 0.1 else f"{figure:.3g}"
