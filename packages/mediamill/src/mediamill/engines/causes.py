"""Exceptions with what led to them."""

from collections.abc import Iterator

OUT_OF_MEMORY = "OutOfMemoryError"  # of torch, which the service never imports
NO_MEMORY = "can't allocate memory"  # how torch words a RuntimeError for that of the machine
CHAIN_MAX = 20  # causes that are followed: an engine can build a chain of any length, or a circle


def causes(fault: BaseException | None) -> Iterator[BaseException]:
    """The exception and what led to it, the nearest first."""
    for _ in range(CHAIN_MAX):
        if fault is None:
            return
        yield fault
        fault = fault.__cause__ or fault.__context__


def is_out_of_memory(fault: BaseException) -> bool:
    """Whether the memory of the machine, or of a device of it, was too small."""
    return any(
        isinstance(cause, MemoryError)
        or type(cause).__name__ == OUT_OF_MEMORY
        or (isinstance(cause, RuntimeError) and NO_MEMORY in str(cause))
        for cause in causes(fault)
    )
