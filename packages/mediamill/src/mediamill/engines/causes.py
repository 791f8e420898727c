"""Exceptions with what led to them."""

from collections.abc import Iterator

CHAIN_MAX = 20  # causes that are followed: an engine can build a chain of any length, or a circle


def causes(fault: BaseException | None) -> Iterator[BaseException]:
    """The exception and what led to it, the nearest first."""
    for _ in range(CHAIN_MAX):
        if fault is None:
            return
        yield fault
        fault = fault.__cause__ or fault.__context__
