"""Bytes of a file that a reader asks for."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """Bytes `first` to `last` of a file, both included; an empty file's are 0 to -1."""

    first: int
    last: int

    @property
    def length(self) -> int:
        """How many bytes."""
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class Asked:
    """A range before the file's size is known: `first` to `last`, both included; without `last` to the end; without
    `first` as many bytes as `last` says, at the end.
    """

    first: int | None
    last: int | None

    def __post_init__(self) -> None:
        assert self.first is not None or self.last is not None, "no range"
        assert self.first is None or self.last is None or self.first <= self.last, f"{self.first}-{self.last}"

    def within(self, size: int) -> Span | None:
        """Its part of a file of this size; None when it is beyond the end."""
        if self.first is None:
            assert self.last is not None
            length = min(self.last, size)
            return Span(size - length, size - 1) if length else None
        last = size - 1 if self.last is None else min(self.last, size - 1)
        return Span(self.first, last) if self.first < size else None
