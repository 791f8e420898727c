"""Figures written as text, read as events."""

from collections.abc import Iterator
from dataclasses import dataclass

REST, HOLD = ".", "-"


@dataclass(frozen=True, slots=True)
class Event:
    """One letter and how long it lasts."""

    at: int  # steps from the start of the bar
    steps: int
    letter: str


def events(text: str, bar: int, steps: int) -> Iterator[Event]:
    """The events of one bar of a figure, which repeats as often as it must."""
    bars = text.split("|")
    letters = filled(bars[bar % len(bars)], steps)
    at = 0
    while at < len(letters):
        length = 1
        while at + length < len(letters) and letters[at + length] == HOLD:
            length += 1
        if letters[at] not in (REST, HOLD):
            yield Event(at, length, letters[at])
        at += length


def filled(bar: str, steps: int) -> str:
    """Cut to so many steps, or going on as it began."""
    return (bar * (1 + steps // len(bar)))[:steps]
